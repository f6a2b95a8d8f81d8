"""Runs one block of a page: what it needs from above, then the block.

Every run starts from nothing. There is no hidden state, so a block gives what the page would give
if it were read top to bottom, however often and in whatever order a reader presses Run.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import functools
import io
import linecache
import sys
import traceback
import types
from collections.abc import Callable, Sequence
from json import dumps, loads
from typing import TextIO

from attention_docs.live.blocks import Block, statements
from attention_docs.live.fresh import left_as_found
from attention_docs.live.needs import needed
from attention_docs.live.output import MOST_CHARACTERS, FloodError, Output

# What a traceback calls the blocks, in the place of a file's name.
HERE = "<this block>"
ABOVE = "<a block above>"


def run(request: str, emit: Callable[[str], object]) -> None:
    """Run a block of a page and emit what happens, each event as JSON.

    Parameters
    ----------
    request : str
        JSON: ``blocks``, a list of ``{"printed", "edited"}``; the ``index`` of the one to run; and
        ``setup``, the code that runs before any page's.
    emit : callable
        Called with ``{"kind": "begin", "above": […]}``, then one ``{"kind": "statement", …}`` after
        each statement of the block (and ``"partial"`` ones while it prints), then one of
        ``{"kind": "done", "made"}`` with the names that the block has set,
        ``{"kind": "error", "block", "text"}`` and ``{"kind": "flood", "block"}``, when a block
        printed far more than can be shown.
    """
    asked = loads(request)
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
        emit(dumps({"kind": kind, **event}))

    def keep_quiet(_: str, **__: object) -> None:
        pass

    *above, index = order
    tell("begin", above=above)
    with left_as_found() as namespace["__builtins__"]:
        for position in order:
            name, teller = (HERE, tell) if position == index else (ABOVE, keep_quiet)
            before = dict(namespace)
            try:
                _run_block(blocks[position], name, namespace, teller)
            except FloodError as error:
                tell("flood", block=position)
                return error
            except BaseException as error:
                tell("error", block=position, text=trace_of(error))
                return error
        tell("done", made=_made(before, namespace))
    return None


def _made(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """Return the names that were set in between, but for imports and private ones."""
    return [
        name
        for name, value in after.items()
        if not (name in before and before[name] is value)
        and not name.startswith("_")
        and not isinstance(value, types.ModuleType)
    ]


def _run_block(
    block: Block, name: str, namespace: dict[str, object], tell: Callable[..., None]
) -> None:
    """Run a block's statements; raise what the page does not say that it raises."""
    code = block.code
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    compile(code, name, "exec")
    for statement in statements(block):
        place = {"first": statement.lines.start, "lines": len(statement.lines)}
        output = Output(functools.partial(_tell_partial, tell, place))
        complaints = io.StringIO()
        program = compile(ast.Interactive(statement.nodes), name, "single")
        error = _execute(program, namespace, output, complaints)
        example = statement.example
        if error is not None and (example is None or example.exc_msg is None):
            example = None
        elif error is not None:
            output.write(f"Traceback (most recent call last):\n    ...\n{_last_line(error)}")
        if example is not None and not example.want and output.getvalue().startswith("<svg "):
            example = None  # The page shows a drawing as one: there is no text to compare.
        tell(
            "statement",
            **place,
            **output.event,
            printed=example and example.want,
            same=example and _same(example, output.getvalue(), error),
            complaints=complaints.getvalue()[:MOST_CHARACTERS],
        )
        if error is not None and example is None:
            raise error


def _tell_partial(tell: Callable[..., None], place: dict[str, int], output: Output) -> None:
    tell("partial", **place, **output.event)


def _execute(
    program: types.CodeType, namespace: dict[str, object], output: TextIO, complaints: TextIO
) -> BaseException | None:
    """Run code as the interactive interpreter would; return what it raises."""
    hook, sys.displayhook = sys.displayhook, sys.__displayhook__
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(complaints):
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


def trace_of(error: BaseException) -> str:
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
