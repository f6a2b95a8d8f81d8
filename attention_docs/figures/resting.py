"""Resting: how much of a real model's attention goes to a text's first token."""

from __future__ import annotations

from attention_docs import measured
from attention_docs.figures.fields import Choice, State

_measured = measured.facts()["first_token"]
by_layer: dict[str, list[float]] = _measured["by_layer"]

fields = {"sentence": Choice("trophy-big", tuple(by_layer))}
given = {"byLayer": by_layer, "byLength": _measured["by_length"]}
widest: State = {"sentence": "planet"}
samples: list[State] = [{"sentence": name} for name in by_layer]


def values(state: State) -> dict[str, object]:
    """Return the mean share in each layer of a sentence, and that in texts of several lengths."""
    return {"shares": by_layer[state["sentence"]], "lengths": _measured["by_length"]}
