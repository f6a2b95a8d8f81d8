"""Stretches of a page."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of the page, by character offsets."""

    start: int
    end: int


class Problem(NamedTuple):
    """Something that cannot be read as its author meant it."""

    at: Span
    message: str


class Inside:
    """Answers which of some disjoint spans holds an offset."""

    def __init__(self, spans: list[Span]) -> None:
        self.spans = sorted(spans)
        self.starts = [span.start for span in self.spans]

    def holding(self, at: int) -> Span | None:
        """Return the span that holds an offset, if one does."""
        place = bisect_right(self.starts, at) - 1
        return self.spans[place] if place >= 0 and at < self.spans[place].end else None
