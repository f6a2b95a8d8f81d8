"""What is measured of the heads of a model, each measure in one function.

Heads are counted from 0, layer first: head 18.6 is the seventh of the nineteenth layer. Shares are
parts of a token's attention, between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from attention_docs._arguments import FloatArray
from attention_docs.attention import attention_weights, softmax
from attention_docs.model.attended import Model
from attention_docs.model.forward import Head, forward, logits
from attention_docs.model.reading import Reading

# Before it come control tokens, punctuation, single letters and the shortest pieces of words.
FIRST_WORD = 1000


def next_probabilities(
    model: Model, text: str, off: Collection[Head] = (), scale: float | None = None
) -> FloatArray:
    """Return how likely the model finds each token of its vocabulary after the text."""
    row = forward(model.weights, model.tokens(text), off=off, scale=scale)[-1:]
    return softmax(logits(model.weights, row)[0].astype(np.float64))


def log_probability(model: Model, start: str, end: str) -> float:
    """Return the log of how likely the model finds `end` after `start`, all its tokens together.

    Raises
    ------
    ValueError
        If the two don't meet at the border of a token.
    """
    before, whole = model.tokens(start), model.tokens(start + end)
    if whole[: len(before)] != before:
        raise ValueError(f"end is {end!r}; it must begin a new token after {start!r}")
    rows = forward(model.weights, whole[:-1])[len(before) - 1 :]
    likely = softmax(logits(model.weights, rows).astype(np.float64))
    said = whole[len(before) :]
    return float(np.log(likely[np.arange(len(said)), said]).sum())


def repeated_tokens(model: Model, length: int, seed: int) -> list[int]:
    """Return `length` tokens drawn at random, twice over: text in which only repetition helps."""
    rng = np.random.default_rng(seed)
    drawn: list[int] = rng.integers(FIRST_WORD, len(model.weights.embedding), length).tolist()
    return drawn + drawn


def share_to_follower(reading: Reading) -> FloatArray:
    """Return how much each head looks at what followed the same token the last time.

    For a text of n tokens twice over: the mean share that the second half's tokens give to the
    token after their first appearance. Shape (layers, heads).
    """
    half = reading.weights.shape[-1] // 2
    rows = np.arange(half, 2 * half)
    shares: FloatArray = reading.weights[..., rows, rows - half + 1].mean(axis=-1)
    return shares


def share_to_previous(reading: Reading) -> FloatArray:
    """Return how much each head looks at the token just before, on average: (layers, heads)."""
    rows = np.arange(1, reading.weights.shape[-1])
    shares: FloatArray = reading.weights[..., rows, rows - 1].mean(axis=-1)
    return shares


def share_to_first(weights: FloatArray) -> FloatArray:
    """Return each layer's mean share that goes to the first token, from all tokens after it."""
    shares: FloatArray = weights[:, :, 1:, 0].mean(axis=(1, 2))
    return shares


def with_queries_or_keys_of(clean: Reading, other: Reading) -> tuple[Reading, Reading]:
    """Return two mixed passes: the other's queries with clean keys, and the other way round.

    What changes in the second one only reached a head through its keys.
    """

    def mixed(query: FloatArray, key: FloatArray) -> Reading:
        return Reading(query, key, attention_weights(query, key, causal=True), clean.rows)

    return mixed(other.query, clean.key), mixed(clean.query, other.key)


def entropy(weights: FloatArray) -> FloatArray:
    """Return the entropy of each row in nats: 0 if all looks at one token, log n if evenly at n."""
    wide = weights.astype(np.float64)
    logs = np.log(wide, where=wide > 0, out=np.zeros_like(wide))
    spread: FloatArray = -(wide * logs).sum(axis=-1)
    return spread


def score_spread(reading: Reading, least: int = 4) -> FloatArray:
    """Return the spread of q · k in each row, before it is divided: what softmax will see of it.

    Adding a number to a whole row changes no weight, so the spread is the standard deviation within
    the row, over the tokens that may be seen; the first `least` rows have too few. Shape
    (layers, heads, n − least).
    """
    products = reading.query @ reading.key.swapaxes(-1, -2)
    rows = range(least, products.shape[-1])
    spread: FloatArray = np.stack(
        [products[..., row, : row + 1].std(axis=-1) for row in rows], axis=-1
    )
    return spread


def draws_without(
    model: Model, avoided: Sequence[Head], count: int, draws: int, seed: int
) -> list[list[Head]]:
    """Draw `count` heads at random, as often as asked, never one of the avoided."""
    layers, heads = len(model.weights.layers), model.weights.heads
    others = [
        (layer, head)
        for layer in range(layers)
        for head in range(heads)
        if (layer, head) not in set(avoided)
    ]
    rng = np.random.default_rng(seed)
    return [
        [others[at] for at in rng.choice(len(others), count, replace=False)] for _ in range(draws)
    ]


def strongest(shares: FloatArray, count: int = 12) -> list[Head]:
    """Name the heads whose shares are largest, the largest first."""
    return [divmod(int(at), shares.shape[1]) for at in np.argsort(-shares, axis=None)[:count]]
