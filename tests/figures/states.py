"""The states at which figures are compared: their own samples, and any at random."""

from __future__ import annotations

from urllib.parse import urlencode

import numpy as np

from attention_docs.figures import figure
from attention_docs.figures.fields import State, state_of


def random_state(name: str, random: np.random.Generator) -> State:
    """Draw a value for each field, in order: later ones may be limited by earlier."""
    state: State = {}
    for field, declared in figure(name).fields.items():
        state[field] = declared.some(random, state)
    return state


def all_states(name: str, random: int = 0) -> list[State]:
    """Return the first state, the widest, the samples, and so many drawn at random."""
    own = figure(name)
    generator = np.random.default_rng(1)
    return [
        *(state_of(own.fields, sample) for sample in ({}, own.widest, *own.samples)),
        *(random_state(name, generator) for _ in range(random)),
    ]


def as_query(name: str, state: State) -> str:
    """Return the query of an address that asks for a state."""
    fields = {
        f"{name}.{key}": int(value) if isinstance(value, bool) else value
        for key, value in state.items()
    }
    return "?" + urlencode(fields)
