"""Each measure on weights whose answer is plain to see, and on the tiny model."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from attention_docs import attention_weights
from attention_docs._arguments import FloatArray
from attention_docs.model import Model, attend, measure
from attention_docs.model.reading import Reading, read
from tests.model import tiny

rng = np.random.default_rng(0)


def looking(shifts: list[int], n: int) -> FloatArray:
    """Return weights of one layer in which head i looks `shifts[i]` tokens back, if it can."""
    weights = np.zeros((1, len(shifts), n, n))
    for head, shift in enumerate(shifts):
        for row in range(n):
            weights[0, head, row, max(row - shift, 0)] = 1
    return weights


def reading_of(weights: FloatArray) -> Reading:
    nothing = np.zeros((1, 1, 1, 1))
    return Reading(nothing, nothing, weights, nothing)


def test_a_head_that_copies_looks_half_a_text_less_one_back() -> None:
    shares = measure.share_to_follower(reading_of(looking([5, 6, 1], 12)))
    assert_array_equal(shares, [[1, 0, 0]])


def test_a_head_that_looks_back_is_told_from_one_that_looks_at_itself() -> None:
    shares = measure.share_to_previous(reading_of(looking([1, 0, 2], 12)))
    assert_allclose(shares, [[1, 0, 1 / 11]])


def test_the_share_of_the_first_token_leaves_out_its_own_row() -> None:
    assert_allclose(measure.share_to_first(looking([1, 99], 5)), [(1 / 4 + 1) / 2])


def test_entropy_of_one_hot_and_even_rows() -> None:
    assert measure.entropy(np.eye(4)).tolist() == [0, 0, 0, 0]
    assert_allclose(measure.entropy(np.full((2, 8), 1 / 8)), math.log(8))


def test_the_spread_of_scores_is_that_of_the_keys_that_may_be_seen() -> None:
    query, key = np.ones((1, 1, 6, 1)), np.arange(6.0).reshape(1, 1, 6, 1)
    spread = measure.score_spread(Reading(query, key, query, query), least=4)
    assert_allclose(spread, [[[np.std([0, 1, 2, 3, 4]), np.std([0, 1, 2, 3, 4, 5])]]])


def test_repeated_tokens_are_the_same_twice_and_other_by_seed(
    monkeypatch: pytest.MonkeyPatch, model: Model
) -> None:
    monkeypatch.setattr(measure, "FIRST_WORD", 10)
    first, second = (measure.repeated_tokens(model, 12, seed) for seed in (0, 1))
    assert first[:12] == first[12:]
    assert first != second
    assert min(first) >= 10
    assert first == measure.repeated_tokens(model, 12, 0)


def test_mixed_passes_take_queries_from_one_and_keys_from_the_other(model: Model) -> None:
    tokens = model.tokens("hello world")
    clean, other = read(model.weights, tokens), read(model.weights, tokens, [(0, 1), (1, 0)])
    queries, keys = measure.with_queries_or_keys_of(clean, other)
    for mixed, query, key in ((queries, other.query, clean.key), (keys, clean.query, other.key)):
        assert_array_equal(mixed.weights, attention_weights(query, key, causal=True))
    assert np.abs(queries.weights - keys.weights).max() > 0.001
    assert_array_equal(keys.weights[0], clean.weights[0])


def test_next_probabilities_are_those_of_attend(model: Model) -> None:
    likely = measure.next_probabilities(model, "hello", [(0, 1)], 1.0)
    attended = attend("hello", [(0, 1)], scale=1.0, model=model)
    assert_allclose(np.sort(likely)[::-1][:10], [p for _, p in attended.predictions], rtol=1e-5)
    assert math.isclose(likely.sum(), 1, rel_tol=1e-12)


def test_a_log_probability_is_the_product_of_its_steps(model: Model) -> None:
    steps = 1.0
    for said in range(1, 4):
        token = model.tokens("1234"[said])[0]
        steps *= float(measure.next_probabilities(model, "1234"[:said])[token])
    assert math.isclose(measure.log_probability(model, "1", "234"), math.log(steps), rel_tol=1e-5)


def test_an_end_that_joins_the_start_is_refused(model: Model) -> None:
    with pytest.raises(ValueError, match="end is 'e'; it must begin a new token after 'h'"):
        measure.log_probability(model, "h", "e")


def test_drawn_heads_are_others_and_none_twice(model: Model) -> None:
    avoided = [(0, 0), (2, 3)]
    drawn = measure.draws_without(model, avoided, 4, 50, seed=0)
    assert len(drawn) == 50
    assert all(len(set(heads)) == 4 and not set(heads) & set(avoided) for heads in drawn)
    assert len({head for heads in drawn for head in heads}) == tiny.LAYERS * tiny.HEADS - 2
    assert drawn == measure.draws_without(model, avoided, 4, 50, seed=0)
