"""Scaled dot-product attention: dot products, then a softmax, then a weighted average.

Vaswani et al., "Attention Is All You Need" (2017), equation 1: https://arxiv.org/abs/1706.03762
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Literal, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_docs._arguments import (
    FloatArray,
    as_array,
    as_count,
    as_floats,
    as_integer,
    check_leading,
    in_compute_dtype,
)


def softmax(x: ArrayLike, axis: int = -1) -> FloatArray:
    r"""Turn scores into positive weights that add up to 1 along `axis`.

    ``softmax(x)ᵢ = exp(xᵢ) / Σⱼ exp(xⱼ)``. The largest score is subtracted first, which changes
    nothing in exact arithmetic and keeps ``exp`` from overflowing.

    Parameters
    ----------
    x : array_like, shape (…, n, …)
        Scores, in natural-log units: a score larger by log 2 gets twice the weight.
    axis : int
        The axis along which the weights add up to 1.

    Returns
    -------
    numpy.ndarray
        Weights of the shape of `x`. float64, float32 and float16 stay what they are (float16 is
        computed in float32); integers and bools become float64.

    Raises
    ------
    TypeError
        If `x` is not numeric, or complex; or if `axis` is not an integer.
    ValueError
        If `x` has no axis `axis`.

    Notes
    -----
    A slice that is all −inf has no largest score to subtract, so its weights are NaN, as in
    PyTorch, JAX and ``scipy.special.softmax``; inside attention such a row gives zeros instead. A
    score of +inf gives NaN as well. SciPy's ``axis`` defaults to all axes at once, and it computes
    float16 in float16.

    References
    ----------
    Goodfellow, Bengio and Courville, *Deep Learning* (2016), equation 4.1 and section 4.1.

    Examples
    --------
    >>> softmax([1, 2, 3]).round(3).tolist()
    [0.09, 0.245, 0.665]

    Adding the same number to every score changes nothing; doubling every score does.

    >>> softmax([101, 102, 103]).round(3).tolist()
    [0.09, 0.245, 0.665]
    >>> softmax([2, 4, 6]).round(3).tolist()
    [0.016, 0.117, 0.867]
    >>> softmax([1000, 1000]).tolist()
    [0.5, 0.5]
    >>> softmax([-np.inf, -np.inf]).tolist()
    [nan, nan]
    """
    scores = as_floats("x", x)
    if not -scores.ndim <= as_integer("axis", axis) < scores.ndim:
        raise ValueError(f"axis is {axis}; x has {scores.ndim} axes, so it has no such axis")
    wide = in_compute_dtype(scores)
    if wide.shape[axis] == 0:
        return scores.copy()
    with np.errstate(invalid="ignore", over="ignore"):
        exponentials = np.exp(wide - wide.max(axis=axis, keepdims=True))
        weights: FloatArray = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return weights.astype(scores.dtype, copy=False)


def causal_mask(n_query: SupportsIndex, n_key: SupportsIndex | None = None) -> NDArray[np.bool_]:
    """Say which keys each query may see when no token may see a later one.

    ``maskᵢⱼ = (j ≤ i + n_key − n_query)``: True means "may be seen". The last query lines up with
    the last key, so that new queries see every key that a cache has kept.

    Parameters
    ----------
    n_query, n_key : int
        How many queries and keys; `n_key` is `n_query` unless given.

    Returns
    -------
    numpy.ndarray of bool, shape (n_query, n_key)

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If a size is negative.

    Notes
    -----
    FlashAttention (2.1 and later) and MLX line up the ends as well. PyTorch's ``is_causal=True``,
    JAX and Keras line up the starts, which agrees only where ``n_query == n_key``.

    References
    ----------
    Vaswani et al. (2017), section 3.2.3.

    Examples
    --------
    >>> causal_mask(3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]

    One new query with three keys in the cache and its own:

    >>> causal_mask(1, 4).tolist()
    [[True, True, True, True]]

    Aligned to the start, it would have seen a single one:

    >>> np.tri(1, 4, dtype=bool).tolist()
    [[True, False, False, False]]
    """
    rows = as_count("n_query", n_query)
    columns = rows if n_key is None else as_count("n_key", n_key)
    return np.tri(rows, columns, columns - rows, dtype=np.bool_)


@overload
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    scale: float | None = None,
    return_weights: Literal[False] = False,
) -> FloatArray: ...
@overload
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    scale: float | None = None,
    return_weights: Literal[True],
) -> tuple[FloatArray, FloatArray]: ...
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    scale: float | None = None,
    return_weights: bool = False,
) -> FloatArray | tuple[FloatArray, FloatArray]:
    r"""Average the values, each weighted by how well its key matches the query.

    ``Attention(Q, K, V) = softmax(Q Kᵀ / √d) V``, one row per token.

    Parameters
    ----------
    query : array_like, shape (…, n_query, d)
    key : array_like, shape (…, n_key, d)
    value : array_like, shape (…, n_key, d_value)
        Leading dimensions broadcast.
    mask : array_like, shape broadcasting to (…, n_query, n_key), optional
        Bools: True means "may be seen". Floats: added to the scaled scores.
    causal : bool
        Let query i see keys up to ``i + n_key − n_query`` only, on top of `mask`.
    scale : float, optional
        What the dot products are multiplied by; ``1 / √d`` unless given.
    return_weights : bool
        Return ``(output, weights)`` instead of the output alone.

    Returns
    -------
    output : numpy.ndarray, shape (…, n_query, d_value)
    weights : numpy.ndarray, shape (…, n_query, n_key)
        float64 and float32 stay what they are; float16 is computed in float32 and returned as
        float16; integers and bools become float64. Of mixed inputs the widest counts.

    Raises
    ------
    TypeError
        If an array is not numeric, `mask` is neither bool nor float, or `scale` is no number.
    ValueError
        If the shapes do not fit together, d is 0, or `scale` is not a finite number.

    Notes
    -----
    A query with nothing to see, or no keys at all, gives a row of zeros, as in recent PyTorch. A
    row of zeros says "nothing was mixed in"; JAX gives, unless told otherwise, a uniform mix of the
    hidden values. A hidden value that is NaN or infinite still spreads, because 0 times NaN is NaN.
    PyTorch's ``MultiheadAttention`` reads a boolean mask the other way round: True hides.
    PyTorch's ``is_causal``, JAX and Keras line up the first query with the first key; see
    `causal_mask`. There is no dropout.

    References
    ----------
    Vaswani et al. (2017), equation 1.

    Examples
    --------
    >>> X = np.array([[1, 1], [1, 0]])
    >>> W_v = np.array([[1, 2], [3, 4]])
    >>> output, weights = scaled_dot_product_attention(X, X, X @ W_v, return_weights=True)
    >>> output.round(4).tolist()
    [[3.0093, 4.679], [2.5, 4.0]]
    >>> weights.round(4).tolist()
    [[0.6698, 0.3302], [0.5, 0.5]]

    Where PyTorch's ``is_causal`` would let one new query see one key, here it sees all of them:

    >>> scaled_dot_product_attention([[1, 0]], X, X @ W_v, causal=True).tolist()
    [[2.5, 4.0]]

    Nothing to see:

    >>> scaled_dot_product_attention([[1, 0]], X, X @ W_v, mask=[[False, False]]).tolist()
    [[0.0, 0.0]]
    """
    q, k, v = as_floats("query", query), as_floats("key", key), as_floats("value", value)
    _check_shapes(q, k, v)
    returned = np.result_type(q, k, v)
    q, k, v = (in_compute_dtype(array.astype(returned, copy=False)) for array in (q, k, v))

    scores: FloatArray = q @ k.swapaxes(-1, -2) * _scale(scale, size_of_key=k.shape[-1])
    scores = _masked(scores, mask)
    if causal:
        scores = np.where(causal_mask(*scores.shape[-2:]), scores, _hidden(scores))
    weights = _softmax_or_zeros(scores)
    output = (weights @ v).astype(returned, copy=False)
    return (output, weights.astype(returned, copy=False)) if return_weights else output


def _hidden(scores: FloatArray) -> np.floating:
    """Return −inf of the dtype of the scores: the score of a key that may not be seen."""
    return scores.dtype.type(-np.inf)


def _scale(scale: float | None, *, size_of_key: int) -> float:
    """Return the factor for the dot products as a Python float, which widens no array."""
    if scale is None:
        return 1 / math.sqrt(size_of_key)
    if not isinstance(scale, Real):
        kind = type(scale).__name__
        raise TypeError(f"scale is {scale!r}, a {kind}; it must be a finite number")
    if not math.isfinite(scale):
        raise ValueError(f"scale is {scale}; it must be a finite number")
    return float(scale)


def _masked(scores: FloatArray, mask: ArrayLike | None) -> FloatArray:
    """Hide scores where a boolean mask is False, or add a floating mask to them."""
    if mask is None:
        return scores
    seen = as_array("mask", mask)
    if seen.dtype.kind not in "bf":
        raise TypeError(
            f"mask has dtype {seen.dtype}; it must be bool (True: may be seen) or float"
        )
    if not _broadcasts_to(seen.shape, scores.shape):
        raise ValueError(
            f"mask has shape {seen.shape}; "
            f"it must broadcast to (…, n_query, n_key) = {scores.shape}"
        )
    if seen.dtype.kind == "b":
        return np.where(seen, scores, _hidden(scores))
    with np.errstate(invalid="ignore", over="ignore"):
        added: FloatArray = scores + seen.astype(scores.dtype)
    return added


def _softmax_or_zeros(scores: FloatArray) -> FloatArray:
    """Softmax along the last axis, but zeros where every score is −inf or there is none."""
    largest = scores.max(axis=-1, keepdims=True, initial=_hidden(scores))
    with np.errstate(invalid="ignore", over="ignore"):
        exponentials = np.exp(scores - np.where(np.isneginf(largest), 0, largest))
    total = exponentials.sum(axis=-1, keepdims=True)
    weights: FloatArray = np.divide(
        exponentials, total, out=np.zeros_like(exponentials), where=total != 0
    )
    return weights


def _broadcasts_to(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(shape, target) == target
    except ValueError:
        return False


def _check_shapes(query: FloatArray, key: FloatArray, value: FloatArray) -> None:
    """Raise ValueError unless the three fit together in the layouts named below."""
    named = {
        "query": (query, "(…, n_query, d)"),
        "key": (key, "(…, n_key, d)"),
        "value": (value, "(…, n_key, d_value)"),
    }
    for name, (array, layout) in named.items():
        if array.ndim < 2:
            raise ValueError(f"{name} has shape {array.shape}; it must have the layout {layout}")
    size = query.shape[-1]
    if size == 0:
        raise ValueError(f"query has shape {query.shape}; its rows must have at least one entry")
    if key.shape[-1] != size:
        raise ValueError(
            f"key has shape {key.shape}; its rows must have {size} entries, as those of query"
        )
    if value.shape[-2] != key.shape[-2]:
        raise ValueError(
            f"value has shape {value.shape}; it must have {key.shape[-2]} rows, one for each key"
        )
    check_leading(query, key, value)
