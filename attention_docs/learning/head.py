"""One causal head, the loss of what it says, and the gradient of that loss.

A row x is the sum of two learned vectors, its token's and its place's. The last row asks, and the
words' own vectors E answer: ``scores = softmax(x₅ W_Q (x W_K)ᵀ scale) x W_V W_O Eᵀ / √d``. The loss
is −log of the probability that softmax gives the right word. A real model has many heads and layers
beside it, a way around each of them, and normalization.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from attention_docs._arguments import FloatArray
from attention_docs.attention import attention_weights, scaled_dot_product_attention, softmax
from attention_docs.gradient import attention_gradients
from attention_docs.learning.draws import uniform
from attention_docs.learning.grammar import Tokens, length, words

rows = len(words) + length
even = (math.sqrt(0.5), 1.0)
"""With these spreads, entries of x, and of queries, keys and values, start with a spread of 1."""


def start(seed: int, d: int, spreads: tuple[float, float] = even) -> FloatArray:
    """Draw a head, shape (21 + 4 d, d): words, places, W_Q, W_K, W_V and W_O, one above the next.

    The numbers lie evenly about 0, with a standard deviation of `spreads[0]` in the vectors of
    words and places and of ``spreads[1] / √d`` in the matrices.
    """
    head = (uniform(2 * seed, 0, (rows + 4 * d) * d).reshape(-1, d) - 0.5) * math.sqrt(12)
    return np.concatenate([head[:rows] * spreads[0], head[rows:] * (spreads[1] / math.sqrt(d))])


def parts(head: FloatArray) -> list[FloatArray]:
    """Return the vectors of words and places, shape (21, d), and the four matrices, (d, d)."""
    return np.split(head, [rows + matrix * head.shape[1] for matrix in range(4)])


def marks(tokens: Tokens) -> FloatArray:
    """Mark each token and its place in 21 columns, shape (n, 5, 21): ``x = marks @ parts[0]``."""
    eye = np.eye(rows)
    marked: FloatArray = eye[tokens] + eye[len(words) :]
    return marked


class Pass(NamedTuple):
    """What a head computes on its way to an answer, for n sentences."""

    query: FloatArray
    """Shape (n, 1, d): only the last row asks."""
    key: FloatArray
    value: FloatArray
    mixed: FloatArray
    output: FloatArray
    scores: FloatArray
    """Shape (n, 16): one for each word."""


def forward(head: FloatArray, x: FloatArray, scale: float) -> Pass:
    """Answer sentences that are given by their `marks`."""
    table, w_q, w_k, w_v, w_o = parts(head)
    # Each vector is multiplied once, not anew in every sentence: (marks table) W = marks (table W).
    query, key, value = x[:, -1:] @ (table @ w_q), x @ (table @ w_k), x @ (table @ w_v)
    mixed = scaled_dot_product_attention(query, key, value, scale=scale)[:, 0]
    output = mixed @ w_o
    scores = output @ table[: len(words)].T / math.sqrt(head.shape[1])
    return Pass(query, key, value, mixed, output, scores)


def reading(head: FloatArray, tokens: Tokens, scale: float) -> tuple[FloatArray, FloatArray]:
    """Return the weights in one sentence, shape (5, 5), and the words' probabilities, (16,)."""
    x = marks(tokens[np.newaxis])
    table, w_q, w_k, *_ = parts(head)
    query, key = x @ (table @ w_q), x @ (table @ w_k)
    weights: FloatArray = attention_weights(query, key, causal=True, scale=scale)[0]
    return weights, softmax(forward(head, x, scale).scores[0])


def loss_and_gradient(
    head: FloatArray, tokens: Tokens, right: Tokens, scale: float
) -> tuple[float, FloatArray]:
    """Return the mean loss of n sentences, and how fast it grows with each number of the head."""
    x, (table, w_q, w_k, w_v, w_o) = marks(tokens), parts(head)
    query, key, value, mixed, output, scores = forward(head, x, scale)
    lowered = scores - scores.max(axis=1, keepdims=True)
    logarithms = lowered - np.log(np.exp(lowered).sum(axis=1, keepdims=True))
    wanted = np.eye(len(words))[right]
    loss = -float((wanted * logarithms).sum()) / len(tokens)

    in_scores = (np.exp(logarithms) - wanted) / (len(tokens) * math.sqrt(head.shape[1]))
    in_output = in_scores @ table[: len(words)]
    in_mixed = (in_output @ w_o.T)[:, np.newaxis]
    in_query, in_key, in_value = attention_gradients(query, key, value, in_mixed, scale=scale)
    in_rows = [_summed(x[:, -1:], in_query), _summed(x, in_key), _summed(x, in_value)]
    in_table = in_rows[0] @ w_q.T + in_rows[1] @ w_k.T + in_rows[2] @ w_v.T
    in_table[: len(words)] += in_scores.T @ output
    in_matrices = [*(table.T @ in_row for in_row in in_rows), mixed.T @ in_output]
    return loss, np.concatenate([in_table, *in_matrices])


def _summed(x: FloatArray, gradient: FloatArray) -> FloatArray:
    """Add up over all sentences the gradients of what each of the 21 vectors was turned into."""
    return np.tensordot(x, gradient, axes=((0, 1), (0, 1)))
