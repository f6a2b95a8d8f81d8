"""Many heads side by side: each attends on its own, and their outputs are put end to end.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2: https://arxiv.org/abs/1706.03762
"""

from __future__ import annotations

from typing import Literal, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike

from attention_docs._arguments import FloatArray, as_count, as_floats, check_leading
from attention_docs.attention import scaled_dot_product_attention


def split_heads(x: ArrayLike, heads: SupportsIndex) -> FloatArray:
    """Cut each row into `heads` equal parts, one for each head.

    ``split(x)[h, i] = x[i, h·d : (h + 1)·d]``, where d is the size of one head.

    Parameters
    ----------
    x : array_like, shape (…, n, heads · d)
    heads : int

    Returns
    -------
    numpy.ndarray, shape (…, heads, n, d)

    Raises
    ------
    TypeError
        If `x` is not numeric, or `heads` is not an integer.
    ValueError
        If `x` has no rows, or they can't be cut into `heads` equal parts.

    References
    ----------
    Vaswani et al. (2017), section 3.2.2.

    Examples
    --------
    >>> split_heads([[1, 2, 3, 4], [5, 6, 7, 8]], 2).tolist()
    [[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]]
    """
    array, parts = as_floats("x", x), as_count("heads", heads, least=1)
    _check_rows("x", array, parts)
    *leading, n, width = array.shape
    return array.reshape(*leading, n, parts, width // parts).swapaxes(-3, -2)


def merge_heads(x: ArrayLike) -> FloatArray:
    """Put the rows of all heads end to end: the inverse of `split_heads`.

    ``merge(x)[i] = [x[0, i], x[1, i], …]``.

    Parameters
    ----------
    x : array_like, shape (…, heads, n, d)

    Returns
    -------
    numpy.ndarray, shape (…, n, heads · d)

    Raises
    ------
    TypeError
        If `x` is not numeric.
    ValueError
        If `x` has fewer than three axes.

    References
    ----------
    Vaswani et al. (2017), section 3.2.2 (``Concat``).

    Examples
    --------
    >>> merge_heads([[[1, 2], [5, 6]], [[3, 4], [7, 8]]]).tolist()
    [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]
    """
    array = as_floats("x", x)
    if array.ndim < 3:
        raise ValueError(f"x has shape {array.shape}; it must have the layout (…, heads, n, d)")
    *leading, heads, n, size = array.shape
    return array.swapaxes(-3, -2).reshape(*leading, n, heads * size)


@overload
def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    heads: SupportsIndex,
    *,
    kv_heads: SupportsIndex | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    scale: float | None = None,
    return_weights: Literal[False] = False,
) -> FloatArray: ...
@overload
def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    heads: SupportsIndex,
    *,
    kv_heads: SupportsIndex | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    scale: float | None = None,
    return_weights: Literal[True],
) -> tuple[FloatArray, FloatArray]: ...
def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    heads: SupportsIndex,
    *,
    kv_heads: SupportsIndex | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    scale: float | None = None,
    return_weights: bool = False,
) -> FloatArray | tuple[FloatArray, FloatArray]:
    """Let each head attend with its own part of every row, then put the heads end to end.

    ``MultiHead(Q, K, V) = Concat(head₁, …, headₕ)`` with
    ``headᵢ = Attention(Qᵢ, K_g, V_g)`` and ``g = ⌊i · kv_heads / heads⌋``, counted from 0.

    Parameters
    ----------
    query : array_like, shape (…, n_query, heads · d)
    key : array_like, shape (…, n_key, kv_heads · d)
    value : array_like, shape (…, n_key, kv_heads · d_value)
        Already multiplied by the model's W_Q, W_K and W_V. Leading dimensions broadcast.
    heads : int
        Heads of the query.
    kv_heads : int, optional
        Heads of keys and values, each shared by ``heads / kv_heads`` neighbouring query heads;
        `heads` unless given. Fewer of them make the KV cache smaller (grouped-query attention);
        1 is multi-query attention.
    mask, causal, scale
        As in `scaled_dot_product_attention`; `mask` broadcasts to (…, heads, n_query, n_key), and
        d is the size of one head, not of the whole row.
    return_weights : bool
        Return ``(output, weights)`` instead of the output alone.

    Returns
    -------
    output : numpy.ndarray, shape (…, n_query, heads · d_value)
        Still to be multiplied by the model's W_O, which mixes the heads.
    weights : numpy.ndarray, shape (…, heads, n_query, n_key)

    Raises
    ------
    TypeError
        If an argument is of the wrong type.
    ValueError
        If rows can't be cut into their heads, `heads` is not a multiple of `kv_heads`, or the
        shapes do not fit together.

    References
    ----------
    Vaswani et al. (2017), section 3.2.2; Ainslie et al., "GQA" (2023), section 2.2:
    https://arxiv.org/abs/2305.13245

    Examples
    --------
    Two heads look at two tokens: the first head matches, the second sees no difference.

    >>> X = np.array([[1, 0, 0, 0], [0, 1, 0, 0]])
    >>> V = np.array([[10, 0, 1, 2], [0, 10, 3, 4]])
    >>> multi_head_attention(X, X, V, 2).round(1).tolist()
    [[6.7, 3.3, 2.0, 3.0], [3.3, 6.7, 2.0, 3.0]]

    Both heads share one head of keys and values:

    >>> multi_head_attention(X, X[:, :2], V[:, :2], 2, kv_heads=1).round(1).tolist()
    [[6.7, 3.3, 5.0, 5.0], [3.3, 6.7, 5.0, 5.0]]
    """
    query_heads = as_count("heads", heads, least=1)
    shared = query_heads if kv_heads is None else as_count("kv_heads", kv_heads, least=1)
    if query_heads % shared:
        raise ValueError(f"heads is {query_heads}; it must be a multiple of kv_heads, {shared}")
    q, k, v = as_floats("query", query), as_floats("key", key), as_floats("value", value)
    _check_layouts(q, k, v, query_heads, shared)
    q = split_heads(q, query_heads)
    k, v = (
        np.repeat(split_heads(array, shared), query_heads // shared, axis=-3) for array in (k, v)
    )
    output, weights = scaled_dot_product_attention(
        q, k, v, mask, causal=causal, scale=scale, return_weights=True
    )
    merged = merge_heads(output)
    return (merged, weights) if return_weights else merged


def _check_layouts(
    query: FloatArray, key: FloatArray, value: FloatArray, heads: int, kv_heads: int
) -> None:
    """Raise ValueError unless the three fit together, in the shapes they have before the split."""
    _check_rows("query", query, heads)
    _check_rows("key", key, kv_heads)
    _check_rows("value", value, kv_heads)
    size = query.shape[-1] // heads
    if size == 0:
        raise ValueError(f"query has shape {query.shape}; its rows must have at least one entry")
    if key.shape[-1] != kv_heads * size:
        raise ValueError(
            f"key has shape {key.shape}; its rows must have {kv_heads * size} entries: "
            f"kv_heads is {kv_heads}, and a head of query has {size}"
        )
    if value.shape[-2] != key.shape[-2]:
        raise ValueError(
            f"value has shape {value.shape}; it must have {key.shape[-2]} rows, one for each key"
        )
    check_leading(query, key, value)


def _check_rows(name: str, array: FloatArray, heads: int) -> None:
    if array.ndim < 2:
        raise ValueError(f"{name} has shape {array.shape}; it must have the layout (…, n, heads·d)")
    if array.shape[-1] % heads:
        raise ValueError(
            f"{name} has rows of {array.shape[-1]} entries; "
            f"that must be a multiple of its {heads} heads"
        )
