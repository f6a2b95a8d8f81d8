"""Finds the numerals that a page shows, and what their surroundings say of each."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from attention_docs.numbers.literal import numeral_pattern
from attention_docs.numbers.markdown import Scan, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


_letter_before = re.compile(r"[^\W\d_]|[)}\]]")
_tex_scripts = re.compile(r"_(?:\d|\{[^{}]*\})|(?<=[^\W\d_]|[)}\]])\^(?:\d|\{[-−+]?\d+\})")
_tex_operand = re.compile(r"[\w)\]}]")
_tex_operator = re.compile(r"\\[A-Za-z]+\Z")


def find_numerals(scanned: Scan) -> Iterator[Numeral]:
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
