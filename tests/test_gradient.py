from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import hypothesis.extra.numpy as hnp
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from attention_docs import (
    attention_gradients,
    causal_mask,
    softmax,
    softmax_gradient,
    softmax_jacobian,
    softmax_slope,
)

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


@given(scores, st.integers(0, 2**32 - 1))
def test_gradient_of_softmax_is_a_product_with_its_jacobian(x: Floats, seed: int) -> None:
    gradient = np.random.default_rng(seed).normal(size=x.size)
    expected = gradient @ softmax_jacobian(x)
    tolerance = 2**-52 * (x.size + 6) * np.abs(gradient).max(initial=0)
    assert_allclose(softmax_gradient(softmax(x), gradient), expected, atol=tolerance, rtol=0)


def test_gradient_of_softmax_keeps_dtypes() -> None:
    weights, gradient = np.array([0.25, 0.75], np.float16), np.array([1, 300], np.float16)
    computed = softmax_gradient(weights.astype(np.float32), gradient.astype(np.float32))
    assert_array_equal(softmax_gradient(weights, gradient), computed.astype(np.float16))
    assert softmax_gradient(weights, gradient.astype(np.float64)).dtype == np.float64


def test_bad_arguments_of_the_gradient_of_softmax() -> None:
    with pytest.raises(ValueError, match=r"weights is the single number 1\.0; it must have"):
        softmax_gradient(1, 1)
    told = "gradient has shape (1,); it must have that of weights, (2,)"
    with pytest.raises(ValueError, match=re.escape(told)):
        softmax_gradient([0.5, 0.5], [1])
    with pytest.raises(TypeError, match="gradient has dtype complex128"):
        softmax_gradient([1], [1j])


@dataclass(frozen=True)
class Problem:
    """Attention over a few rows, and how fast a loss grows with each entry of its output."""

    query: Floats
    key: Floats
    value: Floats
    gradient: Floats
    mask: NDArray[Any] | None
    causal: bool
    scale: float | None

    @property
    def options(self) -> dict[str, Any]:
        return {"mask": self.mask, "causal": self.causal, "scale": self.scale}

    def gradients(self) -> tuple[Floats, Floats, Floats]:
        return attention_gradients(  # type: ignore[return-value]
            self.query, self.key, self.value, self.gradient, **self.options
        )


@st.composite
def problems(draw: st.DrawFn, *, batched: bool) -> Problem:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_query, n_key, d, d_value = (draw(st.integers(1, 4)) for _ in range(4))
    shapes = [(n_query, d), (n_key, d), (n_key, d_value)]
    # Leading dimensions that broadcast: one query for all, or one key for each row of a batch.
    leading = draw(st.sampled_from([(), (2,), (1,), (3, 1), (3, 2)])) if batched else ()
    others = draw(st.sampled_from([(), (2,), (3, 2)])) if batched else ()
    query, key, value = (
        rng.standard_normal(before + last)
        for before, last in zip((leading, others, others), shapes, strict=True)
    )
    both = np.broadcast_shapes(leading, others)
    seen = rng.random((n_query, n_key)) < draw(st.sampled_from([0.3, 0.7]))
    masks = [None, seen, np.where(seen, rng.standard_normal(seen.shape), -np.inf)]
    return Problem(
        query,
        key,
        value,
        rng.standard_normal((*both, n_query, d_value)),
        draw(st.sampled_from(masks)),
        draw(st.booleans()),
        draw(st.sampled_from([None, 0.25, 1.0, -2.0])),
    )


def exact_loss(problem: Problem, inputs: list[list[list[mpmath.mpf]]]) -> mpmath.mpf:
    """Σ gradient × output, from the equation of attention, entry by entry."""
    query, key, value = inputs
    scale = mpmath.mpf(1) / mpmath.sqrt(len(key[0])) if problem.scale is None else problem.scale
    added = np.zeros((len(query), len(key))) if problem.mask is None else problem.mask
    if added.dtype == bool:
        added = np.where(added, 0, -np.inf)
    if problem.causal:
        added = np.where(causal_mask(*added.shape), added, -np.inf)
    loss = mpmath.mpf(0)
    for i, q in enumerate(query):
        terms = [
            (j, mpmath.exp(scale * mpmath.fdot(q, k) + float(added[i, j])))
            for j, k in enumerate(key)
            if added[i, j] != -np.inf
        ]
        total = mpmath.fsum(term for _, term in terms)
        for j, term in terms:
            loss += term / total * mpmath.fdot(problem.gradient[i].tolist(), value[j])
    return loss


