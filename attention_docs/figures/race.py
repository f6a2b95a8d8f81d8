"""Race: the same head, from the same start on the same sentences, with and without ÷ √d."""

from __future__ import annotations

from attention_docs.figures.fields import Choice, Range, State
from attention_docs.learning.training import Training

limit = 200
first: State = {"d": "64", "optimizer": "sgd", "rate": "0.1", "seed": 2}

fields = {
    "d": Choice(first["d"], ("4", "8", "16", "32", "64", "128", "256")),
    "optimizer": Choice(first["optimizer"], ("sgd", "adam")),
    "rate": Choice(first["rate"], ("0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1", "3")),
    "seed": Range(first["seed"], 0, 99),
}


def _finished(*, scaled: bool) -> dict[str, object]:
    """Train one head to the end. Rounded, because the page carries what it shows."""
    training = Training(
        first["seed"], int(first["d"]), scaled, first["optimizer"], float(first["rate"])
    )
    slopes = [training.slope]
    for _ in range(limit):
        training.step()
    return {
        "losses": [float(f"{loss:.3g}") for loss in training.losses],
        "accuracy": training.accuracy,
        "slopes": [float(f"{slope:.3g}") for slope in (*slopes, training.slope)],
    }


given = {
    "limit": limit,
    "first": first,
    "finished": [_finished(scaled=True), _finished(scaled=False)],
}
widest: State = {"d": "256", "rate": "0.003", "seed": 99}
samples: list[State] = [
    *({"d": d} for d in ("4", "8", "64", "256")),
    *({"optimizer": "adam", "rate": rate} for rate in ("0.001", "0.01", "3")),
    *({"seed": seed} for seed in (0, 1, 99)),
]


def values(state: State) -> dict[str, object]:
    """Return how both heads fared: at first to the end, elsewhere nothing until a reader asks."""
    return {"runs": given["finished"] if state == first else []}
