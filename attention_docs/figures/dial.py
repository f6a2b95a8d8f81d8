"""The dial: one query turns between two keys, and the output leans to whichever it matches best."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from attention_docs import FloatArray
from attention_docs.attention import attention_weights
from attention_docs.figures.frame import (
    Frame,
    checked_range,
    controls,
    drawing,
    hatch,
    hatched,
    slider,
)
from attention_docs.figures.markup import Element, at, label, number, tag, vector
from attention_docs.figures.printed import fixed, percent

keys = np.array([[1, 0], [0, 1]])
values = np.array([[10, 0], [0, 10]])
size = keys.shape[-1]
subscripts = "₁₂"

radius = 100
bar_length = 200
step = 13
"""How far apart two whole numbers are on the axes of the output."""


def unit_vector(degrees: int) -> list[float]:
    """Return ``[cos, sin]`` of an angle in degrees, exact at every quarter turn.

    Examples
    --------
    >>> unit_vector(90), unit_vector(180)
    ([0.0, 1.0], [-1.0, 0.0])
    """
    quarters, rest = divmod(degrees, 90)
    cosine, sine = math.cos(math.radians(rest)), math.sin(math.radians(rest))
    turned = ((cosine, sine), (-sine, cosine), (-cosine, -sine), (sine, -cosine))[quarters % 4]
    return [entry + 0.0 for entry in turned]


def body(frame: Frame, angle: int = 0) -> list[Element]:
    """Return the dial with its query at `angle` degrees, counted from the first key."""
    checked_range("angle", angle, 0, 359)
    query = unit_vector(angle)
    weights = attention_weights([query], keys)
    output = weights @ values
    turning = (_circle(frame, angle, query), controls(_slider(frame, angle), _buttons()))
    mixing = (
        _bars(frame, weights[0]),
        _equation(frame, weights[0], output[0]),
        _plane(frame, output[0]),
    )
    return [
        tag(
            "div",
            tag("div", *turning, class_="figure-part"),
            tag("div", *mixing, class_="figure-part"),
            class_="figure-parts",
        ),
        _steps(np.array(query), weights[0]),
    ]


def _slider(frame: Frame, angle: int) -> Element:
    shown = tag("span", number(angle, fixed(angle, 0), out="angle"), "°")
    return slider(frame, "angle", "Query angle in degrees", shown, value=angle, least=0, most=359)


def _buttons() -> Element:
    buttons = [
        tag("button", number(to, fixed(to, 0)), "°", type="button", data_set=f"angle={to}")
        for to in (0, 45, 90)
    ]
    return tag("div", *buttons, class_="figure-buttons")


def _circle(frame: Frame, angle: int, query: Sequence[float]) -> Element:
    x, y = radius * query[0], -radius * query[1]
    ticks = "".join(
        f"M{at((radius - 5) * cosine, -(radius - 5) * sine)}L{at(radius * cosine, -radius * sine)}"
        for cosine, sine in map(unit_vector, range(0, 360, 15))
    )
    return drawing(
        frame,
        tag("defs", hatch(frame)),
        tag("circle", r=radius, class_="ring"),
        tag("path", d=ticks, class_="hairline"),
        tag("path", d=f"M0 -7H{at(x)}V7H0z", class_="soft-1", data_part="shadow-1"),
        tag(
            "path",
            d=f"M-7 0V{at(y)}H7V0z",
            fill=hatched(frame),
            data_part="shadow-2",
        ),
        tag("path", d=f"M{at(x)} 0V{at(y)}H0", class_="dropped", data_part="dropped"),
        _key(0, f"M0 0H{radius - 10}", f"M{radius} 0l-13 -6v12z", x=radius + 18, y=5),
        _key(1, f"M0 0V{10 - radius}", f"M0 {-radius}l-6 13h12z", x=0, y=-radius - 12),
        tag("circle", r=4, class_="fill-ink"),
        tag(
            "g",
            tag("path", d=f"M0 0H{radius - 24}", class_="stroke-query", stroke_width=5),
            tag(
                "path",
                d=f"M{radius} 0l-16 -9v18zM{radius - 14} 0l-16 -9v18z",
                class_="fill-query",
            ),
            tag("circle", cx=radius - 8, r=28, class_="handle", data_part="handle"),
            transform=f"rotate({-angle})",
            data_part="query",
        ),
        tag("text", "q", **_beside(query), class_="name fill-query", data_part="query-name"),
        told="A query, drawn as an arrow that turns between two keys",
        by="equation",
        box="-140 -130 280 240",
        part="dial",
    )


def _beside(query: Sequence[float]) -> dict[str, float]:
    """Return where the query's name stands: beside its arrow, clear of the names of the keys."""
    cosine, sine = query
    return {"x": 56 * cosine - 18 * sine, "y": -56 * sine - 18 * cosine + 5}


