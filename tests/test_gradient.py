from __future__ import annotations

from typing import Any

import hypothesis.extra.numpy as hnp
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from attention_docs import softmax, softmax_jacobian, softmax_slope

Floats = NDArray[np.float64]

scores = hnp.arrays(
    np.float64,
    hnp.array_shapes(max_dims=1, max_side=6),
    elements=st.floats(-20, 20, allow_subnormal=False),
)


def exact_weight(x: Floats, i: int, j: int, moved: mpmath.mpf) -> mpmath.mpf:
    """Weight i of the softmax after score j has moved."""
    raised = [mpmath.mpf(float(s)) + (moved if n == j else 0) for n, s in enumerate(x)]
    exponentials = [mpmath.exp(s) for s in raised]
    return exponentials[i] / mpmath.fsum(exponentials)


@given(scores)
def test_jacobian_is_what_differences_give(x: Floats) -> None:
    with mpmath.workdps(50):
        step = mpmath.mpf(10) ** -20
        differences = [
            [
                float((exact_weight(x, i, j, step) - exact_weight(x, i, j, -step)) / (2 * step))
                for j in range(x.size)
            ]
            for i in range(x.size)
        ]
    # Relative: no digits may be lost where a weight is nearly 1.
    assert_allclose(softmax_jacobian(x), differences, rtol=(x.size + 6) * 2**-50, atol=1e-28)


@given(scores)
def test_slope_is_the_diagonal_of_the_jacobian(x: Floats) -> None:
    slopes = np.diagonal(softmax_jacobian(x))
    assert_allclose(softmax_slope(softmax(x)), slopes, atol=(x.size + 6) * 2**-52, rtol=0)


@given(scores)
def test_raising_all_scores_together_moves_nothing(x: Floats) -> None:
    jacobian = softmax_jacobian(x)
    assert_array_equal(jacobian, jacobian.T)
    assert_allclose(jacobian.sum(-1), 0, atol=x.size * 2**-52)


@given(st.floats(0, 1))
def test_slope_is_largest_in_the_middle(weight: float) -> None:
    assert 0 <= softmax_slope(weight) <= softmax_slope(0.5) == 0.25


def test_leading_dimensions() -> None:
    x = np.arange(12.0).reshape(2, 2, 3) ** 0.5
    jacobian = softmax_jacobian(x)
    assert jacobian.shape == (2, 2, 3, 3)
    assert_allclose(jacobian[1, 0], softmax_jacobian(x[1, 0]), atol=2**-52, rtol=0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_floats_keep_their_dtype(dtype: type[np.floating[Any]]) -> None:
    x = np.array([0.5, 0.25], dtype)
    assert softmax_slope(x).dtype == softmax_jacobian(x).dtype == np.dtype(dtype)


def test_float16_is_computed_in_float32() -> None:
    weight, x = np.array([0.3, 0.9], np.float16), np.array([1, 2, 4], np.float16)
    slope = softmax_slope(weight.astype(np.float32))
    jacobian = softmax_jacobian(x.astype(np.float32))
    assert_array_equal(softmax_slope(weight), slope.astype(np.float16))
    assert_array_equal(softmax_jacobian(x), jacobian.astype(np.float16))


@pytest.mark.parametrize("weight", [-0.25, 1.5])
def test_a_weight_outside_0_and_1(weight: float) -> None:
    message = f"weight holds {weight}; every weight must be between 0 and 1"
    with pytest.raises(ValueError, match=message):
        softmax_slope([0.5, weight])


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match=r"x is the single number 1\.0; it must have the layout"):
        softmax_jacobian(1)
    with pytest.raises(TypeError, match="x has dtype complex128; it must hold float64"):
        softmax_jacobian([1j])
    with pytest.raises(TypeError, match="weight has dtype <U1; it must hold float64"):
        softmax_slope(["a"])
