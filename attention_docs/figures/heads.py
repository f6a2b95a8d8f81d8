"""Heads: four read one sentence, each in its own way; their outputs are joined and mixed."""

from __future__ import annotations

import numpy as np

from attention_docs.attention import attention_weights
from attention_docs.cost import cache_bytes
from attention_docs.figures.fields import Choice, Range, State
from attention_docs.heads import multi_head_attention, split_heads

words = ("trophy", "doesn't…", "suitcase", "it", "big")
names = ("who is it?", "previous word", "first word", "things")
size = 2

# Vectors made by hand, one row a word: two entries for each of four heads. The first head is the
# lesson's own example: its words are things that go in or hold, and "big" asks for what goes in.
roles = np.array([[2, 0], [0, 0], [0, 2], [1, 1], [0, 0]])
asked = np.array([[2, 0], [0, 0], [0, 2], [1, 1], [2, -2]])
places = np.array([[2, 0], [1, 2], [-1, 2], [-2, 0], [-1, -2]])
right = np.array([[1, 0]] * 5)
queries = np.hstack([asked, places[[0, 0, 1, 2, 3]], right, right])
keys = np.hstack(
    [
        roles,
        places,
        [[4, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
        [[3, 0], [0, 0], [3, 0], [1, 0], [0, 0]],
    ]
)
given_values = np.hstack(
    [
        roles,
        [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2]],
        [[2, 1], [1, 0], [0, 1], [1, 1], [0, 0]],
        [[1, 0], [0, 0], [0, 1], [0, 0], [2, 2]],
    ]
)
# W_O: it adds to each head's part the next head's.
mixing = np.eye(8, dtype=int) + np.roll(np.eye(8, dtype=int), size, axis=0)
kv_heads = {"each": 4, "pairs": 2, "one": 1}

fields = {
    "row": Range(5, 1, len(words)),
    "sharing": Choice("each", tuple(kv_heads)),
    "strength": Range(1, 0, 2, step=0.25),
}
given = {
    "words": words,
    "names": names,
    "queries": queries,
    "keys": keys,
    "values": given_values,
    "mixing": mixing,
    "kvHeads": kv_heads,
}
widest: State = {"row": 5, "strength": 2}
samples: list[State] = [
    *({"row": row, "sharing": shared} for row in range(1, len(words) + 1) for shared in kv_heads),
    *({"strength": strength} for strength in (0, 0.25, 2)),
]


def values(state: State) -> dict[str, object]:
    """Return the heads' patterns, and what the word in place `row` gets from them."""
    heads, shared = len(names), kv_heads[state["sharing"]]
    q = queries * state["strength"]
    k, v = keys[:, : shared * size], given_values[:, : shared * size]
    output = multi_head_attention(q, k, v, heads, kv_heads=shared, causal=True)
    repeated = np.repeat(split_heads(k, shared), heads // shared, axis=0)
    row = state["row"] - 1
    # The numbers kept for each word: the bytes of its cache, were a number one byte.
    kept = cache_bytes(1, layers=1, kv_heads=shared, head_size=size, bytes_per_number=1)
    return {
        "weights": attention_weights(split_heads(q, heads), repeated, causal=True),
        "outputs": output[row].reshape(-1, size),
        "joined": output[row],
        "mixed": output[row] @ mixing,
        "kept": kept,
    }
