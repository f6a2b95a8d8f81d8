"""What readers and authors of lessons got wrong, each by its numbers.

Where a mistake is something that the package cannot do (dropout, a mask after the softmax), its
arithmetic is done here on the package's values.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from numpy.typing import NDArray

from attention_docs import (
    attention_weights,
    cache_bytes,
    causal_mask,
    multi_head_attention,
    scaled_dot_product_attention,
    score_count,
    softmax,
    softmax_slope,
)


def rounded(values: NDArray[Any], digits: int = 4) -> list[Any]:
    numbers: list[Any] = np.round(values, digits).tolist()
    return numbers


def test_rows_taken_for_columns() -> None:
    x = np.array([[1, 1], [1, 0]])
    v = x @ np.array([[1, 2], [3, 4]])
    weights = attention_weights(x, x)
    assert_array_equal(weights @ v, scaled_dot_product_attention(x, x, v))
    assert rounded(weights @ v) == [[3.0093, 4.6790], [2.5, 4]]
    assert rounded(weights.T @ v) == [[3.1790, 5.0186], [1.8210, 2.9814]]
    symmetric = attention_weights(np.eye(2), np.eye(2))
    assert_array_equal(symmetric, symmetric.T)


@pytest.mark.parametrize(
    ("divisor", "weights"),
    [(None, [0.8808, 0.1192]), (512**0.5, [0.6698, 0.3302]), (64, [0.5622, 0.4378])],
    ids=["one head's key", "the model's width", "d without its root"],
)
def test_root_of_the_wrong_size(divisor: float | None, weights: list[float]) -> None:
    q = np.ones((1, 64))
    k = np.array([[112 / 64], [96 / 64]]) @ q
    assert (q @ k.T).tolist() == [[112, 96]]
    scale = None if divisor is None else 1 / divisor
    assert rounded(attention_weights(q, k, scale=scale)) == [weights]


def test_scaling_thought_to_prevent_overflow() -> None:
    scores = np.array([112, 96])
    unscaled, scaled = (softmax_slope(softmax(s)[0]) for s in (scores, scores / 8))
    assert f"{unscaled:.1e}" == "1.1e-07"
    assert f"{scaled:.3f}" == "0.105"
    assert round(float(scaled / unscaled)) == 932_985
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((2, 20_000, 64))
    assert np.var((q * k).sum(-1)) == pytest.approx(64, rel=0.03)


def test_mask_after_the_softmax() -> None:
    scores = np.array([1, 2, 3])
    seen = causal_mask(3)[1]
    before = softmax(np.where(seen, scores, -np.inf))
    after = softmax(scores) * seen
    assert rounded(before) == [0.2689, 0.7311, 0]
    assert rounded(after) == [0.0900, 0.2447, 0]
    assert round(float(after.sum()), 4) == 0.3348
    assert rounded(after / after.sum()) == rounded(before)


def test_score_of_0_taken_for_a_weight_of_0() -> None:
    weights = softmax([1, 0, 0])
    assert rounded(weights) == [0.5761, 0.2119, 0.2119]
    assert f"{weights[1:].sum():.0%}" == "42%"


def test_row_with_nothing_to_see() -> None:
    x = np.eye(2)
    with np.errstate(invalid="ignore"):
        all_hidden = np.exp(np.full(2, -np.inf) - -np.inf)
    assert np.isnan(all_hidden).all()
    assert np.isnan(softmax([-np.inf, -np.inf])).all()
    filled = np.where(np.zeros((2, 2), bool), x, -1e6)
    assert softmax(filled).tolist() == [[0.5, 0.5], [0.5, 0.5]]
    with np.errstate(over="ignore"):
        assert np.float16(-1e9) == -np.inf
    hidden = np.zeros((2, 2), bool)
    assert attention_weights(x, x, hidden).tolist() == [[0, 0], [0, 0]]
    assert scaled_dot_product_attention(x, x, x, hidden).tolist() == [[0, 0], [0, 0]]


def test_mask_the_other_way_round() -> None:
    equal = np.zeros((3, 1))
    hide = ~causal_mask(3)
    assert attention_weights(equal, equal, ~hide)[0].tolist() == [1, 0, 0]
    inverted = softmax(np.where(hide, 0, -np.inf))
    assert inverted[:2].tolist() == [[0, 0.5, 0.5], [0, 0, 1]]
    assert np.isnan(inverted[2]).all()
    assert attention_weights(equal, equal, hide).tolist() == [[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0]]


def test_figure_with_a_division_that_it_does_not_name() -> None:
    scores = np.array([0.19, 0.50])
    assert rounded(softmax(scores), 2) == [0.42, 0.58]
    assert rounded(softmax(scores / 4), 2) == [0.48, 0.52]


def test_how_much_softmax_favours_the_larger_score() -> None:
    scores = np.array([1.0, 2.0, 3.0])
    weights = softmax(scores)
    assert (np.diff(weights) > 0).all()
    assert_array_equal(softmax(scores + 100), weights)
    assert rounded(weights, 3) == [0.090, 0.245, 0.665]
    assert rounded(softmax(2 * scores), 3) == [0.016, 0.117, 0.867]


def test_causal_cost_taken_for_linear() -> None:
    assert score_count(1024, causal=True) == 524_800
    assert score_count(1024) == 1_048_576
    assert f"{score_count(1024, causal=True) / score_count(1024):.2%}" == "50.05%"
    assert score_count(2048, causal=True) / score_count(1024, causal=True) > 3.99


def test_cache_counted_without_layers_or_with_every_query_head() -> None:
    small = {"layers": 32, "kv_heads": 32, "head_size": 128}
    large = {"layers": 80, "kv_heads": 8, "head_size": 128}
    assert cache_bytes(1, **small) == 524_288
    assert cache_bytes(32_768, **small) == 16 * 2**30
    assert cache_bytes(1, **large) == 327_680
    assert cache_bytes(32_768, **large) == 10 * 2**30
    assert cache_bytes(32_768, **large | {"kv_heads": 64}) == 80 * 2**30


def test_rounded_row_that_does_not_add_up_to_1() -> None:
    weights = softmax([0, 0, 0])
    assert np.round(weights * 10_000).sum() == 9_999
    assert weights.sum() == pytest.approx(1, abs=2**-52)


def test_order_of_keys_thought_to_matter() -> None:
    rng = np.random.default_rng(0)
    q, k, v = rng.standard_normal((3, 5, 4))
    order = [3, 0, 4, 1, 2]
    output = scaled_dot_product_attention(q, k, v)
    both = scaled_dot_product_attention(q, k[order], v[order])
    keys_alone = scaled_dot_product_attention(q, k[order], v)
    assert np.abs(both - output).max() <= 4e-15
    assert np.abs(keys_alone - output).max() > 0.1


def test_dropout_leaves_rows_that_do_not_add_up_to_1() -> None:
    p = 0.2
    x = np.zeros((4, 1))
    weights = attention_weights(x, x, causal=True)
    kept = np.random.default_rng(2).random(weights.shape) >= p
    dropped = np.where(kept, weights / (1 - p), 0)
    assert dropped[0].tolist() == [1.25, 0, 0, 0]
    assert (np.abs(dropped.sum(-1) - 1) > 0.01).any()
    assert "dropout" not in inspect.signature(scaled_dot_product_attention).parameters


def test_causal_mask_at_the_top_left_of_a_cache() -> None:
    rng = np.random.default_rng(0)
    k, v = rng.standard_normal((2, 4, 2))
    new = k[-1:]
    assert causal_mask(1, 4).sum() == 4
    output = scaled_dot_product_attention(new, k, v, causal=True)
    assert_array_equal(output, scaled_dot_product_attention(new, k, v))
    all_at_once = scaled_dot_product_attention(k, k, v, causal=True)
    assert np.abs(output - all_at_once[-1]).max() <= 4e-15
    top_left = np.tri(1, 4, dtype=bool)
    assert_array_equal(scaled_dot_product_attention(new, k, v, top_left), v[:1])


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_large_scores(dtype: type[np.floating]) -> None:
    assert softmax(np.array([1000, 1000], dtype)).tolist() == [0.5, 0.5]
    assert softmax(np.array([-1e4, 0], dtype)).tolist() == [0, 1]
    x = np.array([[200.0], [-200.0]], dtype)
    assert attention_weights(x, x).tolist() == [[1, 0], [0, 1]]


def test_mask_of_zeros_and_ones_is_added() -> None:
    x = np.array([[1, 1], [1, 0]])
    seen = np.array([[True, False], [True, True]])
    assert rounded(attention_weights(x, x, seen)) == [[1, 0], [0.5, 0.5]]
    added = attention_weights(x, x, seen.astype(float))
    assert rounded(added) == [[0.8465, 0.1535], [0.5, 0.5]]
    assert_array_equal(added, softmax(x @ x.T / np.sqrt(2) + seen))
    with pytest.raises(TypeError, match="mask has dtype int64"):
        attention_weights(x, x, seen.astype(np.int64))


def test_mask_of_each_text_taken_for_one_of_each_head() -> None:
    texts, last = np.zeros((2, 2, 2)), np.array([[0, 0], [1, 1]])
    mask = np.array([[[True, True]], [[True, False]]])
    as_heads = multi_head_attention(texts, texts, last, 2, mask=mask)
    as_texts = multi_head_attention(texts, texts, last, 2, mask=mask[:, np.newaxis])
    assert as_heads[:, 0].tolist() == [[0.5, 0], [0.5, 0]]
    assert as_texts[:, 0].tolist() == [[0.5, 0.5], [0, 0]]
    three = np.zeros((2, 2, 3))
    with pytest.raises(ValueError, match=r"mask has shape \(2, 1, 2\)"):
        multi_head_attention(three, three, three, 3, mask=mask)


def test_heads_behind_the_tokens_attend_to_each_other() -> None:
    rng = np.random.default_rng(0)
    tokens_first = rng.standard_normal((3, 2, 4))
    wrong = attention_weights(tokens_first, tokens_first)
    assert wrong.shape == (3, 2, 2)
    assert_array_equal(wrong[0], attention_weights(tokens_first[0], tokens_first[0]))
    heads_first = tokens_first.swapaxes(0, 1)
    assert attention_weights(heads_first, heads_first).shape == (2, 3, 3)


def test_value_and_key_in_the_order_of_keras() -> None:
    x = np.array([[1, 1], [1, 0]])
    v = x @ np.array([[1, 2], [3, 4]])
    assert rounded(scaled_dot_product_attention(x, x, v)) == [[3.0093, 4.6790], [2.5, 4]]
    assert rounded(scaled_dot_product_attention(x, v, x)) == [[1, 0.9930], [1, 0.8930]]
