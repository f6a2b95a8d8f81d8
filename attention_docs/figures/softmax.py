"""Softmax: scores become weights; adding to all scores changes nothing, multiplying them does."""

from __future__ import annotations

import numpy as np

from attention_docs import attention
from attention_docs.figures.fields import Range, State

first = (1, 2, 3, 0, -1)
fields = {
    "count": Range(3, 3, len(first)),
    "factor": Range(1, 0, 2, step=0.25),
    "shift": Range(0, -4, 4, step=0.5),
    **{f"score-{i + 1}": Range(score, -4, 4, step=0.1) for i, score in enumerate(first)},
}
given: dict[str, object] = {}
widest = {"count": 5, "factor": 2, "score-1": 4, "score-2": -4}
samples: list[State] = [
    widest,
    *({"count": count, "shift": shift} for count in (3, 4, 5) for shift in (-4, 0, 4)),
    *({"factor": factor} for factor in (0, 0.25, 1.75, 2)),
    *({f"score-{which}": score, "count": 5} for which in range(1, 6) for score in (-4, 0.1, 4)),
]


def values(state: State) -> dict[str, object]:
    """Return scores, each times `factor` plus `shift`, and their weights with those before."""
    own = np.array([state[f"score-{i + 1}"] for i in range(len(first))])
    # Settings come in tenths and quarters: fortieths are free of what binary fractions add.
    scores = np.round(40 * (own * state["factor"] + state["shift"])) / 40
    here = np.arange(len(first)) < state["count"]
    seen = np.where(here, scores, -np.inf)
    weights = attention.softmax(seen)
    return {
        "own": own,
        "scores": scores,
        "exponentials": np.exp(seen),
        "total": np.exp(seen).sum(),
        "weights": weights,
        "whole": weights.sum(),
        "before": attention.softmax(np.where(here, own, -np.inf)),
    }
