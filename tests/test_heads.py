from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_docs import scaled_dot_product_attention
from attention_docs.heads import merge_heads, multi_head_attention, split_heads

sizes = st.integers(1, 4)


@given(sizes, sizes, sizes, sizes)
def test_merging_undoes_splitting(batch: int, n: int, heads: int, size: int) -> None:
    x = np.arange(batch * n * heads * size, dtype=float).reshape(batch, n, heads * size)
    assert np.array_equal(merge_heads(split_heads(x, heads)), x)


@given(data=st.data(), causal=st.booleans())
def test_each_head_attends_on_its_own(data: st.DataObject, *, causal: bool) -> None:
    shared, sharing, n, size = (data.draw(sizes) for _ in range(4))
    seed = data.draw(st.integers(0, 2**32))
    random = np.random.default_rng(seed)
    heads = shared * sharing
    q = random.normal(size=(n, heads * size))
    k, v = random.normal(size=(2, n, shared * size))
    output = multi_head_attention(q, k, v, heads, kv_heads=shared, causal=causal)
    for head in range(heads):
        part = slice(head * size, (head + 1) * size)
        group = slice(head // sharing * size, (head // sharing + 1) * size)
        alone = scaled_dot_product_attention(q[:, part], k[:, group], v[:, group], causal=causal)
        np.testing.assert_allclose(output[:, part], alone, rtol=1e-12)


def test_one_head_is_plain_attention() -> None:
    random = np.random.default_rng(0)
    q, k, v = random.normal(size=(3, 5, 4))
    np.testing.assert_allclose(
        multi_head_attention(q, k, v, 1), scaled_dot_product_attention(q, k, v), rtol=1e-12
    )


def test_grouped_heads_repeat_keys_in_order() -> None:
    """Heads 0 and 1 share the first head of keys, 2 and 3 the second; not every other one."""
    q = np.ones((1, 4))
    k, v = np.array([[0.0, 0.0]]), np.array([[1.0, 2.0]])
    assert multi_head_attention(q, k, v, 4, kv_heads=2).tolist() == [[1, 1, 2, 2]]


def test_a_mask_of_its_own_for_each_head() -> None:
    x = np.ones((2, 2))
    mask = np.array([[[True, False]] * 2, [[False, True]] * 2])
    values = np.array([[1, 2], [3, 4]])
    assert multi_head_attention(x, x, values, 2, mask=mask).tolist() == [[1, 4], [1, 4]]


def test_scaling_uses_the_size_of_one_head() -> None:
    """Scores 112 and 96 of a head of 64 in a row of 512: .8808 and .1192, not .6698 and .3302."""
    q = np.zeros((1, 512))
    k = np.zeros((2, 512))
    q[0, 0], k[0, 0], k[1, 0] = 1, 112, 96
    v = np.zeros((2, 8))
    v[:, 0] = [1, 0]
    assert multi_head_attention(q, k, v, 8)[0, 0].round(4) == 0.8808


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtypes_stay_what_they_are(dtype: type[np.floating[Any]]) -> None:
    x = np.ones((2, 4), dtype=dtype)
    assert multi_head_attention(x, x, x, 2).dtype == dtype
    assert merge_heads(split_heads(x, 2)).dtype == dtype


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        (
            {"heads": 3},
            ValueError,
            "query has rows of 4 entries; that must be a multiple of its heads, 3",
        ),
        ({"heads": 0}, ValueError, "heads is 0; it must be at least 1"),
        ({"heads": 2.0}, TypeError, "heads is 2.0, a float; it must be an integer"),
        ({"heads": 2, "kv_heads": 4}, ValueError, "heads is 2; it must be a multiple of kv_heads"),
        ({"heads": 4, "kv_heads": 3}, ValueError, "heads is 4; it must be a multiple of kv_heads"),
    ],
)
def test_errors_name_what_is_wrong(
    arguments: dict[str, Any], error: type[Exception], told: str
) -> None:
    x = np.ones((2, 4))
    with pytest.raises(error, match=re.escape(told)):
        multi_head_attention(x, x, x, **arguments)


@pytest.mark.parametrize(
    ("shapes", "told"),
    [
        (
            ((5, 8), (5, 6), (5, 6)),
            "key has shape (5, 6); its rows must have 4 entries, 2 for each of its heads, 2",
        ),
        (((5, 8), (5, 4), (6, 4)), "value has shape (6, 4); it must have 5 rows, one for each key"),
        (
            ((5, 8), (5, 3), (5, 4)),
            "key has rows of 3 entries; that must be a multiple of its heads, 2",
        ),
        (
            ((5, 8), (5, 4), (5, 3)),
            "value has rows of 3 entries; that must be a multiple of its heads, 2",
        ),
        (((5, 8), (4,), (5, 4)), "key has shape (4,); it must have the layout (…, n, heads·d)"),
        (((5, 0), (5, 0), (5, 4)), "query has shape (5, 0); its rows must have at least one entry"),
        (((2, 5, 8), (3, 5, 4), (5, 4)), "leading dimensions (2,) and (3,) and (); they must"),
    ],
)
def test_sizes_that_do_not_fit_are_told_as_they_were_given(
    shapes: tuple[tuple[int, ...], ...], told: str
) -> None:
    query, key, value = map(np.ones, shapes)
    with pytest.raises(ValueError, match=re.escape(told)):
        multi_head_attention(query, key, value, 4, kv_heads=2)


def test_shapes_that_are_not_rows_are_refused() -> None:
    with pytest.raises(ValueError, match=re.escape("x has shape (4,); it must have the layout")):
        split_heads([1, 2, 3, 4], 2)
    with pytest.raises(ValueError, match=re.escape("x has shape (2, 2); it must have the layout")):
        merge_heads(np.ones((2, 2)))
