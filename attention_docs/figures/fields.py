"""The settings of a figure: what each may be, and what it is at first.

They are declared in Python alone. The page carries them to the browser, which holds to them what
readers and links ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

State = dict[str, Any]
"""What a figure is set to: a value for each of its fields."""


class Range(NamedTuple):
    """A number from `least` to `most`, in steps.

    `within` names an earlier field that limits it: by its own value, or by what `limits` gives for
    each of its options.
    """

    first: float
    least: float
    most: float
    step: float = 1
    within: str | None = None
    limits: Mapping[str, float] | None = None

    def most_in(self, state: State) -> float:
        """Return the most that it may be in a state."""
        if self.within is None:
            return self.most
        limit = state[self.within]
        return self.limits[limit] if self.limits else limit

    def why_not(self, value: float, state: State) -> str | None:
        """Say what is wrong with `value`, or return None."""
        most = self.most_in(state)
        return None if self.least <= value <= most else f"it must be from {self.least} to {most}"

    def some(self, random: np.random.Generator, state: State) -> float:
        """Return a value at random."""
        most = self.most_in(state)
        per_one = round(1 / self.step)
        counted = random.integers(round(self.least * per_one), round(most * per_one), endpoint=True)
        return int(counted) if per_one == 1 else int(counted) / per_one


class Choice(NamedTuple):
    """One of `options`."""

    first: str
    options: tuple[str, ...]

    def why_not(self, value: object, state: State) -> str | None:  # noqa: ARG002 - all fields' own
        """Say what is wrong with `value`, or return None."""
        return None if value in self.options else f"it must be one of: {', '.join(self.options)}"

    def some(self, random: np.random.Generator, state: State) -> str:  # noqa: ARG002
        """Return a value at random."""
        return self.options[random.integers(len(self.options))]


class Flag(NamedTuple):
    """Yes or no; addresses write it 1 or 0."""

    first: bool

    def why_not(self, value: object, state: State) -> str | None:  # noqa: ARG002
        """Say what is wrong with `value`, or return None."""
        return None if isinstance(value, bool) else "it must be True or False"

    def some(self, random: np.random.Generator, state: State) -> bool:  # noqa: ARG002
        """Return a value at random."""
        return bool(random.integers(2))


Field = Range | Choice | Flag
Fields = Mapping[str, Field]


def state_of(fields: Fields, changes: Mapping[str, Any]) -> State:
    """Return the first state with some changes.

    Raises
    ------
    ValueError
        If there is no such setting, or a value is not allowed.

    Examples
    --------
    >>> fields = {"n": Range(3, 1, 8), "order": Choice("before", ("before", "after"))}
    >>> state_of(fields, {"n": 5})
    {'n': 5, 'order': 'before'}
    >>> state_of(fields, {"n": 9})
    Traceback (most recent call last):
    ValueError: n is 9; it must be from 1 to 8
    """
    for name in changes.keys() - fields.keys():
        raise ValueError(f"{name!r} is no setting; it must be one of: {', '.join(fields)}")
    state = {name: field.first for name, field in fields.items()} | dict(changes)
    for name, field in fields.items():
        reason = field.why_not(state[name], state)
        if reason:
            raise ValueError(f"{name} is {state[name]!r}; {reason}")
    return state
