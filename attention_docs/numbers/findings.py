"""What checking a page gave."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from attention_docs.numbers.spans import Span

if TYPE_CHECKING:
    from attention_docs.numbers.page import Page
    from attention_docs.numbers.values import Value

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
    values: dict[int, Value] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    follow_on: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How many numerals are bound, labels or unbound, and how many faults are left."""
        roles = [numeral.role for numeral in self.page.numerals]
        return {
            "bound": roles.count("bound"),
            "labels": roles.count("label") + roles.count("symbol"),
            "unbound": roles.count("unbound") + len(self.page.unread),
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
