"""Runs the code of one page and evaluates the expressions bound to its numerals, within limits."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import doctest
import faulthandler
import io
import signal
import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import CodeType

    from attention_docs.numbers.markdown import Fence


_standard_error = 2


class TimeLimitError(BaseException):
    """Raised inside code that runs too long; no ``except Exception`` of that code can hold it."""


class Failure(NamedTuple):
    """Why a line of code, or an expression, gave no value.

    Attributes
    ----------
    row
        The line of the block, from 0.
    message
        What happened, in one line or a few.
    name
        The undefined name, if that is what happened.
    raised
        Whether an exception was raised, rather than another output printed.
    """

    row: int
    message: str
    name: str = ""
    raised: bool = True


class EvaluationError(Exception):
    """An expression that gave no value."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Session:
    """The names that the code of one page has made so far.

    Parameters
    ----------
    setup
        Statements to run before the page's own.
    timeout
        Seconds that one block or expression may take.

    Examples
    --------
    >>> session = Session(setup="import math")
    >>> session.value("math.sqrt(2)")
    1.4142135623730951
    """

    def __init__(self, setup: str = "", timeout: float = 10.0) -> None:
        self.timeout = timeout
        self.setup = setup
        self.names: dict[str, object] = {"__name__": "__main__"}

    def prepare(self) -> None:
        """Run the setup, unless it has run.

        Raises
        ------
        ValueError
            If the setup raises.
        """
        setup, self.setup = self.setup, ""
        if setup:
            try:
                exec(compile(setup, "<setup>", "exec"), self.names)  # noqa: S102 - the site's own
            except Exception as error:
                raise ValueError(f"the setup {setup!r} raises {error!r}") from error

    def run(self, fence: Fence, where: str) -> list[Failure]:
        """Run a block: as a session where it has prompts, else as a script."""
        self.prepare()
        return self._session(fence, where) if fence.is_session else self._script(fence, where)

    def value(self, expression: str) -> object:
        """Evaluate an expression with the names made so far.

        Raises
        ------
        EvaluationError
            If it is no expression, computes nothing, raises, or takes too long.
        """
        self.prepare()
        try:
            code = _compiled(expression)
            with time_limit(self.timeout), contextlib.redirect_stdout(io.StringIO()):
                value: object = eval(code, self.names)  # noqa: S307 - the site's own
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise EvaluationError(_failure(error, 0, self.timeout)) from None
        return value

    def _script(self, fence: Fence, where: str) -> list[Failure]:
        try:
            code = compile(fence.code, where, "exec")
            with time_limit(self.timeout), contextlib.redirect_stdout(io.StringIO()):
                exec(code, self.names)  # noqa: S102 - the page's own
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return [_failure(error, _row_of(error, where), self.timeout)]
        return []

    def _session(self, fence: Fence, where: str) -> list[Failure]:
        try:
            examples = doctest.DocTestParser().get_examples(fence.code, where)
        except ValueError as error:
            return [Failure(0, f"this session cannot be read: {error}")]
        runner = _Runner(self.timeout)
        runner.noted += [
            Failure(example.lineno, "this example is skipped, so nothing checks it")
            for example in examples
            if example.options.get(doctest.SKIP)
        ]
        test = doctest.DocTest(examples, {}, where, where, 0, None)
        test.globs = self.names
        try:
            with time_limit(self.timeout):
                runner.run(test, out=runner.ignore, clear_globs=False)
        except TimeLimitError as error:
            runner.noted.append(_failure(error, 0, self.timeout))
        return runner.noted


