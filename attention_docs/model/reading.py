"""One forward pass with all that went into attention kept, for whoever wants to look at it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from attention_docs._arguments import FloatArray
from attention_docs.attention import attention_weights
from attention_docs.model.forward import Head, forward
from attention_docs.model.weights import Weights


@dataclass(frozen=True)
class Reading:
    """What the heads asked, offered and chose while the model read n tokens.

    `query` and `key` have shape (layers, heads, n, d), positions already turned in; `weights` has
    shape (layers, heads, n, n); `rows` (n, width) is what the last layer made of each token.
    """

    query: FloatArray
    key: FloatArray
    weights: FloatArray
    rows: FloatArray


def read(
    weights: Weights,
    tokens: Sequence[int],
    off: Collection[Head] = (),
    scale: float | None = None,
) -> Reading:
    """Run a forward pass and keep every layer's queries, keys and attention weights."""
    queries: list[FloatArray] = []
    keys: list[FloatArray] = []

    def watch(_layer: int, query: FloatArray, key: FloatArray) -> None:
        queries.append(query)
        keys.append(key)

    rows = forward(weights, tokens, off=off, scale=scale, watch=watch)
    query, key = np.stack(queries), np.stack(keys)
    return Reading(query, key, attention_weights(query, key, causal=True, scale=scale), rows)
