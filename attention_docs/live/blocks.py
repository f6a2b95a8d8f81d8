"""A block of code as it stands on a page: its statements, and what is printed below each."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A block of a page: the doctest that the page prints, and the reader's own version of it."""

    printed: str
    edited: str | None = None

    @property
    def examples(self) -> list[doctest.Example]:
        """What the page prints, example by example."""
        return doctest.DocTestParser().get_examples(self.printed)

    @property
    def code(self) -> str:
        """The code to run, without prompts and outputs."""
        if self.edited is not None:
            return self.edited
        return "".join(example.source for example in self.examples)


@dataclass(frozen=True)
class Statement:
    """One statement, or those that share lines, and the page's example of the same code."""

    lines: range
    nodes: list[ast.stmt]
    example: doctest.Example | None


def statements(block: Block) -> list[Statement]:
    r"""Split a block's code into statements, each with the page's example of the same code, if any.

    Raises
    ------
    SyntaxError
        If the code is not Python.

    Examples
    --------
    >>> [first, second] = statements(Block(">>> x = 1\n>>> x\n1", edited="x = 2\nx"))
    >>> first.example is None, second.example.want
    (True, '1\n')
    """
    code = block.code
    source = code.splitlines()
    unused = block.examples
    found = []
    for lines, nodes in _by_lines(ast.parse(code)):
        text = "\n".join(source[lines.start : lines.stop])
        example = next((one for one in unused if one.source.rstrip() == text.rstrip()), None)
        if example:
            unused.remove(example)
        found.append(Statement(lines, nodes, example))
    return found


def _by_lines(tree: ast.Module) -> Iterator[tuple[range, list[ast.stmt]]]:
    """Yield statements and their lines, counted from 0; together where they share a line."""
    lines, together = range(0), list[ast.stmt]()
    for node in tree.body:
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(one.lineno for one in decorators)]) - 1
        last = node.end_lineno or node.lineno
        if together and first < lines.stop:
            lines, together = range(lines.start, max(lines.stop, last)), [*together, node]
            continue
        if together:
            yield lines, together
        lines, together = range(first, last), [node]
    if together:
        yield lines, together
