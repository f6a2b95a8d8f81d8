"""What may be given to the functions, what may not, and what an error says of it."""

from __future__ import annotations

import re
import tracemalloc
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from attention_docs import (
    attention_weights,
    causal_mask,
    merge_heads,
    multi_head_attention,
    scaled_dot_product_attention,
    score_count,
    softmax,
    softmax_jacobian,
    softmax_slope,
    split_heads,
)

if TYPE_CHECKING:
    from collections.abc import Callable

one = np.ones((2, 3))
# A row and a column whose products fit into no float32, while a hundredth of them does.
wide = np.full((1, 64), 3e18, np.float32)

# Each function of arrays, with one array in every place.
functions: dict[str, Callable[[Any], Any]] = {
    "softmax": softmax,
    "softmax_slope": softmax_slope,
    "softmax_jacobian": softmax_jacobian,
    "attention_weights": lambda x: attention_weights(x, x),
    "scaled_dot_product_attention": lambda x: scaled_dot_product_attention(x, x, x),
    "a mask": lambda x: attention_weights([[1], [1]], [[1], [1]], x),
    "split_heads": lambda x: split_heads(x, 1),
    "merge_heads": lambda x: merge_heads([x, x]),
    "multi_head_attention": lambda x: multi_head_attention(x, x, x, 1),
}
each_function = pytest.mark.parametrize("function", functions.values(), ids=functions)


