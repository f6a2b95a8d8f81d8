"""Scaling: dot products grow like √d, and without ÷ √d the slopes of softmax vanish."""

from __future__ import annotations

import math

import numpy as np

from attention_docs import FloatArray
from attention_docs.attention import softmax
from attention_docs.figures.fields import Range, State
from attention_docs.gradient import softmax_jacobian

largest = 512
pairs = 100

fields = {"d": Range(64, 1, largest)}
given = {"largest": largest, "pairs": pairs}
widest = {"d": largest}
samples: list[State] = [{"d": d} for d in (1, 2, 3, 4, 8, 16, 32, 63, 64, 65, 128, 256, 511, 512)]


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


def values(state: State) -> dict[str, object]:
    """Return the dot products of the sample's first `d` entries, and weights and slopes there."""
    root = math.sqrt(state["d"])
    sample = entries(0, 2 * largest * pairs).reshape(2, pairs, largest)[..., : state["d"]]
    products = (sample[0] * sample[1]).sum(axis=-1)
    return {
        "products": products,
        "root": root,
        "spread": np.sqrt(np.mean(products**2)),
        "scores": [root, 1.0],
        "weights": [softmax([score, -score]) for score in (root, 1)],
        "slopes": [slope(root), slope(1)],
        "ratio": slope(1) / slope(root),
        # Without scaling, at every quarter power of two up to 512.
        "vanishing": [slope(2 ** (step / 8)) for step in range(37)],
    }
