from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import hypothesis.extra.numpy as hnp
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from attention_docs import attention_weights, causal_mask, scaled_dot_product_attention, softmax

if TYPE_CHECKING:
    pass

Floats = NDArray[np.floating[Any]]
Exact = list[list[mpmath.mpf]]

float_dtypes: st.SearchStrategy[np.dtype[Any]] = st.sampled_from(
    [np.dtype(np.float64), np.dtype(np.float32)]
)
sizes = st.integers(1, 6)
mpmath.mp.dps = 50


def entries(dtype: np.dtype[Any], largest: float) -> st.SearchStrategy[float]:
    # Subnormal numbers would make the relative bounds below meaningless.
    width: Literal[32, 64] = 64 if dtype == np.float64 else 32
    return st.floats(-largest, largest, width=width, allow_subnormal=False)


@st.composite
def score_rows(draw: st.DrawFn) -> Floats:
    dtype = draw(float_dtypes)
    shape = draw(hnp.array_shapes(max_dims=2, max_side=6))
    largest = draw(st.sampled_from([1.0, 30.0, 2.0**20]))
    return draw(hnp.arrays(dtype, shape, elements=entries(dtype, largest)))


@st.composite
def projections(draw: st.DrawFn) -> tuple[Floats, Floats, Floats]:
    dtype = draw(float_dtypes)
    n_query, n_key, d, d_value = (draw(sizes) for _ in range(4))
    q, k, v = (
        draw(hnp.arrays(dtype, shape, elements=entries(dtype, 3.0)))
        for shape in [(n_query, d), (n_key, d), (n_key, d_value)]
    )
    return q, k, v


def exact_softmax(scores: list[mpmath.mpf]) -> list[mpmath.mpf]:
    if all(score == mpmath.ninf for score in scores):
        return [mpmath.mpf(0)] * len(scores)
    exponentials = [mpmath.exp(score) for score in scores]
    total = mpmath.fsum(exponentials)
    return [exponential / total for exponential in exponentials]


def exact_attention(q: Floats, k: Floats, v: Floats, added: Floats) -> Exact:
    """Equation 1 with 50 digits, entry by entry; `added` holds −inf where a key is hidden."""
    query, key, value = ([[mpmath.mpf(float(x)) for x in row] for row in a] for a in (q, k, v))
    root = mpmath.sqrt(q.shape[-1])
    output = []
    for i, q_row in enumerate(query):
        scores = [
            mpmath.fdot(q_row, k_row) / root + mpmath.mpf(float(added[i, j]))
            for j, k_row in enumerate(key)
        ]
        weights = exact_softmax(scores)
        columns = zip(*value, strict=True)
        output.append([mpmath.fdot(weights, list(column)) for column in columns])
    return output


def rounding_bound(q: Floats, k: Floats, v: Floats, largest_added: float) -> float:
    """Twice the forward error of the scores, the softmax and the weighted average, to first order.

    An error e in the scores changes each weight by at most 2 e of itself.
    """
    size, n_key = q.shape[-1], k.shape[-2]
    largest_score = float((np.abs(q) @ np.abs(k).T).max()) / math.sqrt(size) + largest_added
    steps = 2 * (size + 4) * largest_score + 2 * n_key + 6
    bound: float = 2 * steps * np.finfo(q.dtype).eps * np.abs(v).max()
    return bound


def largest_error(computed: Floats, exact: Exact) -> float:
    errors = [
        abs(mpmath.mpf(float(one)) - other)
        for row, exact_row in zip(computed, exact, strict=True)
        for one, other in zip(row, exact_row, strict=True)
    ]
    return float(max(errors))


@given(score_rows())
def test_softmax_is_what_mpmath_computes(x: Floats) -> None:
    weights = softmax(x)
    exact = [exact_softmax([mpmath.mpf(float(s)) for s in row]) for row in np.atleast_2d(x)]
    # exp(−t) multiplies the error of t by itself, and t·exp(−t) is at most 1/e.
    bound = (x.shape[-1] + 6) * float(np.finfo(x.dtype).eps)
    assert weights.dtype == x.dtype
    assert largest_error(np.atleast_2d(weights), exact) <= bound


@given(projections(), st.data())
def test_attention_is_what_mpmath_computes(
    qkv: tuple[Floats, Floats, Floats], data: st.DataObject
) -> None:
    q, k, v = qkv
    shape = (q.shape[0], k.shape[0])
    kind = data.draw(st.sampled_from(["none", "bool", "float", "causal", "causal and bool"]))
    seen = data.draw(hnp.arrays(bool, shape)) if "bool" in kind else None
    bias = data.draw(hnp.arrays(q.dtype, shape, elements=entries(q.dtype, 5.0)))
    mask = bias if kind == "float" else seen
    added = bias.astype(float) if kind == "float" else np.zeros(shape)
    if seen is not None:
        added[~seen] = -np.inf
    if "causal" in kind:
        rows, columns = np.indices(shape)
        added[columns > rows + shape[1] - shape[0]] = -np.inf

    output = scaled_dot_product_attention(q, k, v, mask, causal="causal" in kind)

    bound = rounding_bound(q, k, v, 5.0 if kind == "float" else 0.0)
    assert output.dtype == q.dtype
    assert largest_error(output, exact_attention(q, k, v, added)) <= bound