class _Runner(doctest.DocTestRunner):
    """Collects what doctest would print."""

    def __init__(self, timeout: float) -> None:
        super().__init__(verbose=False)
        self.timeout = timeout
        self.noted: list[Failure] = []

    def ignore(self, _: str) -> None:
        """Print nothing."""

    def report_failure(
        self, out: object, test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        """Note an output that differs, at the first line that does."""
        del out, test
        want_lines, got_lines = example.want.split("\n"), got.split("\n")
        pairs = zip(want_lines, got_lines, strict=False)
        same = next((row for row, (want, have) in enumerate(pairs) if want != have), 0)
        row = example.lineno + example.source.count("\n") + same
        message = f"printed   {_indented(example.want)}\ncomputed  {_indented(got)}"
        self.noted.append(Failure(row, message, raised=False))

    def report_unexpected_exception(
        self, out: object, test: doctest.DocTest, example: doctest.Example, exc_info: object
    ) -> None:
        """Note an exception."""
        del out, test
        error = exc_info[1] if isinstance(exc_info, tuple) else None
        if isinstance(error, BaseException):
            self.noted.append(_failure(error, example.lineno, self.timeout))


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimitError in the code inside when its time is up, and every second from then on.

    A timer signal where there is one and this is the main thread, as it interrupts even a sleep;
    elsewhere an exception set by another thread, which Python sees between two of its instructions.
    A loop that never leaves C, such as ``sum(iter(int, 1))``, heeds neither: where the system has
    timers, that ends the process, with a traceback that names the expression.
    """
    has_timers = hasattr(signal, "setitimer")
    if has_timers:
        _register_last_resort()
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * seconds + 1)
    try:
        if has_timers and threading.current_thread() is threading.main_thread():
            yield from _limited_by_signal(seconds)
        else:
            yield from _limited_by_thread(seconds)
    finally:
        if has_timers:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def _register_last_resort() -> None:
    faulthandler.register(signal.SIGVTALRM, file=_standard_error, chain=True)


def _limited_by_signal(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, _out_of_time)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _limited_by_thread(seconds: float) -> Iterator[None]:
    target = ctypes.c_ulong(threading.get_ident())
    interrupt = ctypes.pythonapi.PyThreadState_SetAsyncExc
    timer = threading.Timer(seconds, interrupt, (target, ctypes.py_object(TimeLimitError)))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        interrupt(target, None)


def _out_of_time(*_: object) -> None:
    raise TimeLimitError


@lru_cache(maxsize=4096)
def _compiled(expression: str) -> CodeType:
    where = f"<{expression}>"
    tree = ast.parse(expression, where, mode="eval")
    if _is_constant(tree.body):
        raise ValueError("it computes nothing: bind the number to a name, or make it a label")
    return compile(tree, where, "eval", dont_inherit=True)


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_constant(node.operand)
    if isinstance(node, (ast.List, ast.Tuple)):
        return all(_is_constant(entry) for entry in node.elts)
    return isinstance(node, ast.Constant)


def _failure(error: BaseException, row: int, timeout: float) -> Failure:
    if isinstance(error, TimeLimitError):
        return Failure(row, f"stopped after {timeout:g} s, the time limit")
    name = str(error.name or "") if isinstance(error, NameError) else ""
    said = str(error.msg if isinstance(error, SyntaxError) else error)
    first_line = said.split("\n")[0][:300]
    return Failure(row, f"{type(error).__name__}: {first_line}", name)


def _row_of(error: BaseException, where: str) -> int:
    """Return the line of the script, from 0, at which it failed."""
    if isinstance(error, SyntaxError):
        return max(0, (error.lineno or 1) - 1)
    row, step = 0, error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == where:
            row = step.tb_lineno - 1
        step = step.tb_next
    return row


def _indented(output: str) -> str:
    return output.rstrip("\n").replace("\n", "\n          ") or "nothing"


def entry_of(value: object, index: tuple[int, ...], shape: Mapping[tuple[int, ...], int]) -> object:
    """Return one entry of a vector or matrix, whose nesting must be that of the printed brackets.

    Raises
    ------
    ValueError
        If it is nested otherwise, or has another length.

    Examples
    --------
    >>> entry_of([6.7, 3.3], (1,), {(): 2})
    3.3
    """
    printed = f"{shape[()]} entries are printed"
    for depth, place in enumerate(index):
        length = shape[index[:depth]]
        try:
            found = len(value)  # type: ignore[arg-type]
        except TypeError:
            raise ValueError(f"{printed} in brackets, and the value is a single number") from None
        if found != length or isinstance(value, (str, dict)):
            raise ValueError(f"the brackets hold {length} entries, the value {found}")
        value = value[place]  # type: ignore[index]
    if getattr(value, "ndim", 0) or isinstance(value, (list, tuple)):
        raise ValueError(f"{printed}, and each entry of the value is a list itself")
    return value
