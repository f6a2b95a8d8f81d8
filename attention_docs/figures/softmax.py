"""Softmax: scores become weights; adding to all scores changes nothing, multiplying them does."""

from __future__ import annotations

import numpy as np

from attention_docs import FloatArray, attention
from attention_docs.figures.frame import Frame, checked_range, controls, drawing, slider
from attention_docs.figures.markup import Element, at, label, mark, number, tag
from attention_docs.figures.printed import fixed, percent, plain

most = 5
subscripts = "₁₂₃₄₅"

row_height = 34
unit = 11
"""Pixels of one unit of score."""
middle = 170
bar_length = 190


def body(
    frame: Frame,
    count: int = 3,
    factor: float = 1.0,
    shift: float = 0.0,
    score_1: float = 1.0,
    score_2: float = 2.0,
    score_3: float = 3.0,
    score_4: float = 0.0,
    score_5: float = -1.0,
) -> list[Element]:
    """Return `count` scores, each times `factor` plus `shift`, and their weights."""
    own = [score_1, score_2, score_3, score_4, score_5]
    checked_range("count", count, 3, most)
    checked_range("factor", factor, 0, 2)
    checked_range("shift", shift, -4, 4)
    for index, score in enumerate(own):
        checked_range(f"score_{index + 1}", score, -4, 4)
    # Settings come in tenths and quarters: fortieths are free of what binary fractions add.
    scores = np.round(40 * (np.array(own) * factor + shift)) / 40
    here = np.arange(most) < count
    seen = np.where(here, scores, -np.inf)
    weights = attention.softmax(seen)
    before = attention.softmax(np.where(here, own, -np.inf))
    drawings = (_line(frame, scores, count), _bars(frame, weights, before, count))
    return [
        tag(
            "div",
            *(tag("div", *drawing, class_="figure-part") for drawing in drawings),
            class_="figure-parts",
        ),
        controls(
            tag("div", *_own_sliders(frame, own, count), class_="figure-part"),
            tag("div", *_shared_sliders(frame, factor, shift), class_="figure-part"),
            kind="figure-parts",
        ),
        _steps(frame, scores, np.exp(seen), weights, count),
    ]


def _absent(index: int, count: int) -> str | None:
    return None if index < count else "none"


def _name(index: int, name: str = "tspan") -> Element:
    return label(f"x{subscripts[index]}", "a score's name", name=name)


def _line(frame: Frame, scores: FloatArray, count: int) -> list[Element]:
    height = row_height * count
    marks = [mark(score, fixed(score, 0), middle + unit * score, 16) for score in (-8, -4, 0, 4, 8)]
    rows = [
        tag(
            "g",
            tag("text", _name(index), x=12, y=5, class_="name"),
            tag("path", d=f"M30 0H{middle + 12 * unit}", class_="hairline"),
            tag(
                "path",
                d=f"M{middle} 0H{at(middle + unit * score)}",
                class_="stroke-query",
                stroke_width=4,
                data_part=f"stem-{index + 1}",
            ),
            tag(
                "circle",
                cx=middle + unit * score,
                r=8,
                class_="fill-query",
                data_part=f"dot-{index + 1}",
            ),
            transform=f"translate(0 {at(row_height * (index + 0.5) + 24)})",
            display=_absent(index, count),
            data_part=f"row-{index + 1}",
        )
        for index, score in enumerate(scores.tolist())
    ]
    zero = tag("path", d=f"M{middle} 24V{height + 24}", class_="zero", data_part="zero")
    picture = drawing(
        frame,
        *marks,
        zero,
        *rows,
        told="The scores, as points on a number line",
        by="steps",
        box=f"0 0 310 {height + 30}",
        part="line",
    )
    return [tag("p", "Scores", class_="figure-title"), picture]


