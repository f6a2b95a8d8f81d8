"""The parts of a layer that are not attention: norm, rotary positions, feed-forward.

They follow Llama (Touvron et al., 2023, section 2.2: https://arxiv.org/abs/2302.13971). All of them
take rows, shape (…, n, width), and keep float32 what it is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from attention_docs._arguments import FloatArray


def rms_norm(x: FloatArray, gain: FloatArray, epsilon: float) -> FloatArray:
    """Bring each row to a typical entry of 1, then stretch each column by its learned gain.

    ``x / √(mean(x²) + ε) · gain``.

    Parameters
    ----------
    x : numpy.ndarray, shape (…, n, width)
    gain : numpy.ndarray, shape (width,)
    epsilon : float
        Keeps a row of zeros from being divided by zero.

    References
    ----------
    Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019), equation 4:
    https://arxiv.org/abs/1910.07467

    Examples
    --------
    >>> rms_norm(np.array([[3.0, 4.0]]), np.array([1.0, 10.0]), 0.0).round(3).tolist()
    [[0.849, 11.314]]
    """
    normed: FloatArray = x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + epsilon) * gain
    return normed


def rotate(x: FloatArray, positions: NDArray[np.integer], base: float) -> FloatArray:
    """Turn each pair of neighbouring entries by an angle that grows with the token's position.

    Pair i of d/2 turns by ``position · base^(−2i/d)``: the dot product of a turned query and a
    turned key then depends on how far apart they stand, not on where.

    Parameters
    ----------
    x : numpy.ndarray, shape (…, n, d)
        Queries or keys of one head, or of several: d is the size of one head.
    positions : numpy.ndarray of int, shape (n,)
        Counted from 0.
    base : float

    Notes
    -----
    GGUF files of this kind of model keep the rows of W_Q and W_K in the order for neighbouring
    pairs. Code for the original order, which pairs entry i with entry i + d/2, runs on them
    without an error and gives nonsense.

    References
    ----------
    Su et al., "RoFormer" (2021), equation 34: https://arxiv.org/abs/2104.09864

    Examples
    --------
    A quarter turn for every step:

    >>> turn = rotate(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0, 1]), 1.0)
    >>> turn.round(2).tolist()
    [[1.0, 0.0], [0.54, 0.84]]
    """
    d = x.shape[-1]
    angles = positions[:, np.newaxis] * base ** (-np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles).astype(x.dtype), np.sin(angles).astype(x.dtype)
    first, second = x[..., 0::2], x[..., 1::2]
    turned = np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1)
    return turned.reshape(x.shape)


def swiglu(x: FloatArray, gate: FloatArray, up: FloatArray, down: FloatArray) -> FloatArray:
    """Let each row think for itself: widen it, keep what its gates let through, narrow it again.

    ``(silu(x · gate) ⊙ (x · up)) · down`` with ``silu(z) = z / (1 + e⁻ᶻ)``.

    Parameters
    ----------
    x : numpy.ndarray, shape (…, n, width)
    gate, up : numpy.ndarray, shape (width, hidden)
    down : numpy.ndarray, shape (hidden, width)

    References
    ----------
    Shazeer, "GLU Variants Improve Transformer" (2020), equation 6:
    https://arxiv.org/abs/2002.05202

    Examples
    --------
    >>> one = np.ones((1, 1))
    >>> swiglu(np.array([[2.0], [-2.0]]), one, one, one).round(3).tolist()
    [[3.523], [0.477]]
    """
    gates = x @ gate
    with np.errstate(over="ignore"):
        gates = gates / (1 + np.exp(-gates))
    passed: FloatArray = (gates * (x @ up)) @ down
    return passed
