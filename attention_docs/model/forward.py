"""A whole forward pass: from tokens to what the model says of each next one.

Every layer adds two things to each token's row: what attention mixed in from the tokens before it,
and what the feed-forward part made of that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from attention_docs._arguments import FloatArray
from attention_docs.heads import merge_heads, multi_head_attention, split_heads
from attention_docs.model.layers import rms_norm, rotate, swiglu
from attention_docs.model.weights import Weights

Head = tuple[int, int]
# Told, for each layer, its number, and the queries and keys of all its heads: (heads, n, d) both.
Watch = Callable[[int, FloatArray, FloatArray], None]


@dataclass
class KVCache:
    """The keys and values of the tokens so far: for each layer, (n, kv_heads · d)."""

    keys: list[FloatArray] = field(default_factory=list)
    values: list[FloatArray] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.keys[0]) if self.keys else 0

    def extend(self, layer: int, key: FloatArray, value: FloatArray) -> None:
        """Add the rows of new tokens to a layer."""
        if layer == len(self.keys):
            self.keys.append(key)
            self.values.append(value)
        else:
            self.keys[layer] = np.concatenate([self.keys[layer], key])
            self.values[layer] = np.concatenate([self.values[layer], value])


def forward(
    weights: Weights,
    tokens: Sequence[int],
    *,
    cache: KVCache | None = None,
    off: Collection[Head] = (),
    scale: float | None = None,
    watch: Watch | None = None,
) -> FloatArray:
    """Return what the last layer makes of each token, shape (n, width), ready for `logits`.

    Parameters
    ----------
    weights : Weights
    tokens : sequence of int, n entries
        Only the new ones, if a cache holds those before them.
    cache : KVCache, optional
        Keys and values of earlier tokens; those of the new ones are put into it.
    off : collection of (layer, head)
        Heads, counted from 0, whose output is set to zero before it is mixed back.
    scale : float, optional
        What q · k is multiplied by in every layer; ``1 / √d`` unless given.
    watch : callable, optional
        Told the queries and keys of every layer, as they go into attention.
    """
    cache = KVCache() if cache is None else cache
    heads, kv_heads = weights.heads, weights.kv_heads
    positions = np.arange(len(cache), len(cache) + len(tokens))
    x: FloatArray = weights.embedding[list(tokens)]
    for number, layer in enumerate(weights.layers):
        normed = rms_norm(x, layer.attention_norm, weights.epsilon)
        query = _turned(normed @ layer.query, heads, positions, weights.rotary_base)
        key = _turned(normed @ layer.key, kv_heads, positions, weights.rotary_base)
        cache.extend(number, key, normed @ layer.value)
        key, value = cache.keys[number], cache.values[number]
        if watch is not None:
            shared = np.repeat(split_heads(key, kv_heads), heads // kv_heads, axis=0)
            watch(number, split_heads(query, heads), shared)
        mixed = multi_head_attention(
            query, key, value, heads, kv_heads=kv_heads, causal=True, scale=scale
        )
        size = mixed.shape[-1] // heads
        for head in (head for its_layer, head in off if its_layer == number):
            mixed[:, head * size : (head + 1) * size] = 0
        x = x + mixed @ layer.output
        normed = rms_norm(x, layer.feed_forward_norm, weights.epsilon)
        x = x + swiglu(normed, layer.gate, layer.up, layer.down)
    return rms_norm(x, weights.final_norm, weights.epsilon)


def logits(weights: Weights, rows: FloatArray) -> FloatArray:
    """Score every token of the vocabulary as the next one, shape (…, n, vocabulary).

    A token's score is the dot product of the row with the token's own row of the embedding;
    softmax turns the scores into probabilities.
    """
    scores: FloatArray = rows @ weights.embedding.T
    return scores


def _turned(
    rows: FloatArray, heads: int, positions: NDArray[np.integer], base: float
) -> FloatArray:
    """Rotate each head's part of the rows."""
    return merge_heads(rotate(split_heads(rows, heads), positions, base))
