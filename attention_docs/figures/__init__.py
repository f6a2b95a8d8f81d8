"""The figures: for each a module of its own with its settings and the values that it shows.

What a figure looks like is drawn from these values by ``docs/assets/figures/NAME.mjs``, in the
build and in the browser alike; in the browser the same module computes them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

from attention_docs.figures.fields import Fields, State

__all__ = ["Figure", "figure", "names"]

names = tuple(module.name for module in iter_modules(__path__) if module.name != "fields")
"""Every module of this folder but `fields` is a figure."""


class Figure(Protocol):
    """What the module of a figure holds; CONTRIBUTING.md shows how to write one."""

    fields: Fields
    """Its settings, with their ranges and first values."""
    given: Mapping[str, Any]
    """The constants that it computes with; the browser gets them with the page."""
    widest: State
    """The settings that print its longest numbers."""
    samples: list[State]
    """Settings at which tests compare what the package and the browser show."""

    def values(self, state: State) -> Mapping[str, Any]:
        """Return all that is shown in `state`, as numbers, texts, and arrays and lists of them."""


@cache
def figure(name: str) -> Figure:
    """Return the figure `name`.

    Raises
    ------
    ValueError
        If there is none of that name.

    Examples
    --------
    >>> figure("dial").values({"angle": 0})["query"]
    [1.0, 0.0]
    >>> figure("clock")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: name is 'clock'; it must be one of: cost, dial, ...
    """
    if name not in names:
        raise ValueError(f"name is {name!r}; it must be one of: {', '.join(names)}")
    return cast("Figure", import_module(f"{__name__}.{name}"))
