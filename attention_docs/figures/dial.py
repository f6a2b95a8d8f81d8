"""The dial: one query turns between two keys, and the output leans to whichever it matches best."""

from __future__ import annotations

import math

import numpy as np

from attention_docs.attention import attention_weights
from attention_docs.figures.fields import Range, State

fields = {"angle": Range(0, 0, 359)}
given = {"keys": [[1, 0], [0, 1]], "values": [[10, 0], [0, 10]]}
widest = {"angle": 181}
samples: list[State] = [{"angle": angle} for angle in range(0, 360, 15)]


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


def values(state: State) -> dict[str, object]:
    """Return the steps from one query to its output."""
    query, keys = unit_vector(state["angle"]), np.array(given["keys"])
    weights = attention_weights([query], keys)
    scores = keys @ query
    scaled = scores / math.sqrt(keys.shape[-1])
    return {
        "query": query,
        "size": keys.shape[-1],
        "scores": scores,
        "scaled": scaled,
        "exponentials": np.exp(scaled),
        "total": np.exp(scaled).sum(),
        "weights": weights[0],
        "whole": weights[0].sum(),
        "output": (weights @ given["values"])[0],
    }