def _key(which: int, shaft: str, head: str, *, x: float, y: float) -> Element:
    ordinal = which + 1
    return tag(
        "g",
        tag("path", d=shaft, class_=f"stroke-{ordinal}", stroke_width=3.5),
        tag("path", d=head, class_=f"fill-{ordinal}"),
        _name("k", which, x=x, y=y),
    )


def _key_name(which: int) -> Element:
    return label("k" + subscripts[which], "a key's name")


def _name(letter: str, which: int, *, x: float, y: float) -> Element:
    name = label(letter + subscripts[which], "a vector's name", name="tspan")
    return tag("text", name, x=x, y=y, class_=f"name fill-{which + 1}")


def _bars(frame: Frame, weights: FloatArray) -> Element:
    cells = []
    for which, weight in enumerate(weights.tolist()):
        ordinal = which + 1
        bar = tag(
            "rect",
            x=1,
            y=1,
            width=bar_length * weight,
            height=22,
            rx=3,
            class_=f"edge-{ordinal}",
            fill=None if which == 0 else hatched(frame),
            data_part=f"bar-{ordinal}",
        )
        cells += [
            tag("span", _key_name(which), class_=f"figure-key-{ordinal}"),
            tag(
                "svg",
                bar,
                viewBox="0 0 202 24",
                preserveAspectRatio="none",
                aria_hidden="true",
                class_="figure-svg",
            ),
            tag(
                "span",
                number(weight, percent(weight), out=f"weight-{ordinal}"),
                class_="figure-weight",
            ),
        ]
    return tag("div", *cells, class_="figure-bars")


def _equation(frame: Frame, weights: FloatArray, output: FloatArray) -> Element:
    terms: list[Element | str] = []
    for which, (weight, value) in enumerate(zip(weights.tolist(), values.tolist(), strict=True)):
        share = number(weight, fixed(weight), out=f"share-{which + 1}")
        terms += [
            tag("span", "output = " if which == 0 else "+ ", share, " × ", vector(value, 0)),
            " ",
        ]
    total = tag("span", "= ", vector(output.tolist(), 1, out="output"))
    return tag("p", *terms, total, class_="figure-equation", id=frame.id("equation"))


def _plane(frame: Frame, output: FloatArray) -> Element:
    x, y = (step * output).tolist()
    far = step * 10
    return drawing(
        frame,
        tag("path", d=f"M0 {-far - 12}V0H{far + 12}", class_="hairline"),
        tag("path", d=f"M0 {-far}L{far} 0", class_="dropped"),
        tag("path", d=f"M0 -6H{at(x)}V6H0z", class_="soft-1", data_part="part-1"),
        tag(
            "path",
            d=f"M-6 0V{at(-y)}H6V0z",
            fill=hatched(frame),
            data_part="part-2",
        ),
        tag("path", d=f"M{at(x)} 0V{at(-y)}H0", class_="dropped", data_part="sum"),
        tag("circle", cx=far, r=5, class_="fill-1"),
        tag("circle", cy=-far, r=5, class_="fill-2"),
        _name("v", 0, x=far, y=24),
        _name("v", 1, x=-20, y=5 - far),
        tag("circle", cx=x, cy=-y, r=7, class_="fill-ink", data_part="output"),
        tag("text", "output", x=x + 12, y=-y - 8, class_="name start", data_part="output-name"),
        told="The output, drawn as a point on the line from the first value to the second",
        by="equation",
        box=f"-40 {-far - 20} 280 {far + 52}",
    )


def _steps(query: FloatArray, weights: FloatArray) -> Element:
    scores = keys @ query
    scaled = scores / math.sqrt(size)
    exponentials = np.exp(scaled)
    columns = {
        "score": scores,
        "scaled": scaled,
        "exponential": exponentials,
        "weight-step": weights,
    }
    rows = [
        tag(
            "tr",
            tag("th", _key_name(which), scope="row", class_=f"figure-key-{which + 1}"),
            *(
                tag("td", number(column[which], fixed(column[which]), out=f"{name}-{which + 1}"))
                for name, column in columns.items()
            ),
        )
        for which in range(len(keys))
    ]
    total, whole = exponentials.sum(), weights.sum()
    sums = tag(
        "tr",
        tag("th", "sum", scope="row"),
        tag("td"),
        tag("td"),
        tag("td", number(total, fixed(total), out="sum")),
        tag("td", number(whole, fixed(whole), out="weight-sum")),
    )
    heads = [
        tag("th", "key", scope="col"),
        tag("th", "score ", tag("span", "q · k"), scope="col"),
        tag("th", "scaled ", tag("span", "÷ √", number(size, fixed(size, 0))), scope="col"),
        tag("th", "exponential", scope="col"),
        tag("th", "weight ", tag("span", "÷ sum"), scope="col"),
    ]
    return tag(
        "table",
        tag("caption", "The steps from score to weight", class_="figure-said"),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *rows, sums),
        class_="figure-table",
    )
