"""What a model attends to while it reads a text, and what it would say next."""

from __future__ import annotations

import functools
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from attention_docs._arguments import FloatArray, as_integer
from attention_docs.attention import softmax
from attention_docs.model.find import find
from attention_docs.model.forward import Head, logits
from attention_docs.model.reading import read
from attention_docs.model.tokens import pieces, read_tokenizer
from attention_docs.model.weights import Progress, Weights, open_gguf, read_weights

if TYPE_CHECKING:
    from tokenizers import Tokenizer

LIKELIEST = 10


@dataclass(frozen=True)
class Model:
    """Weights, and the tokenizer that goes with them."""

    weights: Weights
    tokenizer: Tokenizer

    @classmethod
    def read(cls, path: Path, progress: Progress | None = None) -> Model:
        """Read a model from a GGUF file.

        Raises
        ------
        ValueError
            If the file is no GGUF file, or holds a model of another architecture.
        """
        reader = open_gguf(path)
        return cls(read_weights(reader, progress), read_tokenizer(reader))

    def tokens(self, text: str) -> list[int]:
        """Return the numbers of the text's tokens: nothing is put before, after or around it.

        Raises
        ------
        ValueError
            If the text is empty, or longer than the model can read.
        """
        found: list[int] = self.tokenizer.encode(text).ids
        if not found:
            raise ValueError("text is empty; it must have at least one token")
        if len(found) > self.weights.context:
            raise ValueError(
                f"text has {len(found):,} tokens; the model reads at most {self.weights.context:,}"
            )
        return found


@dataclass(frozen=True)
class Attended:
    """A text as the model read it.

    `tokens` are n strings. `weights` has shape (layers, heads, n, n): which share each token
    (a row) took from each earlier one. `logits` has shape (n, vocabulary); `predictions` are the
    ten likeliest next tokens with their probabilities, the likeliest first.
    """

    tokens: list[str]
    weights: FloatArray
    logits: FloatArray
    predictions: list[tuple[str, float]]


@functools.cache
def load() -> Model:
    """Return SmolLM2-135M-Instruct, read once.

    Raises
    ------
    MissingWeightsError
        If the weights are not on this machine.
    ValueError
        If ``MODEL_DIR`` is not a folder, or holds another file by the name of the weights.
    """
    return Model.read(find())


def attend(
    text: str,
    off: Collection[Head] = (),
    *,
    scale: float | None = None,
    model: Model | None = None,
) -> Attended:
    """Let the model read a text, and return all its attention and what it would say next.

    Parameters
    ----------
    text : str
        Read as it stands: no start token, no chat template.
    off : collection of (layer, head)
        Heads, counted from 0, to switch off: their output is set to zero before it is mixed back.
    scale : float, optional
        What q · k is multiplied by in every layer; ``1 / √d`` unless given.
    model : Model, optional
        SmolLM2-135M-Instruct unless given.

    Raises
    ------
    TypeError
        If `off` holds anything but pairs of integers.
    ValueError
        If the text is empty or too long, or the model has no such head.
    """
    model = load() if model is None else model
    ids = model.tokens(text)
    reading = read(model.weights, ids, checked(off, model.weights), scale)
    scores = logits(model.weights, reading.rows)
    return Attended(
        pieces(model.tokenizer, ids), reading.weights, scores, likeliest(model, scores[-1])
    )


def likeliest(model: Model, scores: FloatArray, count: int = LIKELIEST) -> list[tuple[str, float]]:
    """Return the likeliest next tokens and their probabilities, the likeliest first."""
    probabilities = softmax(np.asarray(scores, np.float64))
    order = np.argsort(-probabilities, kind="stable")[:count]
    names = pieces(model.tokenizer, order.tolist())
    return list(zip(names, probabilities[order].tolist(), strict=True))


def checked(off: Collection[Head], weights: Weights) -> set[Head]:
    """Return the heads to switch off as a set of (layer, head).

    Raises
    ------
    TypeError
        If `off` holds anything but pairs of integers.
    ValueError
        If the model has no such head.
    """
    layers, heads = len(weights.layers), weights.heads
    pairs = set()
    for pair in off:
        try:
            layer, head = pair
        except (TypeError, ValueError):
            raise TypeError(f"off holds {pair!r}; it must hold pairs (layer, head)") from None
        layer, head = as_integer("layer", layer), as_integer("head", head)
        if not (0 <= layer < layers and 0 <= head < heads):
            raise ValueError(
                f"off names head {layer}.{head}; layers go from 0 to {layers - 1}, "
                f"heads from 0 to {heads - 1}"
            )
        pairs.add((layer, head))
    return pairs