@given(score_rows(), st.integers(-3, 3))
def test_softmax_forgets_what_is_added_to_every_score(x: Floats, shift: int) -> None:
    # Whole numbers and a whole shift, so that the scores themselves carry no rounding.
    scores = np.round(x)
    assert_array_equal(softmax(scores + shift), softmax(scores))


@given(projections())
def test_weights_are_none_below_zero_and_add_up_to_one(qkv: tuple[Floats, Floats, Floats]) -> None:
    q, k, v = qkv
    weights = attention_weights(q, k)
    assert_array_equal(weights @ v, scaled_dot_product_attention(q, k, v))
    assert (weights >= 0).all()
    assert_allclose(weights.sum(-1), 1, atol=8 * float(np.finfo(weights.dtype).eps), rtol=0)


@given(st.integers(0, 7), st.integers(0, 7))
def test_causal_mask_lines_up_the_last_query_with_the_last_key(n_query: int, n_key: int) -> None:
    expected = [[j <= i + n_key - n_query for j in range(n_key)] for i in range(n_query)]
    assert causal_mask(n_query, n_key).tolist() == expected


@given(projections(), st.data())
def test_a_hidden_key_counts_for_nothing(
    qkv: tuple[Floats, Floats, Floats], data: st.DataObject
) -> None:
    q, k, v = qkv
    seen = data.draw(hnp.arrays(bool, (q.shape[0], k.shape[0])))
    by_bools = scaled_dot_product_attention(q, k, v, seen)
    by_floats = scaled_dot_product_attention(q, k, v, np.where(seen, 0.0, -np.inf))
    assert_array_equal(by_bools, by_floats)
    for i, row in enumerate(seen):
        alone = scaled_dot_product_attention(q[i : i + 1], k[row], v[row])
        assert_allclose(by_bools[i], alone[0], atol=2 * rounding_bound(q, k, v, 0.0), rtol=0)


@given(projections(), st.integers(1, 3), st.integers(1, 3))
def test_leading_dimensions_broadcast(
    qkv: tuple[Floats, Floats, Floats], batch: int, heads: int
) -> None:
    q, k, v = qkv
    queries = np.stack([q * (b + 1) for b in range(batch)])[:, np.newaxis]
    keys = np.stack([k - h for h in range(heads)])
    output = scaled_dot_product_attention(queries, keys, v)
    assert output.shape == (batch, heads, *output.shape[-2:])
    for b in range(batch):
        for h in range(heads):
            alone = scaled_dot_product_attention(queries[b, 0], keys[h], v)
            atol = 2 * rounding_bound(queries[b, 0], keys[h], v, 0.0)
            assert_allclose(output[b, h], alone, atol=atol, rtol=0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_floats_keep_their_dtype(dtype: type[np.floating[Any]]) -> None:
    x = np.ones((2, 3), dtype)
    weights = attention_weights(x, x, np.zeros((2, 2)), scale=0.5, causal=True)
    output = scaled_dot_product_attention(x, x, x, np.zeros((2, 2)), scale=0.5, causal=True)
    assert {output.dtype, weights.dtype, softmax(x).dtype} == {np.dtype(dtype)}


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.bool_])
def test_integers_and_bools_become_float64(dtype: type[np.generic]) -> None:
    x = np.eye(2).astype(dtype)
    assert scaled_dot_product_attention(x, x, x).dtype == np.float64
    assert softmax(x).dtype == np.float64


def test_of_mixed_dtypes_the_widest_counts() -> None:
    x = np.eye(2)
    assert (
        scaled_dot_product_attention(x.astype("f2"), x.astype("f4"), x.astype("f2")).dtype == "f4"
    )
    assert (
        scaled_dot_product_attention(x.astype("f4"), x.astype("i1"), x.astype("f4")).dtype == "f8"
    )


def test_small_integers_do_not_wrap_around() -> None:
    q, k = np.full((1, 2), 100, np.int8), np.array([[100, 100], [0, 0]], np.int8)
    weights = attention_weights(q, k)
    assert weights.tolist() == [[1.0, 0.0]]


def test_float16_is_computed_in_float32() -> None:
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(5, 8)).astype(np.float16) for _ in range(3))
    wide = scaled_dot_product_attention(*(a.astype(np.float32) for a in (q, k, v)))
    assert_array_equal(scaled_dot_product_attention(q, k, v), wide.astype(np.float16))


def test_no_keys_and_no_queries() -> None:
    none = np.zeros((0, 2))
    assert scaled_dot_product_attention([[1, 0]], none, np.zeros((0, 3))).tolist() == [[0, 0, 0]]
    assert scaled_dot_product_attention(none, [[1, 0]], [[1, 2, 3]]).shape == (0, 3)
    assert softmax(none.T).shape == (2, 0)


def test_more_queries_than_keys_leave_the_first_ones_nothing_to_see() -> None:
    output = scaled_dot_product_attention(np.ones((3, 1)), [[1]], [[7]], causal=True)
    assert output.tolist() == [[0], [0], [7]]


def test_softmax_along_another_axis() -> None:
    x = np.arange(6.0).reshape(2, 3)
    assert_allclose(softmax(x, axis=0), softmax(x.T).T, atol=2**-52, rtol=0)


def test_finite_scores_as_far_apart_as_floats_go() -> None:
    far = np.finfo(np.float64).max
    assert softmax([far, -far]).tolist() == [1, 0]
    mask = [[far, -far]]
    assert scaled_dot_product_attention([[0]], [[0], [0]], [[1], [2]], mask).tolist() == [[1]]
