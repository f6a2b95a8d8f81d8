"""Sentences of five tokens whose next word can be told, and what there is to learn in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from attention_docs._arguments import FloatArray
from attention_docs.learning.draws import uniform

nouns = (
    *("trophy", "ball", "book", "cup", "lamp", "doll"),
    *("suitcase", "box", "bag", "jar", "crate", "drawer"),
)
words = (*nouns, "fits-not-in", "it", "big", "small")
length = 5
tasks = {
    "fits": ("a fits-not-in b it big: a", "a fits-not-in b it small: b"),
    "previous": ("c d e a b: a",),
    "first": ("a c d e b: a",),
    "after": ("b a c d b: a", "c b a d b: a", "c d b a b: a"),
}
"""The sentences of each task, and what comes next; a to d are different nouns, e is any but b."""
batch = 64

Tokens = NDArray[np.intp]
Sentences = tuple[Tokens, Tokens]
"""Tokens, shape (n, 5), and what comes next, shape (n,), as numbers of `words`."""


def sentences(task: str, seed: int, step: int) -> Sentences:
    """Draw the sentences of one step. No noun is 3, 6 or 9 places from b in the list of nouns."""
    draws = uniform(2 * seed + 1, 10 * batch * step, 10 * batch).reshape(batch, 10)
    b, form = _choice(draws[:, 0], len(nouns)), _choice(draws[:, 1], len(tasks[task]))
    apart = np.array([1, 2, 4, 5, 7, 8, 10, 11])[draws[:, 2:].argsort(axis=1, kind="stable")]
    return _written(task, form, b, apart[:, :4])


def held_out(task: str) -> Sentences:
    """Write all forms about all nouns that training keeps apart: 3, 6 or 9 places from b."""
    turns = np.array([[3, 6, 9, 3], [6, 9, 3, 6], [9, 3, 6, 9]])
    grid = np.meshgrid(np.arange(len(tasks[task])), np.arange(len(nouns)), np.arange(3))
    form, b, turn = (axis.ravel() for axis in grid)
    return _written(task, form, b, turns[turn])


def _written(task: str, form: Tokens, b: Tokens, apart: Tokens) -> Sentences:
    """Fill in the noun b, and the nouns a, c, d and e that stand `apart` from it."""
    symbols = [*"bacde", *words]
    forms = [
        [symbols.index(name) for name in told.replace(":", "").split()] for told in tasks[task]
    ]
    others = (b[:, np.newaxis] + apart) % len(nouns)
    meant = np.column_stack([b, others, np.tile(np.arange(len(words)), (b.size, 1))])
    read = np.take_along_axis(meant, np.array(forms)[form], axis=1)
    return read[:, :length], read[:, length]


def _choice(draws: FloatArray, n: int) -> Tokens:
    return np.floor(draws * n).astype(np.intp)
