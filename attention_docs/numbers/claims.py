"""What in code is a claim that running it cannot judge: comments, docstrings, prose in sessions.

The rest of the code, strings and format specifications included, is the computation itself; and
doctest compares the output. But doctest passes over words before the first prompt or after an empty
line, and over the body of a traceback.
"""

from __future__ import annotations

import ast
import doctest
import io
import re
import tokenize
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from attention_docs.numbers.fences import Fence


class Columns(NamedTuple):
    """A stretch of one line of a block, rows and columns from 0, without empty lines above it."""

    row: int
    start: int
    end: int


_prompt = re.compile(r"\s*(?:>>>|\.\.\.)(?: |$)")


def claims(fence: Fence) -> list[Span]:
    r"""Return what in a block that runs has to be bound like prose, in order.

    Examples
    --------
    >>> from attention_docs.numbers.fences import locate
    >>> page = "```pycon\nTwo is 2:\n>>> 1 + 1  # not 3\n2\n```"
    >>> fence = locate(page, [page[9:-4]])[0]
    >>> [page[start:end] for start, end in claims(fence)]
    ['Two is 2:', '# not 3']
    """
    lines = fence.code.split("\n")
    margins = [0] * len(lines)
    found: list[Span] = []
    if fence.is_session:
        for row, line in enumerate(lines):
            prompt = _prompt.match(line)
            margins[row] = prompt.end() if prompt else len(line)
        found = [_row(fence, lines, row) for row in _uncompared(fence.code)]
    source = "\n".join(line[margin:] for line, margin in zip(lines, margins, strict=True))
    found += [
        Span(
            fence.lines[row - 1] + margins[row - 1] + column,
            fence.lines[last - 1] + margins[last - 1] + end,
        )
        for (row, column), (last, end) in [
            *_comments(source),
            *_docstrings(source, above=0 if fence.is_session else -1),
        ]
    ]
    return sorted(set(found))


def is_output(line: str) -> bool:
    """Say whether a line of a session is what it prints, rather than what is typed."""
    return _prompt.match(line) is None


def columns(fence: Fence) -> list[Columns]:
    """Return where the claims of a block stand, line by line."""
    lines = fence.code.split("\n")
    above = len(lines) - len(fence.code.lstrip("\n").split("\n"))
    found = []
    for claim in claims(fence):
        for row, (start, line) in enumerate(zip(fence.lines, lines, strict=True)):
            low, high = max(claim.start, start), min(claim.end, start + len(line))
            if low < high:
                found.append(Columns(row - above, low - start, high - start))
    return found


def _row(fence: Fence, lines: list[str], row: int) -> Span:
    return Span(fence.lines[row], fence.lines[row] + len(lines[row]))


def _uncompared(code: str) -> Iterator[int]:
    """Yield the lines of a session that doctest neither runs nor compares."""
    try:
        parts = doctest.DocTestParser().parse(code)
    except ValueError:
        return
    row = 0
    for part in parts:
        if isinstance(part, str):
            rows = part.split("\n")
            yield from (row + step for step, line in enumerate(rows) if line.strip())
            row += len(rows) - 1
            continue
        row = part.lineno + part.source.count("\n")
        want = part.want.split("\n")[:-1]
        if part.exc_msg is not None:
            said = part.exc_msg.count("\n")
            yield from range(row + 1, row + len(want) - said)
        row += len(want)


_Place = tuple[tuple[int, int], tuple[int, int]]


def _comments(source: str) -> Iterator[_Place]:
    if "#" not in source:
        return
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT and not _directive(token.string):
                yield token.start, token.end
    except (tokenize.TokenError, SyntaxError):
        return  # the block itself fails when it runs, with a better message


def _directive(comment: str) -> bool:
    return comment.lstrip("# ").startswith("doctest:")


def _docstrings(source: str, above: int) -> Iterator[_Place]:
    """Yield the strings that stand for themselves, indented by more than so many columns."""
    if (
        '"""' not in source
        and "'''" not in source
        and not re.search(r"^\s*[rR]?[\"']", source, re.MULTILINE)
    ):
        return
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    rows = [line.encode() for line in source.split("\n")]
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and node.col_offset > above
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            end_row, end_byte = node.end_lineno or node.lineno, node.end_col_offset or 0
            start = len(rows[node.lineno - 1][: node.col_offset].decode())
            end = len(rows[end_row - 1][:end_byte].decode())
            yield (node.lineno, start), (end_row, end)
