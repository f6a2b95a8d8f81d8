"""Finds which of the blocks above a block depends on, from the names in their code."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from attention_docs.live.blocks import Block


@dataclass
class Names:
    """The names that code reads before binding them, binds for certain, imports and so on."""

    reads: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    imports: set[str] = field(default_factory=set)
    mentions: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)


_always_there = frozenset(dir(builtins))
_certain = (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


def names(code: str) -> Names:
    r"""Find the names in some code, as if functions had no scope of their own.

    Raises
    ------
    SyntaxError
        If the code is not Python.

    Examples
    --------
    >>> found = names("y = x + 1\nif y:\n    z = y")
    >>> sorted(found.reads), sorted(found.binds), sorted(found.mentions)
    (['x'], ['y'], ['x', 'y', 'z'])
    """
    found = Names()
    for statement in ast.parse(code).body:
        loaded, stored = set[str](), set[str]()
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name not in _always_there:
                    loaded.add(name)
                case ast.Name(ctx=ast.Load()):
                    pass
                case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    stored.add(name)
                case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                    bound = {(alias.asname or alias.name).split(".")[0] for alias in aliases}
                    found.imports |= bound
                    stored |= bound
        if isinstance(statement, ast.AugAssign):
            loaded |= stored
        loaded -= _local_to(statement)
        found.reads |= loaded - found.binds
        found.mentions |= loaded | stored
        if isinstance(statement, _certain):
            found.binds |= stored
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            found.calls |= _root(statement.value.func)
    return found


def _local_to(statement: ast.stmt) -> set[str]:
    """Return the names that loops, comprehensions and functions bind for themselves."""
    found = set[str]()
    for node in ast.walk(statement):
        match node:
            case ast.arg(arg=name):
                found.add(name)
            case ast.For(target=target) | ast.comprehension(target=target):
                found |= {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


def _root(node: ast.expr) -> set[str]:
    """Return ``np`` for ``np.random.seed``."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def needed(blocks: Sequence[Block], index: int, given: Iterable[str] = ()) -> list[int]:
    r"""Return which blocks above `index` it needs, in order.

    A block is needed if it so much as mentions a name that is read further down: it might bind it,
    or change what it holds. An imported name, or one of those `given` to every page, only counts
    where it is bound, or called in a statement of its own, such as ``np.random.seed(0)``.

    Examples
    --------
    >>> needed([Block(">>> x = 1"), Block(">>> y = 2"), Block(">>> x + 1\n2")], 2)
    [0]
    """
    found = [_names_of(block) for block in blocks[: index + 1]]
    imported = set(given).union(*(one.imports for one in found))
    wanted = set(found[index].reads)
    above = []
    for position in reversed(range(index)):
        one = found[position]
        touched = one.binds | one.calls | (one.mentions - imported)
        if "*" in one.imports or touched & wanted:
            above.append(position)
            wanted = (wanted - one.binds) | one.reads
    return above[::-1]


def _names_of(block: Block) -> Names:
    try:
        return names(block.code)
    except SyntaxError:
        # What a broken edit binds is not known; what the page's own block binds is.
        return names(Block(block.printed).code)
