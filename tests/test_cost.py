from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_docs import (
    attention_weights,
    cache_bytes,
    causal_mask,
    multiply_adds,
    score_count,
)

if TYPE_CHECKING:
    from collections.abc import Callable

lengths = st.integers(0, 40)


@given(lengths)
def test_scores_are_the_entries_of_the_mask(n: int) -> None:
    mask = causal_mask(n)
    assert score_count(n) == mask.size
    assert score_count(n, causal=True) == np.count_nonzero(mask)


@given(st.integers(1, 12), st.integers(1, 5), st.integers(1, 5))
def test_multiply_adds_are_those_that_loops_would_do(n: int, d: int, d_value: int) -> None:
    counted = sum(d + d_value for i in range(n) for j in range(n) if j <= i)
    assert multiply_adds(n, d, d_value, causal=True) == counted
    assert multiply_adds(n, d, d_value) == n * n * d + n * n * d_value
    assert multiply_adds(n, d) == multiply_adds(n, d, d)


@given(*[st.integers(1, 4)] * 4, st.sampled_from([np.float16, np.float32, np.float64]))
def test_cache_bytes_are_those_of_the_arrays(
    n: int, layers: int, kv_heads: int, head_size: int, dtype: type[np.floating]
) -> None:
    keys = np.zeros((layers, kv_heads, n, head_size), dtype)
    counted = cache_bytes(
        n,
        layers=layers,
        kv_heads=kv_heads,
        head_size=head_size,
        bytes_per_number=keys.itemsize,
    )
    assert counted == keys.nbytes + np.zeros_like(keys).nbytes


def test_counts_are_exact_however_large() -> None:
    assert score_count(10**12) == 10**24
    assert score_count(np.int32(100_000)) == 10**10


def test_the_weights_have_as_many_entries_as_there_are_scores() -> None:
    x = np.eye(5)
    weights = attention_weights(x, x, causal=True)
    assert np.count_nonzero(weights) == score_count(5, causal=True)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: score_count(-1), ValueError, "n is -1; it must be at least 0"),
        (lambda: score_count(cast("int", 1e3)), TypeError, "n is 1000.0, a float; it must be an"),
        (lambda: multiply_adds(1, -2), ValueError, "d is -2; it must be at least 0"),
        (lambda: multiply_adds(1, 2, -3), ValueError, "d_value is -3; it must be at least 0"),
        (
            lambda: cache_bytes(1, layers=1, kv_heads=-8, head_size=1),
            ValueError,
            "kv_heads is -8; it must be at least 0",
        ),
        (
            lambda: cache_bytes(1, layers=1, kv_heads=8, head_size=cast("int", "128")),
            TypeError,
            "head_size is '128', a str; it must be an integer",
        ),
    ],
)
def test_bad_arguments(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert message in str(raised.value)