@given(problems(batched=False))
def test_gradients_of_attention_are_what_differences_give(problem: Problem) -> None:
    arrays = (problem.query, problem.key, problem.value)
    with mpmath.workdps(50):
        step = mpmath.mpf(10) ** -20
        inputs = [
            [[mpmath.mpf(entry) for entry in row] for row in array.tolist()] for array in arrays
        ]

        def difference(which: int, i: int, j: int) -> float:
            losses = []
            for moved in (step, -2 * step):
                inputs[which][i][j] += moved
                losses.append(exact_loss(problem, inputs))
            inputs[which][i][j] += step
            return float((losses[0] - losses[1]) / (2 * step))

        expected = [
            np.array(
                [
                    [difference(which, i, j) for j in range(array.shape[1])]
                    for i in range(len(array))
                ]
            )
            for which, array in enumerate(arrays)
        ]
    for ours, theirs in zip(problem.gradients(), expected, strict=True):
        assert_allclose(ours, theirs, rtol=1e-10, atol=1e-14)


@pytest.fixture(scope="module")
def torch() -> Any:  # noqa: ANN401 - no types where PyTorch is not installed
    return pytest.importorskip("torch", reason="PyTorch is not installed: .ci/run installs it")


@given(problem=problems(batched=True))
def test_autograd_agrees(torch: Any, problem: Problem) -> None:  # noqa: ANN401
    tensors = [
        torch.from_numpy(array).requires_grad_()
        for array in (problem.query, problem.key, problem.value)
    ]
    visible = causal_mask(problem.query.shape[-2], problem.key.shape[-2])
    mask = problem.mask
    if problem.causal:
        hidden = False if mask is None or mask.dtype == bool else -np.inf
        mask = np.where(visible, True if mask is None else mask, hidden)
    output = torch.nn.functional.scaled_dot_product_attention(
        *tensors, None if mask is None else torch.from_numpy(mask), scale=problem.scale
    )
    expected = torch.autograd.grad(output, tensors, torch.from_numpy(problem.gradient))
    for ours, theirs in zip(problem.gradients(), expected, strict=True):
        assert ours.shape == theirs.shape
        assert_allclose(ours, theirs.numpy(), rtol=1e-10, atol=1e-14)


def test_nothing_to_see_has_no_gradient() -> None:
    query, key, value = np.ones((2, 3)), np.ones((4, 3)), np.ones((4, 5))
    hidden = np.zeros((2, 4), bool)
    for gradient in attention_gradients(query, key, value, np.ones((2, 5)), hidden):
        assert not gradient.any()
    no_keys = attention_gradients(query, key[:0], value[:0], np.ones((2, 5)))
    assert [gradient.tolist() for gradient in no_keys] == [[[0] * 3] * 2, [], []]


def test_gradients_of_attention_keep_dtypes() -> None:
    random = np.random.default_rng(0)
    arrays = random.normal(size=(4, 2, 3)).astype(np.float16)
    halves = attention_gradients(*arrays)
    computed = attention_gradients(*arrays.astype(np.float32))
    for half, single in zip(halves, computed, strict=True):
        assert_array_equal(half, single.astype(np.float16))
    assert {array.dtype for array in attention_gradients(arrays[0], *arrays[1:].astype(float))} == {
        np.dtype(np.float64)
    }


def test_bad_arguments_of_the_gradients_of_attention() -> None:
    x = np.ones((2, 3))
    told = "gradient has shape (3,); it must have that of the output, (2, 3)"
    with pytest.raises(ValueError, match=re.escape(told)):
        attention_gradients(x, x, x, np.ones(3))
    with pytest.raises(TypeError, match="gradient has dtype"):
        attention_gradients(x, x, x, [["a"]])
    with pytest.raises(ValueError, match=re.escape("value has shape (1, 3); it must have 2 rows")):
        attention_gradients(x, x, x[:1], x)
    with pytest.raises(ValueError, match="scale is nan, a float; it must be a finite number"):
        attention_gradients(x, x, x, x, scale=float("nan"))
