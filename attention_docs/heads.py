"""Many heads side by side: each attends on its own, and their outputs are put end to end.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2: https://arxiv.org/abs/1706.03762
"""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attention_docs._arguments import (
    FloatArray,
    as_count,
    as_floats,
    as_rows,
    check_together,
    shown,
)
from attention_docs.attention import scaled_dot_product_attention


def split_heads(x: ArrayLike, heads: SupportsIndex) -> FloatArray:
    """Cut each row into `heads` equal parts, one for each head.

    ``split(x)[h, i] = x[i, h·d : (h + 1)·d]``: from shape (…, n, heads · d) to (…, heads, n, d),
    where d is the size of one head.

    Raises
    ------
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
    parts = as_count("heads", heads, least=1)
    array = as_rows("x", x, heads=parts)
    *leading, n, width = array.shape
    return array.reshape(*leading, n, parts, width // parts).swapaxes(-3, -2).copy()


def merge_heads(x: ArrayLike) -> FloatArray:
    """Put the rows of all heads end to end: the inverse of `split_heads`.

    ``merge(x)[i] = [x[0, i], x[1, i], …]``: from shape (…, heads, n, d) to (…, n, heads · d).

    Raises
    ------
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
    return array.swapaxes(-3, -2).copy().reshape(*leading, n, heads * size)


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
) -> FloatArray:
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
        As in `attention_weights`; `mask` broadcasts to (…, heads, n_query, n_key), and d is the
        size of one head, not of the whole row.

    Returns
    -------
    numpy.ndarray, shape (…, n_query, heads · d_value)
        Still to be multiplied by the model's W_O, which mixes the heads.

    Raises
    ------
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

    The weights of each head are the `attention_weights` of the split rows, shared keys repeated:

    >>> from attention_docs import attention_weights
    >>> attention_weights(split_heads(X, 2), split_heads(X, 2)).round(2).tolist()
    [[[0.67, 0.33], [0.33, 0.67]], [[0.5, 0.5], [0.5, 0.5]]]
    """
    parts = as_count("heads", heads, least=1)
    shared = parts if kv_heads is None else as_count("kv_heads", kv_heads, least=1)
    if parts % shared:
        raise ValueError(
            f"heads is {shown(parts)}; it must be a multiple of kv_heads, {shown(shared)}"
        )
    q = as_rows("query", query, heads=parts)
    k, v = as_rows("key", key, heads=shared), as_rows("value", value, heads=shared)
    check_together(q, k, v, heads=parts, kv_heads=shared)
    k_each, v_each = (
        np.repeat(split_heads(array, shared), parts // shared, axis=-3) for array in (k, v)
    )
    return merge_heads(
        scaled_dot_product_attention(
            split_heads(q, parts), k_each, v_each, mask, causal=causal, scale=scale
        )
    )
