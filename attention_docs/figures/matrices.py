"""Matrices: five tokens go through all of attention, and any number can be traced or changed."""

from __future__ import annotations

import math

import numpy as np

from attention_docs import FloatArray
from attention_docs.attention import attention_weights
from attention_docs.figures.fields import Choice, Range, State

tokens = ("trophy", "doesn't fit in", "suitcase", "it", "last")
roles = ("goes in", "holds", "size")
starts = {
    "x": [[2, 0, 0], [0, 0, 0], [0, 2, 0], [1, 1, 0], [0, 0, 1]],
    "q": [[1, 0], [0, 1], [2, -2]],
    "k": [[1, 0], [0, 1], [0, 0]],
    "v": [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
}
"""X, and the three matrices that make queries, keys and values of it."""

steps = ("q", "k", "v", "dots", "scores", "masked", "weights", "output")
entries = {
    f"{name}-{row}-{column}": entry
    for name, matrix in starts.items()
    for row, line in enumerate(matrix, start=1)
    for column, entry in enumerate(line, start=1)
}
cells = tuple(f"{row}-{column}" for row in range(1, 6) for column in range(1, 6))

fields = {
    "step": Range(7, 1, len(steps)),
    "cell": Choice("5-1", cells),
    "edit": Choice("x-5-3", tuple(entries)),
    **{name: Range(entry, -2, 2) for name, entry in entries.items()},
}
given = {"tokens": tokens, "roles": roles, "starts": starts, "steps": steps}
widest: State = {"step": 4, **dict.fromkeys(entries, -2)}
samples: list[State] = [
    {"step": step, "cell": cell, "x-5-3": size}
    for step in range(1, len(steps) + 1)
    for cell, size in (("5-1", -1), ("4-5", 1))
]


def values(state: State) -> dict[str, FloatArray | float]:
    """Return each matrix on the way from X to the output."""
    x, w_q, w_k, w_v = (
        np.array(
            [
                [state[f"{name}-{row + 1}-{column + 1}"] for column in range(len(matrix[0]))]
                for row in range(len(matrix))
            ]
        )
        for name, matrix in starts.items()
    )
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    root = math.sqrt(k.shape[-1])
    weights = attention_weights(q, k, causal=True)
    return {
        "x": x,
        "wq": w_q,
        "wk": w_k,
        "wv": w_v,
        "q": q,
        "k": k,
        "v": v,
        "dots": q @ k.T,
        "root": root,
        "scores": q @ k.T / root,
        "weights": weights,
        "output": weights @ v,
    }
