"""Says how far a block of Markdown reaches: a paragraph, table, list, note, tab or element."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from attention_docs.numbers.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from attention_docs.numbers.scanned import Scan

_container = re.compile(r"(?P<tab>===[+!]* )|(?P<list>(?:[-*+]|\d+[.)])[ \t])|!!!|\?\?\?|\[\^|:[ ]")
_margin_pattern = re.compile(r"[ \t]*(?:>[ \t]?)*")


class Blocks:
    """The blocks of one page."""

    def __init__(self, scanned: Scan) -> None:
        self.scan = scanned
        self.text = scanned.text
        self.solid_starts = [span.start for span in scanned.solid]
        self.ledgers = {c.start for c in scanned.comments if c.kind == "ledger"}

    def after(self, at: int) -> Span | None:
        """Return the block that a ledger stands before."""
        lines = lines_of(self.text, at, len(self.text))
        first = next((line for line in lines if not self._is_blank(line)), None)
        if first is None:
            return None
        margin = self._margin(first)
        start = first.start + margin
        if start in self.ledgers:
            return None
        if start in self.scan.html_ends:
            return Span(first.start, self.scan.html_ends[start])
        kind = _container.match(self.text, start)
        end, at, after_blank = first.end, first.start, False
        while at < len(self.text):
            indent = self._margin(Span(at, self._line_end(at)))
            if at + indent in self.ledgers and indent <= margin:
                break
            line = Span(at, self._line_end(self._past_solid(at)))
            if self._is_blank(line):
                after_blank = True
            elif after_blank and not self._continues(line, margin, kind):
                break
            else:
                end, after_blank = line.end, False
            at = line.end + 1
        return Span(first.start, end)

    def _past_solid(self, at: int) -> int:
        """Skip whatever fences, formulas and comments the line at this offset runs into."""
        while True:
            inside = bisect_left(self.solid_starts, self._line_end(at))
            if not inside or self.scan.solid[inside - 1].end <= at:
                return at
            at = self.scan.solid[inside - 1].end

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return found if found >= 0 else len(self.text)

    def _is_blank(self, line: Span) -> bool:
        return not self.text[line.start : line.end].strip(" \t>")

    def _margin(self, line: Span) -> int:
        found = _margin_pattern.match(self.text, line.start, line.end)
        return found.end() - line.start if found else 0

    def _continues(self, line: Span, margin: int, kind: re.Match[str] | None) -> bool:
        """Say whether a line after a blank one still belongs to a list, note or tab."""
        if kind is None:
            return False
        indent = self._margin(line)
        if indent > margin:
            return True
        here = _container.match(self.text, line.start + indent)
        same = here is not None and here.lastgroup == kind.lastgroup and kind.lastgroup is not None
        return same and indent == margin


def lines_of(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the lines of a stretch that hold anything."""
    while start < end:
        line_end = text.find("\n", start, end)
        line_end = line_end if line_end >= 0 else end
        if text[start:line_end].strip(" \t>"):
            yield Span(start, line_end)
        start = line_end + 1
