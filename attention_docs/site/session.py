"""Runs one block of a page in the reader's browser: what it needs from above, then the block.

Every run starts from nothing. There is no hidden state, so a block gives what the page would give
if it were read top to bottom, however often and in whatever order a reader presses Run. This module
goes into the browser with the package, so it needs nothing but the standard library.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import doctest
import functools
import io
import json
import linecache
import sys
import time
import traceback
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TextIO

MOST_LINES = 1000
MOST_CHARACTERS = 100_000

SECONDS_BETWEEN = 0.1
# What a traceback calls the blocks, in the place of a file's name.
HERE = "<this block>"
ABOVE = "<a block above>"


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
class Step:
    """Statements that share lines, and what the page prints below the same ones."""

    lines: range
    statements: list[ast.stmt]
    printed: doctest.Example | None


def steps(block: Block) -> list[Step]:
    r"""Split a block's code into steps, each with the page's example of the same code, if any.

    Raises
    ------
    SyntaxError
        If the code is not Python.

    Examples
    --------
    >>> [first, second] = steps(Block(">>> x = 1\n>>> x\n1", edited="x = 2\nx"))
    >>> first.printed is None, second.printed.want
    (True, '1\n')
    """
    code = block.code
    source = code.splitlines()
    unused = block.examples
    found = []
    for lines, statements in _by_lines(ast.parse(code)):
        text = "\n".join(source[lines.start : lines.stop])
        printed = next((one for one in unused if one.source.rstrip() == text.rstrip()), None)
        if printed:
            unused.remove(printed)
        found.append(Step(lines, statements, printed))
    return found


def _by_lines(tree: ast.Module) -> Iterator[tuple[range, list[ast.stmt]]]:
    """Yield statements and their lines, counted from 0; together where they share a line."""
    lines, together = range(0), list[ast.stmt]()
    for statement in tree.body:
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(one.lineno for one in decorators)]) - 1
        last = statement.end_lineno or statement.lineno
        if together and first < lines.stop:
            lines, together = range(lines.start, max(lines.stop, last)), [*together, statement]
            continue
        if together:
            yield lines, together
        lines, together = range(first, last), [statement]
    if together:
        yield lines, together


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


class Printed(io.StringIO):
    """Keeps what a step prints, up to a limit, and reports it while the step still runs."""

    def __init__(self, report: Callable[[str], None]) -> None:
        super().__init__()
        self.report = report
        self.reported = time.monotonic()
        self.lines = self.characters = self.dropped = 0

    def write(self, text: str) -> int:
        """Take what fits, and count the lines of what does not."""
        if self.full():
            self.dropped += text.count("\n")
            return len(text)
        whole = text.splitlines(keepends=True)[: MOST_LINES - self.lines]
        kept = "".join(whole)[: MOST_CHARACTERS - self.characters]
        super().write(kept)
        self.characters += len(kept)
        self.lines += kept.count("\n")
        self.dropped = text.count("\n") - kept.count("\n")
        if self.full() or time.monotonic() - self.reported > SECONDS_BETWEEN:
            self.report(self.getvalue())
            self.reported = time.monotonic()
        return len(text)

    def full(self) -> bool:
        """Say whether nothing more is kept."""
        return self.lines >= MOST_LINES or self.characters >= MOST_CHARACTERS


def run(request: str, emit: Callable[[str], object]) -> None:
    """Run a block of a page and emit what happens, each event as JSON.

    Parameters
    ----------
    request : str
        JSON: ``blocks``, a list of ``{"printed", "edited"}``; the ``index`` of the one to run; and
        ``setup``, the code that runs before any page's.
    emit : callable
        Called with ``{"kind": "begin", "above": […]}``, then one ``{"kind": "step", …}`` after each
        step of the block (and ``"partial"`` ones while it prints), then ``{"kind": "done"}``, or
        ``{"kind": "error", "block", "text"}``.
    """
    asked = json.loads(request)
    blocks = [Block(**block) for block in asked["blocks"]]
    index = asked["index"]
    setup = compile(asked["setup"], "<setup>", "exec")

    def run_after(above: list[int]) -> BaseException | None:
        namespace: dict[str, object] = {"__name__": "__main__"}
        exec(setup, namespace)  # noqa: S102 - the site's own
        return _run(blocks, [*above, index], namespace, emit)

    given: dict[str, object] = {}
    exec(setup, given)  # noqa: S102 - the site's own
    try:
        compile(blocks[index].code, HERE, "exec")
    except SyntaxError:
        # A slip shows at once, before anything has run.
        above = []
    else:
        above = needed(blocks, index, given)
    if isinstance(run_after(above), NameError) and len(above) < index:
        # A name was bound in a way that can't be seen in the code, such as by exec.
        run_after(list(range(index)))


def _run(
    blocks: Sequence[Block],
    order: list[int],
    namespace: dict[str, object],
    emit: Callable[[str], object],
) -> BaseException | None:
    """Run blocks one after the other, the last one aloud; return the error that ended it."""

    def tell(kind: str, **event: object) -> None:
        emit(json.dumps({"kind": kind, **event}))

    def keep_quiet(_: str, **__: object) -> None:
        pass

    *above, index = order
    tell("begin", above=above)
    with _settings_kept():
        for position in order:
            name, teller = (HERE, tell) if position == index else (ABOVE, keep_quiet)
            try:
                _run_block(blocks[position], name, namespace, teller)
            except BaseException as error:
                tell("error", block=position, text=told(error))
                return error
    tell("done")
    return None


@contextlib.contextmanager
def _settings_kept() -> Iterator[None]:
    """Undo what a run changes in NumPy's settings."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        yield
        return
    with numpy.printoptions(), numpy.errstate():
        yield


