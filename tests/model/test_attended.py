"""What `attend` returns, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from attention_docs.model import Model, attend
from tests.model import tiny


def test_what_it_returns(model: Model) -> None:
    attended = attend("hello world", model=model)
    n = 7
    assert attended.tokens == ["hell", "o", " w", "o", "r", "l", "d"]
    assert attended.weights.shape == (tiny.LAYERS, tiny.HEADS, n, n)
    assert attended.logits.shape == (n, len(tiny.TOKENS))
    assert_allclose(attended.weights.sum(axis=-1), 1, atol=1e-6)
    assert not attended.weights[..., ~np.tri(n, dtype=bool)].any()


def test_predictions_are_the_ten_likeliest_after_the_last_token(model: Model) -> None:
    attended = attend("hello", model=model)
    exponentials = np.exp(attended.logits[-1].astype(float))
    probabilities = exponentials / exponentials.sum()
    said = [probability for _, probability in attended.predictions]
    assert_allclose(said, np.sort(probabilities)[::-1][:10], rtol=1e-6)
    token, _ = attended.predictions[0]
    assert token == model.tokenizer.decode([int(probabilities.argmax())])


def test_a_head_that_is_off_still_looks_but_changes_what_comes_after(model: Model) -> None:
    on, off = attend("hello", model=model), attend("hello", [(0, 1)], model=model)
    assert_allclose(off.weights[0], on.weights[0], atol=0)
    assert np.abs(off.weights[1] - on.weights[1]).max() > 0.001
    assert np.abs(off.logits - on.logits).max() > 0.001


@pytest.mark.parametrize(
    ("off", "error", "said"),
    [
        ([(3, 0)], ValueError, "off names head 3.0; layers go from 0 to 2, heads from 0 to 3"),
        ([(0, -1)], ValueError, "off names head 0.-1"),
        ([(0.5, 1)], TypeError, "layer is 0.5"),
        ([3], TypeError, "off holds 3; it must hold pairs"),
        ([(1, 2, 3)], TypeError, "off holds"),
    ],
)
def test_a_head_that_is_not_there_is_refused(
    model: Model,
    off: list[Any],
    error: type[Exception],
    said: str,
) -> None:
    with pytest.raises(error, match=said):
        attend("hello", off, model=model)
