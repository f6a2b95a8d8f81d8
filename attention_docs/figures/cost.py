"""Cost: twice the text takes four times the scores, and twice the cache."""

from __future__ import annotations

import math
from typing import NamedTuple

from attention_docs.cost import cache_bytes, multiply_adds, score_count
from attention_docs.figures.frame import Frame, checked_choice, checked_range, controls, drawing
from attention_docs.figures.markup import Element, at, mark, number, tag
from attention_docs.figures.printed import count, fixed


class Shape(NamedTuple):
    """What a model's attention is made of, and the public source that says so."""

    name: str
    layers: int
    heads: int
    kv_heads: int
    head_size: int
    source: str


hub = "https://github.com/huggingface/transformers/blob/main/src/transformers/models"

shapes = {
    "gpt-2": Shape(
        "GPT-2 small", 12, 12, 12, 64, "https://github.com/openai/gpt-2/blob/master/src/model.py"
    ),
    "llama-2-7b": Shape("Llama 2 7B", 32, 32, 32, 128, f"{hub}/llama/configuration_llama.py"),
    "mistral-7b": Shape("Mistral 7B", 32, 32, 8, 128, f"{hub}/mistral/configuration_mistral.py"),
    "llama-3-70b": Shape(
        "Llama 3 70B",
        80,
        64,
        8,
        128,
        "https://github.com/meta-llama/llama-models/blob/main/models/sku_list.py",
    ),
}
"""Keys and values are kept as 2-byte numbers (float16 or bfloat16)."""

most = 10**6
lengths = [digit * 10**power for power in range(6) for digit in range(1, 10)] + [most]
"""The slider's stops."""

side = 90
chart_width, chart_height = 250, 180


def body(frame: Frame, n: int = 1000, model: str = "llama-2-7b") -> list[Element]:
    """Return what `n` tokens cost in a model of the shape `model`, and what twice as many do."""
    checked_range("n", n, 1, most)
    checked_choice("model", model, shapes)
    shape = shapes[model]
    return [
        tag(
            "div",
            tag("div", *_squares(frame, n), class_="figure-part"),
            tag("div", *_chart(frame, n), class_="figure-part"),
            class_="figure-parts",
        ),
        controls(
            tag("div", _slider(frame, n), _buttons(), class_="figure-part"),
            tag("div", *_models(frame, model), class_="figure-part"),
            kind="figure-parts",
        ),
        _shape(shape),
        _table(frame, n, shape),
    ]


def _slider(frame: Frame, n: int) -> Element:
    name = frame.id("n")
    stop = sum(length <= n for length in lengths) - 1
    return tag(
        "div",
        tag("label", "Tokens", for_=name),
        tag("span", number(n, fixed(n, 0), out="n"), class_="figure-set"),
        tag(
            "input",
            type="range",
            id=name,
            data_part="stops",
            min=0,
            max=len(lengths) - 1,
            step=1,
            value=stop,
        ),
        class_="figure-slider",
    )


def _buttons() -> Element:
    lengths = [
        tag("button", number(to, fixed(to, 0)), type="button", data_set=f"n={to}")
        for to in (1000, 32768, most)
    ]
    twice = tag("button", "Twice the text", type="button", data_do="twice")
    return tag("div", twice, *lengths, class_="figure-buttons")


def _models(frame: Frame, model: str) -> list[Element]:
    options = [
        tag(
            "option",
            shape.name,
            value=key,
            data_label="a model's name",
            selected="selected" if key == model else None,
        )
        for key, shape in shapes.items()
    ]
    name = frame.id("model")
    return [
        tag("label", "Model", for_=name, class_="figure-label"),
        tag("select", *options, id=name, data_field="model"),
    ]


def _squares(frame: Frame, n: int) -> list[Element]:
    places = ((side, n, "n"), (2 * side, 2 * n, "twice"))
    marks = [
        mark(tokens, fixed(tokens, 0), far, -10, out=f"mark-{out}") for far, tokens, out in places
    ]
    picture = drawing(
        frame,
        tag("rect", width=2 * side, height=2 * side, class_="twice"),
        tag("path", d=f"M0 0L{2 * side} {2 * side}H0z", class_="causal"),
        tag("rect", width=side, height=side, class_="once"),
        tag("path", d=f"M0 0L{side} {side}H0z", class_="causal"),
        *marks,
        tag("text", "keys", x=20, y=-10, class_="soft"),
        tag("text", "queries", x=-10, y=side + 5, class_="soft end"),
        told="The scores of a text, as a square, inside the square of a text twice as long, "
        "which is four times as large. A causal mask keeps the half below the diagonal.",
        by="costs",
        box=f"-78 -30 320 {2 * side + 34}",
    )
    hint = tag("p", "Shaded: what a causal mask keeps.", class_="figure-hint")
    return [tag("p", "Scores of one head", class_="figure-title"), picture, hint]


def chart_place(n: float, scores: float) -> tuple[float, float]:
    """Return where the chart shows a length and its scores, both by powers of ten."""
    return chart_width * math.log10(n) / 6.5, chart_height * (1 - math.log10(scores) / 13)


