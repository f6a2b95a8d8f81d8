"""Scaling: dot products grow like √d, and without ÷ √d the slopes of softmax vanish."""

from __future__ import annotations

import math

import numpy as np

from attention_docs import FloatArray
from attention_docs.attention import softmax
from attention_docs.figures.frame import Frame, checked_range, controls, drawing, slider
from attention_docs.figures.markup import Element, at, label, mark, number, tag
from attention_docs.figures.printed import fixed
from attention_docs.gradient import softmax_jacobian

largest = 512
pairs = 200

unit = 1.8
"""Pixels of one unit of a dot product: the largest of the sample fits."""
chart_width, chart_height = 270, 140


def entries(first: int, count: int) -> FloatArray:
    """Return `count` entries of the sample, from the one numbered `first`: mean 0, spread 1.

    Entry i is the integer i scrambled by the last steps of MurmurHash3, spread evenly between
    −√3 and √3. It needs no generator with a state, so that Python and the browser get the same
    sample, and a pair keeps its first entries as d grows.

    Source: https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp

    Examples
    --------
    >>> sample = entries(0, 100_000)
    >>> abs(round(float(sample.mean()), 1)), round(float(sample.std()), 2)
    (0.0, 1.0)
    """
    bits = np.arange(first, first + count, dtype=np.uint32)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        bits ^= bits >> np.uint32(shift)
        bits *= np.uint32(factor)
    spread: FloatArray = (bits / 2**32 - 0.5) * math.sqrt(12)
    return spread


def dot_products(d: int) -> FloatArray:
    """Return q · k for every pair of the sample, of its first `d` entries."""
    sample = entries(0, 2 * largest * pairs).reshape(2, pairs, largest)[..., :d]
    products: FloatArray = (sample[0] * sample[1]).sum(axis=-1)
    return products


def slope(score: float) -> float:
    """Return how fast the weights move between the scores `score` and −`score`.

    It is ``p (1 − p)``, taken as p₁ p₂ from the Jacobian: 1 − p has no digits left once p is all
    but 1.

    Examples
    --------
    >>> round(slope(1), 3)
    0.105
    """
    return -float(softmax_jacobian([score, -score])[0, 1])


def body(frame: Frame, d: int = 64) -> list[Element]:
    """Return the sample's dot products, weights and slopes at keys of size `d`."""
    checked_range("d", d, 1, largest)
    shown = number(d, fixed(d, 0), out="d")
    buttons = [
        tag("button", "d = ", number(to, fixed(to, 0)), type="button", data_set=f"d={to}")
        for to in (1, 16, 64, 512)
    ]
    return [
        tag(
            "div",
            tag("div", *_cloud(frame, dot_products(d), d), class_="figure-part"),
            tag("div", *_chart(frame, d), class_="figure-part"),
            class_="figure-parts",
        ),
        controls(
            slider(frame, "d", "Size d of a key", shown, value=d, least=1, most=largest),
            tag("div", *buttons, class_="figure-buttons"),
        ),
        _table(frame, d),
    ]


def _dots(products: FloatArray, y: int) -> str:
    # Lanes by number, far from those of the neighbours, so that few dots hide others.
    return "".join(
        f"M{at(unit * product, y + (11 * index) % 47 - 23)}h0"
        for index, product in enumerate(products.tolist())
    )


def _lane(name: str, products: FloatArray, spread: float, *, y: int) -> list[Element]:
    band = tag(
        "rect",
        x=-unit * spread,
        y=y - 30,
        width=2 * unit * spread,
        height=60,
        class_="band",
        data_part=f"band-{name}",
    )
    return [
        tag("path", d=f"M-150 {y}H150", class_="hairline"),
        band,
        tag("path", d=_dots(products, y), class_="dots", data_part=f"dots-{name}"),
    ]


