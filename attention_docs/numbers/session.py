"""Runs the code of one page and evaluates the expressions bound to its numerals."""

from __future__ import annotations

import ast
import contextlib
import io
import sys
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.sessions import run_session

if TYPE_CHECKING:
    from types import CodeType

    from attention_docs.numbers.fences import Fence


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

    Examples
    --------
    >>> session = Session(setup="import math")
    >>> session.value("math.sqrt(2)")
    1.4142135623730951
    """

    def __init__(self, setup: str = "") -> None:
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
                code = compile(setup, "<setup>", "exec", dont_inherit=True)
                exec(code, self.names)  # noqa: S102 - the site's own
            except Exception as error:
                raise ValueError(f"the setup {setup!r} raises {error!r}") from error

    def run(self, fence: Fence, where: str) -> list[Failure]:
        """Run a block: as a session where it has prompts, else as a script."""
        self.prepare()
        if not fence.is_session:
            return self._script(fence, where)
        return [Failure(*noted) for noted in run_session(fence.code, where, self.names, said)]

    def value(self, expression: str) -> object:
        """Evaluate an expression with the names made so far.

        Raises
        ------
        EvaluationError
            If it is no expression, computes nothing, or raises.
        """
        self.prepare()
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                value: object = eval(_compiled(expression), self.names)  # noqa: S307 - the site's
        except BaseException as error:
            raise EvaluationError(Failure(0, *said(error))) from None
        return value

    def is_constant(self, expression: str) -> bool:
        """Say whether an expression uses nothing that the page or its project has made.

        Python's own names and NumPy's do not count: ``np.eye(3)[0].max()`` is 1 come what may.
        """
        names = {n.id for n in ast.walk(ast.parse(expression)) if isinstance(n, ast.Name)}
        return not any(_is_own(self.names[name]) for name in names if name in self.names)

    def _script(self, fence: Fence, where: str) -> list[Failure]:
        try:
            code = compile(fence.code, where, "exec", dont_inherit=True)
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, self.names)  # noqa: S102 - the page's own
        except BaseException as error:
            return [Failure(_row_of(error, where), *said(error))]
        return []


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


def _is_own(thing: object) -> bool:
    """Say whether a name stands for more than Python and NumPy bring."""
    if not isinstance(thing, ModuleType) and not callable(thing):
        return True
    home = getattr(thing, "__name__" if isinstance(thing, ModuleType) else "__module__", None)
    top = str(home or "").partition(".")[0]
    return top == "__main__" or top not in (*sys.stdlib_module_names, "numpy")


def said(error: BaseException) -> tuple[str, str]:
    """Return what an exception says, in one line, and the name that it misses, if it does."""
    name = str(error.name or "") if isinstance(error, NameError) else ""
    try:
        words = str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:
        words = "(its own text raises)"
    first_line = words.split("\n")[0][:300]
    return f"{type(error).__name__}: {first_line}", name


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
