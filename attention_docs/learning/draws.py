"""Random numbers that are the same in Python and in every browser, to the last bit."""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from attention_docs._arguments import as_count

largest_stream = 2**32 - 1


def uniform(
    stream: SupportsIndex, first: SupportsIndex, count: SupportsIndex
) -> NDArray[np.float64]:
    """Draw numbers from 0 up to, not including, 1: `count` of them, from number `first` on.

    Draw n of a stream is ``mix(mix(stream) + (n + 1) g) / 2³²``, all of it in integers of 32 bits:
    SplitMix's walk by the golden ratio, g = 0x9E3779B9, through the last steps of MurmurHash3. No
    state is kept, so any draw can be had on its own; a division by a power of two rounds nothing.

    Parameters
    ----------
    stream : int
        Which sequence, from 0 to 2³² − 1.
    first, count : int
        Which of its numbers. They repeat after 2³².

    Returns
    -------
    numpy.ndarray, shape (count,)

    Raises
    ------
    TypeError
        If an argument is not an integer.
    ValueError
        If an argument is negative, or `stream` is 2³² or more.

    References
    ----------
    Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014):
    https://doi.org/10.1145/2660193.2660195; Appleby, MurmurHash3 (``fmix32``):
    https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp

    Examples
    --------
    >>> uniform(7, 0, 3).round(3).tolist()
    [0.074, 0.681, 0.434]
    >>> bool(uniform(7, 2, 1) == uniform(7, 0, 3)[2])
    True
    >>> sample = uniform(0, 0, 100_000)
    >>> round(float(sample.mean()), 2), round(float(sample.std() * np.sqrt(12)), 2)
    (0.5, 1.0)
    """
    if as_count("stream", stream) > largest_stream:
        raise ValueError(f"stream is {stream}; it must be at most {largest_stream}")
    start, length = as_count("first", first), as_count("count", count)
    # NumPy's usual integers have 32 bits in the browser's Python.
    numbers = np.arange(start + 1, start + length + 1, dtype=np.uint64).astype(np.uint32)
    bits = _mix(_mix(np.array([stream], np.uint32)) + numbers * np.uint32(0x9E3779B9))
    return bits / 2.0**32


def _mix(bits: NDArray[np.uint32]) -> NDArray[np.uint32]:
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        bits = (bits ^ (bits >> np.uint32(shift))) * np.uint32(factor)
    return bits