class Tensor:
    """An array of another library that NumPy can't read where it is."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __array__(self, *_: object, **__: object) -> None:
        raise self.error("move it to host memory first")


@each_function
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int32])
def test_byte_order_changes_nothing(function: Callable[[Any], Any], dtype: type[Any]) -> None:
    x = np.array([[0, 1], [1, 0]], dtype if function is not functions["a mask"] else np.float32)
    result = function(x.astype(x.dtype.newbyteorder()))
    assert result.dtype.isnative
    assert result.dtype == function(x).dtype
    assert_array_equal(result, function(x))


def test_many_scores_of_float16_in_the_other_byte_order() -> None:
    weights = softmax(np.zeros(70_000, np.dtype(np.float16).newbyteorder()))
    assert (weights > 0).all()


@each_function
def test_masked_arrays_are_refused_wherever_they_stand(function: Callable[[Any], Any]) -> None:
    masked = np.ma.array([[0.0, 1.0], [1.0, 0.0]], mask=np.eye(2, dtype=bool))
    for values in (masked, list(masked), [[np.ma.masked, 1.0], [1.0, 0.0]]):
        with pytest.raises(TypeError, match=r"^(x|weight|query|mask) holds a masked array"):
            function(values)


@each_function
@pytest.mark.parametrize("error", [TypeError, RuntimeError])
def test_tensors_that_numpy_cannot_read_are_named(
    function: Callable[[Any], Any], error: type[Exception]
) -> None:
    names = r"^(x|weight|query|mask) is a (Tensor|list) that NumPy can't read: move it to host"
    with pytest.raises(TypeError, match=names):
        function(Tensor(error))


@each_function
def test_no_function_writes_into_its_argument_or_returns_it(
    function: Callable[[Any], Any],
) -> None:
    x = np.array([[0.0, 1.0], [1.0, 0.0]])
    before = x.copy()
    result = function(x)
    assert_array_equal(x, before)
    assert not np.shares_memory(result, x)
    result[...] = 9
    assert_array_equal(x, before)


@pytest.mark.parametrize("heads", [1, 2])
def test_heads_are_copies(heads: int) -> None:
    x = np.arange(4.0).reshape(1, 2, 2)
    assert not np.shares_memory(split_heads(x, heads), x)
    assert not np.shares_memory(merge_heads(x), x)


@each_function
def test_settings_of_numpy_and_infinities_raise_nothing(function: Callable[[Any], Any]) -> None:
    edges = [[np.inf, -np.inf], [np.nan, 800.0]]
    values = [[0.0, 1e-300], [1.0, 0.5]] if function is softmax_slope else edges
    with np.errstate(all="raise"):
        function(values)
    with np.errstate(all="warn"):
        function(values)


def test_results_that_round_to_nothing_or_to_infinity_raise_nothing() -> None:
    half = np.array([[60_000]], np.float16)
    small = np.array([1e-7], np.float16)
    with np.errstate(all="raise"):
        assert softmax([800, 0]).tolist() == [1, 0]
        assert softmax(np.array([800, 0], np.float16)).tolist() == [1, 0]
        assert softmax_slope(small).dtype == np.float16
        assert softmax_jacobian([800, 0])[0, 0] == 0
        assert scaled_dot_product_attention(half, half, half).tolist() == [[60_000]]


def test_products_beyond_float32_whose_scaled_scores_fit() -> None:
    keys = np.concatenate([wide, wide / 2])
    assert attention_weights(wide, keys).tolist() == [[1, 0]]
    assert scaled_dot_product_attention(wide, keys, keys[:, :1]).tolist() == [[wide[0, 0]]]
    # The other way round, a query that the factor alone would take beyond float32.
    query, key = np.array([[1e38]], np.float32), np.array([[1e-38], [0]], np.float32)
    assert_allclose(attention_weights(query, key, scale=10)[0], softmax([10, 0]), rtol=1e-5)


least = np.finfo(np.float64).min


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize(
    ("mask", "weights"),
    [
        ([[least, least]], [0.5, 0.5]),
        ([[-1e300, 0]], [0, 1]),
        ([[-1e300, -2e300]], [1, 0]),
        ([[1e300, 0]], [1, 0]),
        ([[-np.inf, -1e300]], [0, 1]),
        ([[-np.inf, -np.inf]], [0, 0]),
    ],
)
def test_a_mask_of_float64_beyond_the_range_of_the_scores(
    dtype: type[np.floating], mask: list[list[float]], weights: list[float]
) -> None:
    zeros = np.zeros((2, 1), dtype)
    computed = attention_weights(zeros[:1], zeros, mask)
    assert computed.dtype == dtype
    assert computed.tolist() == [weights]


def test_scores_take_one_array_of_their_size() -> None:
    n = 512
    q = np.zeros((n, 4))
    tracemalloc.start()
    scaled_dot_product_attention(q, q, q)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.2 * n * n * q.itemsize


@pytest.mark.parametrize(
    "scale",
    [2, 2.0, np.int8(2), np.uint64(2), np.float16(2), np.longdouble(2), np.array(2), np.array(2.0)],
    ids=lambda scale: type(scale).__name__,
)
def test_numbers_that_scale_may_be(scale: Any) -> None:  # noqa: ANN401
    weights = attention_weights(one[:, :1], [[1], [2]], scale=scale)
    assert_array_equal(weights[0], softmax([2, 4]))


@pytest.mark.parametrize(
    ("scale", "error", "message"),
    [
        (True, TypeError, "scale is True, a bool; it must be a finite number"),
        (np.array(1, bool), TypeError, "scale is np.True_, a bool; it must be a finite number"),
        (Fraction(1, 2), TypeError, "scale is Fraction(1, 2), a Fraction; it must be a finite"),
        (Decimal("0.5"), TypeError, "scale is Decimal('0.5'), a Decimal; it must be a finite"),
        ("1", TypeError, "scale is '1', a str; it must be a finite number"),
        (1j, TypeError, "scale is 1j, a complex; it must be a finite number"),
        (np.array([2.0]), TypeError, "scale is array([2.]), a ndarray; it must be a finite number"),
        (np.inf, ValueError, "scale is inf, a float; it must be a finite number"),
        (np.nan, ValueError, "scale is nan, a float; it must be a finite number"),
        (10**400, ValueError, "scale is an integer of 1329 bits; it must be a finite number"),
        # Longer than Python writes out.
        pytest.param(
            -(10**5000), ValueError, "scale is an integer of 16610 bits; it must", id="long"
        ),
        (np.longdouble("1e4000"), ValueError, "it must be a finite number"),
    ],
)
def test_what_scale_may_not_be(scale: Any, error: type[Exception], message: str) -> None:  # noqa: ANN401
    with pytest.raises(error) as raised:
        attention_weights(one, one, scale=scale)
    assert message in str(raised.value)


def test_a_scale_must_be_finite_in_the_dtype_of_the_scores() -> None:
    assert attention_weights([[0.0]], [[1.0]], scale=1e60) == 1
    with pytest.raises(ValueError, match=r"scale is 1e\+60, .* finite number, in float32"):
        attention_weights(wide, wide, scale=1e60)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"query": np.ones(3)}, ValueError, "query has shape (3,); it must have the layout (…, n"),
        ({"key": np.ones(3)}, ValueError, "key has shape (3,); it must have the layout (…, n, d)"),
        ({"value": 1.0}, ValueError, "value has shape (); it must have the layout (…, n, d)"),
        ({"query": np.ones((2, 0))}, ValueError, "query has shape (2, 0); its rows must have at l"),
        ({"key": np.ones((2, 4))}, ValueError, "key has shape (2, 4); its rows must have 3 entr"),
        ({"value": np.ones((5, 1))}, ValueError, "value has shape (5, 1); it must have 2 rows"),
        (
            {"query": np.ones((2, 2, 3)), "key": np.ones((3, 2, 3))},
            ValueError,
            "leading dimensions (2,) and (3,) and (); they must broadcast",
        ),
        (
            {"query": np.ones((1,) * 40 + (2, 2, 3)), "value": np.ones((3, 2, 3))},
            ValueError,
            "they must broadcast",
        ),
        ({"query": [[1, 2], [3]]}, ValueError, "query must be a rectangular array"),
        ({"query": [["a"]]}, TypeError, "query has dtype <U1; it must hold float64"),
        ({"key": one * 1j}, TypeError, "key has dtype complex128; it must hold float64"),
        ({"value": [[None, 1]]}, TypeError, "value has dtype object; it must hold float64"),
        ({"query": [[2**70, 1]]}, TypeError, f"query holds {2**70}, past the limit of 64-bit int"),
        ({"mask": [[1, 0], [0, 1]]}, TypeError, "mask has dtype int64; it must be bool"),
        ({"mask": one[:, :2].astype(np.longdouble)}, TypeError, "mask has dtype"),
        ({"mask": [[True], [True, False]]}, ValueError, "mask must be a rectangular array"),
        (
            {"mask": np.ones((3, 3), bool)},
            ValueError,
            "mask has shape (3, 3); it must broadcast to (…, n_query, n_key) = (2, 2)",
        ),
        ({"mask": np.zeros((4, 2, 2))}, ValueError, "mask has shape (4, 2, 2); it must broadcast"),
        (
            {"mask": np.ones((1,) * 64, bool)},
            ValueError,
            "it must broadcast to (…, n_query, n_key)",
        ),
        (
            {"causal": np.array([True, False])},
            TypeError,
            "causal is array([ True, False]), a ndarray; it must be True or False",
        ),
        ({"causal": 1}, TypeError, "causal is 1; it must be True or False"),
    ],
)
def test_bad_arguments_of_attention(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        scaled_dot_product_attention(**{"query": one, "key": one, "value": one, **arguments})
    assert message in str(raised.value)


def test_arrays_of_as_many_dimensions_as_numpy_has() -> None:
    x = np.ones((1,) * 62 + (2, 2))
    seen = np.ones(x.shape, bool)
    assert scaled_dot_product_attention(x, x, x, seen, causal=True).shape == x.shape


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        (softmax, (1.0,), ValueError, "axis is -1; x has 0 axes"),
        (softmax, ([1.0], 1), ValueError, "axis is 1; x has 1 axes"),
        (softmax, ([1.0], 0.5), TypeError, "axis is 0.5, a float; it must be an integer"),
        (softmax, ([1.0], 2**70), ValueError, f"axis is {2**70}; x has 1 axes"),
        (softmax, ([1j],), TypeError, "x has dtype complex128; it must hold float64"),
        (softmax_jacobian, (1,), ValueError, "x is the single number 1.0; it must have the layo"),
        (softmax_jacobian, (np.ones((1,) * 64),), ValueError, "x has 64 dimensions; it must have"),
        (softmax_slope, (["a"],), TypeError, "weight has dtype <U1; it must hold float64"),
        (causal_mask, (-1,), ValueError, "n_query is -1; it must be at least 0"),
        (causal_mask, (1, -2), ValueError, "n_key is -2; it must be at least 0"),
        (causal_mask, (2.0,), TypeError, "n_query is 2.0, a float; it must be an integer"),
        (causal_mask, (2, np.True_), TypeError, "n_key is np.True_, a bool; it must be an integer"),
        (causal_mask, (2**70,), ValueError, f"n_query is {2**70} and n_key {2**70}; no array can"),
        (causal_mask, (1, 2**62), ValueError, f"n_query is 1 and n_key {2**62}; no array can be"),
        (split_heads, ([1, 2], 2), ValueError, "x has shape (2,); it must have the layout (…, n"),
        (split_heads, (np.ones((1,) * 64), 1), ValueError, "x has 64 dimensions; it must have at"),
        (merge_heads, (one,), ValueError, "x has shape (2, 3); it must have the layout (…, heads"),
        (score_count, (-1,), ValueError, "n is -1; it must be at least 0"),
    ],
)
def test_bad_arguments_of_the_others(
    function: Callable[..., object],
    arguments: tuple[object, ...],
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        function(*arguments)


def test_flags_of_counts_are_flags() -> None:
    several: Any = np.array([True, False])
    with pytest.raises(TypeError, match=r"causal is array.*; it must be True or False"):
        score_count(2, causal=several)


def test_integers_longer_than_python_writes_out_are_told_by_their_bits() -> None:
    with pytest.raises(ValueError, match="n is an integer of 16610 bits; it must be at least 0"):
        score_count(-(10**5000))
    with pytest.raises(ValueError, match=r"query has rows of 3 .* heads, an integer of 16610 bits"):
        multi_head_attention(one, one, one, 10**5000)
