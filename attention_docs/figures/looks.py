"""Looks: all heads of a real model on one sentence, and one of them enlarged."""

from __future__ import annotations

import numpy as np

from attention_docs import measured
from attention_docs.figures.fields import Choice, Range, State

names = ("trophy-big", "trophy-small", "planet", "shop")
sizes = {name: len(measured.sentence(name).tokens) for name in names}
layers, heads = 30, 9
listed = 6

fields = {
    "sentence": Choice("trophy-big", names),
    "row": Range(11, 1, max(sizes.values()), within="sentence", limits=sizes),
    "to": Range(2, 1, max(sizes.values()), within="row"),
    "layer": Range(16, 0, layers - 1),
    "head": Range(3, 0, heads - 1),
}
given = {
    "texts": {name: measured.sentence(name).text for name in names},
    "layers": layers,
    "heads": heads,
    "steps": measured.STEPS,
    "listed": listed,
}
widest: State = {"sentence": "planet", "row": 16, "to": 6, "layer": 18, "head": 6}
samples: list[State] = [
    {"sentence": name, "row": row, "to": to, "layer": layer, "head": head}
    for name in names
    for row, to in ((1, 1), (11, 2), (sizes[name], 4))
    for layer, head in ((0, 0), (16, 3), (29, 8))
]


def values(state: State) -> dict[str, object]:
    """Return a head's weights, and what all heads and the best give from one token to another."""
    return of(measured.sentence(state["sentence"]), state)


def of(sentence: measured.Sentence, state: State) -> dict[str, object]:
    """Return the values for a sentence of any model, whichever the state names."""
    in_layer = sentence.weights.shape[1]
    row, to = state["row"] - 1, state["to"] - 1
    between = sentence.weights[:, :, row, to]
    best = np.argsort(-between, axis=None, kind="stable")[:listed]
    return {
        "tokens": sentence.tokens,
        "weights": sentence.weights[state["layer"], state["head"]],
        "between": between,
        "best": [
            {
                "layer": place // in_layer,
                "head": place % in_layer,
                "weight": between.flat[place],
                "most": int(sentence.weights[place // in_layer, place % in_layer, row].argmax()),
            }
            for place in best.tolist()
        ],
    }
