"""The same attention by others: ONNX's reference evaluator and PyTorch.

Where all three mean the same, they agree to rounding. Where they mean something else, the second
half of this file shows it:

| | attention_docs | ONNX | PyTorch |
|---|---|---|---|
| mask of integers | TypeError | added to the scores | error |
| causal, fewer queries than keys | ends lined up | starts, unless there is a cache | starts |
| causal and a mask | both hold | queries counted by the mask's rows | error, or both hold |
| mask shorter than the keys | ValueError | the rest is hidden | error |
| no keys at all | zeros | error | zeros |
| every key hidden | zeros | zeros | zeros |
| integer queries | float64 | not allowed | error |
| mixed dtypes | the widest | not allowed | error |
| float16 | computed in float32 | computed in float16 | not compared |
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from numpy.typing import NDArray
from onnx.reference import ReferenceEvaluator

from attention_docs import scaled_dot_product_attention

Floats = NDArray[np.floating[Any]]
tolerance: dict[np.dtype[Any], float] = {np.dtype(np.float64): 4e-15, np.dtype(np.float32): 2e-6}


@pytest.fixture(scope="module")
def torch() -> Any:  # noqa: ANN401 - no types where PyTorch is not installed
    return pytest.importorskip("torch", reason="PyTorch is not installed: .ci/run installs it")


@dataclass(frozen=True)
class Problem:
    query: Floats
    key: Floats
    value: Floats
    mask: NDArray[Any] | None
    scale: float | None

    def solve(self, *, causal: bool = False) -> Floats:
        return scaled_dot_product_attention(
            self.query, self.key, self.value, self.mask, causal=causal, scale=self.scale
        )

    def largest_difference(self, other: Floats, *, causal: bool = False) -> float:
        ours = self.solve(causal=causal)
        assert ours.shape == other.shape
        assert ours.dtype == other.dtype
        return float(np.abs(ours - other).max())


@st.composite
def problems(draw: st.DrawFn, *, more_keys: bool = False) -> Problem:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype: np.dtype[Any] = draw(st.sampled_from(list(tolerance)))
    batch, heads, n_query = (draw(st.integers(1, 3)) for _ in range(3))
    n_key = draw(st.integers(n_query if more_keys else 1, 8))
    d, d_value = draw(st.integers(1, 16)), draw(st.integers(1, 5))
    q, k, v = (
        rng.standard_normal((batch, heads, *last)).astype(dtype)
        for last in [(n_query, d), (n_key, d), (n_key, d_value)]
    )
    shape = draw(
        st.sampled_from(
            [(n_query, n_key), (1, n_key), (heads, 1, n_key), (batch, 1, n_query, n_key)]
        )
    )
    seen = rng.random(shape) < draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    mask: NDArray[Any] = seen
    if draw(st.booleans()):
        mask = np.where(seen, rng.standard_normal(shape), -np.inf).astype(dtype)
    return Problem(
        q,
        k,
        v,
        mask if draw(st.booleans()) else None,
        draw(st.sampled_from([None, 0.25, 1.0])),
    )


@cache
def onnx_evaluator(
    inputs: tuple[tuple[str, np.dtype[Any]], ...], **attributes: float
) -> ReferenceEvaluator:
    """Build a model of one Attention node; an input left out is an empty name in its place."""
    given_names = dict(inputs)
    order = ["Q", "K", "V", "mask", "past_key", "past_value"]
    names = [name if name in given_names else "" for name in order]
    node = onnx.helper.make_node("Attention", names, ["Y"], **attributes)
    infos = {
        name: onnx.helper.make_tensor_value_info(
            name, onnx.helper.np_dtype_to_tensor_dtype(dtype), None
        )
        for name, dtype in (*inputs, ("Y", given_names["Q"]))
    }
    output = infos.pop("Y")
    graph = onnx.helper.make_graph([node], "attention", list(infos.values()), [output])
    return ReferenceEvaluator(
        onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 24)])
    )


def onnx_attention(
    *, is_causal: bool = False, scale: float | None = None, **inputs: NDArray[Any] | None
) -> Floats:
    present = {name: array for name, array in inputs.items() if array is not None}
    attributes = {"is_causal": int(is_causal)} | ({} if scale is None else {"scale": scale})
    evaluator = onnx_evaluator(tuple((n, a.dtype) for n, a in present.items()), **attributes)
    return cast("Floats", evaluator.run(None, present)[0])


@given(problems())
def test_onnx_agrees(problem: Problem) -> None:
    output = onnx_attention(
        Q=problem.query, K=problem.key, V=problem.value, mask=problem.mask, scale=problem.scale
    )
    assert problem.largest_difference(output) <= tolerance[problem.query.dtype]


@given(problems(more_keys=True))
def test_onnx_agrees_on_causal_where_the_first_keys_are_its_cache(problem: Problem) -> None:
    n_query, n_key = problem.query.shape[-2], problem.key.shape[-2]
    past = n_key - n_query
    mask = problem.mask
    output = onnx_attention(
        Q=problem.query,
        K=problem.key[..., past:, :],
        V=problem.value[..., past:, :],
        mask=None if mask is None else np.broadcast_to(mask, (*mask.shape[:-2], n_query, n_key)),
        past_key=problem.key[..., :past, :],
        past_value=problem.value[..., :past, :],
        is_causal=True,
        scale=problem.scale,
    )
    assert problem.largest_difference(output, causal=True) <= tolerance[problem.query.dtype]


@given(problem=problems())
def test_pytorch_agrees(torch: Any, problem: Problem) -> None:  # noqa: ANN401
    q, k, v, mask = (
        None if array is None else torch.from_numpy(array)
        for array in (problem.query, problem.key, problem.value, problem.mask)
    )
    attention = torch.nn.functional.scaled_dot_product_attention
    output = attention(q, k, v, mask, scale=problem.scale).numpy()
    assert problem.largest_difference(output) <= tolerance[problem.query.dtype]


rng = np.random.default_rng(0)
query, key, value = (rng.standard_normal((1, 1, n, 4)) for n in (1, 3, 3))


def test_onnx_adds_a_mask_of_integers() -> None:
    ones_and_zeros = np.array([[1, 0, 1]])
    added = onnx_attention(Q=query, K=key, V=value, mask=ones_and_zeros)
    as_floats = scaled_dot_product_attention(query, key, value, ones_and_zeros.astype(float))
    as_bools = scaled_dot_product_attention(query, key, value, ones_and_zeros.astype(bool))
    assert np.abs(added - as_floats).max() <= 4e-15
    assert np.abs(added - as_bools).max() > 0.01
    with pytest.raises(TypeError, match="mask has dtype int64"):
        scaled_dot_product_attention(query, key, value, ones_and_zeros)


def test_onnx_without_a_cache_lines_up_the_starts() -> None:
    assert_array_equal(onnx_attention(Q=query, K=key, V=value, is_causal=True), value[..., :1, :])
    sees_all = scaled_dot_product_attention(query, key, value, causal=True)
    assert_array_equal(sees_all, scaled_dot_product_attention(query, key, value))


def test_onnx_counts_the_queries_of_causal_by_the_rows_of_the_mask() -> None:
    one_row = np.array([[True, True, True]])
    theirs = onnx_attention(Q=key, K=key, V=value, mask=one_row, is_causal=True)
    ours = scaled_dot_product_attention(key, key, value, one_row, causal=True)
    assert_array_equal(theirs, np.broadcast_to(value[..., :1, :], theirs.shape))
    assert_array_equal(ours, scaled_dot_product_attention(key, key, value, causal=True))


def test_onnx_hides_the_keys_that_a_short_mask_lacks() -> None:
    short = np.array([[True, True]])
    padded = np.array([[True, True, False]])
    output = onnx_attention(Q=query, K=key, V=value, mask=short)
    assert np.abs(output - scaled_dot_product_attention(query, key, value, padded)).max() <= 4e-15
    with pytest.raises(ValueError, match=r"mask has shape \(1, 2\)"):
        scaled_dot_product_attention(query, key, value, short)


def test_onnx_fails_without_keys() -> None:
    with pytest.raises(ValueError, match="zero-size array"):
        onnx_attention(Q=query, K=key[..., :0, :], V=value[..., :0, :])
    output = scaled_dot_product_attention(query, key[..., :0, :], value[..., :0, :])
    assert_array_equal(output, np.zeros((1, 1, 1, 4)))


def test_every_key_hidden_gives_zeros_everywhere(torch: Any) -> None:  # noqa: ANN401
    hidden = np.zeros((1, 3), bool)
    tensors = (torch.from_numpy(array) for array in (query, key, value, hidden))
    zeros = np.zeros((1, 1, 1, 4))
    assert_array_equal(scaled_dot_product_attention(query, key, value, hidden), zeros)
    assert_array_equal(onnx_attention(Q=query, K=key, V=value, mask=hidden), zeros)
    assert_array_equal(torch.nn.functional.scaled_dot_product_attention(*tensors), zeros)


def test_onnx_computes_float16_in_float16() -> None:
    # Scores past 65,504, the largest float16, are fine in float32.
    large = np.full((1, 1, 1, 64), 64, np.float16)
    keys = np.concatenate([large, 0 * large], axis=-2)
    values = np.array([[[[1], [2]]]], np.float16)
    ours = scaled_dot_product_attention(large, keys, values, scale=1)
    assert ours.tolist() == [[[[1]]]]
    with np.errstate(all="ignore"):
        theirs = onnx_attention(Q=large, K=keys, V=values, scale=1.0)
    assert np.isnan(theirs).all()


def test_pytorch_lines_up_the_starts(torch: Any) -> None:  # noqa: ANN401
    q, k, v = (torch.from_numpy(array) for array in (query, key, value))
    output = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert_array_equal(output, value[..., :1, :])


@pytest.mark.parametrize(
    ("mask", "dtypes", "causal"),
    [
        ([[1, 0, 1]], ("f8", "f8", "f8"), False),
        ([[True, True]], ("f8", "f8", "f8"), False),
        ([[True, True, False]], ("f8", "f8", "f8"), True),
        (None, ("f8", "f4", "f8"), False),
        (None, ("i8", "i8", "i8"), False),
    ],
    ids=["mask of integers", "short mask", "causal and a mask", "mixed dtypes", "integers"],
)
def test_pytorch_refuses(
    torch: Any,  # noqa: ANN401
    mask: list[list[bool]] | None,
    dtypes: tuple[str, str, str],
    causal: bool,  # noqa: FBT001
) -> None:
    arrays = zip((query, key, value), dtypes, strict=True)
    q, k, v = (torch.from_numpy(array[0, 0].astype(dtype)) for array, dtype in arrays)
    seen = None if mask is None else torch.tensor(mask)
    with pytest.raises(RuntimeError):
        torch.nn.functional.scaled_dot_product_attention(q, k, v, seen, is_causal=causal)


def test_no_keys_give_zeros_in_pytorch_too(torch: Any) -> None:  # noqa: ANN401
    q, k, v = (torch.from_numpy(array) for array in (query, key[..., :0, :], value[..., :0, :]))
    output = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    assert_array_equal(output, scaled_dot_product_attention(query, k.numpy(), v.numpy()))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"dtype": "bfloat16"}, "BFloat16"),
        ({"requires_grad": True}, "requires grad"),
        ({"device": "meta"}, "meta device"),
    ],
    ids=["bfloat16", "gradients", "another device"],
)
@pytest.mark.parametrize("name", ["query", "key", "value", "mask"])
def test_tensors_that_numpy_cannot_read_are_named(
    torch: Any,  # noqa: ANN401
    options: dict[str, Any],
    told: str,
    name: str,
) -> None:
    if "dtype" in options:
        options = {"dtype": getattr(torch, options["dtype"])}
    arguments: dict[str, Any] = dict.fromkeys(("query", "key", "value"), np.ones((2, 2)))
    arguments[name] = torch.ones(2, 2, **options)
    with pytest.raises(TypeError, match=f"^{name} is a Tensor that NumPy can't read: .*{told}"):
        scaled_dot_product_attention(**arguments)
