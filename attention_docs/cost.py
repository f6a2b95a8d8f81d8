"""What attention costs: scores and multiply-adds grow with the square of the length, caches do not.

All counts are exact Python integers, however large; none may be negative.
"""

from __future__ import annotations

from typing import SupportsIndex

from attention_docs._arguments import as_count, as_flag


def score_count(n: SupportsIndex, *, causal: bool = False) -> int:
    """Count the scores of one head over `n` tokens.

    ``n²``, or ``n (n + 1) / 2`` where no token is scored against a later one.

    Parameters
    ----------
    n : int
        How many tokens.
    causal : bool
        Count only the scores that a causal mask leaves.

    References
    ----------
    Vaswani et al. (2017), table 1: https://arxiv.org/abs/1706.03762

    Examples
    --------
    >>> score_count(1000), score_count(2000)
    (1000000, 4000000)
    >>> score_count(1000, causal=True), score_count(2000, causal=True)
    (500500, 2001000)
    """
    tokens = as_count("n", n)
    return tokens * (tokens + 1) // 2 if as_flag("causal", causal) else tokens * tokens


def multiply_adds(
    n: SupportsIndex,
    d: SupportsIndex,
    d_value: SupportsIndex | None = None,
    *,
    causal: bool = False,
) -> int:
    """Count the multiply-adds of one head over `n` tokens: those of Q Kᵀ and of weights V.

    ``score_count(n) · (d + d_value)``; the softmax between the two is not counted.

    Parameters
    ----------
    n : int
        How many tokens.
    d, d_value : int
        Size of one head's key and value; `d_value` is `d` unless given.
    causal : bool
        Count only what a causal mask leaves.

    References
    ----------
    Vaswani et al. (2017), table 1: https://arxiv.org/abs/1706.03762

    Examples
    --------
    >>> multiply_adds(1000, 64)
    128000000
    """
    size = as_count("d", d)
    size_of_value = size if d_value is None else as_count("d_value", d_value)
    return score_count(n, causal=causal) * (size + size_of_value)


def cache_bytes(
    n: SupportsIndex,
    *,
    layers: SupportsIndex,
    kv_heads: SupportsIndex,
    head_size: SupportsIndex,
    bytes_per_number: SupportsIndex = 2,
) -> int:
    """Count the bytes that the keys and values of `n` tokens take in a KV cache.

    ``2 · n · layers · kv_heads · head_size · bytes_per_number``: the 2 is one key and one value.

    Parameters
    ----------
    n : int
        How many tokens are kept.
    layers, kv_heads, head_size : int
        Layers of the model, heads of keys and values in each, and the size of one head's key (its
        value is taken to be as large).
    bytes_per_number : int
        2 for float16 and bfloat16.

    References
    ----------
    Pope et al., "Efficiently Scaling Transformer Inference" (2022):
    https://arxiv.org/abs/2211.05102

    Examples
    --------
    A model of 32 layers with 32 heads of 128, for one token and for 32,768, in GiB:

    >>> cache_bytes(1, layers=32, kv_heads=32, head_size=128)
    524288
    >>> cache_bytes(32768, layers=32, kv_heads=32, head_size=128) / 2**30
    16.0
    """
    counts = {
        "n": n,
        "layers": layers,
        "kv_heads": kv_heads,
        "head_size": head_size,
        "bytes_per_number": bytes_per_number,
    }
    product = 2
    for name, count in counts.items():
        product *= as_count(name, count)
    return product
