"""Ties each numeral of a page to what binds it: a comment, a ledger, a rule, or nothing."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, NamedTuple

from attention_docs.numbers.literal import any_of, canonical, numeral_pattern
from attention_docs.numbers.markdown import Comment, Fence, Problem, Scan, Span, scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Role = Literal["unbound", "bound", "label", "symbol", "disputed"]


@dataclass(slots=True)
class Numeral:
    """One printed numeral and what stands behind it.

    Attributes
    ----------
    at
        Where it stands in the source.
    text
        The numeral as printed.
    role
        ``bound`` to an expression; ``label`` with a reason beside it; ``symbol``, a label by rule
        (the 1 of k₁); ``disputed`` where a ledger does not fit its block; else ``unbound``.
    expression, index
        What computes it, and which entry of that where brackets were bound whole.
    shape
        The nesting of those brackets: the length of each list in it, keyed by its index.
    ledger
        Where and how a ledger repeats it.
    due
        The offset by which all code above it has run.
    """

    at: Span
    text: str
    due: int
    role: Role = "unbound"
    expression: str = ""
    index: tuple[int, ...] | None = None
    shape: Mapping[tuple[int, ...], int] = field(default_factory=dict)
    ledger: tuple[Span, str] | None = None
    in_tex: bool = False
    in_code: bool = False
    script: Span | None = None
    may_be_bound: bool = True

    @property
    def around(self) -> Span:
        """Where the numeral stands, with the letter of the symbol that it is part of."""
        is_prose = self.role == "symbol" and self.script and not (self.in_tex or self.in_code)
        return self.script if is_prose and self.script else self.at

    @property
    def source(self) -> str:
        """The expression for this very numeral: ``out[0]`` for the first entry of ``out``."""
        if not self.index:
            return self.expression
        simple = re.fullmatch(r"[\w.]+(?:\[[^\[\]]*\]|\([^()]*\))*", self.expression)
        whole = self.expression if simple else f"({self.expression})"
        return whole + "".join(f"[{entry}]" for entry in self.index)


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
_letter_before = re.compile(r"[^\W\d_]|[)}\]]")
_tex_scripts = re.compile(r"_(?:\d|\{[^{}]*\})|(?<=[^\W\d_]|[)}\]])\^(?:\d|\{[-−+]?\d+\})")
_tex_operand = re.compile(r"[\w)\]}]")
_tex_operator = re.compile(r"\\[A-Za-z]+\Z")
_container = re.compile(r"(?P<tab>===[+!]* )|(?P<list>(?:[-*+]|\d+[.)])[ \t])|!!!|\?\?\?|\[\^|:[ ]")
_margin = re.compile(r"[ \t]*(?:>[ \t]?)*")
_brackets = re.compile(r"\[|\]|\n[ \t]*\n")


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
        self.numerals = list(_find(scanned))
        self.starts = [numeral.at.start for numeral in self.numerals]
        self.solid_starts = [span.start for span in scanned.solid]
        self.brackets: dict[int, int] | None = None
        self.ledgers = {c.start for c in scanned.comments if c.kind == "ledger"}
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
            self.brackets = dict(_matched_brackets(self.scan.shown))
        shown = self.scan.shown[max(0, end - 40) : end]
        closer = end - len(shown) + len(shown.rstrip("*_`$~^=\\)"))
        return self.brackets.get(closer - 1)

    def bracketed(self, comment: Comment, at: Span, body: str) -> None:
        numerals = [n for n in self.between(at.start, at.end) if n.may_be_bound]
        shape = _Shape(self.scan.shown[at.start : at.end], at.start, numerals)
        if not numerals:
            message = "this binding is glued to brackets without a number"
            return self.blame(comment.start, comment.end, message)
        for numeral, index in zip(numerals, shape.indices, strict=True):
            self.bind(numeral, "bound", body)
            numeral.index, numeral.shape = index, shape.lengths
        return None

    # Ledgers

    def ledger(self, comment: Comment) -> None:
        block = self.block_after(comment.end)
        if block is None:
            message = "this ledger stands before no block"
            return self.blame(comment.start, comment.start + 12, message)
        entries = []
        for line in _lines(self.text, *comment.body):
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
        shape = _Shape(self.text[left.start : left.end], left.start, found)
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

    # Blocks of Markdown

    def block_after(self, at: int) -> Span | None:
        """Return the block that a ledger stands before."""
        lines = _lines(self.text, at, len(self.text))
        first = next((line for line in lines if not self.is_blank(line)), None)
        if first is None:
            return None
        margin = self.margin(first)
        start = first.start + margin
        if start in self.ledgers:
            return None
        if start in self.scan.html_ends:
            return Span(first.start, self.scan.html_ends[start])
        kind = _container.match(self.text, start)
        end, at, after_blank = first.end, first.start, False
        while at < len(self.text):
            indent = self.margin(Span(at, self.line_end(at)))
            if at + indent in self.ledgers and indent <= margin:
                break
            line = Span(at, self.line_end(self.past_solid(at)))
            if self.is_blank(line):
                after_blank = True
            elif after_blank and not self.continues(line, margin, kind):
                break
            else:
                end, after_blank = line.end, False
            at = line.end + 1
        return Span(first.start, end)

    def past_solid(self, at: int) -> int:
        """Skip whatever fences, formulas and comments the line at this offset runs into."""
        while True:
            inside = bisect_left(self.solid_starts, self.line_end(at))
            if not inside or self.scan.solid[inside - 1].end <= at:
                return at
            at = self.scan.solid[inside - 1].end

    def line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return found if found >= 0 else len(self.text)

    def is_blank(self, line: Span) -> bool:
        return not self.text[line.start : line.end].strip(" \t>")

    def margin(self, line: Span) -> int:
        found = _margin.match(self.text, line.start, line.end)
        return found.end() - line.start if found else 0

    def continues(self, line: Span, margin: int, kind: re.Match[str] | None) -> bool:
        """Say whether a line after a blank one still belongs to a list, note or tab."""
        if kind is None:
            return False
        indent = self.margin(line)
        if indent > margin:
            return True
        here = _container.match(self.text, line.start + indent)
        same = here is not None and here.lastgroup == kind.lastgroup and kind.lastgroup is not None
        return same and indent == margin

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


class _Shape:
    """Reads which entry of the nested brackets each numeral is."""

    def __init__(self, text: str, offset: int, numerals: list[Numeral]) -> None:
        self.indices: list[tuple[int, ...]] = []
        self.lengths: dict[tuple[int, ...], int] = {}
        ends = {n.at.start - offset: n.at.end - offset for n in numerals}
        path: list[int] = []
        at = 0
        while at < len(text):
            if at in ends:
                self.indices.append(tuple(path))
                self.step(path)
                at = ends[at]
                continue
            if text[at] == "[":
                path.append(0)
            elif text[at] == "]" and path:
                path.pop()
                self.step(path)
            at += 1

    def step(self, path: list[int]) -> None:
        if path:
            path[-1] += 1
            self.lengths[tuple(path[:-1])] = path[-1]


def _find(scanned: Scan) -> Iterator[Numeral]:
    """Find the numerals that a page shows, each with what its surroundings say of it."""
    in_tex = _Inside(scanned.tex)
    in_code = _Inside(scanned.code)
    run_ends = _Inside([Span(f.start, f.end) for f in scanned.fences if f.runs])
    scripts = _Inside(
        [
            Span(*match.span())
            for span in scanned.tex
            for match in _tex_scripts.finditer(scanned.text, *span)
            if any(character.isdigit() for character in match.group())
        ]
    )
    for match in numeral_pattern.finditer(scanned.shown):
        start, end = match.span()
        tex = in_tex.holding(start)
        if tex and match["sign"] and _is_operator(scanned.text, tex.start, start):
            start = match.end("sign")
        text = scanned.text[start:end]
        fence = run_ends.holding(start)
        numeral = Numeral(Span(start, end), text, fence.end if fence else start)
        numeral.in_tex, numeral.in_code = tex is not None, in_code.holding(start) is not None
        _note_script(numeral, match, scanned.text, scripts.holding(start) if tex else None)
        yield numeral


def _note_script(numeral: Numeral, match: re.Match[str], text: str, script: Span | None) -> None:
    """Note a numeral that is part of a symbol: a subscript, or a raised integer unless bound."""
    start, end = numeral.at
    before = text[max(0, start - 5) : start]
    if script:
        numeral.script = Span(script.start - 1, max(script.end, end))
        numeral.may_be_bound = text[script.start] == "^"
    elif match["sub"] or re.search(r"[^\W\d_]_\Z|<sub>\Z", before):
        back = {"_": 2, ">": 6}.get(before[-1:], 1)
        numeral.script = Span(max(0, start - back), end)
        numeral.may_be_bound = False
    elif (match["sup"] and _letter_before.search(before[-1:])) or before.endswith("<sup>"):
        numeral.script = Span(max(0, start - (6 if before.endswith("<sup>") else 1)), end)


def _is_operator(text: str, floor: int, minus: int) -> bool:
    """Say whether a minus in a formula subtracts: it does after anything that has a value."""
    before = text[max(floor, minus - 40) : minus].rstrip()
    if not before or not _tex_operand.match(before[-1]):
        return False
    command = _tex_operator.search(before)
    return command is None or command.group() in ("\\pi", "\\infty", "\\alpha", "\\sigma")


class _Inside:
    """Answers, for offsets that only grow, which of some disjoint spans holds each."""

    def __init__(self, spans: list[Span]) -> None:
        self.spans = sorted(spans)
        self.starts = [span.start for span in self.spans]

    def holding(self, at: int) -> Span | None:
        place = bisect_right(self.starts, at) - 1
        return self.spans[place] if place >= 0 and at < self.spans[place].end else None


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


def _matched_brackets(shown: str) -> Iterator[tuple[int, int]]:
    """Pair each closing bracket with the one that opens it, paragraph by paragraph."""
    opened: list[int] = []
    for match in _brackets.finditer(shown):
        if match.group() == "[":
            opened.append(match.start())
        elif match.group() == "]":
            if opened:
                yield match.start(), opened.pop()
        else:
            opened.clear()


def _lines(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the lines of a stretch that hold anything."""
    while start < end:
        line_end = text.find("\n", start, end)
        line_end = line_end if line_end >= 0 else end
        if text[start:line_end].strip(" \t>"):
            yield Span(start, line_end)
        start = line_end + 1
