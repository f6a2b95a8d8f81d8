"""How fast softmax's weights move when its scores move.

Slopes near 0 are what makes a model learn nothing; dividing scores by √d keeps them away from 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from attention_docs._arguments import FloatArray, as_floats, check_room, in_compute_dtype
from attention_docs.attention import softmax


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
