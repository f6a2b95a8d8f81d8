"""Reading a file of weights, and refusing what would be read wrongly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from attention_docs.model import Model
from tests.model import tiny


def test_every_matrix_is_read_as_it_was_written(model: Model) -> None:
    written = tiny.matrices()
    assert_array_equal(model.weights.embedding, written["token_embd.weight"])
    assert_array_equal(model.weights.final_norm, written["output_norm.weight"])
    assert len(model.weights.layers) == tiny.LAYERS
    layer = model.weights.layers[1]
    assert_array_equal(layer.key, written["blk.1.attn_k.weight"].T)
    assert_array_equal(layer.down, written["blk.1.ffn_down.weight"].T)
    assert layer.query.dtype == np.float32


def test_sizes_are_read(model: Model) -> None:
    weights = model.weights
    assert (weights.heads, weights.kv_heads, weights.context) == (4, 2, 40)
    assert weights.rotary_base == 100
    assert weights.epsilon == pytest.approx(1e-5)


def test_progress_goes_by_bytes_up_to_the_last(tiny_path: Path) -> None:
    told: list[tuple[int, int]] = []
    Model.read(tiny_path, lambda done, total: told.append((done, total)))
    done = [at for at, _ in told]
    total = sum(matrix.nbytes for matrix in tiny.matrices().values())
    assert done == sorted(done)
    assert told[-1] == (total, total)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"architecture": "qwen2"}, "has the architecture 'qwen2'; it must be 'llama'"),
        ({"extra": "blk.0.attn_q.bias"}, "has blk.0.attn_q.bias, which a model of this kind"),
        ({"without": "blk.2.ffn_up.weight"}, "lacks blk.2.ffn_up.weight"),
        ({"llama__rope__freq_base": None}, "has no entry 'llama.rope.freq_base'"),
        ({"llama__rope__dimension_count": 4}, "must be the size of a head, 6"),
        ({"llama__rope__scaling__type": "linear"}, "is 'linear'; it must be absent"),
        ({"tokenizer__ggml__pre": "llama-bpe"}, "is 'llama-bpe'; it must be 'smollm'"),
        ({"tokenizer__ggml__model": "llama"}, "is 'llama'; it must be 'gpt2'"),
    ],
)
def test_what_it_can_not_read_is_refused_by_name(
    tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    path = tiny.write(tmp_path / "other.gguf", **changes)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=said):
        Model.read(path)


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.gguf"
    path.write_bytes(b"\x89PNG and so on, for more than a header's length")
    with pytest.raises(ValueError, match=r"picture.gguf is not a GGUF file"):
        Model.read(path)
