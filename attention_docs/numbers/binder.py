"""Ties each numeral of a page to what binds it: a comment, a ledger, a rule, or nothing."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from attention_docs.numbers import ledger as ledgers
from attention_docs.numbers.blocks import Blocks, lines_of
from attention_docs.numbers.brackets import Shape, matched_brackets
from attention_docs.numbers.ledger import Entry
from attention_docs.numbers.literal import any_of
from attention_docs.numbers.numeral import Numeral, Role, find_numerals
from attention_docs.numbers.spans import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from attention_docs.numbers.scanned import Comment, Scan

_front_line = re.compile(r"^#[ \t]*(?=[^=#\n]*\d)(?P<left>[^=#\n]*[^=#\s])[ \t]*[=#]", re.MULTILINE)
_closers = "*_`$~^=)]\"'”’"


class Binder:
    """Binds the numerals of one page.

    Attributes
    ----------
    numerals
        All of them, each with its role.
    pinned
        The labels by rule, each with where it stands.
    problems
        What cannot be bound, or binds nothing.
    """

    def __init__(self, scanned: Scan, wording: Iterable[str], *, comma: bool = False) -> None:
        self.scan = scanned
        self.text = scanned.text
        self.comma = comma
        self.problems = list(scanned.problems)
        self.numerals = list(find_numerals(scanned, comma=comma))
        self.starts = [numeral.at.start for numeral in self.numerals]
        self.brackets: dict[int, int] | None = None
        self.blocks = Blocks(scanned)
        self.wording = any_of(wording)
        self.pinned: list[tuple[str, Span]] = []

    def run(self) -> None:
        """Bind all that the page binds."""
        for comment in self.scan.comments:
            if comment.kind != "ledger":
                self.glued(comment)
        for comment in reversed(self.scan.comments):
            if comment.kind == "ledger":
                self.ledger(comment)
        self.front_ledger()
        self.pinned = self.by_wording() + self.by_rule()
        self.pinned += [(self.text[at.start : at.end], at) for at in self.scan.addresses]

    def blame(self, start: int, end: int, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(Span(start, end), message))

    def between(self, start: int, end: int) -> list[Numeral]:
        """Return the numerals of a stretch."""
        return self.numerals[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def glued(self, comment: Comment) -> None:
        """Bind what a comment is glued to."""
        body = self.text[comment.body.start : comment.body.end].strip()
        if comment.kind == "label":
            return self.glued_label(comment, body)
        body = body.replace(r"\|", "|")
        if not body:
            return self.blame(comment.start, comment.end, "this binding has no expression")
        closing = self.closing_bracket(comment.start)
        if closing is not None:
            return self.bracketed(comment, Span(closing, comment.start), body)
        numeral = self.numeral_before(comment)
        if numeral is None:
            message = "this binding is glued to no number; it must follow one without a space"
            return self.blame(comment.start, comment.end, message)
        return self.bind(numeral, "bound", body)

    def bind(self, numeral: Numeral, role: Role, expression: str = "") -> None:
        """Give a numeral its role, once."""
        if numeral.role != "unbound":
            return self.blame(*numeral.at, f"{numeral.text} is bound twice")
        numeral.role, numeral.expression = role, expression
        return None

    def numeral_before(self, comment: Comment) -> Numeral | None:
        """Return the numeral that a comment is glued to, if it is."""
        place = bisect_left(self.starts, comment.start) - 1
        if place < 0:
            return None
        numeral = self.numerals[place]
        gap = self.scan.shown[numeral.at.end : comment.start]
        return numeral if len(gap) < 200 and not re.search(r"[\s\x01]", gap) else None

    def glued_label(self, comment: Comment, body: str) -> None:
        """Make a label of the words that a comment repeats."""
        if re.match(r"not run\b", body):
            return self.not_run(comment)
        pinned, colon, reason = body.partition(": ")
        if not (pinned and colon and reason.strip()):
            message = "a label repeats its text and gives a reason, as in <!--# GPT-2: a name -->"
            return self.blame(comment.start, comment.end, message)
        before = self.text[max(0, comment.start - len(pinned) - 40) : comment.start]
        place = before.rfind(pinned)
        if place < 0 or before[place + len(pinned) :].strip(_closers):
            return self.disputed_label(comment, pinned)
        end = comment.start - len(before) + place + len(pinned)
        numerals = self.between(end - len(pinned), end)
        if not numerals:
            message = f"the label {pinned!r} covers no number"
            return self.blame(comment.start, comment.end, message)
        for numeral in numerals:
            self.bind(numeral, "label")
            numeral.cover = (
                self.text[end - len(pinned) : numeral.at.start],
                self.text[numeral.at.end : end],
            )
        return None

    def not_run(self, comment: Comment) -> None:
        """Require that a block of code follows, which takes this comment for what it says."""
        rest = self.text[comment.end :].lstrip(" \t>\n")
        start = len(self.text) - len(rest)
        if not any(not f.may_run and f.start <= start < f.end for f in self.scan.fences):
            message = (
                "this stands before a block of code and says why: <!--# not run: needs a GPU -->"
            )
            self.blame(comment.start, comment.end, message)

    def disputed_label(self, comment: Comment, pinned: str) -> None:
        """Note a label whose words do not stand before it."""
        numeral = self.numeral_before(comment)
        message = f"the label says {pinned!r}, and the text before it does not"
        if numeral is None:
            return self.blame(comment.start, comment.end, message)
        numeral.role = "disputed"
        return self.blame(*numeral.at, message)

    def closing_bracket(self, end: int) -> int | None:
        """Return where the bracket opens that closes right before an offset, if one does."""
        if self.brackets is None:
            self.brackets = dict(matched_brackets(self.scan.shown))
        shown = self.scan.shown[max(0, end - 40) : end]
        closer = end - len(shown) + len(shown.rstrip("*_`$~^=\\)"))
        return self.brackets.get(closer - 1)

    def bracketed(self, comment: Comment, at: Span, body: str) -> None:
        """Bind the numerals of a vector or matrix."""
        numerals = [n for n in self.between(at.start, at.end) if n.may_be_bound]
        shape = Shape(self.scan.shown[at.start : at.end], at.start, numerals)
        if not numerals:
            message = "this binding is glued to brackets without a number"
            return self.blame(comment.start, comment.end, message)
        for numeral, index in zip(numerals, shape.indices, strict=True):
            self.bind(numeral, "bound", body)
            numeral.index, numeral.shape = index, shape.lengths
        return None

    def ledger(self, comment: Comment) -> None:
        """Bind the block that a ledger stands before."""
        at = Span(comment.start, comment.start + 12)
        block = self.blocks.after(comment.end)
        if block is None:
            return self.blame(*at, "this ledger stands before no block")
        entries: list[Entry] = []
        for line in lines_of(self.text, *comment.body):
            entries += self.entries(line)
        numerals = [n for n in self.between(*block) if n.role == "unbound" and n.may_be_bound]
        self.problems += ledgers.align(entries, numerals, at, comma=self.comma)
        return None

    def front_ledger(self) -> None:
        """Bind the front matter, whose expressions see the whole page."""
        matter = self.scan.front_matter
        entries: list[Entry] = []
        for match in _front_line.finditer(self.text, *matter):
            line_end = self.text.index("\n", match.start())
            entries += self.entries(Span(match.start("left"), line_end))
        numerals = [n for n in self.between(*matter) if n.may_be_bound]
        for numeral in numerals:
            numeral.due = len(self.text)
        if entries:
            at = Span(matter.start, matter.start + 3)
            self.problems += ledgers.align(entries, numerals, at, comma=self.comma)

    def entries(self, line: Span) -> list[Entry]:
        """Read a line of a ledger, or note why it cannot be read."""
        try:
            return ledgers.entries(self.text, line, comma=self.comma)
        except ValueError as error:
            self.blame(*line, str(error))
            return []

    def by_wording(self) -> list[tuple[str, Span]]:
        """Make labels of reviewed wordings."""
        found = []
        for match in self.wording.finditer(self.scan.shown):
            numerals = [n for n in self.between(*match.span()) if n.role == "unbound"]
            for numeral in numerals:
                numeral.role = "symbol"
                numeral.script = None
            if numerals:
                found.append((match.group(), Span(*match.span())))
        return found

    def by_rule(self) -> list[tuple[str, Span]]:
        """Make labels of what stands in a symbol, such as the 1 of k₁."""
        found: dict[Span, str] = {}
        for numeral in self.numerals:
            if numeral.role == "unbound" and numeral.script:
                numeral.role = "symbol"
                found[numeral.script] = self.text[numeral.script.start : numeral.script.end]
        return [(text, at) for at, text in found.items()]
