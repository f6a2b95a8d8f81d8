"""Checks a page: runs its code in order, and holds each numeral to its expression on the way."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from attention_docs.numbers.comparison import corrected, mismatch
from attention_docs.numbers.fences import Fence
from attention_docs.numbers.findings import Finding, Kind, Positions, Result
from attention_docs.numbers.literal import Literal, canonical, read
from attention_docs.numbers.page import Page, read_page
from attention_docs.numbers.spans import Span
from attention_docs.numbers.values import Value
from attention_docs.numbers.worker import Evaluation, Outcome, Task, outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from attention_docs.numbers.labels import Labels
    from attention_docs.numbers.numeral import Numeral
    from attention_docs.numbers.rendering import Renderer
    from attention_docs.numbers.session import Failure

    Run = Callable[[Sequence[Task]], Iterator[Outcome]]

__all__ = ["Checker", "Finding", "Positions", "Result", "check_text"]


class Checker:
    """Checks one page.

    Parameters
    ----------
    page
        The page as read.
    where
        Its path, for messages.
    run
        What runs its tasks in order, as `worker.outcomes` does.
    labels
        What is pinned of its labels by rule; None pins nothing.

    Examples
    --------
    >>> text = "0.66<!--= 2 / 3 --> and 0.67<!--= 2 / 3 -->"
    >>> result = Checker(read_page(text), "page.md", partial(outcomes, where="page.md")).run()
    >>> [(finding.column, finding.message) for finding in result.findings]
    [(1, 'rounds to 0.67')]
    """

    def __init__(self, page: Page, where: str, run: Run, labels: Labels | None = None) -> None:
        self.page = page
        self.where = where
        self.labels = labels
        self.result = Result(page)
        self.places = Positions(page.text)
        self.has_failed = False
        self.undefined: set[str] = set()
        self.steps = steps(page)
        self.outcomes = run([_task(step) for step in self.steps])

    def run(self) -> Result:
        """Take every step of the page."""
        self.check_what_is_printed()
        for step in self.steps:
            self.take(step)
        self.check_pins()
        self.result.findings.sort(key=lambda finding: finding.at)
        return self.result

    def check_what_is_printed(self) -> None:
        """Note the faults that no code is needed for."""
        for problem in self.page.problems:
            self._blame("wrong", problem.at, problem.message)
        for numeral in self.page.numerals:
            if numeral.role == "unbound":
                self._blame("unbound", numeral.at, "nothing computes this number", numeral.text)
            elif numeral.role == "label" and numeral.ledger:
                said = numeral.ledger[1]
                if not self._is_same(numeral.text, said):
                    self._blame("wrong", numeral.at, f"the ledger says {said}", numeral.text)
        at = 0
        for text, line in self.page.unread:
            found = self.page.text.find(text, at)
            at = found if found >= 0 else at
            said = f"the page shows it, and its source does not hold it: “{line[:60]}”"
            self._blame("unbound", Span(at, at + len(text)), said, text)

    def take(self, step: Fence | Numeral) -> None:
        """Take one step: a block runs, or an expression is evaluated."""
        outcome = next(self.outcomes, None)
        if outcome is None:
            self.result.follow_on += 1
        elif isinstance(outcome, Value):
            if not isinstance(step, Fence):
                self._compare(step, outcome)
        elif isinstance(step, Fence):
            for failure in outcome:
                self._blame_code(step, failure)
        elif not self._follows(outcome[0]):
            message, source = outcome[0].message, step.source
            self._blame("wrong", step.at, message, step.text, expression=source)

    def check_pins(self) -> list[Finding]:
        """Hold the labels by rule to those that were reviewed, and return the faults."""
        before = len(self.result.findings)
        if self.labels is not None:
            for at, message in self.labels.differences(self.where, self.page.pinned):
                self._blame("wrong", at or Span(0, 0), message)
        return self.result.findings[before:]

    def _is_same(self, text: str, other: str) -> bool:
        comma = self.page.comma
        return canonical(text, comma=comma) == canonical(other, comma=comma)

    def _blame(self, kind: Kind, at: Span, message: str, printed: str = "", **more: str) -> None:
        line, column = self.places.of(at.start)
        self.result.findings.append(Finding(kind, at, line, column, message, printed, **more))

    def _blame_code(self, fence: Fence, failure: Failure) -> None:
        if self._follows(failure):
            return
        self.has_failed = self.has_failed or failure.raised
        start, end = fence.start, fence.info.end
        if fence.lines:
            start = fence.lines[min(failure.row, len(fence.lines) - 1)]
            end = self.page.text.find("\n", start)
        at = Span(start, end if end >= 0 else len(self.page.text))
        message = failure.message if failure.raised else f"another output\n{failure.message}"
        self._blame("wrong", at, message)

    def _follows(self, failure: Failure) -> bool:
        """Count a name that is missing because of an earlier fault, and say that it was counted."""
        if not failure.name:
            return False
        follows = self.has_failed or failure.name in self.undefined
        self.undefined.add(failure.name)
        self.result.follow_on += follows
        return follows

    def _compare(self, numeral: Numeral, value: Value) -> None:
        self.result.values[numeral.at.start] = value
        try:
            literal = read(numeral.text, comma=self.page.comma)
        except ValueError as error:
            source = numeral.source
            self._blame("wrong", numeral.at, str(error), numeral.text, expression=source)
            return
        why, at, printed = mismatch(literal, value.number), numeral.at, numeral.text
        if why is None and numeral.ledger and not self._is_same(numeral.ledger[1], printed):
            at, printed = numeral.ledger
            why = f"the ledger says {printed}, and the page {numeral.text}"
        if why is None:
            return
        correction = ""
        if numeral.may_be_mended:
            correction = self._corrected(numeral, literal, value)
        more = {"value": value.text, "expression": numeral.source, "correction": correction}
        self._blame("wrong", at, why, printed, **more)

    def _corrected(self, numeral: Numeral, literal: Literal, value: Value) -> str:
        try:
            minus = "-" if numeral.in_tex or numeral.in_code else "−"
            return corrected(literal, value.number, minus=minus)
        except ValueError:
            return ""


def steps(page: Page) -> list[Fence | Numeral]:
    """Return the steps of a page in the order in which they are due."""
    bound = sorted((n for n in page.numerals if n.role == "bound"), key=lambda n: n.due)
    found: list[Fence | Numeral] = []
    place = 0
    for fence in (fence for fence in page.fences if fence.runs):
        while place < len(bound) and bound[place].due < fence.start:
            found.append(bound[place])
            place += 1
        found.append(fence)
    return list(chain(found, bound[place:]))


def _task(step: Fence | Numeral) -> Task:
    if isinstance(step, Fence):
        return step
    return Evaluation(step.expression, step.index, step.shape)


def check_text(
    text: str,
    where: str,
    *,
    setup: str = "",
    timeout: float = 10.0,
    labels: Labels | None = None,
    renderer: Renderer | None = None,
    comma: bool = False,
) -> Result:
    """Check the source of one page.

    Parameters
    ----------
    text
        The source, with a line feed for every end of line.
    where
        Its path, for messages and for its pinned labels.
    setup, timeout
        See `outcomes`.
    labels
        See `Checker`.
    renderer, comma
        See `read_page`.

    Raises
    ------
    ValueError
        If the setup raises.
    """
    page = read_page(text, labels.wording if labels else (), renderer, comma=comma)
    run = partial(outcomes, where=where, setup=setup, timeout=timeout)
    return Checker(page, where, run, labels).run()
