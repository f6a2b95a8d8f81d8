"""Learn: one head of 424 numbers, watched while it learns; at first, as training leaves it."""

from __future__ import annotations

import numpy as np

from attention_docs.figures.fields import Choice, Range, State
from attention_docs.learning import finished
from attention_docs.learning.grammar import nouns, tasks, words
from attention_docs.learning.head import reading
from attention_docs.learning.training import Training

d, first_seed, limit = (finished.learn[name] for name in ("d", "seed", "steps"))

fields = {
    "task": Choice("fits", tuple(tasks)),
    "seed": Range(first_seed, 0, 99),
    "first": Choice("trophy", nouns),
    "second": Choice("suitcase", nouns),
    "last": Choice("big", ("big", "small")),
    "cell": Range(1, 1, 4 * d**2 + 21 * d),
}
given = {"d": d, "limit": limit, "first": {"task": "fits", "seed": first_seed}}
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
    run = finished.stored("learn") if trained else {"losses": []}
    if trained:
        training.head = np.array(run["head"]).reshape(-1, d)
    told, right = sentence(state)
    tokens = np.array([words.index(word) for word in told])
    weights, answers = reading(training.head, tokens, training.scale)
    return {
        "sentence": told,
        "right": right,
        "weights": weights,
        "answers": answers,
        "numbers": training.head.ravel(),
        "losses": run["losses"],
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
