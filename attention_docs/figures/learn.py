"""Learn: one head of 424 numbers, watched while it learns; at first, as training leaves it."""

from __future__ import annotations

import numpy as np

from attention_docs.figures.fields import Choice, Range, State
from attention_docs.learning.grammar import nouns, tasks, words
from attention_docs.learning.head import reading
from attention_docs.learning.training import Training, train

d = 8
limit = 300
first_seed = 1

_trained = train(first_seed, d=d, steps=limit)

fields = {
    "task": Choice("fits", tuple(tasks)),
    "seed": Range(first_seed, 0, 99),
    "first": Choice("trophy", nouns),
    "second": Choice("suitcase", nouns),
    "last": Choice("big", ("big", "small")),
    "cell": Range(1, 1, _trained.head.size),
}
# Rounded, because the page carries them: what is shown is computed from the rounded numbers.
given = {
    "d": d,
    "limit": limit,
    "finished": {
        "seed": first_seed,
        "task": "fits",
        "head": _trained.head.round(3).ravel().tolist(),
        "losses": [float(f"{loss:.3g}") for loss in _trained.losses],
    },
}
widest: State = {"task": "after", "seed": 99, "second": "drawer", "cell": 424}
samples: list[State] = [
    *({"first": noun, "second": nouns[i - 5]} for i, noun in enumerate(nouns)),
    *({"task": task, "seed": seed} for task in tasks for seed in (0, 7)),
    *({"last": "small", "cell": cell} for cell in (8, 9, 424)),
    {"second": "trophy"},
]


def values(state: State) -> dict[str, object]:
    """Return what a head makes of a sentence: the trained one, or one that has yet to be."""
    training = Training(state["seed"], d, task=state["task"])
    trained = (state["seed"], state["task"]) == (first_seed, "fits")
    if trained:
        training.head = np.array(given["finished"]["head"]).reshape(-1, d)
    told, right = sentence(state)
    tokens = np.array([words.index(word) for word in told])
    weights, answers = reading(training.head, tokens, training.scale)
    return {
        "sentence": told,
        "right": right,
        "weights": weights,
        "answers": answers,
        "numbers": training.head.ravel(),
        "losses": given["finished"]["losses"] if trained else [],
        "accuracy": training.accuracy,
    }


def sentence(state: State) -> tuple[list[str], str]:
    """Write the chosen sentence, and its next word; nouns that are not chosen are the first free.

    Examples
    --------
    >>> sentence({"task": "first", "first": "cup", "second": "box", "last": "big"})
    (['cup', 'trophy', 'ball', 'book', 'box'], 'cup')
    """
    chosen = (state["first"], state["second"])
    meant = dict(
        zip("abcde", (*chosen, *(word for word in nouns if word not in chosen)), strict=False)
    )
    form = tasks[state["task"]][-1 if state["last"] == "small" else 0]
    *told, right = (meant.get(symbol, symbol) for symbol in form.replace(":", "").split())
    return told, right
