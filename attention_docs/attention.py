"""Scaled dot-product attention: dot products, then a softmax, then a weighted average.

Vaswani et al., "Attention Is All You Need" (2017), equation 1: https://arxiv.org/abs/1706.03762
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attention_docs._arguments import (
    FloatArray,
    as_finite,
    as_flag,
    as_floats,
    as_integer,
    as_mask,
    as_rows,
    check_together,
    compute_dtype,
    shown,
)
from attention_docs.mask import causal_mask, masked


@np.errstate(all="ignore")
def softmax(x: ArrayLike, axis: int = -1) -> FloatArray:
    r"""Turn scores into positive weights that add up to 1 along `axis`.

    ``softmax(x)ᵢ = exp(xᵢ) / Σⱼ exp(xⱼ)``, of shape (…, n, …) like `x`. The scores are in
    natural-log units: one larger by log 2 gets twice the weight. The largest is subtracted first,
    which changes nothing in exact arithmetic and keeps ``exp`` from overflowing.

    Raises
    ------
    ValueError
        If `x` has no axis `axis`.

    Notes
    -----
    Scores that are all −inf have no largest one to subtract, so their weights are NaN, as in
    PyTorch, JAX and SciPy; inside attention such a row gives zeros instead. A score of +inf gives
    NaN as well. SciPy's ``axis`` defaults to all axes at once.

    References
    ----------
    Goodfellow, Bengio and Courville, *Deep Learning* (2016), section 4.1.

    Examples
    --------
    >>> softmax([1, 2, 3]).round(3).tolist()
    [0.09, 0.245, 0.665]

    Adding the same number to every score changes nothing; doubling every score does.

    >>> softmax([101, 102, 103]).round(3).tolist()
    [0.09, 0.245, 0.665]
    >>> softmax([2, 4, 6]).round(3).tolist()
    [0.016, 0.117, 0.867]
    """
    scores = as_floats("x", x)
    if not -scores.ndim <= as_integer("axis", axis) < scores.ndim:
        raise ValueError(f"axis is {shown(axis)}; x has {scores.ndim} axes, so it has no such axis")
    weights = _softmax_in_place(scores.astype(compute_dtype(scores.dtype)), axis)
    return weights.astype(scores.dtype, copy=False)


def _softmax_in_place(scores: FloatArray, axis: int, *, least: float = -np.inf) -> FloatArray:
    """Overwrite scores with their softmax; scores that are all below `least` become zeros."""
    # The ufuncs themselves: on small arrays, methods such as max take as long again.
    scores -= np.maximum.reduce(scores, axis, keepdims=True, initial=least)
    np.exp(scores, out=scores)
    # The largest score gives 1, so a smaller total has none and is 0.
    scores /= np.maximum(np.add.reduce(scores, axis, keepdims=True), 1)
    return scores


@np.errstate(all="ignore")
def attention_weights(
    query: ArrayLike,
    key: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    scale: float | None = None,
) -> FloatArray:
    r"""Say how much each query takes of each key's value: positive weights, 1 in each row.

    ``weights = softmax(Q Kᵀ / √d)``, one row per query.

    Parameters
    ----------
    query : array_like, shape (…, n_query, d)
    key : array_like, shape (…, n_key, d)
        Leading dimensions broadcast.
    mask : array_like, shape broadcasting to (…, n_query, n_key), optional
        Bools: True means "may be seen". Floats: added to the scaled scores.
    causal : bool
        Let query i see keys up to ``i + n_key − n_query`` only, on top of `mask`; see
        `causal_mask`.
    scale : float, optional
        What the dot products are multiplied by; ``1 / √d`` unless given.

    Returns
    -------
    numpy.ndarray, shape (…, n_query, n_key)

    Raises
    ------
    TypeError
        If `mask` holds neither bools nor floats.
    ValueError
        If the shapes do not fit together, d is 0, or `scale` is not finite.

    Notes
    -----
    A query with nothing to see, or no keys at all, gives a row of zeros, as in recent PyTorch:
    "nothing was mixed in". JAX gives, unless told otherwise, a uniform mix of the hidden values.
    PyTorch's ``MultiheadAttention`` reads a boolean mask the other way round: True hides. There is
    no dropout.

    References
    ----------
    Vaswani et al. (2017), equation 1.

    Examples
    --------
    >>> X = np.array([[1, 1], [1, 0]])
    >>> attention_weights(X, X).round(4).tolist()
    [[0.6698, 0.3302], [0.5, 0.5]]
    >>> attention_weights(X, X, mask=[[True, False], [False, False]]).tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    q, k = as_rows("query", query), as_rows("key", key)
    check_together(q, k)
    returned = np.result_type(q, k)
    return _weights(q, k, mask, causal, scale, returned).astype(returned, copy=False)


@np.errstate(all="ignore")
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    scale: float | None = None,
) -> FloatArray:
    r"""Average the values, each weighted by how well its key matches the query.

    ``Attention(Q, K, V) = softmax(Q Kᵀ / √d) V``, one row per query: the `attention_weights` of
    the same arguments, times `value` of shape (…, n_key, d_value).

    Returns
    -------
    numpy.ndarray, shape (…, n_query, d_value)

    Raises
    ------
    TypeError, ValueError
        As `attention_weights`, and if `value` does not fit.

    Notes
    -----
    A hidden value that is NaN or infinite still spreads, because 0 times NaN is NaN.

    References
    ----------
    Vaswani et al. (2017), equation 1.

    Examples
    --------
    >>> X = np.array([[1, 1], [1, 0]])
    >>> V = X @ np.array([[1, 2], [3, 4]])
    >>> scaled_dot_product_attention(X, X, V).round(4).tolist()
    [[3.0093, 4.679], [2.5, 4.0]]

    Where PyTorch's ``is_causal`` would let one new query see one key, here it sees all of them:

    >>> scaled_dot_product_attention([[1, 0]], X, V, causal=True).tolist()
    [[2.5, 4.0]]
    """
    q, k, v = as_rows("query", query), as_rows("key", key), as_rows("value", value)
    check_together(q, k, v)
    returned = np.result_type(q, k, v)
    return (_weights(q, k, mask, causal, scale, returned) @ v).astype(returned, copy=False)


def _weights(
    query: FloatArray,
    key: FloatArray,
    mask: ArrayLike | None,
    causal: object,
    scale: object,
    dtype: np.dtype[np.floating[Any]],
) -> FloatArray:
    """Compute the weights of checked arguments, from the scores on in one array."""
    wide = compute_dtype(dtype)
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else as_finite("scale", scale, wide)
    q, k = query.astype(wide, copy=False), key.astype(wide, copy=False)
    hides_later = as_flag("causal", causal)

    scores = _scaled_products(q, k, factor)
    if mask is not None:
        scores = masked(scores, as_mask(mask, scores.shape))
    if hides_later:
        np.copyto(scores, -np.inf, where=~causal_mask(*scores.shape[-2:]))
    return _softmax_in_place(scores, axis=-1, least=float(np.finfo(scores.dtype).min))


def _scaled_products(q: FloatArray, k: FloatArray, factor: float) -> FloatArray:
    # A factor shrinks before the products or grows after them, so that these overflow only where
    # the scaled scores would.
    if abs(factor) <= 1:
        return (q * factor) @ k.mT
    products: FloatArray = q @ k.mT
    products *= factor
    return products
