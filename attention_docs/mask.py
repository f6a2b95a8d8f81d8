"""Masks: which keys a query may see, and what hides the others.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.3: https://arxiv.org/abs/1706.03762
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from attention_docs._arguments import FloatArray, as_count, shown


def causal_mask(n_query: SupportsIndex, n_key: SupportsIndex | None = None) -> NDArray[np.bool_]:
    """Say which keys each query may see when no token may see a later one.

    ``maskᵢⱼ = (j ≤ i + n_key − n_query)``, of shape (n_query, n_key): True means "may be seen".
    The last query lines up with the last key, so that new queries see every key that a cache has
    kept. `n_key` is `n_query` unless given.

    Raises
    ------
    ValueError
        If a size is negative, or no array can be as large.

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

    One new query sees the three keys in the cache and its own. Lined up at the start, it would
    see a single one:

    >>> causal_mask(1, 4).tolist(), np.tri(1, 4, dtype=bool).tolist()
    ([[True, True, True, True]], [[True, False, False, False]])
    """
    rows = as_count("n_query", n_query)
    columns = rows if n_key is None else as_count("n_key", n_key)
    try:
        return np.tri(rows, columns, columns - rows, dtype=np.bool_)
    except (ValueError, OverflowError):
        sizes = f"n_query is {shown(rows)} and n_key {shown(columns)}"
        raise ValueError(f"{sizes}; no array can be as large") from None


def masked(scores: FloatArray, mask: NDArray[Any]) -> FloatArray:
    """Hide scores where a mask of bools is False, or add a mask of floats to them."""
    if mask.dtype == np.bool_:
        np.copyto(scores, -np.inf, where=~mask)
        return scores
    if mask.dtype.itemsize > scores.dtype.itemsize:
        largest = np.abs(mask, where=np.isfinite(mask), out=np.zeros_like(mask)).max(initial=0)
        # A fill such as float64's least number would turn a row of nothing else to −inf.
        if largest > np.finfo(scores.dtype).max:
            scores = scores.astype(mask.dtype)
    scores += mask
    return scores
