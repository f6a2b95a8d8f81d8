"""The mask: which keys a query may see, and what comes of masking at the wrong moment."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from attention_docs import FloatArray
from attention_docs.attention import causal_mask, softmax
from attention_docs.figures.frame import (
    Frame,
    checked_choice,
    checked_range,
    choices,
    controls,
    drawing,
    hatch,
    hatched,
    slider,
    toggle,
)
from attention_docs.figures.markup import Element, label, number, tag
from attention_docs.figures.printed import fixed, plain

table = np.array(
    [
        [1, 0, 2, 1, 0, 3, 1, 2],
        [1, 2, 3, 0, 1, 2, 0, 1],
        [2, 0, 1, 3, 2, 0, 1, 0],
        [0, 1, 3, 2, 0, 1, 2, 1],
        [3, 1, 0, 1, 2, 2, 0, 3],
        [0, 2, 1, 0, 3, 1, 1, 2],
        [1, 0, 2, 3, 1, 0, 2, 0],
        [2, 3, 0, 1, 0, 2, 1, 1],
    ]
)
"""Scores of up to eight tokens, made by hand; those of the second token are the lesson's."""

orders = ("before", "after", "zero")

left, top = 34, 28
"""Where the first cell stands, right of the queries' numbers and below the keys'."""


class Rows(NamedTuple):
    """What the grids show, row by row; `hidden` says which scores the mask removed."""

    scores: FloatArray
    hidden: NDArray[np.bool_]
    exponentials: FloatArray
    weights: FloatArray


def masked_rows(n: int, order: str, *, causal: bool) -> Rows:
    """Mask the scores of `n` tokens before the softmax, after it, or by scores of 0."""
    scores = table[:n, :n].astype(float)
    sees = causal_mask(n) if causal else np.ones((n, n), dtype=bool)
    if order == "after":
        return Rows(scores, np.zeros_like(sees), np.exp(scores), softmax(scores) * sees)
    filled = np.where(sees, scores, -np.inf if order == "before" else 0.0)
    return Rows(filled, ~sees & (order == "before"), np.exp(filled), softmax(filled))


def body(
    frame: Frame, n: int = 3, order: str = "before", row: int = 2, *, causal: bool = True
) -> list[Element]:
    """Return the grids of scores and weights of `n` tokens, with one `row` worked out."""
    checked_range("n", n, 2, len(table))
    checked_range("row", row, 1, n)
    checked_choice("order", order, orders)
    rows = masked_rows(n, order, causal=causal)
    grids = (
        ("Scores", "scores", _score_cells(frame, rows)),
        ("Weights", "weights", [*_weight_cells(frame, rows), *_sums(rows)]),
    )
    drawings = [
        tag(
            "div",
            tag("p", title, class_="figure-title"),
            _grid(frame, part, cells, n, row, title),
            class_="figure-part",
        )
        for title, part, cells in grids
    ]
    return [
        tag("div", *drawings, class_="figure-parts"),
        tag("p", "A row for each query, a column for each key.", class_="figure-hint"),
        controls(
            tag("div", *_sliders(frame, n, row), class_="figure-part"),
            tag("div", *_options(frame, order, causal=causal), class_="figure-part"),
            kind="figure-parts",
        ),
        _steps(frame, rows, row),
    ]


def _sliders(frame: Frame, n: int, row: int) -> list[Element]:
    shown = (number(row, fixed(row, 0), out="row"), number(n, fixed(n, 0), out="n"))
    return [
        slider(frame, "row", "Query worked out below", shown[0], value=row, least=1, most=n),
        slider(frame, "n", "Tokens", shown[1], value=n, least=2, most=len(table)),
    ]


def _options(frame: Frame, order: str, *, causal: bool) -> list[Element]:
    zero = tag("span", "as a score of ", number(0, "0"), ", a slip")
    options: dict[str, Element | str] = {
        "before": "before the softmax",
        "after": "after the softmax, a slip",
        "zero": zero,
    }
    return [
        toggle(frame, "causal", "Causal mask: no token sees a later one", on=causal),
        choices(frame, "order", "The mask comes", options, order),
    ]


def cell_size(n: int) -> float:
    """Return the side of a cell, in the drawing's pixels: 8 cells fit a phone."""
    return min(56, 248 / n)


def _decimals(n: int) -> int:
    return 3 if n <= 4 else 2


