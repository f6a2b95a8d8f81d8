"""Text to tokens and back."""

from __future__ import annotations

import pytest

from attention_docs.model import Model
from attention_docs.model.tokens import pieces
from tests.model import tiny


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", ["hell", "o"]),
        ("hello world", ["hell", "o", " w", "o", "r", "l", "d"]),
        ("12", ["1", "2"]),
        (f"he{tiny.CONTROL}", ["he", tiny.CONTROL]),
    ],
)
def test_pairs_are_joined_in_the_order_of_the_merges(
    model: Model, text: str, expected: list[str]
) -> None:
    ids = model.tokens(text)
    assert pieces(model.tokenizer, ids) == expected
    assert "".join(pieces(model.tokenizer, ids)) == text


def test_a_character_cut_between_tokens_shows_as_such(model: Model) -> None:
    assert pieces(model.tokenizer, model.tokens("é")) == ["\N{REPLACEMENT CHARACTER}"] * 2


def test_an_empty_text_is_refused(model: Model) -> None:
    with pytest.raises(ValueError, match="text is empty; it must have at least one token"):
        model.tokens("")


def test_a_text_that_is_too_long_is_refused(model: Model) -> None:
    assert len(model.tokens("x" * 40)) == 40
    with pytest.raises(ValueError, match="text has 41 tokens; the model reads at most 40"):
        model.tokens("x" * 41)
