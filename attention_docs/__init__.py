"""Attention in numbers: small pure functions, one equation each.

The lesson's every number is computed by these functions. Row vectors throughout: one token is one
row, ``d`` is the size of a key. Read `attention` first with its `mask`, then `heads`; `gradient`
says why scores are scaled, and `cost` what it all takes. `_arguments` holds the checks.

What holds for all of them: arrays may be given as anything that NumPy reads as a rectangular array
of float64, float32, float16, integers or bools. float64 and float32 stay what they are, float16 is
computed in float32 and returned as float16, integers and bools become float64, and of mixed inputs
the widest counts. Results are new arrays: nothing is written into an argument. No function warns,
whatever ``np.seterr`` says: infinities and NaN go through as arithmetic has it.

An argument of the wrong type raises TypeError, one of the wrong size, shape or value ValueError.
The message names the argument, what it was and what it should be. Docstrings list only what is not
plain from that.

>>> from attention_docs import attention_weights, scaled_dot_product_attention
>>> query, keys, values = [[1, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 10]]
>>> attention_weights(query, keys).round(2).tolist()
[[0.67, 0.33]]
>>> scaled_dot_product_attention(query, keys, values).round(1).tolist()
[[6.7, 3.3]]
"""

from attention_docs._arguments import FloatArray
from attention_docs.attention import (
    attention_weights,
    scaled_dot_product_attention,
    softmax,
)
from attention_docs.cost import cache_bytes, multiply_adds, score_count
from attention_docs.gradient import (
    attention_gradients,
    softmax_gradient,
    softmax_jacobian,
    softmax_slope,
)
from attention_docs.heads import merge_heads, multi_head_attention, split_heads
from attention_docs.mask import causal_mask

__version__ = "0.1.0"

__all__ = [
    "FloatArray",
    "attention_gradients",
    "attention_weights",
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
