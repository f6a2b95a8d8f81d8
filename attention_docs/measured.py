"""What was measured of a real model, read from the committed data: no weights are needed.

``python -m attention_docs.model.data`` writes these files, and a test computes them anew.
"""

from __future__ import annotations

import base64
import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attention_docs._arguments import FloatArray

FOLDER = Path(__file__).parents[1] / "docs" / "assets" / "model"
STEPS = 250


@dataclass(frozen=True)
class Sentence:
    """A text as the model read it, with its n tokens and the likeliest next ones.

    `weights` has shape (layers, heads, n, n); each is rounded to a multiple of 1/250.
    """

    text: str
    tokens: list[str]
    weights: FloatArray
    predictions: list[tuple[str, float]]


def quantised(weights: FloatArray) -> str:
    """Write weights as text: each is a byte that counts steps of 1/250; later tokens are left out.

    Parameters
    ----------
    weights : numpy.ndarray, shape (layers, heads, n, n)

    Examples
    --------
    >>> quantised(np.array([[[[1, 0], [0.3, 0.7]]]]))
    '+kuv'
    >>> restored("+kuv", (1, 1, 2)).tolist()
    [[[[1.0, 0.0], [0.3, 0.7]]]]
    """
    seen = np.tri(weights.shape[-1], dtype=np.bool_)
    steps = np.rint(weights[..., seen].astype(np.float64) * STEPS).astype(np.uint8)
    return base64.b64encode(steps.tobytes()).decode()


def restored(cells: str, shape: tuple[int, int, int]) -> FloatArray:
    """Return what `quantised` wrote, as (layers, heads, n, n) for the shape (layers, heads, n)."""
    layers, heads, n = shape
    weights = np.zeros((layers, heads, n, n))
    steps = np.frombuffer(base64.b64decode(cells), np.uint8)
    weights[..., np.tri(n, dtype=np.bool_)] = steps.reshape(layers, heads, -1) / STEPS
    return weights


@functools.cache
def sentence(name: str) -> Sentence:
    """Return one of the stored sentences.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    stored = _stored(name)
    return Sentence(
        stored["text"],
        stored["tokens"],
        restored(stored["cells"], (stored["layers"], stored["heads"], len(stored["tokens"]))),
        [(token, probability) for token, probability in stored["predictions"]],
    )


@functools.cache
def facts() -> dict[str, Any]:
    """Return the measurements that are not a sentence's weights, by the name of the experiment."""
    return _stored("facts")


@functools.cache
def combinations() -> dict[str, list[Any]]:
    """Return what the model says for each choice of the eight named heads that are off.

    `probability` is that of the name's next piece, `likeliest` the token that the model finds
    likeliest and `its_probability` that token's. Entry Σ 2ⁱ, over the heads i that are off,
    belongs to that choice.
    """
    return _stored("combinations")


def _stored(name: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        raise ValueError(f"name is {name!r}; there is no {path}")
    return dict(json.loads(path.read_text(encoding="utf-8")))
