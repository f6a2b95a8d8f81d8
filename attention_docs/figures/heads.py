"""Heads: four read one sentence, each in its own way; their outputs are joined and mixed."""

from __future__ import annotations

import numpy as np

from attention_docs import FloatArray
from attention_docs.attention import attention_weights
from attention_docs.cost import cache_bytes
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
)
from attention_docs.figures.markup import Element, label, number, tag, vector
from attention_docs.figures.printed import fixed, percent, plain
from attention_docs.heads import multi_head_attention, split_heads

words = ("the", "cat", "sat", "on", "the", "mat")
names = ("previous word", "nouns", "alike words", "first word")
subscripts = "₁₂₃₄"
size = 2

# Vectors made by hand, one row a word: two entries for each of the four heads.
places = np.array([[2, 0], [1, 2], [-1, 2], [-2, 0], [-1, -2], [1, -2]])
meanings = np.array([[2, 0], [0, 2], [-2, 0], [-1, -2], [2, 0], [-1, 2]])
right = np.array([[1, 0]] * 6)
queries = np.hstack([places[[0, 0, 1, 2, 3, 4]], right, meanings, right])
keys = np.hstack(
    [
        places,
        [[0, 0], [3, 0], [0, 1], [0, 0], [0, 0], [3, 0]],
        meanings,
        [[2, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
    ]
)
values = np.array(
    [
        [1, 0, 0, 1, 2, 0, 1, 1],
        [0, 3, 4, 0, 0, 2, 0, 1],
        [2, 1, 0, 2, 1, 1, 3, 0],
        [1, 1, 1, 0, 0, 1, 2, 2],
        [1, 0, 0, 1, 2, 0, 0, 2],
        [0, 2, 4, 1, 1, 3, 1, 0],
    ]
)
mixing = np.eye(8) + np.roll(np.eye(8), size, axis=0)
"""W_O: it adds to each head's part the next head's."""

sharings = {"each": 4, "pairs": 2, "one": 1}

cell, left, top = 24, 48, 46


def body(frame: Frame, row: int = 3, sharing: str = "each", strength: float = 1.0) -> list[Element]:
    """Return the patterns of four heads, and what the word in place `row` gets from them."""
    checked_range("row", row, 1, len(words))
    checked_choice("sharing", sharing, sharings)
    checked_range("strength", strength, 0, 2)
    kv_heads = sharings[sharing]
    heads = len(names)
    q, k = queries * strength, keys[:, : kv_heads * size]
    v = values[:, : kv_heads * size]
    output = multi_head_attention(q, k, v, heads, kv_heads=kv_heads, causal=True)
    repeated = np.repeat(split_heads(k, kv_heads), heads // kv_heads, axis=0)
    weights = attention_weights(split_heads(q, heads), repeated, causal=True)
    mixed = output @ mixing
    return [
        tag(
            "div",
            *(_pattern(frame, head, pattern, row) for head, pattern in enumerate(weights)),
            class_="figure-patterns",
        ),
        tag(
            "p",
            "Each head is named after what its own keys were made to find.",
            class_="figure-hint figure-wide",
        ),
        controls(
            tag("div", *_sliders(frame, row, strength), class_="figure-part"),
            _sharing(frame, sharing),
            kind="figure-parts",
        ),
        _table(frame, weights[:, row - 1], output[row - 1].reshape(-1, size)),
        *_joined(output[row - 1], mixed[row - 1]),
        _kept(kv_heads),
    ]


def _sliders(frame: Frame, row: int, strength: float) -> list[Element]:
    word = tag("span", words[row - 1], data_part="word")
    times = number(strength, plain(strength), out="strength")
    return [
        slider(frame, "row", "Query’s word", word, value=row, least=1, most=len(words)),
        slider(
            frame,
            "strength",
            "Multiply the queries by",
            times,
            value=strength,
            least=0,
            most=2,
            step=0.25,
        ),
    ]


def _sharing(frame: Frame, sharing: str) -> Element:
    options: dict[str, Element | str] = {
        "each": "each head its own",
        "pairs": "two heads share",
        "one": "all heads share one",
    }
    return choices(frame, "sharing", "Keys and values", options, sharing)


def _head_name(head: int) -> Element:
    return label(f"head{subscripts[head]}", "a head's name")


def _pattern(frame: Frame, head: int, pattern: FloatArray, row: int) -> Element:
    columns = [
        tag("text", word, transform=f"translate({left + cell * j + 16} {top - 6}) rotate(-50)")
        for j, word in enumerate(words)
    ]
    rows = [
        tag("text", word, x=left - 8, y=top + cell * i + 17, class_="end")
        for i, word in enumerate(words)
    ]
    chosen = tag(
        "rect",
        x=left - 2,
        y=top + cell * (row - 1) - 1,
        width=cell * len(words) + 4,
        height=cell + 2,
        rx=3,
        class_="chosen",
        data_part="chosen",
    )
    picture = drawing(
        frame,
        tag("defs", hatch(frame, "hidden")) if head == 0 else "",
        *columns,
        *rows,
        *_cells(frame, head, pattern),
        chosen,
        told=f"Pattern of the head for {names[head]}: a row for each query’s word, "
        "a column for each key’s, darker for more weight",
        by="heads",
        box="0 0 206 194",
        part="pattern",
    )
    title = tag("p", _head_name(head), " ", names[head], class_="figure-title")
    return tag("div", title, picture, class_="figure-part")


def _cells(frame: Frame, head: int, pattern: FloatArray) -> list[Element]:
    cells = []
    for (i, j), weight in np.ndenumerate(pattern):
        hidden = j > i
        cells.append(
            tag(
                "rect",
                x=left + cell * j + 1,
                y=top + cell * i + 1,
                width=cell - 2,
                height=cell - 2,
                rx=2,
                class_="hidden" if hidden else "cell",
                fill=hatched(frame, "hidden") if hidden else None,
                fill_opacity=None if hidden else float(weight),
                data_part=None if hidden else f"cell-{head + 1}-{i + 1}-{j + 1}",
            )
        )
    return cells


def _table(frame: Frame, weights: FloatArray, outputs: FloatArray) -> Element:
    rows = []
    for head, (pattern, output) in enumerate(zip(weights, outputs.tolist(), strict=True)):
        best = int(pattern.argmax())
        which = head + 1
        weight = float(pattern[best])
        rows.append(
            tag(
                "tr",
                tag("th", _head_name(head), scope="row"),
                tag("td", words[best], data_part=f"best-{which}"),
                tag("td", number(weight, percent(weight), out=f"weight-{which}")),
                tag("td", vector(output, out=f"output-{which}")),
            )
        )
    heads = ("head", "looks most at", "weight", "output")
    return tag(
        "table",
        tag("caption", "What each head gives the chosen word", class_="figure-said"),
        tag("thead", tag("tr", *(tag("th", head, scope="col") for head in heads))),
        tag("tbody", *rows),
        class_="figure-table",
        id=frame.id("heads"),
    )


def _joined(output: FloatArray, mixed: FloatArray) -> list[Element]:
    joined, blended = (
        vector(row.tolist(), out=out) for out, row in (("joined", output), ("mixed", mixed))
    )
    by = ("Mixed by W", tag("sub", "O"), ", which here adds to each head’s part the next head’s: ")
    return [
        tag("p", "Put end to end: ", joined, class_="figure-joined"),
        tag("p", *by, blended, class_="figure-joined"),
    ]


def numbers_kept(kv_heads: int) -> int:
    """Count the numbers in the cache for each word: its bytes, were a number one byte."""
    return cache_bytes(1, layers=1, kv_heads=kv_heads, head_size=size, bytes_per_number=1)


def _kept(kv_heads: int) -> Element:
    kept = numbers_kept(kv_heads)
    return tag(
        "p",
        "Numbers kept in the cache for each word: ",
        number(kept, fixed(kept, 0), out="kept"),
        ".",
        class_="figure-hint figure-wide",
    )