def _grid(frame: Frame, part: str, cells: list[Element], n: int, row: int, title: str) -> Element:
    size = cell_size(n)
    chosen = tag(
        "rect",
        x=left - 4,
        y=top + (row - 1) * size - 1,
        width=n * size + 8,
        height=size + 2,
        rx=4,
        class_="chosen",
        data_part="chosen",
    )
    return drawing(
        frame,
        tag("defs", hatch(frame, "hidden")) if part == "scores" else "",
        tag("g", *_headings(n), *cells, data_part=part),
        chosen,
        told=f"{title}: a row for each query, a column for each key",
        by="steps",
        box=f"0 0 340 {round(top + n * size + 6)}",
        part="grid",
    )


def _headings(n: int) -> list[Element]:
    size = cell_size(n)
    headings = []
    for place in range(n):
        middle = (place + 0.5) * size
        for x, y in ((left + middle, 18), (14, top + middle + 5)):
            name = label(str(place + 1), "a token's place", name="tspan")
            headings.append(tag("text", name, x=x, y=y, class_="soft"))
    return headings


def _cell(i: int, j: int, n: int, content: Element | str, **look: str | float) -> list[Element]:
    size = cell_size(n)
    x, y = left + j * size, top + i * size
    text = tag(
        "text",
        content,
        x=x + size / 2,
        y=y + size / 2 + 5,
        class_="few" if n <= 4 else "many",
    )
    return [tag("rect", x=x + 1, y=y + 1, width=size - 2, height=size - 2, rx=3, **look), text]


def _score_cells(frame: Frame, rows: Rows) -> list[Element]:
    n = len(rows.scores)
    cells: list[Element] = []
    for (i, j), score in np.ndenumerate(rows.scores):
        if rows.hidden[i, j]:
            cells += _cell(i, j, n, "−∞", class_="cell", fill=hatched(frame, "hidden"))
        else:
            content = number(float(score), plain(float(score)), name="tspan")
            cells += _cell(i, j, n, content, class_="cell")
    return cells


def _weight_cells(frame: Frame, rows: Rows) -> list[Element]:
    n = len(rows.weights)
    cells: list[Element] = []
    for (i, j), weight in np.ndenumerate(rows.weights):
        shown = float(weight)
        if shown == 0:
            look: dict[str, str | float] = {"class_": "cell", "fill": hatched(frame, "hidden")}
            content = number(0, "0", name="tspan")
        else:
            look = {"class_": "cell weight", "fill_opacity": 0.5 * shown}
            content = number(shown, fixed(shown, _decimals(n)), name="tspan")
        cells += _cell(i, j, n, content, **look)
    return cells


def _sums(rows: Rows) -> list[Element]:
    n = len(rows.weights)
    size = cell_size(n)
    x = left + n * size + 31
    sums = [tag("text", "sum", x=x, y=18, class_="soft")]
    for i, total in enumerate(rows.weights.sum(axis=-1).tolist()):
        text = fixed(total, _decimals(n))
        whole = float(text) == 1
        content = number(total, text, name="tspan")
        y = top + (i + 0.5) * size + 5
        sums.append(tag("text", content, x=x, y=y, class_="sum" if whole else "sum wrong"))
    return sums


def _steps(frame: Frame, rows: Rows, row: int) -> Element:
    heads = ("key", "score", "exponential", "weight")
    lines = []
    for place in range(len(rows.scores)):
        score, exponential, weight = (
            float(part[row - 1, place]) for part in (rows.scores, rows.exponentials, rows.weights)
        )
        shown = "−∞" if rows.hidden[row - 1, place] else number(score, plain(score))
        lines.append(
            tag(
                "tr",
                tag("th", label(str(place + 1), "a token's place"), scope="row"),
                tag("td", shown),
                tag("td", number(exponential, fixed(exponential, 3))),
                tag("td", number(weight, fixed(weight, 3))),
            )
        )
    total = float(rows.exponentials[row - 1].sum())
    whole = float(rows.weights[row - 1].sum())
    sums = tag(
        "tr",
        tag("th", "sum", scope="row"),
        tag("td"),
        tag("td", number(total, fixed(total, 3), out="sum")),
        tag("td", number(whole, fixed(whole, 3), out="weight-sum")),
    )
    return tag(
        "table",
        tag("caption", "The chosen query's steps from score to weight", class_="figure-said"),
        tag("thead", tag("tr", *(tag("th", text, scope="col") for text in heads))),
        tag("tbody", *lines, data_part="steps"),
        tag("tfoot", sums),
        class_="figure-table",
        id=frame.id("steps"),
    )