def _run_block(
    block: Block, name: str, namespace: dict[str, object], tell: Callable[..., None]
) -> None:
    """Run a block step by step; raise what the page does not say that it raises."""
    code = block.code
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    compile(code, name, "exec")
    for step in steps(block):
        place = {"first": step.lines.start, "lines": len(step.lines)}
        printed = Printed(functools.partial(_tell_partial, tell, place))
        complaints = io.StringIO()
        program = compile(ast.Interactive(step.statements), name, "single")
        error = _execute(program, namespace, printed, complaints)
        example = step.printed
        if error is not None and (example is None or example.exc_msg is None):
            example = None
        elif error is not None:
            printed.write(f"Traceback (most recent call last):\n    ...\n{_last_line(error)}")
        tell(
            "step",
            **place,
            got=printed.getvalue(),
            printed=example and example.want,
            same=example and _same(example, printed.getvalue(), error),
            dropped=printed.dropped,
            complaints=complaints.getvalue()[:MOST_CHARACTERS],
        )
        if error is not None and example is None:
            raise error


def _tell_partial(tell: Callable[..., None], place: dict[str, int], text: str) -> None:
    tell("partial", **place, got=text)


def _execute(
    program: types.CodeType, namespace: dict[str, object], printed: TextIO, complaints: TextIO
) -> BaseException | None:
    """Run one step as the interactive interpreter would; return what it raises."""
    hook, sys.displayhook = sys.displayhook, sys.__displayhook__
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complaints):
        try:
            exec(program, namespace)  # noqa: S102 - running the reader's code is the purpose
        except BaseException as error:
            return error
        finally:
            sys.displayhook = hook
    return None


def _same(example: doctest.Example, got: str, error: BaseException | None) -> bool:
    """Say whether doctest would accept what was got in place of what is printed."""
    flags = 0
    for flag, on in example.options.items():
        flags = flags | flag if on else flags & ~flag
    check = doctest.OutputChecker().check_output
    if error is None:
        return check(example.want, got, flags)
    return check(example.exc_msg or "", _last_line(error), flags)


def _last_line(error: BaseException) -> str:
    return traceback.format_exception_only(error)[-1]


def told(error: BaseException) -> str:
    """Return an error's traceback, trimmed to the lines that stand on the page."""
    whole = traceback.TracebackException.from_exception(error)
    _trim(whole)
    return "".join(whole.format())


def _trim(trace: traceback.TracebackException) -> None:
    trace.stack = traceback.StackSummary.from_list(
        frame for frame in trace.stack if frame.filename in (HERE, ABOVE)
    )
    for inner in (trace.__cause__, trace.__context__):
        if inner is not None:
            _trim(inner)
