"""Checks a page: runs its code in order, and holds each numeral to its expression on the way."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from attention_docs.numbers.comparison import corrected, exact, in_full, mismatch
from attention_docs.numbers.literal import canonical, read
from attention_docs.numbers.markdown import Fence, Problem, Span
from attention_docs.numbers.numeral import Numeral
from attention_docs.numbers.page import Page, read_page
from attention_docs.numbers.session import EvaluationError, Failure, Session, entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from attention_docs.numbers.labels import Labels

Kind = Literal["wrong", "unbound"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a page, where it stands and all that is known of it.

    Attributes
    ----------
    kind
        ``unbound`` for a numeral that nothing stands behind, ``wrong`` for every other fault.
    at, line, column
        Where it stands: offsets, and the line and column, each from 1, in characters.
    message
        What is the matter.
    printed, value, expression
        The numeral, the value in full and what computes it, where there are any.
    correction
        What `printed` should be, where that is known.
    """

    kind: Kind
    at: Span
    line: int
    column: int
    message: str
    printed: str = ""
    value: str = ""
    expression: str = ""
    correction: str = ""


@dataclass(slots=True)
class Result:
    """What checking a page gave.

    Attributes
    ----------
    page
        The page as read.
    values
        The value of each bound numeral that has one, by its offset.
    findings
        Its faults, in the order of the page.
    follow_on
        How many faults more only follow from an earlier one.
    """

    page: Page
    values: dict[int, object] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    follow_on: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How many numerals are bound, labels or unbound, and how many faults are left."""
        roles = [numeral.role for numeral in self.page.numerals]
        return {
            "bound": roles.count("bound"),
            "labels": roles.count("label") + roles.count("symbol"),
            "unbound": roles.count("unbound"),
            "wrong": sum(finding.kind == "wrong" for finding in self.findings) + self.follow_on,
        }


class Positions:
    """Turns offsets of a text into lines and columns, each from 1."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, in characters."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class Step(NamedTuple):
    """What happens at one place of a page: a block runs, or the numerals before the next do."""

    due: int
    fence: Fence | None
    numerals: list[Numeral]
    problems: list[Problem]


class Checker:
    """Checks one page, step by step.

    Parameters
    ----------
    page
        The page as read.
    where
        Its path, for messages.
    session
        Where its code runs.
    labels
        What is pinned of its labels by rule; None pins nothing.

    Examples
    --------
    >>> text = "0.66<!--= 2 / 3 --> and 0.67<!--= 2 / 3 -->"
    >>> result = Checker(read_page(text), "page.md", Session()).run()
    >>> [(finding.column, finding.message) for finding in result.findings]
    [(1, 'rounds to 0.67')]
    """

    def __init__(
        self, page: Page, where: str, session: Session, labels: Labels | None = None
    ) -> None:
        self.page = page
        self.where = where
        self.session = session
        self.labels = labels
        self.result = Result(page)
        self.places = Positions(page.text)
        self.has_failed = False
        self.undefined: set[str] = set()

    def run(self) -> Result:
        """Take every step of the page."""
        for step in self.steps():
            self.take(step)
        self.check_pins()
        self.result.findings.sort(key=lambda finding: finding.at)
        return self.result

    def steps(self) -> Iterator[Step]:
        """Yield the steps of the page in the order in which they are due."""
        numerals = sorted(self.page.numerals, key=lambda numeral: numeral.due)
        fences = [fence for fence in self.page.fences if fence.runs]
        numeral, problem = 0, 0
        for due, fence in [
            *((fence.end, fence) for fence in fences),
            (len(self.page.text) + 1, None),
        ]:
            start = fence.start if fence else due
            first_numeral, first_problem = numeral, problem
            while numeral < len(numerals) and numerals[numeral].due < start:
                numeral += 1
            while (
                problem < len(self.page.problems) and self.page.problems[problem].at.start < start
            ):
                problem += 1
            if first_numeral < numeral or first_problem < problem:
                some = numerals[first_numeral:numeral]
                yield Step(start, None, some, self.page.problems[first_problem:problem])
            if fence:
                yield Step(due, fence, [], [])

    def take(self, step: Step) -> list[Finding]:
        """Take one step, and return the faults it shows."""
        before = len(self.result.findings)
        self.session.prepare()
        if step.fence:
            for failure in self.session.run(step.fence, self.where):
                self._blame_code(step.fence, failure)
        for problem in step.problems:
            self._blame("wrong", problem.at, problem.message)
        for numeral in step.numerals:
            if numeral.role == "bound":
                self._check_bound(numeral)
            elif numeral.role == "unbound":
                self._blame("unbound", numeral.at, "nothing computes this number", numeral.text)
            elif numeral.ledger and canonical(numeral.text) != canonical(numeral.ledger[1]):
                said = f"the ledger says {numeral.ledger[1]}"
                self._blame("wrong", numeral.at, said, numeral.text)
        return self.result.findings[before:]

    def _blame(self, kind: Kind, at: Span, message: str, printed: str = "", **more: str) -> None:
        line, column = self.places.of(at.start)
        self.result.findings.append(Finding(kind, at, line, column, message, printed, **more))

    def _blame_code(self, fence: Fence, failure: Failure) -> None:
        if self._follows(failure):
            return
        self.has_failed = self.has_failed or failure.raised
        row = min(failure.row, len(fence.lines) - 1)
        start = fence.lines[row]
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

    def _check_bound(self, numeral: Numeral) -> None:
        source = numeral.source
        try:
            value = self.session.value(numeral.expression)
            if numeral.index is not None:
                value = entry_of(value, numeral.index, numeral.shape)
            number, literal = exact(value), read(numeral.text)
        except EvaluationError as error:
            if not self._follows(error.failure):
                self._blame("wrong", numeral.at, str(error), numeral.text, expression=source)
            return
        except (TypeError, ValueError) as error:
            self._blame("wrong", numeral.at, str(error), numeral.text, expression=source)
            return
        self.result.values[numeral.at.start] = value
        why, at, printed = mismatch(literal, number), numeral.at, numeral.text
        if why is None and numeral.ledger and canonical(numeral.ledger[1]) != canonical(printed):
            at, printed = numeral.ledger
            why = f"the ledger says {printed}, and the page {numeral.text}"
        if why is None:
            return
        try:
            minus = "-" if numeral.in_tex or numeral.in_code else "−"
            correction = corrected(literal, number, minus=minus)
        except ValueError:
            correction = ""
        more = {"value": in_full(value), "expression": source, "correction": correction}
        self._blame("wrong", at, why, printed, **more)

    def check_pins(self) -> list[Finding]:
        """Hold the labels by rule to those that were reviewed, and return the faults."""
        before = len(self.result.findings)
        if self.labels is not None:
            for section, at, message in self.labels.differences(self.where, self.page.pinned):
                said = f"section “{section}”: {message}; review it, then accept it with --pin"
                self._blame("wrong", at or Span(0, 0), said)
        return self.result.findings[before:]


def check_text(
    text: str, where: str, *, setup: str = "", timeout: float = 10.0, labels: Labels | None = None
) -> Result:
    """Check the source of one page.

    Parameters
    ----------
    text
        The source, with a line feed for every end of line.
    where
        Its path, for messages and for its pinned labels.
    setup, timeout
        See `Session`.
    labels
        See `Checker`.
    """
    page = read_page(text, labels.wording if labels else ())
    return Checker(page, where, Session(setup, timeout), labels).run()
