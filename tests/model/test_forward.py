"""A whole forward pass against one written out number by number."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from attention_docs.model import Model
from attention_docs.model.forward import Head, KVCache, forward, logits
from attention_docs.model.reading import read
from tests.model import tiny

TEXT = "hello world, 12"
Row = list[float]


def written_out(
    tokens: list[int], off: set[Head], scale: float
) -> tuple[list[list[list[Row]]], list[Row]]:
    """Return attention weights and logits, by plain loops over Python's own floats."""
    matrices: dict[str, Any] = {name: array.tolist() for name, array in tiny.matrices().items()}

    def times(row: Row, name: str) -> Row:
        return [sum(a * b for a, b in zip(row, column, strict=True)) for column in matrices[name]]

    def normed(row: Row, name: str) -> Row:
        size = math.sqrt(sum(a * a for a in row) / len(row) + float(np.float32(1e-5)))
        return [a / size * b for a, b in zip(row, matrices[name], strict=True)]

    def turned(row: Row, position: int) -> Row:
        out: Row = []
        for pair in range(len(row) // 2):
            angle = position * 100.0 ** (-2 * (pair % (tiny.D // 2)) / tiny.D)
            a, b = row[2 * pair], row[2 * pair + 1]
            out += [a * math.cos(angle) - b * math.sin(angle)]
            out += [a * math.sin(angle) + b * math.cos(angle)]
        return out

    rows = [matrices["token_embd.weight"][token] for token in tokens]
    weights: list[list[list[Row]]] = []
    for layer in range(tiny.LAYERS):
        own = f"blk.{layer}."
        inputs = [normed(row, own + "attn_norm.weight") for row in rows]
        q = [turned(times(row, own + "attn_q.weight"), at) for at, row in enumerate(inputs)]
        k = [turned(times(row, own + "attn_k.weight"), at) for at, row in enumerate(inputs)]
        v = [times(row, own + "attn_v.weight") for row in inputs]
        weights.append([])
        mixed: list[Row] = [[] for _ in rows]
        for head in range(tiny.HEADS):
            mine = slice(head * tiny.D, (head + 1) * tiny.D)
            group = head // (tiny.HEADS // tiny.KV_HEADS)
            shared = slice(group * tiny.D, (group + 1) * tiny.D)
            weights[-1].append([])
            for at in range(len(rows)):
                scores = [
                    scale * sum(a * b for a, b in zip(q[at][mine], k[j][shared], strict=True))
                    for j in range(at + 1)
                ]
                total = sum(math.exp(score) for score in scores)
                row = [math.exp(score) / total for score in scores]
                weights[-1][-1].append(row + [0.0] * (len(rows) - at - 1))
                live = 0.0 if (layer, head) in off else 1.0
                mixed[at] += [
                    live * sum(share * v[j][shared][e] for j, share in enumerate(row))
                    for e in range(tiny.D)
                ]
        for at, row in enumerate(rows):
            added = times(mixed[at], own + "attn_output.weight")
            row = [a + b for a, b in zip(row, added, strict=True)]
            thought = normed(row, own + "ffn_norm.weight")
            gates = [z / (1 + math.exp(-z)) for z in times(thought, own + "ffn_gate.weight")]
            wide = times(thought, own + "ffn_up.weight")
            passed = [a * b for a, b in zip(gates, wide, strict=True)]
            narrow = times(passed, own + "ffn_down.weight")
            rows[at] = [a + b for a, b in zip(row, narrow, strict=True)]
    return weights, [times(normed(row, "output_norm.weight"), "token_embd.weight") for row in rows]


@pytest.mark.parametrize(
    ("off", "scale"),
    [(set(), None), ({(0, 1), (2, 3), (2, 0)}, None), (set(), 1.0)],
    ids=["as it is", "three heads off", "not divided"],
)
def test_it_is_the_formulas_written_out(model: Model, off: set[Head], scale: float | None) -> None:
    tokens = model.tokens(TEXT)
    reading = read(model.weights, tokens, off, scale)
    factor = 1 / math.sqrt(tiny.D) if scale is None else scale
    weights, scores = written_out(tokens, off, factor)
    assert_allclose(reading.weights, weights, atol=5e-6)
    assert_allclose(logits(model.weights, reading.rows), scores, atol=5e-5)


def test_token_by_token_with_a_cache_is_all_at_once(model: Model) -> None:
    tokens = model.tokens(TEXT)
    at_once = forward(model.weights, tokens)
    cache = KVCache()
    one_by_one = [forward(model.weights, [token], cache=cache) for token in tokens]
    assert_allclose(np.concatenate(one_by_one), at_once, atol=1e-5)
    assert len(cache) == len(tokens)


def test_a_cache_takes_several_tokens_after_others(model: Model) -> None:
    tokens = model.tokens(TEXT)
    cache = KVCache()
    parts = [forward(model.weights, part, cache=cache) for part in (tokens[:4], tokens[4:])]
    assert_allclose(np.concatenate(parts), forward(model.weights, tokens), atol=1e-5)


def test_a_later_token_changes_no_earlier_row(model: Model) -> None:
    tokens = model.tokens(TEXT)
    changed = [*tokens[:-1], tokens[0]]
    assert_array_equal(forward(model.weights, tokens)[:-1], forward(model.weights, changed)[:-1])


def test_everything_is_float32(model: Model) -> None:
    reading = read(model.weights, model.tokens(TEXT))
    for array in (reading.query, reading.key, reading.weights, reading.rows):
        assert array.dtype == np.float32