def _bars(frame: Frame, weights: FloatArray, before: FloatArray, count: int) -> list[Element]:
    rows = [
        tag(
            "g",
            tag("text", _name(index), x=12, y=5, class_="name"),
            tag(
                "rect",
                x=30,
                y=-11,
                width=bar_length * weight,
                height=22,
                rx=3,
                class_="edge-query",
                data_part=f"bar-{index + 1}",
            ),
            tag(
                "path",
                d=f"M{at(30 + bar_length * ghost)} -15V15",
                class_="ghost",
                data_part=f"ghost-{index + 1}",
            ),
            mark(weight, percent(weight), 306, 6, look="result end", out=f"percent-{index + 1}"),
            transform=f"translate(0 {at(row_height * (index + 0.5) + 24)})",
            display=_absent(index, count),
            data_part=f"row-{index + 1}",
        )
        for index, (weight, ghost) in enumerate(zip(weights.tolist(), before.tolist(), strict=True))
    ]
    marks = [mark(share, percent(share), 30 + bar_length * share, 16) for share in (0, 0.5, 1)]
    picture = drawing(
        frame,
        *marks,
        *rows,
        told="The weights, as bars",
        by="steps",
        box=f"0 0 310 {row_height * count + 30}",
        part="bars",
    )
    hint = "Dashed: the weights before anything is added to all scores or multiplied."
    return [
        tag("p", "Weights", class_="figure-title"),
        picture,
        tag("p", hint, class_="figure-hint"),
    ]


def _own_sliders(frame: Frame, own: list[float], count: int) -> list[Element]:
    counts = [
        tag("button", number(to, fixed(to, 0)), " scores", type="button", data_set=f"count={to}")
        for to in (3, 4, 5)
    ]
    sliders = [
        slider(
            frame,
            f"score-{index + 1}",
            tag("span", "Score ", _name(index, "span")),
            number(score, plain(score), out=f"own-{index + 1}"),
            value=score,
            least=-4,
            most=4,
            step=0.1,
        )
        for index, score in enumerate(own)
    ]
    for index, element in enumerate(sliders):
        element.set("data-part", f"slider-{index + 1}")
        if index >= count:
            element.set("hidden", "")
    return [tag("div", *counts, class_="figure-buttons"), *sliders]


def _shared_sliders(frame: Frame, factor: float, shift: float) -> list[Element]:
    buttons = [
        tag("button", "Add ", number(3, "3"), " to all", type="button", data_set="shift=3"),
        tag("button", "Double all", type="button", data_set="factor=2"),
    ]
    return [
        tag("div", *buttons, class_="figure-buttons"),
        slider(
            frame,
            "shift",
            "Add to all scores",
            number(shift, plain(shift), out="shift"),
            value=shift,
            least=-4,
            most=4,
            step=0.5,
        ),
        slider(
            frame,
            "factor",
            "Multiply all scores by",
            number(factor, plain(factor), out="factor"),
            value=factor,
            least=0,
            most=2,
            step=0.25,
        ),
    ]


def _steps(
    frame: Frame, scores: FloatArray, exponentials: FloatArray, weights: FloatArray, count: int
) -> Element:
    rows = []
    for index, (score, exponential, weight) in enumerate(
        zip(scores.tolist(), exponentials.tolist(), weights.tolist(), strict=True)
    ):
        which = index + 1
        cells = (
            number(score, plain(score), out=f"score-{which}"),
            number(exponential, fixed(exponential, 3), out=f"exponential-{which}"),
            number(weight, fixed(weight, 3), out=f"weight-{which}"),
        )
        rows.append(
            tag(
                "tr",
                tag("th", _name(index, "span"), scope="row"),
                *(tag("td", cell) for cell in cells),
                hidden=None if index < count else "",
                data_part=f"row-{which}",
            )
        )
    total, whole = float(exponentials.sum()), float(weights.sum())
    sums = tag(
        "tr",
        tag("th", "sum", scope="row"),
        tag("td"),
        tag("td", number(total, fixed(total, 3), out="sum")),
        tag("td", number(whole, fixed(whole, 3), out="weight-sum")),
    )
    heads = [tag("th", text, scope="col") for text in ("score", "exponential", "weight")]
    return tag(
        "table",
        tag("caption", "The steps from score to weight", class_="figure-said"),
        tag("thead", tag("tr", tag("td"), *heads)),
        tag("tbody", *rows, sums),
        class_="figure-table",
        id=frame.id("steps"),
    )
