"""Switches: eight heads of a real model, each on or off, and what the model then says."""

from __future__ import annotations

from attention_docs import measured
from attention_docs.figures.fields import Flag, State

_facts = measured.facts()
_names = _facts["name_heads"]
eight = [tuple(head) for head in _names["eight"]]
settings = [f"off-{layer}.{head}" for layer, head in eight]
_on_random_text = {tuple(one["head"]): one["mean"] for one in _facts["induction_heads"]["follower"]}

fields = {setting: Flag(first=False) for setting in settings}
given = {
    "heads": [
        {"name": f"{layer}.{head}", "random": _on_random_text[layer, head], "here": here}
        for (layer, head), here in zip(eight, _names["looks_at_rest"], strict=True)
    ],
    "others": _names["planet"]["others_off"],
    "on": _names["planet"]["on"],
}
widest: State = dict.fromkeys(settings, True)
samples: list[State] = [
    widest,
    *({one: True} for one in settings[::3]),
    {setting: place % 2 == 0 for place, setting in enumerate(settings)},
]


def values(state: State) -> dict[str, object]:
    """Return how likely the name's next piece is with some heads off, and what is likeliest."""
    off = [setting for setting in settings if state[setting]]
    index = sum(2**place for place, setting in enumerate(settings) if state[setting])
    stored = measured.combinations()
    return {
        "off": len(off),
        "probability": stored["probability"][index],
        "likeliest": stored["likeliest"][index],
        "itsProbability": stored["its_probability"][index],
    }
