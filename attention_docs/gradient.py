"""How fast softmax's weights move when its scores move, and a loss when attention's inputs do.

Slopes near 0 are what makes a model learn nothing; dividing scores by √d keeps them away from 0.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from attention_docs._arguments import (
    FloatArray,
    as_floats,
    as_rows,
    check_room,
    check_together,
    in_compute_dtype,
)
from attention_docs.attention import attention_weights, softmax


@np.errstate(all="ignore")
def softmax_slope(weight: ArrayLike) -> FloatArray:
    """Return how fast a softmax weight grows with its own score.

    ``∂pᵢ / ∂xᵢ = pᵢ (1 − pᵢ)``, in weight per unit of score, of the shape of `weight`; at most
    1/4, at ``p = 1/2``.

    Raises
    ------
    ValueError
        If a weight is below 0 or above 1 (NaN passes through).

    References
    ----------
    The diagonal of `softmax_jacobian`.

    Examples
    --------
    Scores 8 and −8 leave almost no slope; divided by 8 they leave about a million times more.

    >>> f"{softmax_slope(softmax([8, -8])[0]):.7f}"
    '0.0000001'
    >>> softmax_slope(softmax([1, -1])[0]).round(3).tolist()
    0.105
    """
    p = as_floats("weight", weight)
    outside = (p < 0) | (p > 1)
    if outside.any():
        raise ValueError(f"weight holds {p[outside][0]}; every weight must be between 0 and 1")
    wide = in_compute_dtype(p)
    slope: FloatArray = wide * (1 - wide)
    return slope.astype(p.dtype, copy=False)


@np.errstate(all="ignore")
def softmax_jacobian(x: ArrayLike) -> FloatArray:
    """Return how fast each softmax weight grows with each score, along the last axis.

    ``∂pᵢ / ∂xⱼ = pᵢ (δᵢⱼ − pⱼ)``, in weight per unit of score: from shape (…, n) to (…, n, n),
    where entry ``[…, i, j]`` is the slope of weight i in score j. Each row and each column adds up
    to 0, because raising all scores together moves nothing.

    Raises
    ------
    ValueError
        If `x` is a single number.

    References
    ----------
    Bridle, "Probabilistic interpretation of feedforward classification network outputs" (1990):
    https://doi.org/10.1007/978-3-642-76153-9_28

    Examples
    --------
    >>> softmax_jacobian([1, -1]).round(3).tolist()
    [[0.105, -0.105], [-0.105, 0.105]]
    """
    scores = as_floats("x", x)
    if scores.ndim == 0:
        raise ValueError(f"x is the single number {scores}; it must have the layout (…, n)")
    check_room("x", scores)
    p = softmax(in_compute_dtype(scores))
    # 0 − p q and not −p q, which gives minus zeros.
    jacobian: FloatArray = 0 - p[..., :, np.newaxis] * p[..., np.newaxis, :]
    # 1 − p loses its digits where p is nearly 1; the sum of the other weights has them.
    i = np.arange(p.shape[-1])
    jacobian[..., i, i] = 0
    jacobian[..., i, i] = 0 - jacobian.sum(axis=-1)
    return jacobian.astype(scores.dtype, copy=False)


@np.errstate(all="ignore")
def softmax_gradient(weights: ArrayLike, gradient: ArrayLike) -> FloatArray:
    """Return how fast a loss grows with each score, given how fast it grows with each weight.

    ``∂L/∂xⱼ = pⱼ (∂L/∂pⱼ − Σᵢ pᵢ ∂L/∂pᵢ)``, all of shape (…, n): the gradient in the weights p
    times `softmax_jacobian`, which need not be written out for it. A row of zeros, which attention
    gives where there is nothing to see, gets zeros.

    Raises
    ------
    ValueError
        If the shapes differ, or are those of single numbers.

    References
    ----------
    Dao et al., "FlashAttention" (2022), appendix B.2: https://arxiv.org/abs/2205.14135

    Examples
    --------
    The second weight is worth more than the first, so its score ought to rise, and the other's
    fall as fast.

    >>> softmax_gradient([0.5, 0.5], [0, 1]).tolist()
    [-0.25, 0.25]
    >>> (np.array([0, 1]) @ softmax_jacobian([0, 0])).tolist()
    [-0.25, 0.25]
    """
    p, g = as_floats("weights", weights), as_floats("gradient", gradient)
    if p.ndim == 0:
        raise ValueError(f"weights is the single number {p}; it must have the layout (…, n)")
    if g.shape != p.shape:
        raise ValueError(f"gradient has shape {g.shape}; it must have that of weights, {p.shape}")
    returned = np.result_type(p, g)
    p, g = in_compute_dtype(p), in_compute_dtype(g)
    in_scores: FloatArray = p * (g - (p * g).sum(axis=-1, keepdims=True))
    return in_scores.astype(returned, copy=False)


@np.errstate(all="ignore")
def attention_gradients(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    gradient: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    scale: float | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    r"""Return how fast a loss grows with each query, each key and each value of attention.

    With the weights P, the gradient ``G = ∂L/∂O`` of the output and that of the scores,
    ``S = softmax_gradient(P, G Vᵀ)``:

    ``∂L/∂Q = S K / √d``, ``∂L/∂K = Sᵀ Q / √d``, ``∂L/∂V = Pᵀ G``.

    Parameters
    ----------
    query, key, value, mask, causal, scale
        As in `scaled_dot_product_attention`; a `scale` takes the place of ``1 / √d``.
    gradient : array_like, shape (…, n_query, d_value)
        How fast the loss grows with each entry of the output.

    Returns
    -------
    query, key, value : numpy.ndarray
        Three gradients, each of the shape of its argument: where leading dimensions broadcast, the
        gradients of all that share a number are added up. What is hidden gets zeros.

    Raises
    ------
    TypeError, ValueError
        As `scaled_dot_product_attention`, and if `gradient` lacks the shape of its output.

    References
    ----------
    Dao et al., "FlashAttention" (2022), appendix B.2: https://arxiv.org/abs/2205.14135

    Examples
    --------
    The loss grows with the first entry of the output, to which only the first value adds: turning
    the query towards the first key, or raising that value, raises the loss.

    >>> q, k, v = [[1, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 10]]
    >>> in_query, in_key, in_value = attention_gradients(q, k, v, [[1, 0]])
    >>> in_query.round(2).tolist()
    [[1.56, -1.56]]
    >>> in_value.round(2).tolist()
    [[0.67, 0.0], [0.33, 0.0]]
    """
    q, k, v = as_rows("query", query), as_rows("key", key), as_rows("value", value)
    check_together(q, k, v)
    g = as_floats("gradient", gradient)
    returned = np.result_type(q, k, v, g)
    q, k, v, g = (in_compute_dtype(array.astype(returned, copy=False)) for array in (q, k, v, g))
    weights = attention_weights(q, k, mask, causal=causal, scale=scale)
    output = (*np.broadcast_shapes(weights.shape[:-2], v.shape[:-2]), q.shape[-2], v.shape[-1])
    if g.shape != output:
        raise ValueError(f"gradient has shape {g.shape}; it must have that of the output, {output}")

    factor = 1 / math.sqrt(q.shape[-1]) if scale is None else float(scale)
    in_products = factor * softmax_gradient(
        np.broadcast_to(weights, (*output[:-1], k.shape[-2])), g @ v.swapaxes(-1, -2)
    )
    in_query, in_key, in_value = (
        _summed_to(array.shape, summand).astype(returned, copy=False)
        for array, summand in (
            (q, in_products @ k),
            (k, in_products.swapaxes(-1, -2) @ q),
            (v, weights.swapaxes(-1, -2) @ g),
        )
    )
    return in_query, in_key, in_value


def _summed_to(shape: tuple[int, ...], array: FloatArray) -> FloatArray:
    """Add up what broadcasting from `shape` had repeated."""
    in_front = array.ndim - len(shape)
    repeated = [in_front + axis for axis, size in enumerate(shape) if size == 1]
    summed: FloatArray = array.sum(axis=(*range(in_front), *repeated))
    return summed.reshape(shape)
