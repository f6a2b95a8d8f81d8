"""Cost: twice the text takes four times the scores, and twice the cache."""

from __future__ import annotations

from typing import Literal, NamedTuple

from attention_docs.cost import cache_bytes, multiply_adds, score_count
from attention_docs.figures.fields import Choice, Range, State


class Shape(NamedTuple):
    """What a model is made of, and the public source that says so."""

    name: str
    layers: int
    heads: int
    kv_heads: int
    head_size: int
    inner: int
    """Width of the layers between those of attention."""
    inner_matrices: int
    vocabulary: int
    limit: int
    """How many tokens it was made for, or how far each layer looks back."""
    limited: Literal["text", "window"]
    source: str

    @property
    def matrices(self) -> int:
        """Return how many multiply-adds one token takes in all matrices of the model."""
        width = self.heads * self.head_size
        attention = 2 * width * (width + self.kv_heads * self.head_size)
        between = self.inner_matrices * width * self.inner
        return self.layers * (attention + between) + self.vocabulary * width


hub = "https://github.com/huggingface/transformers/blob/main/src/transformers/models"

# Keys and values are kept as 2-byte numbers (float16 or bfloat16).
shapes = {
    "gpt-2": Shape(
        *("GPT-2 small", 12, 12, 12, 64, 3072, 2, 50_257, 1024, "text"),
        "https://github.com/openai/gpt-2/blob/master/src/model.py",
    ),
    "llama-2-7b": Shape(
        *("Llama 2 7B", 32, 32, 32, 128, 11_008, 3, 32_000, 4096, "text"),
        f"{hub}/llama/configuration_llama.py",
    ),
    "mistral-7b": Shape(
        *("Mistral 7B", 32, 32, 8, 128, 14_336, 3, 32_000, 4096, "window"),
        f"{hub}/mistral/configuration_mistral.py",
    ),
    "llama-3-70b": Shape(
        *("Llama 3 70B", 80, 64, 8, 128, 28_672, 3, 128_256, 8192, "text"),
        "https://github.com/meta-llama/llama-models/blob/main/models/sku_list.py",
    ),
}
most = 10**6

fields = {"n": Range(1000, 1, most), "model": Choice("llama-2-7b", tuple(shapes))}
given = {
    "shapes": {
        key: shape._asdict() | {"matrices": shape.matrices} for key, shape in shapes.items()
    },
    "most": most,
}
widest: State = {"n": 999_999, "model": "llama-3-70b"}
samples: list[State] = [
    widest,
    *({"n": n, "model": model} for model in shapes for n in (1, 1000, 1024, 32768, most)),
]


def values(state: State) -> dict[str, object]:
    """Return what `n` tokens cost in a model, and what twice as many do."""
    shape = shapes[state["model"]]
    tokens = [state["n"], 2 * state["n"]]
    kept = {"layers": shape.layers, "kv_heads": shape.kv_heads, "head_size": shape.head_size}
    pairs, alone = (
        [shape.layers * shape.heads * multiply_adds(n, shape.head_size) for n in tokens],
        [shape.matrices * n for n in tokens],
    )
    costs = {
        "scores": [score_count(n) for n in tokens],
        "causal": [score_count(n, causal=True) for n in tokens],
        "pairs": pairs,
        "matrices": alone,
        "together": [one + other for one, other in zip(pairs, alone, strict=True)],
        "cache": [cache_bytes(n, **kept) for n in tokens],
    }
    return {
        "tokens": tokens,
        "costs": costs,
        "times": {name: twice / once for name, (once, twice) in costs.items()},
        # Where the pairs take as much as the matrices.
        "crossing": shape.matrices
        / (shape.layers * shape.heads * multiply_adds(1, shape.head_size)),
    }
