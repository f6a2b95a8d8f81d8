"""Checks of arguments: each error names the argument, what it was and what it should be."""

from __future__ import annotations

import math
import operator
import reprlib
from itertools import zip_longest
from typing import Any, SupportsIndex, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.floating[Any]]
"""Numbers of any float dtype: what every equation returns."""

_floats = (np.float64, np.float32, np.float16)


def as_array(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array of whatever dtype they have, in this machine's byte order."""
    array = values if type(values) is np.ndarray else _converted(name, values)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _converted(name: str, values: ArrayLike) -> NDArray[Any]:
    if _holds_masked(values):
        raise TypeError(f"{name} holds a masked array; fill it, and give what it hides as a mask")
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must be a rectangular array: {error}") from None
    except (TypeError, RuntimeError) as error:
        # A tensor of another library may be on a device or of a dtype that NumPy does not know.
        kind = type(values).__name__
        raise TypeError(f"{name} is a {kind} that NumPy can't read: {error}") from None


def as_floats(name: str, values: ArrayLike) -> FloatArray:
    """Return `values` as an array of floats; integers and bools become float64."""
    array = as_array(name, values)
    if array.dtype.type in _floats:
        return cast("FloatArray", array)
    if array.dtype.kind in "iub":
        return array.astype(np.float64)
    if array.dtype == object:
        for entry in array.flat:
            if isinstance(entry, int) and not -(2**63) <= entry < 2**64:
                raise TypeError(
                    f"{name} holds {shown(entry)}, past the limit of 64-bit integers; "
                    "write it as a float"
                )
    raise TypeError(
        f"{name} has dtype {array.dtype}; it must hold float64, float32, float16, integers or bools"
    )


def as_rows(name: str, values: ArrayLike, *, heads: int | None = None) -> FloatArray:
    """Return `values` as rows of floats, each to be cut into `heads` equal parts if given."""
    array = as_floats(name, values)
    if array.ndim < 2:
        width = "d" if heads is None else "heads·d"
        raise ValueError(f"{name} has shape {array.shape}; it must have the layout (…, n, {width})")
    if heads is not None:
        check_room(name, array)
        if array.shape[-1] % heads:
            raise ValueError(
                f"{name} has rows of {array.shape[-1]} entries; "
                f"that must be a multiple of its heads, {shown(heads)}"
            )
    return array


def check_room(name: str, array: FloatArray) -> None:
    """Raise ValueError unless the result can have one dimension more: arrays end at 64."""
    if array.ndim >= 64:
        raise ValueError(f"{name} has {array.ndim} dimensions; it must have at most 63")


def check_together(
    query: FloatArray,
    key: FloatArray,
    value: FloatArray | None = None,
    *,
    heads: int = 1,
    kv_heads: int = 1,
) -> None:
    """Raise ValueError unless rows of query, key and value fit together, in their own shapes."""
    size = query.shape[-1] // heads
    if size == 0:
        raise ValueError(f"query has shape {query.shape}; its rows must have at least one entry")
    if key.shape[-1] != kv_heads * size:
        why = "as those of query" if heads == 1 else f"{size} for each of its heads, {kv_heads}"
        raise ValueError(
            f"key has shape {key.shape}; its rows must have {kv_heads * size} entries, {why}"
        )
    if value is not None and value.shape[-2] != key.shape[-2]:
        raise ValueError(
            f"value has shape {value.shape}; it must have {key.shape[-2]} rows, one for each key"
        )
    leading = [array.shape[:-2] for array in (query, key, value) if array is not None]
    if any(leading) and not _broadcast(*leading):
        names = "query and key" if value is None else "query, key and value"
        raise ValueError(
            f"{names} have the leading dimensions {' and '.join(map(str, leading))}; "
            "they must broadcast"
        )


def as_mask(values: ArrayLike, target: tuple[int, ...]) -> NDArray[Any]:
    """Return `values` as an array of bools or floats that broadcasts to the shape `target`."""
    mask = as_array("mask", values)
    if mask.dtype.type not in (np.bool_, *_floats):
        raise TypeError(
            f"mask has dtype {mask.dtype}; it must be bool (True: may be seen), "
            "or float64, float32 or float16"
        )
    sizes = zip(reversed(mask.shape), reversed(target), strict=False)
    if mask.ndim > len(target) or any(size not in (1, wide) for size, wide in sizes):
        raise ValueError(
            f"mask has shape {mask.shape}; it must broadcast to (…, n_query, n_key) = {target}"
        )
    return mask


def compute_dtype(dtype: np.dtype[np.floating[Any]]) -> np.dtype[np.floating[Any]]:
    """Return float32 for float16, whose exponentials soon overflow; other dtypes as they are."""
    return np.dtype(np.float32) if dtype == np.float16 else dtype


def in_compute_dtype(array: FloatArray) -> FloatArray:
    """Widen float16 to float32; leave the others."""
    return array.astype(compute_dtype(array.dtype), copy=False)


def as_finite(name: str, value: object, dtype: np.dtype[np.floating[Any]]) -> float:
    """Return a number that is finite in `dtype` as a Python float, which widens no array."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} is {shown(value)}; it must be a finite number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not abs(number) <= np.finfo(dtype).max:
        raise ValueError(f"{name} is {shown(value)}; it must be a finite number, in {dtype}")
    return number


def as_flag(name: str, value: object) -> bool:
    """Return `value` as True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {shown(value)}; it must be True or False")
    return bool(value)


def as_integer(name: str, value: SupportsIndex) -> int:
    """Return `value` as an integer; a float or a bool is not one."""
    if not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} is {shown(value)}; it must be an integer")


def as_count(name: str, value: SupportsIndex, *, least: int = 0) -> int:
    """Return `value` as an integer of at least `least`."""
    count = as_integer(name, value)
    if count < least:
        raise ValueError(f"{name} is {shown(count)}; it must be at least {least}")
    return count


def shown(value: object) -> str:
    """Return a value as an error shows it: short, and with its type."""
    if isinstance(value, int) and not isinstance(value, bool):
        # Python refuses to write out integers of more than some thousand digits.
        bits = value.bit_length()
        return str(value) if bits <= 128 else f"an integer of {bits} bits"
    return f"{reprlib.repr(value)}, a {type(value).__name__}"


def _broadcast(*shapes: tuple[int, ...]) -> bool:
    # NumPy's own broadcast_shapes ends at 32 dimensions, and its arrays at 64.
    aligned = zip_longest(*(shape[::-1] for shape in shapes), fillvalue=1)
    return all(len({size for size in sizes if size != 1}) <= 1 for sizes in aligned)


def _holds_masked(values: object) -> bool:
    if isinstance(values, (list, tuple)):
        return any(map(_holds_masked, values))
    return isinstance(values, np.ma.MaskedArray)
