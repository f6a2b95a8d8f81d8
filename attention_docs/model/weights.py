"""The learned numbers of a language model, read from one GGUF file.

The file's layout: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

import gguf
import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]
Progress = Callable[[int, int], None]
_Mapped = np.memmap[Any, np.dtype[np.uint8]]


@dataclass(frozen=True)
class Layer:
    """The matrices of one layer, each for rows on its left: ``x @ matrix``.

    `query` and `output` are (width, width), `key` and `value` (width, kv_heads · d), `gate` and
    `up` (width, hidden), `down` (hidden, width); the two norms have one factor for each column.
    """

    attention_norm: Float32
    query: Float32
    key: Float32
    value: Float32
    output: Float32
    feed_forward_norm: Float32
    gate: Float32
    up: Float32
    down: Float32


_NAMES = {
    "attention_norm": "attn_norm",
    "query": "attn_q",
    "key": "attn_k",
    "value": "attn_v",
    "output": "attn_output",
    "feed_forward_norm": "ffn_norm",
    "gate": "ffn_gate",
    "up": "ffn_up",
    "down": "ffn_down",
}


@dataclass(frozen=True)
class Weights:
    """A whole model of the Llama kind: its sizes, and every number that training has found.

    `embedding` (vocabulary, width) has a row for each token; the same rows, used the other way
    round, tell how well each token would come next.
    """

    heads: int
    kv_heads: int
    context: int
    rotary_base: float
    epsilon: float
    embedding: Float32
    layers: tuple[Layer, ...]
    final_norm: Float32


class _QuickReader(gguf.GGUFReader):
    """A reader that cuts plain arrays: a slice of a memory map costs several times as much."""

    @property
    def data(self) -> _Mapped:
        return cast("_Mapped", self._plain)

    @data.setter
    def data(self, mapped: _Mapped) -> None:
        self._plain = np.asarray(mapped)


def open_gguf(path: Path) -> gguf.GGUFReader:
    """Open a file of weights and read its list of contents, but no weights yet.

    Raises
    ------
    ValueError
        If the file is no GGUF file, or its architecture is not ``llama``.
    """
    try:
        reader = _QuickReader(path)
    except ValueError as error:
        raise ValueError(f"{path} is not a GGUF file: {error}") from None
    architecture = field(reader, "general.architecture")
    if architecture != "llama":
        raise ValueError(f"{path} has the architecture {architecture!r}; it must be 'llama'")
    return reader


def field(reader: gguf.GGUFReader, name: str) -> Any:  # noqa: ANN401 - whatever the file holds
    """Return an entry of the file's metadata.

    Raises
    ------
    ValueError
        If the file has no such entry.
    """
    entry = reader.get_field(name)
    if entry is None:
        raise ValueError(f"the file of weights has no entry {name!r}; a model needs one")
    return entry.contents()


def read_weights(reader: gguf.GGUFReader, progress: Progress | None = None) -> Weights:
    """Read all weights as float32, whatever number of bits the file keeps them in.

    Parameters
    ----------
    reader : gguf.GGUFReader
        An open file, from `open_gguf`.
    progress : callable, optional
        Told after each matrix how many bytes have been read, and of how many.

    Raises
    ------
    ValueError
        If the file lacks a matrix, or has one that a model of this kind does not use.
    """
    count = int(field(reader, "llama.block_count"))
    _check_names({tensor.name for tensor in reader.tensors}, count)
    _check_rotary(reader)
    matrices = _dequantized(reader, progress)
    return Weights(
        heads=int(field(reader, "llama.attention.head_count")),
        kv_heads=int(field(reader, "llama.attention.head_count_kv")),
        context=int(field(reader, "llama.context_length")),
        rotary_base=float(field(reader, "llama.rope.freq_base")),
        epsilon=float(field(reader, "llama.attention.layer_norm_rms_epsilon")),
        embedding=matrices["token_embd.weight"],
        layers=tuple(_layer(matrices, number) for number in range(count)),
        final_norm=matrices["output_norm.weight"],
    )


def _dequantized(reader: gguf.GGUFReader, progress: Progress | None) -> dict[str, Float32]:
    total = sum(tensor.n_bytes for tensor in reader.tensors)
    done = 0
    matrices = {}
    for tensor in reader.tensors:
        matrices[tensor.name] = gguf.dequantize(tensor.data, tensor.tensor_type)
        done += tensor.n_bytes
        if progress is not None:
            progress(done, total)
    return matrices


def _layer(matrices: dict[str, Float32], number: int) -> Layer:
    # The file keeps a matrix for columns on its right. A copy turned over multiplies a few rows in
    # two thirds of the time that a transposed view takes; the original is let go at once.
    parts = {
        part: np.ascontiguousarray(matrices.pop(f"blk.{number}.{name}.weight").T)
        for part, name in _NAMES.items()
    }
    return Layer(**parts)


def _check_names(names: set[str], layers: int) -> None:
    """Raise ValueError unless the file has each matrix that a forward pass uses, and no other.

    A matrix left over (a bias, say) would be ignored in silence, and every result be wrong.
    """
    wanted = {"token_embd.weight", "output_norm.weight"} | {
        f"blk.{number}.{_NAMES[part.name]}.weight"
        for number in range(layers)
        for part in fields(Layer)
    }
    if missing := sorted(wanted - names):
        raise ValueError(f"the file of weights lacks {', '.join(missing[:3])}")
    if unknown := sorted(names - wanted):
        raise ValueError(
            f"the file of weights has {', '.join(unknown[:3])}, "
            "which a model of this kind does not use"
        )


def _check_rotary(reader: gguf.GGUFReader) -> None:
    """Raise ValueError unless all of a head's entries are rotated, by unscaled angles."""
    size = field(reader, "llama.embedding_length") // field(reader, "llama.attention.head_count")
    turned = field(reader, "llama.rope.dimension_count")
    if turned != size:
        raise ValueError(
            f"llama.rope.dimension_count is {turned}; it must be the size of a head, {size}"
        )
    if (scaling := reader.get_field("llama.rope.scaling.type")) is not None:
        raise ValueError(f"llama.rope.scaling.type is {scaling.contents()!r}; it must be absent")
