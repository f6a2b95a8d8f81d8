"""Rewrites wrong numerals in their own style, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attention_docs.numbers.check import Positions
from attention_docs.numbers.comparison import corrected, exact, mismatch
from attention_docs.numbers.literal import canonical, read
from attention_docs.numbers.writing import rewrite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from attention_docs.numbers.check import Result
    from attention_docs.numbers.markdown import Span
    from attention_docs.numbers.numeral import Numeral


def mend(path: Path, result: Result, line: int | None = None) -> list[str]:
    """Rewrite the wrong numerals of a page, or of one line of it, and say what was done.

    A numeral whose expression gives no value, or that no numeral of its style could print, stays
    as it is.
    """
    places = Positions(result.page.text)
    edits = {
        at: text
        for numeral in result.page.numerals
        for at, text in _edits(numeral, result)
        if line in (None, places.of(numeral.at.start)[0], places.of(at.start)[0])
    }
    if edits:
        rewrite(path, edits.items())
    said = []
    for at, text in sorted(edits.items()):
        row, column = places.of(at.start)
        said.append(f"{path}:{row}:{column}: {result.page.text[at.start : at.end]} → {text}")
    return said


def _edits(numeral: Numeral, result: Result) -> Iterator[tuple[Span, str]]:
    if numeral.role != "bound" or numeral.at.start not in result.values:
        return
    value = exact(result.values[numeral.at.start])
    minus = "-" if numeral.in_tex or numeral.in_code else "−"
    try:
        text = numeral.text
        if mismatch(read(text), value):
            text = corrected(read(text), value, minus=minus)
            yield numeral.at, text
        if numeral.ledger and canonical(numeral.ledger[1]) != canonical(text):
            at, ledger_text = numeral.ledger
            wrong = mismatch(read(ledger_text), value)
            again = corrected(read(ledger_text), value, minus="-") if wrong else text
            yield at, again if canonical(again) == canonical(text) else text
    except ValueError:
        return
