"""Reads the ledger before a block, and pairs its numerals with those of the block."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.brackets import Shape
from attention_docs.numbers.grammar import pattern
from attention_docs.numbers.literal import canonical
from attention_docs.numbers.numeral import Numeral, Role
from attention_docs.numbers.spans import Problem, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

_line = re.compile(r"[ \t>]*(?P<left>[^=#\n]*[^=#\s])[ \t]*(?P<sign>[=#])(?P<right>[^\n]*)")


class Entry(NamedTuple):
    """One numeral of a ledger; `cover` is what its line has directly before and after it."""

    at: Span
    text: str
    role: Role
    expression: str
    entry: tuple[int, ...] | None = None
    shape: Mapping[tuple[int, ...], int] = {}
    cover: tuple[str, str] = ("", "")


def entries(text: str, line: Span, *, comma: bool = False) -> list[Entry]:
    """Read one line of a ledger.

    Raises
    ------
    ValueError
        If it says nothing about one number, nor about numbers in brackets.

    Examples
    --------
    >>> [(entry.text, entry.expression) for entry in entries("[6.7, 3.3] = out", Span(0, 16))]
    [('6.7', 'out'), ('3.3', 'out')]
    """
    match = _line.match(text, *line)
    if match is None or not match["right"].strip():
        raise ValueError("a line of a ledger reads “0.71 = s[0]” or “2 # token 2”")
    left = Span(*match.span("left"))
    found = [
        Numeral(Span(*m.span()), m.group(), 0) for m in pattern(comma=comma).finditer(text, *left)
    ]
    is_value = match["sign"] == "="
    in_brackets = text.startswith("[", left.start)
    if not found or (is_value and len(found) > 1 and not in_brackets):
        raise ValueError(f"{match['left']!r} is not one number, nor numbers in brackets")
    if not is_value:
        return [Entry(n.at, n.text, "label", "", None, {}, _cover(text, n.at, left)) for n in found]
    expression = match["right"].strip()
    if not in_brackets:
        return [Entry(n.at, n.text, "bound", expression) for n in found]
    shape = Shape(text[left.start : left.end], left.start, found)
    return [
        Entry(n.at, n.text, "bound", expression, index, shape.lengths)
        for n, index in zip(found, shape.indices, strict=True)
    ]


def _cover(text: str, at: Span, left: Span) -> tuple[str, str]:
    before = re.search(r"\S*\Z", text[left.start : at.start])
    after = re.match(r"\S*", text[at.end : left.end])
    return (before.group() if before else "", after.group() if after else "")


def align(
    found: list[Entry], numerals: list[Numeral], at: Span, *, comma: bool = False
) -> list[Problem]:
    """Pair a ledger's numerals with its block's; symbols take part only if they must.

    Where the two differ in number or in order, nothing is paired: nobody can tell which of the two
    is wrong. Where they differ in more than one place, all is checked and nothing mended.
    """
    if len(found) != len(numerals):
        numerals = _without_symbols(found, numerals, comma=comma)
    wanted = [canonical(entry.text, comma=comma) for entry in found]
    printed = [canonical(numeral.text, comma=comma) for numeral in numerals]
    if len(found) != len(numerals):
        return _disputed(numerals, at, _parting(found, numerals, wanted, printed))
    pairs = enumerate(zip(wanted, printed, strict=True))
    differing = [place for place, (want, have) in pairs if want != have]
    if differing and sorted(wanted) == sorted(printed):
        first = differing[0]
        there, here = found[first].text, numerals[first].text
        message = "this ledger and its block have the same numbers in another order"
        return _disputed(numerals, at, f"{message}: “{there}” in the one is “{here}” in the other")
    for entry, numeral in zip(found, numerals, strict=True):
        numeral.role, numeral.expression = entry.role, entry.expression
        numeral.index, numeral.shape = entry.entry, entry.shape
        numeral.ledger, numeral.cover = (entry.at, entry.text), entry.cover
        numeral.may_be_mended = len(differing) < 2
    return []


def _disputed(numerals: list[Numeral], at: Span, message: str) -> list[Problem]:
    for numeral in numerals:
        numeral.role = "disputed"
    return [Problem(at, message)]


def _parting(
    found: list[Entry], numerals: list[Numeral], wanted: list[str], printed: list[str]
) -> str:
    matcher = SequenceMatcher(None, wanted, printed, autojunk=False)
    first = next((low for tag, low, *_ in matcher.get_opcodes() if tag != "equal"), len(found))
    there = f"“{found[first].text}”" if first < len(found) else "its end"
    return (
        f"this ledger has {len(found)} numbers, its block {len(numerals)}; "
        f"they part at {there} of the ledger"
    )


def _without_symbols(found: list[Entry], numerals: list[Numeral], *, comma: bool) -> list[Numeral]:
    """Leave out raised integers (the 2 of n²) that the ledger passes over."""
    kept: list[Numeral] = []
    if len(found) == sum(not numeral.script for numeral in numerals):
        return [numeral for numeral in numerals if not numeral.script]
    for numeral in numerals:
        place = len(kept)
        wanted = canonical(found[place].text, comma=comma) if place < len(found) else None
        if not numeral.script or canonical(numeral.text, comma=comma) == wanted:
            kept.append(numeral)
    return kept