def _cloud(frame: Frame, products: FloatArray, d: int) -> list[Element]:
    root = math.sqrt(d)
    measured = float(np.sqrt(np.mean(products**2)))
    marks = [mark(place, fixed(place, 0), unit * place, 208) for place in (-60, -30, 0, 30, 60)]
    picture = drawing(
        frame,
        tag("text", "q · k", x=-150, y=22, class_="name start"),
        tag("text", "q · k ÷ √d", x=-150, y=116, class_="name start"),
        *_lane("raw", products, root, y=64),
        *_lane("scaled", products / root, 1, y=154),
        *marks,
        told="The dot products of random queries and keys, as a cloud of points on a line, "
        "and the same points divided by the square root of d",
        by="spread",
        box="-160 0 320 216",
    )
    told = tag(
        "p",
        number(pairs, fixed(pairs, 0)),
        " random pairs. Band: √d = ",
        number(root, fixed(root), out="root"),
        ". Measured spread: ",
        number(measured, fixed(measured), out="spread"),
        ".",
        class_="figure-hint",
        id=frame.id("spread"),
    )
    return [tag("p", "How large dot products get", class_="figure-title"), picture, told]


def chart_place(d: float, slope_: float) -> tuple[float, float]:
    """Return where the chart shows a slope: d by powers of two, slopes by powers of ten."""
    return chart_width * math.log2(d) / 9, -chart_height * math.log10(slope_) / 20


def _chart(frame: Frame, d: int) -> list[Element]:
    steps = [2 ** (step / 4) for step in range(37)]
    vanishing = "L".join(at(*chart_place(size, slope(math.sqrt(size)))) for size in steps)
    x, low = chart_place(d, slope(math.sqrt(d)))
    _, high = chart_place(d, slope(1))
    across = [
        mark(size, fixed(size, 0), chart_place(size, 1)[0], chart_height + 22)
        for size in (1, 8, 64, 512)
    ]
    up = [
        mark(
            10.0**-power,
            "1" if power == 0 else f"10{superscript}",
            -8,
            chart_height * power / 20 + 5,
            look="soft end",
        )
        for power, superscript in ((0, ""), (10, "⁻¹⁰"), (20, "⁻²⁰"))
    ]
    picture = drawing(
        frame,
        tag("path", d=f"M0 0V{chart_height}H{chart_width}", class_="axis"),
        *up,
        *across,
        tag("path", d=f"M0 {at(high)}H{chart_width}", class_="stroke-query", stroke_width=4),
        tag("path", d=f"M{vanishing}", class_="vanishing"),
        tag("text", "with ÷ √d", x=chart_width, y=at(high - 12), class_="fill-query end"),
        tag("text", "without", x=180, y=100, class_="end"),
        tag("circle", cx=x, cy=high, r=7, class_="fill-query", data_part="with"),
        tag("circle", cx=x, cy=low, r=7, class_="fill-ink", data_part="without"),
        told="The slope of softmax against d, by powers of ten: level with scaling, "
        "falling away without",
        by="slopes",
        box=f"-44 -24 330 {chart_height + 54}",
    )
    hint = (
        "The slope ",
        label("p (1 − p)", "a formula"),
        ", from small d to large; the scale goes by powers of ten.",
    )
    return [
        tag("p", "How steep softmax is there", class_="figure-title"),
        picture,
        tag("p", *hint, class_="figure-hint"),
    ]


def _table(frame: Frame, d: int) -> Element:
    columns = {"raw": math.sqrt(d), "scaled": 1.0}
    softened = {which: softmax([score, -score]).tolist() for which, score in columns.items()}
    lines = {
        "typical scores, ±": {which: (score, 2) for which, score in columns.items()},
        "larger weight": {which: (weight, 3) for which, (weight, _) in softened.items()},
        "smaller weight": {which: (other, 3) for which, (_, other) in softened.items()},
        "slope": {which: (slope(score), 3) for which, score in columns.items()},
    }
    rows = [
        tag(
            "tr",
            tag("th", name, scope="row"),
            *(
                tag("td", number(value, fixed(value, decimals), out=f"{out}-{which}"))
                for which, (value, decimals) in cells.items()
            ),
        )
        for (name, cells), out in zip(
            lines.items(), ("score", "weight", "other", "slope"), strict=True
        )
    ]
    ratio = slope(1) / slope(math.sqrt(d))
    times = tag("td", number(round(ratio), fixed(ratio, 0), out="ratio"), " times", colspan="2")
    heads = ("without ÷ √d", "with ÷ √d")
    return tag(
        "table",
        tag("caption", "Weights and slopes of two typical scores", class_="figure-said"),
        tag("thead", tag("tr", tag("td"), *(tag("th", head, scope="col") for head in heads))),
        tag("tbody", *rows),
        tag("tfoot", tag("tr", tag("th", "steeper with ÷ √d", scope="row"), times)),
        class_="figure-table",
        id=frame.id("slopes"),
    )
