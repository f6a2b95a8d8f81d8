"""Wordings: a real model is asked what was too big or too small, in several wordings."""

from __future__ import annotations

from attention_docs import measured
from attention_docs.figures.fields import Choice, State

_odds = measured.facts()["odds"]
asked = _odds["asked"]
names = ("what", "thing", "question", "so", "that-is", "chat")

fields = {"wording": Choice("chat", names)}
given = {"asked": dict(zip(names, asked, strict=True))}
widest: State = {"wording": "what"}
samples: list[State] = [{"wording": name} for name in names]


def values(state: State) -> dict[str, object]:
    """Return what the model finds likely in one wording, and the odds in all of them."""
    chosen = asked[names.index(state["wording"])]
    return {
        "small": chosen["small"],
        "big": chosen["big"],
        "all": [
            {
                "small": one["small"]["log_odds"],
                "big": one["big"]["log_odds"],
                "moved": one["moved"],
            }
            for one in asked
        ],
    }