def _chart(frame: Frame, n: int) -> list[Element]:
    lines = {
        "full": [(1, score_count(1)), (2 * most, score_count(2 * most))],
        "causal": [
            (length, score_count(length, causal=True))
            for length in (1, 2, 3, 4, 6, 10, 20, 50, 100, 1000, 2 * most)
        ],
    }
    paths = [
        tag("path", d="M" + "L".join(at(*chart_place(*point)) for point in points), class_=name)
        for name, points in lines.items()
    ]
    dots = []
    for tokens, out in ((n, "n"), (2 * n, "twice")):
        x, y = chart_place(tokens, score_count(tokens))
        dots.append(tag("circle", cx=x, cy=y, r=7, class_=f"dot-{out}", data_part=f"dot-{out}"))
    across = [
        mark(tokens, fixed(tokens, 0), chart_place(tokens, 1)[0], chart_height + 20)
        for tokens in (1, 1000, most)
    ]
    up = [
        mark(10**power, text, -8, chart_place(1, 10**power)[1] + 5, look="soft end")
        for power, text in ((0, "1"), (6, "10⁶"), (12, "10¹²"))
    ]
    picture = drawing(
        frame,
        tag("path", d=f"M0 0V{chart_height}H{chart_width}", class_="axis"),
        *across,
        *up,
        *paths,
        *dots,
        tag("text", "all", x=100, y=76, class_="fill-query end"),
        tag("text", "causal", x=122, y=130, class_="start"),
        told="Scores against tokens, both by powers of ten: two straight lines side by side, "
        "with a dot at the chosen length and one at twice that",
        by="costs",
        box=f"-52 -8 320 {chart_height + 34}",
    )
    return [tag("p", "Scores, by powers of ten", class_="figure-title"), picture]


def _shape(shape: Shape) -> Element:
    parts = (
        number(shape.layers, fixed(shape.layers, 0), out="layers"),
        " layers; in each, ",
        number(shape.heads, fixed(shape.heads, 0), out="heads"),
        " heads of size ",
        number(shape.head_size, fixed(shape.head_size, 0), out="head-size"),
        ", and ",
        number(shape.kv_heads, fixed(shape.kv_heads, 0), out="kv-heads"),
        " of keys and values, ",
        number(2, "2"),
        " bytes a number (",
        tag("a", "source", href=shape.source, data_part="source"),
        ").",
    )
    return tag("p", *parts, class_="figure-hint figure-wide")


def in_unit(size: int) -> tuple[float, str]:
    """Return a size in the largest unit of which it holds one, and the unit.

    Examples
    --------
    >>> in_unit(524288), in_unit(16 * 2**30)
    ((512.0, 'KiB'), (16.0, 'GiB'))
    """
    power = max(0, (size.bit_length() - 1) // 10)
    return size / 1024**power, ("B", "KiB", "MiB", "GiB", "TiB")[power]


def _table(frame: Frame, n: int, shape: Shape) -> Element:
    rows = []
    for name, out, costs in (
        ("scores of one head", "scores", [score_count(m) for m in (n, 2 * n)]),
        (
            "with a causal mask",
            "causal",
            [score_count(m, causal=True) for m in (n, 2 * n)],
        ),
        (
            "multiply-adds, all heads",
            "multiply-adds",
            [shape.layers * shape.heads * multiply_adds(m, shape.head_size) for m in (n, 2 * n)],
        ),
    ):
        cells = [
            number(cost, count(cost), out=f"{out}-{which}")
            for cost, which in zip(costs, ("n", "twice"), strict=True)
        ]
        rows.append(_row(name, out, cells, costs[1] / costs[0]))
    sizes = [
        cache_bytes(m, layers=shape.layers, kv_heads=shape.kv_heads, head_size=shape.head_size)
        for m in (n, 2 * n)
    ]
    cells = []
    for size, which in zip(sizes, ("n", "twice"), strict=True):
        value, unit = in_unit(size)
        shown = number(value, fixed(value, 1), out=f"cache-{which}")
        cells.append(tag("span", shown, " ", tag("span", unit, data_part=f"unit-{which}")))
    rows.append(_row("KV cache", "cache", cells, sizes[1] / sizes[0]))
    heads = [
        tag("th", number(m, fixed(m, 0), out=out), " tokens", scope="col")
        for m, out in ((n, "n"), (2 * n, "twice"))
    ]
    head = tag("tr", tag("td"), *heads, tag("th", "times", scope="col"))
    return tag(
        "table",
        tag("caption", "What the text costs, and what twice the text does", class_="figure-said"),
        tag("thead", head),
        tag("tbody", *rows),
        class_="figure-table",
        id=frame.id("costs"),
    )


def _row(name: str, out: str, cells: list[Element], times: float) -> Element:
    shown = number(times, fixed(times, 3), out=f"{out}-times")
    return tag(
        "tr",
        tag("th", name, scope="row"),
        *(tag("td", cell) for cell in cells),
        tag("td", shown),
    )
