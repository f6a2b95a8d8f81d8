"""Checks of arguments: each error names the argument, what it was and what it should be."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

type_names = "float64, float32, float16, integers or bools"

FloatArray = NDArray[np.floating[Any]]


def as_floats(name: str, values: ArrayLike) -> FloatArray:
    """Return `values` as an array of floats; integers and bools become float64.

    Raises
    ------
    TypeError
        If the values are neither float64, float32, float16, integers nor bools.
    ValueError
        If the values do not form a rectangular array.
    """
    array = as_array(name, values)
    if array.dtype.kind in "iub":
        return array.astype(np.float64)
    if array.dtype.type not in (np.float64, np.float32, np.float16):
        raise TypeError(f"{name} has dtype {array.dtype}; it must hold {type_names}")
    return cast("FloatArray", array)


def as_array(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array of whatever dtype they have.

    Raises
    ------
    ValueError
        If the values do not form a rectangular array.
    """
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must be a rectangular array: {error}") from None


def in_compute_dtype(array: FloatArray) -> FloatArray:
    """Widen float16, whose exponentials soon overflow, to float32; leave the others."""
    return array.astype(np.float32) if array.dtype == np.float16 else array


def as_integer(name: str, value: SupportsIndex) -> int:
    """Return `value` as an integer.

    Raises
    ------
    TypeError
        If the value is not a whole number (a float or a bool is not one).
    """
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value}, a bool; it must be an integer")
    try:
        return operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} is {value!r}, a {kind}; it must be an integer") from None


def as_count(name: str, value: SupportsIndex, *, least: int = 0) -> int:
    """Return `value` as an integer of at least `least`.

    Raises
    ------
    TypeError
        If the value is not a whole number (a float or a bool is not one).
    ValueError
        If the value is below `least`.
    """
    count = as_integer(name, value)
    if count < least:
        raise ValueError(f"{name} is {count}; it must be at least {least}")
    return count


def check_leading(query: FloatArray, key: FloatArray, value: FloatArray) -> None:
    """Raise ValueError unless the dimensions before the rows and their entries broadcast."""
    try:
        np.broadcast_shapes(query.shape[:-2], key.shape[:-2], value.shape[:-2])
    except ValueError:
        raise ValueError(
            "query, key and value have the leading dimensions "
            f"{query.shape[:-2]}, {key.shape[:-2]} and {value.shape[:-2]}; they must broadcast"
        ) from None
