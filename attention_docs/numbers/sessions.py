"""Runs interactive sessions as doctest does, but takes less for right.

doctest reads ``True`` for a printed ``1``, and has directives that compare less. Here neither
stands: each weakening directive is told like a fault.
"""

from __future__ import annotations

import contextlib
import doctest
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Said = Callable[[BaseException], tuple[str, str]]
    Noted = tuple[int, str, str, bool]

_weakening = {
    "SKIP": "this example is skipped, so nothing checks it",
    "ELLIPSIS": "+ELLIPSIS lets any digits stand in for “...”",
    "IGNORE_EXCEPTION_DETAIL": "+IGNORE_EXCEPTION_DETAIL compares nothing of what the error says",
    "NORMALIZE_WHITESPACE": "+NORMALIZE_WHITESPACE lets output be laid out otherwise than printed",
    "FAIL_FAST": "+FAIL_FAST leaves what follows a failure unchecked",
}
_flags = {doctest.OPTIONFLAGS_BY_NAME[name]: message for name, message in _weakening.items()}


def run_session(code: str, where: str, names: dict[str, object], said: Said) -> list[Noted]:
    """Run a session with the given names, and return what differs from what it prints.

    Each fault is a line from 0, a message, the name it misses, and whether something was raised.
    """
    try:
        examples = doctest.DocTestParser().get_examples(code, where)
    except ValueError as error:
        return [(0, f"this session cannot be read: {error}", "", True)]
    runner = _Runner(said)
    for example in examples:
        for flag, is_set in example.options.items():
            if is_set and flag != doctest.DONT_ACCEPT_BLANKLINE:
                name = next(n for n, f in doctest.OPTIONFLAGS_BY_NAME.items() if f == flag)
                message = _flags.get(flag, f"+{name} may compare less than all")
                if flag in _flags or not name.startswith(("REPORT", "DONT")):
                    runner.noted.append((example.lineno, message, "", True))
    test = doctest.DocTest(examples, {}, where, where, 0, None)
    test.globs = names
    with contextlib.redirect_stdout(io.StringIO()):
        runner.run(test, out=runner.ignore, clear_globs=False)
    return runner.noted


class _Runner(doctest.DocTestRunner):
    """Collects what doctest would print."""

    def __init__(self, said: Said) -> None:
        super().__init__(verbose=False, optionflags=doctest.DONT_ACCEPT_TRUE_FOR_1)
        self.said = said
        self.noted: list[Noted] = []

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
        self.noted.append((row, message, "", False))

    def report_unexpected_exception(
        self, out: object, test: doctest.DocTest, example: doctest.Example, exc_info: object
    ) -> None:
        """Note an exception."""
        del out, test
        error = exc_info[1] if isinstance(exc_info, tuple) else None
        if isinstance(error, BaseException):
            self.noted.append((example.lineno, *self.said(error), True))


def _indented(output: str) -> str:
    return output.rstrip("\n").replace("\n", "\n          ") or "nothing"
