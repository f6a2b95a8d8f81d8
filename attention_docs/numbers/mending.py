"""Rewrites wrong numerals in their own style, and nothing that is not right afterwards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attention_docs.numbers.comparison import corrected, mismatch
from attention_docs.numbers.findings import Positions
from attention_docs.numbers.literal import canonical, read
from attention_docs.numbers.writing import read_source, rewrite, rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from attention_docs.numbers.findings import Result
    from attention_docs.numbers.numeral import Numeral
    from attention_docs.numbers.spans import Span

    Check = Callable[[str], Result]


def mend(path: Path, result: Result, check: Check, line: int | None = None) -> list[str]:
    """Rewrite the wrong numerals of a page, or of one line of it, and say what was done.

    Left alone are a numeral whose expression gives no value, or that no numeral of its style could
    print; one whose sign would change, or that anything touches that changes its meaning; and those
    of a ledger that does not fit its block. What would be written is checked first: a numeral that
    is not right then stays as it was.
    """
    text = read_source(path)
    if text != result.page.text:
        return []  # what an included file holds is mended there
    places = Positions(text)
    blamed = {at for at, _ in result.page.problems}
    edits = {
        numeral.at.start: dict(_edits(numeral, result))
        for numeral in result.page.numerals
        if numeral.at not in blamed and line in (None, *_lines(numeral, places))
    }
    edits = {start: changes for start, changes in edits.items() if changes}
    while edits:
        flat = {at: new for changes in edits.values() for at, new in changes.items()}
        wrong = _still_wrong(text, flat, result, check)
        if not wrong:
            break
        edits = (
            {start: changes for start, changes in edits.items() if not wrong.intersection(changes)}
            if wrong.intersection(flat)
            else {}
        )
    if not edits:
        return []
    flat = {at: new for changes in edits.values() for at, new in changes.items()}
    rewrite(path, flat.items())
    return [
        f"{path}:{row}:{column}: {text[at.start : at.end]} → {new}"
        for at, new in sorted(flat.items())
        for row, column in [places.of(at.start)]
    ]


def _lines(numeral: Numeral, places: Positions) -> list[int]:
    starts = [numeral.at.start, *([numeral.ledger[0].start] if numeral.ledger else [])]
    return [places.of(start)[0] for start in starts]


def _still_wrong(text: str, edits: dict[Span, str], before: Result, check: Check) -> set[Span]:
    """Return the edits that do not make the page more right; all, if it got worse elsewhere."""
    after = check(rewritten(text, edits.items()))
    moved = {at.start: _moved(at.start, edits) for at in edits}
    places = {found.at.start for found in after.findings}
    values = {n.at.start: n for n in after.page.numerals}
    wrong = {
        at
        for at, new in edits.items()
        if moved[at.start] in places
        or (moved[at.start] in values and values[moved[at.start]].text != new)
    }
    if wrong:
        return wrong
    worse = Counter(f.message for f in after.findings) - Counter(f.message for f in before.findings)
    return set(edits) if worse else set()


def _moved(start: int, edits: dict[Span, str]) -> int:
    return start + sum(
        len(new) - (at.end - at.start) for at, new in edits.items() if at.end <= start
    )


def _edits(numeral: Numeral, result: Result) -> Iterator[tuple[Span, str]]:
    if numeral.role != "bound" or numeral.at.start not in result.values:
        return
    if not numeral.may_be_mended:
        return
    value = result.values[numeral.at.start].number
    comma = result.page.comma
    minus = "-" if numeral.in_tex or numeral.in_code else "−"
    try:
        text = numeral.text
        if mismatch(read(text, comma=comma), value):
            text = corrected(read(text, comma=comma), value, minus=minus)
            yield numeral.at, text
        if numeral.ledger and not _is_same(numeral.ledger[1], text, comma=comma):
            at, printed = numeral.ledger
            wrong = mismatch(read(printed, comma=comma), value)
            again = printed
            if wrong:
                again = corrected(read(printed, comma=comma), value, minus="-")
            yield at, again if _is_same(again, text, comma=comma) else text
    except ValueError:
        return


def _is_same(text: str, other: str, *, comma: bool) -> bool:
    return canonical(text, comma=comma) == canonical(other, comma=comma)
