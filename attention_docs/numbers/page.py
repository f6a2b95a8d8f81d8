"""Ties each numeral of a page to what binds it: a comment, a ledger, a rule, or nothing."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.blocks import Blocks, lines_of
from attention_docs.numbers.brackets import Shape, matched_brackets
from attention_docs.numbers.literal import any_of, canonical, numeral_pattern
from attention_docs.numbers.markdown import Comment, Fence, Problem, Scan, Span, scan
from attention_docs.numbers.numeral import Numeral, Role, find_numerals

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(slots=True)
class Page:
    """A page read: its code, its numerals and its faults, each in the order of the page."""

    text: str
    fences: list[Fence]
    numerals: list[Numeral]
    problems: list[Problem]
    unseen: list[Span]
    pinned: list[tuple[str, str, Span]] = field(default_factory=list)


class _Entry(NamedTuple):
    """One numeral of a ledger."""

    at: Span
    text: str
    role: Role
    expression: str
    entry: tuple[int, ...] | None
    shape: Mapping[tuple[int, ...], int]


_ledger_line = re.compile(r"[ \t>]*(?P<left>[^=#\n]*[^=#\s])[ \t]*(?P<sign>[=#])(?P<right>[^\n]*)")
_front_line = re.compile(r"^#[ \t]*(?=[^=#\n]*\d)(?P<left>[^=#\n]*[^=#\s])[ \t]*[=#]", re.MULTILINE)
_closers = "*_`$~^=)]\"'”’"


def read_page(text: str, wording: Iterable[str] = ()) -> Page:
    """Read a page and tie each of its numerals to what binds it.

    Parameters
    ----------
    text
        The source of the page, with a line feed for every end of line.
    wording
        Wordings with digits that are labels wherever they stand, as ``GPT-2``.

    Examples
    --------
    >>> page = read_page("k₁ weighs 0.67<!--= w[0] -->, 42")
    >>> [(numeral.text, numeral.role, numeral.source) for numeral in page.numerals]
    [('₁', 'symbol', ''), ('0.67', 'bound', 'w[0]'), ('42', 'unbound', '')]
    """
    return _Binder(scan(text), wording).run()


class _Binder:
    def __init__(self, scanned: Scan, wording: Iterable[str]) -> None:
        self.scan = scanned
        self.text = scanned.text
        self.problems = list(scanned.problems)
        self.numerals = list(find_numerals(scanned))
        self.starts = [numeral.at.start for numeral in self.numerals]
        self.brackets: dict[int, int] | None = None
        self.blocks = Blocks(scanned)
        self.wording = any_of(wording)

    def run(self) -> Page:
        for comment in self.scan.comments:
            if comment.kind != "ledger":
                self.glued(comment)
        for comment in reversed(self.scan.comments):
            if comment.kind == "ledger":
                self.ledger(comment)
        self.front_ledger()
        pinned = self.by_wording() + self.by_rule()
        pinned += [(self.text[at.start : at.end], at) for at in self.scan.addresses]
        unseen = [Span(comment.start, comment.end) for comment in self.scan.comments]
        return Page(
            self.text,
            self.scan.fences,
            self.numerals,
            sorted(self.problems),
            unseen,
            self.sectioned(pinned),
        )

    def blame(self, start: int, end: int, message: str) -> None:
        self.problems.append(Problem(Span(start, end), message))

    def between(self, start: int, end: int) -> list[Numeral]:
        return self.numerals[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    # Comments glued to a numeral

    def glued(self, comment: Comment) -> None:
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
        if numeral.role != "unbound":
            return self.blame(*numeral.at, f"{numeral.text} is bound twice")
        numeral.role, numeral.expression = role, expression
        return None

    def numeral_before(self, comment: Comment) -> Numeral | None:
        place = bisect_left(self.starts, comment.start) - 1
        if place < 0:
            return None
        numeral = self.numerals[place]
        gap = self.scan.shown[numeral.at.end : comment.start]
        return numeral if len(gap) < 200 and not re.search(r"[\s\x01]", gap) else None

    def glued_label(self, comment: Comment, body: str) -> None:
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
        return None

    def disputed_label(self, comment: Comment, pinned: str) -> None:
        numeral = self.numeral_before(comment)
        message = f"the label says {pinned!r}, and the text before it does not"
        if numeral is None:
            return self.blame(comment.start, comment.end, message)
        numeral.role = "disputed"
        return self.blame(*numeral.at, message)

    # Vectors and matrices

    def closing_bracket(self, end: int) -> int | None:
        """Return where the bracket opens that closes right before an offset, if one does."""
        if self.brackets is None:
            self.brackets = dict(matched_brackets(self.scan.shown))
        shown = self.scan.shown[max(0, end - 40) : end]
        closer = end - len(shown) + len(shown.rstrip("*_`$~^=\\)"))
        return self.brackets.get(closer - 1)

    def bracketed(self, comment: Comment, at: Span, body: str) -> None:
        numerals = [n for n in self.between(at.start, at.end) if n.may_be_bound]
        shape = Shape(self.scan.shown[at.start : at.end], at.start, numerals)
        if not numerals:
            message = "this binding is glued to brackets without a number"
            return self.blame(comment.start, comment.end, message)
        for numeral, index in zip(numerals, shape.indices, strict=True):
            self.bind(numeral, "bound", body)
            numeral.index, numeral.shape = index, shape.lengths
        return None

    # Ledgers

    def ledger(self, comment: Comment) -> None:
        block = self.blocks.after(comment.end)
        if block is None:
            message = "this ledger stands before no block"
            return self.blame(comment.start, comment.start + 12, message)
        entries = []
        for line in lines_of(self.text, *comment.body):
            entries += self.entries(line)
        numerals = [n for n in self.between(*block) if n.role == "unbound" and n.may_be_bound]
        return self.align(entries, numerals, Span(comment.start, comment.start + 12))

    def front_ledger(self) -> None:
        matter = self.scan.front_matter
        entries = []
        for match in _front_line.finditer(self.text, *matter):
            line_end = self.text.index("\n", match.start())
            entries += self.entries(Span(match.start("left"), line_end))
        numerals = [n for n in self.between(*matter) if n.may_be_bound]
        for numeral in numerals:
            numeral.due = len(self.text)
        if entries:
            self.align(entries, numerals, Span(matter.start, matter.start + 3))

    def entries(self, line: Span) -> list[_Entry]:
        match = _ledger_line.match(self.text, *line)
        if match is None or not match["right"].strip():
            message = "a line of a ledger reads “0.71 = s[0]” or “2 # token 2”"
            self.blame(*line, message)
            return []
        left = Span(*match.span("left"))
        found = [
            Numeral(Span(*m.span()), m.group(), 0)
            for m in numeral_pattern.finditer(self.text, *left)
        ]
        is_value = match["sign"] == "="
        in_brackets = self.text.startswith("[", left.start)
        if not found or (is_value and len(found) > 1 and not in_brackets):
            message = f"{match['left']!r} is not one number, nor numbers in brackets"
            self.blame(*left, message)
            return []
        expression = match["right"].strip() if is_value else ""
        role: Role = "bound" if is_value else "label"
        if not (is_value and in_brackets):
            return [_Entry(n.at, n.text, role, expression, None, {}) for n in found]
        shape = Shape(self.text[left.start : left.end], left.start, found)
        return [
            _Entry(n.at, n.text, role, expression, index, shape.lengths)
            for n, index in zip(found, shape.indices, strict=True)
        ]

    def align(self, entries: list[_Entry], numerals: list[Numeral], at: Span) -> None:
        """Pair the ledger's numerals with the block's; symbols take part only if they must."""
        if len(entries) != len(numerals):
            numerals = _without_symbols(entries, numerals)
        if len(entries) == len(numerals):
            for entry, numeral in zip(entries, numerals, strict=True):
                _assign(entry, numeral)
            return
        wanted = [canonical(entry.text) for entry in entries]
        printed = [canonical(numeral.text) for numeral in numerals]
        first = -1
        matcher = SequenceMatcher(None, wanted, printed, autojunk=False)
        for tag, low, high, start, stop in matcher.get_opcodes():
            if tag == "equal":
                for entry, numeral in zip(entries[low:high], numerals[start:stop], strict=True):
                    _assign(entry, numeral)
                continue
            first = low if first < 0 else first
            for numeral in numerals[start:stop]:
                numeral.role = "disputed"
        there = f"“{entries[first].text}”" if first < len(entries) else "its end"
        self.blame(
            *at,
            f"this ledger has {len(entries)} numbers, its block {len(numerals)}; "
            f"they part at {there} of the ledger",
        )

    # Labels by rule

    def by_wording(self) -> list[tuple[str, Span]]:
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
        found: dict[Span, str] = {}
        for numeral in self.numerals:
            if numeral.role == "unbound" and numeral.script:
                numeral.role = "symbol"
                found[numeral.script] = self.text[numeral.script.start : numeral.script.end]
        return [(text, at) for at, text in found.items()]

    def sectioned(self, pinned: list[tuple[str, Span]]) -> list[tuple[str, str, Span]]:
        starts = [start for start, _ in self.scan.headings]
        sections = []
        for text, at in sorted(pinned, key=lambda entry: entry[1]):
            place = bisect_right(starts, at.start) - 1
            title = self.scan.headings[place][1] if place >= 0 else ""
            if any(character.isnumeric() for character in text):
                sections.append((title, text, at))
        return sections


def _without_symbols(entries: list[_Entry], numerals: list[Numeral]) -> list[Numeral]:
    """Leave out raised integers (the 2 of n²) that the ledger passes over."""
    kept: list[Numeral] = []
    if len(entries) == sum(not numeral.script for numeral in numerals):
        return [numeral for numeral in numerals if not numeral.script]
    for numeral in numerals:
        place = len(kept)
        wanted = canonical(entries[place].text) if place < len(entries) else None
        if not numeral.script or canonical(numeral.text) == wanted:
            kept.append(numeral)
    return kept


def _assign(entry: _Entry, numeral: Numeral) -> None:
    numeral.role, numeral.expression = entry.role, entry.expression
    numeral.index, numeral.shape = entry.entry, entry.shape
    numeral.ledger = (entry.at, entry.text)
