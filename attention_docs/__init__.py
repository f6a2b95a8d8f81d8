"""Attention in numbers: small pure functions, one equation each.

The lesson's every number is computed by these functions. Row vectors throughout: one token is one
row, ``d`` is the size of a key.

>>> from attention_docs import scaled_dot_product_attention
>>> output = scaled_dot_product_attention([[1, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 10]])
>>> output.round(1).tolist()
[[6.7, 3.3]]
"""

from attention_docs.attention import causal_mask, scaled_dot_product_attention, softmax
from attention_docs.cost import cache_bytes, multiply_adds, score_count
from attention_docs.gradient import (
    attention_gradients,
    softmax_gradient,
    softmax_jacobian,
    softmax_slope,
)
from attention_docs.heads import merge_heads, multi_head_attention, split_heads

__version__ = "0.1.0"

__all__ = [
    "attention_gradients",
    "cache_bytes",
    "causal_mask",
    "merge_heads",
    "multi_head_attention",
    "multiply_adds",
    "scaled_dot_product_attention",
    "score_count",
    "softmax",
    "softmax_gradient",
    "softmax_jacobian",
    "softmax_slope",
    "split_heads",
]
