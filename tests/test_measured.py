"""The committed measurements of the real model: whole, small, and read as they were written."""

from __future__ import annotations

import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from attention_docs import measured

names = ("trophy-big", "trophy-small", "planet", "shop")


@given(st.integers(0, 2**32 - 1), st.integers(1, 9))
def test_cells_come_back_rounded_by_half_a_step_at_most(seed: int, n: int) -> None:
    weights = np.random.default_rng(seed).random((2, 3, n, n)) * np.tri(n)
    back = measured.restored(measured.quantised(weights), (2, 3, n))
    assert back.shape == weights.shape
    assert np.abs(back - weights).max() <= 0.5 / measured.STEPS + 1e-12


@pytest.mark.parametrize("name", names)
def test_a_stored_sentence_is_that_of_a_causal_model(name: str) -> None:
    sentence = measured.sentence(name)
    n = len(sentence.tokens)
    assert "".join(sentence.tokens) == sentence.text
    assert sentence.weights.shape == (30, 9, n, n)
    assert not sentence.weights[..., ~np.tri(n, dtype=bool)].any()
    assert_allclose(sentence.weights.sum(axis=-1), 1, atol=n * 0.5 / measured.STEPS)
    probabilities = [probability for _, probability in sentence.predictions]
    assert len(probabilities) == 10
    assert probabilities == sorted(probabilities, reverse=True)


def test_big_and_small_differ_only_from_that_word_on() -> None:
    big, small = (measured.sentence(f"trophy-{size}") for size in ("big", "small"))
    word = big.tokens.index(" big")
    assert small.tokens[word] == " small"
    assert_array_equal(big.weights[:, :, :word], small.weights[:, :, :word])
    assert np.abs(big.weights[:, :, word] - small.weights[:, :, word]).max() > 0.1


def test_every_choice_of_the_eight_heads_is_stored() -> None:
    stored = measured.combinations()
    facts = measured.facts()["name_heads"]
    assert stored["heads"] == facts["eight"]
    for entries in ("probability", "likeliest", "its_probability"):
        assert len(stored[entries]) == 2**8
    assert stored["probability"][0] == facts["planet"]["on"]
    assert stored["probability"][255] == facts["planet"]["eight_off"]
    assert max(stored["probability"]) <= 1


def test_all_data_together_are_small() -> None:
    files = sorted(measured.FOLDER.glob("*.json"))
    assert {path.stem for path in files} == {*names, "facts", "combinations"}
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= 150_000


def test_origin_and_licence_stand_beside_the_data() -> None:
    assert "Apache License" in (measured.FOLDER / "LICENSE").read_text()
    assert "SmolLM2-135M-Instruct" in (measured.FOLDER / "ORIGIN.txt").read_text()


def test_a_sentence_that_is_not_stored_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name is .moon.; there is no .*moon.json"):
        measured.sentence("moon")
