"""What checks and masks cost: attention against a textbook's three lines, in one run.

Run as ``python -m tests.benchmarks.attention``. The aims are 12 µs for a small call, which is what
the lesson and the reader's browser make, and 0.85 of the textbook's time for 2,048 tokens in
float32. Both ways take turns, so that whatever else the machine does falls on both; the least of
all rounds counts. Nothing is asserted.
"""

from __future__ import annotations

import math
import timeit
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np

from attention_docs import causal_mask, scaled_dot_product_attention

if TYPE_CHECKING:
    from collections.abc import Callable

    from attention_docs import FloatArray


def textbook(
    q: FloatArray, k: FloatArray, v: FloatArray, seen: np.typing.NDArray[np.bool_] | None = None
) -> FloatArray:
    """Compute attention as lessons print it: no checks, a new array for each step."""
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    if seen is not None:
        scores = np.where(seen, scores, -math.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    output: FloatArray = exponentials / exponentials.sum(axis=-1, keepdims=True) @ v
    return output


def seconds(*calls: Callable[[], object], rounds: int) -> list[float]:
    """Return the least time that each call takes, all of them in turn."""
    times = [[timeit.timeit(call, number=3) / 3 for call in calls] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def most_memory(call: Callable[[], object]) -> int:
    """Return the most bytes that a call holds at a time."""
    tracemalloc.start()
    call()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def main() -> None:
    """Print a table of times, ratios and memory."""
    head = f"{'n':>5} {'dtype':>8} {'causal':>7}"
    print(f"{head} {'textbook':>12} {'ours':>12} {'ratio':>6} {'memory in arrays of n²':>24}")
    random = np.random.default_rng(0)
    for n, size in [(2, 2), (16, 64), (128, 64), (512, 64), (2048, 64)]:
        for dtype in (np.float64, np.float32):
            q, k, v = random.standard_normal((3, n, size)).astype(dtype)
            for causal in (False, True):
                seen = causal_mask(n) if causal else None
                theirs, ours = seconds(
                    lambda: textbook(q, k, v, seen),  # noqa: B023 - called before the next turn
                    lambda: scaled_dot_product_attention(q, k, v, causal=causal),  # noqa: B023
                    rounds=10 + 2000 // n,
                )
                memory = most_memory(
                    lambda: scaled_dot_product_attention(q, k, v, causal=causal)  # noqa: B023
                )
                square = n * n * q.itemsize
                print(
                    f"{n:5} {q.dtype.name:>8} {causal!s:>7} {1e6 * theirs:9.1f} µs "
                    f"{1e6 * ours:9.1f} µs {ours / theirs:6.2f} {memory / square:24.1f}"
                )


if __name__ == "__main__":
    main()
