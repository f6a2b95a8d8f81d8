"""Race: the same head, from the same start on the same sentences, with and without ÷ √d."""

from __future__ import annotations

from attention_docs.figures.fields import Choice, Range, State
from attention_docs.learning import finished

first: State = {name: str(to) for name, to in finished.race.items()} | {
    "seed": finished.race["seed"]
}

fields = {
    "d": Choice(first["d"], ("4", "8", "16", "32", "64", "128", "256")),
    "optimizer": Choice(first["optimizer"], ("sgd", "adam")),
    "rate": Choice(first["rate"], ("0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1", "3")),
    "seed": Range(first["seed"], 0, 99),
}


given = {"limit": finished.race_steps, "first": first}
widest: State = {"d": "256", "rate": "0.003", "seed": 99}
samples: list[State] = [
    *({"d": d} for d in ("4", "8", "64", "256")),
    *({"optimizer": "adam", "rate": rate} for rate in ("0.001", "0.01", "3")),
    *({"seed": seed} for seed in (0, 1, 99)),
]


def values(state: State) -> dict[str, object]:
    """Return how both heads fared: at first to the end, elsewhere nothing until a reader asks."""
    return {"runs": finished.stored("race")["runs"] if state == first else []}
