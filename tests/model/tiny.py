"""A model of the real one's kind with a few thousand random numbers, written as a GGUF file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gguf
import numpy as np
from tokenizers.pre_tokenizers import ByteLevel

LAYERS, HEADS, KV_HEADS, D, HIDDEN = 3, 4, 2, 6, 20
WIDTH = HEADS * D
MERGES = ["h e", "l l", "he ll", "Ġ w"]
CONTROL = "<|end|>"
TOKENS = [CONTROL, *sorted(ByteLevel.alphabet()), *("".join(pair.split()) for pair in MERGES)]

CONTENT: dict[str, Any] = {
    "llama.block_count": LAYERS,
    "llama.context_length": 40,
    "llama.embedding_length": WIDTH,
    "llama.attention.head_count": HEADS,
    "llama.attention.head_count_kv": KV_HEADS,
    "llama.rope.dimension_count": D,
    "llama.rope.freq_base": 100.0,
    "llama.attention.layer_norm_rms_epsilon": 1e-5,
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.pre": "smollm",
    "tokenizer.ggml.tokens": TOKENS,
    "tokenizer.ggml.merges": MERGES,
    "tokenizer.ggml.token_type": [3] + [1] * (len(TOKENS) - 1),
}


def matrices() -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    shapes: dict[str, tuple[int, ...]] = {"token_embd": (len(TOKENS), WIDTH)}
    for layer in range(LAYERS):
        for name, shape in {
            "attn_norm": (WIDTH,),
            "attn_q": (WIDTH, WIDTH),
            "attn_k": (KV_HEADS * D, WIDTH),
            "attn_v": (KV_HEADS * D, WIDTH),
            "attn_output": (WIDTH, WIDTH),
            "ffn_norm": (WIDTH,),
            "ffn_gate": (HIDDEN, WIDTH),
            "ffn_up": (HIDDEN, WIDTH),
            "ffn_down": (WIDTH, HIDDEN),
        }.items():
            shapes[f"blk.{layer}.{name}"] = shape
    shapes["output_norm"] = (WIDTH,)
    rng = np.random.default_rng(0)
    return {
        f"{name}.weight": rng.normal(0, 0.5, shape).astype(np.float32)
        for name, shape in shapes.items()
    }


def write(
    path: Path,
    *,
    architecture: str = "llama",
    without: str = "",
    extra: str = "",
    **changed: object,
) -> Path:
    """Write the file with entries `changed` (__ stands for a point); None leaves one out."""
    content = CONTENT | {name.replace("__", "."): value for name, value in changed.items()}
    writer = gguf.GGUFWriter(path, architecture)
    for name, value in content.items():
        match value:
            case str():
                writer.add_string(name, value)
            case int():
                writer.add_uint32(name, value)
            case float():
                writer.add_float32(name, value)
            case list():
                writer.add_array(name, value)
    arrays = matrices()
    arrays.pop(without, None)
    if extra:
        arrays[extra] = np.zeros(WIDTH, np.float32)
    for name, array in arrays.items():
        writer.add_tensor(name, array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
