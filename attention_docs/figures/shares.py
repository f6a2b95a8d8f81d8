"""Shares: which heads learn, with and without ÷ √d, as the stored table of runs has it."""

from __future__ import annotations

from attention_docs.figures.fields import Choice, State
from attention_docs.learning import table
from attention_docs.learning.head import even

sizes = (8, 16, 64, 256)
_names = {"adam": "Adam", "sgd": "plain"}
# Spreads of the vectors and, times √d, of the matrices.
starts = ((0.5, 1.0), (1.0, 1.0), (2**0.5, 1.0), (2.0, 1.0), (1.0, 0.5), (1.0, 2.0))


def _group(cells: list[table.Cell]) -> dict[str, object]:
    """Write a row of cells: with and without ÷ √d in turn."""
    return {
        "shares": [cell.share for cell in cells],
        "medians": [cell.median or 0 for cell in cells],
    }


_methods = [
    {"optimizer": _names[optimizer], "rate": rate}
    | _group(
        [table.cell(d, optimizer, rate, scaled=scaled) for d in sizes for scaled in (True, False)]
    )
    for optimizer, rate in table.methods
]
_starts = _group(
    [
        table.cell(64, "sgd", 0.1, scaled=scaled, spreads=(words * even[0], matrices))
        for words, matrices in starts
        for scaled in (True, False)
    ]
)
given = {
    "sizes": sizes,
    "limit": table.limit,
    "methods": _methods,
    "starts": {"spreads": [(words * even[0], matrices) for words, matrices in starts]} | _starts,
}
fields = {"show": Choice("shares", ("shares", "medians"))}
widest: State = {"show": "medians"}
samples: list[State] = [{"show": show} for show in ("shares", "medians")]


def values(state: State) -> dict[str, object]:
    """Return what is chosen of all cells."""
    show = state["show"]
    return {
        "methods": [method[show] for method in _methods],
        "starts": _starts[show],
    }
