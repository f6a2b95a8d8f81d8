"""Takes a value apart: one entry of a vector or matrix, as a fraction and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from attention_docs.numbers.comparison import exact, in_full

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


class Value(NamedTuple):
    """What an expression gave: exactly, and as Python shows it in full.

    `constant` says that the expression depends on nothing that the page or its project has made.
    """

    number: Fraction
    text: str
    constant: bool = False


def value_of(
    value: object, index: tuple[int, ...] | None, shape: Mapping[tuple[int, ...], int]
) -> Value:
    """Return the number that stands behind a numeral.

    Raises
    ------
    TypeError, ValueError
        If there is none: see `entry_of` and `exact`.

    Examples
    --------
    >>> value_of([6.7, 3.3], (1,), {(): 2}).text
    '3.3'
    """
    try:
        entry = value if index is None else entry_of(value, index, shape)
        return Value(exact(entry), in_full(entry))
    except (TypeError, ValueError):
        raise
    except Exception as error:
        kind = type(value).__name__
        raise ValueError(f"the value, a {kind}, cannot be read: {type(error).__name__}") from error


def entry_of(value: object, index: tuple[int, ...], shape: Mapping[tuple[int, ...], int]) -> object:
    """Return one entry of a vector or matrix, whose nesting must be that of the printed brackets.

    Whatever NumPy takes for an array, such as a table of pandas, counts in the order of its rows,
    whatever they are called.

    Raises
    ------
    ValueError
        If it is nested otherwise, or has another length.

    Examples
    --------
    >>> entry_of([6.7, 3.3], (1,), {(): 2})
    3.3
    """
    if hasattr(value, "__array__") and not isinstance(value, np.ndarray):
        value = np.asarray(value)
    printed = f"{shape[()]} entries are printed"
    for depth, place in enumerate(index):
        length = shape[index[:depth]]
        try:
            found = len(value)  # type: ignore[arg-type]
        except TypeError:
            raise ValueError(f"{printed} in brackets, and the value is a single number") from None
        if found != length or isinstance(value, (str, dict, set, frozenset)):
            raise ValueError(f"the brackets hold {length} entries, the value {found}")
        value = value[place]  # type: ignore[index]
    if getattr(value, "ndim", 0) or isinstance(value, (list, tuple)):
        raise ValueError(f"{printed}, and each entry of the value is a list itself")
    return value
