"""The mask: which keys a query may see, and what comes of masking at the wrong moment."""

from __future__ import annotations

import numpy as np

from attention_docs.attention import softmax
from attention_docs.figures.fields import Choice, Flag, Range, State
from attention_docs.mask import causal_mask

orders = ("before", "after", "zero")

# Scores of up to eight tokens, made by hand; those of the second token are the lesson's.
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

fields = {
    "n": Range(3, 2, len(table)),
    "order": Choice("before", orders),
    "row": Range(2, 1, len(table), within="n"),
    "causal": Flag(first=True),
}
given = {"table": table}
widest = {"n": 8, "row": 8}
samples: list[State] = [
    *({"n": n, "row": row} for n in (2, 3, 4, 5, 8) for row in (1, n)),
    *(
        {"n": n, "order": order, "causal": causal}
        for n in (3, 8)
        for order in orders
        for causal in (True, False)
    ),
]


def values(state: State) -> dict[str, object]:
    """Mask the scores of `n` tokens before the softmax, after it, or by scores of 0."""
    n, order = state["n"], state["order"]
    scores = table[:n, :n].astype(float)
    sees = causal_mask(n) if state["causal"] else np.ones((n, n), dtype=bool)
    if order != "after":
        scores = np.where(sees, scores, 0 if order == "zero" else -np.inf)
    weights = softmax(scores)
    if order == "after":
        weights = weights * sees
    return {
        "scores": scores,
        "exponentials": np.exp(scores),
        "totals": np.exp(scores).sum(axis=-1),
        "weights": weights,
        "sums": weights.sum(axis=-1),
    }
