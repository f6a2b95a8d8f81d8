"""The real model: against `transformers` and PyTorch, with its cache, and the data of the pages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attention_docs import measured, softmax
from attention_docs.model import Model, attend, copying, data, find, load
from attention_docs.model.forward import KVCache, forward, logits

pytestmark = [
    pytest.mark.ci,
    # What PyTorch and transformers warn of while they load is no concern of ours.
    pytest.mark.filterwarnings("ignore"),
]

CODE = """def softmax(x, axis=-1):
    # Rows add up to 1.
    exponentials = np.exp(x - x.max(axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
"""
TEXTS = {
    "short": "The capital of France is",
    "trophy": data.SENTENCES["trophy-big"],
    "long": data.LONG,
    "not English": "Der Löwe schläft heute Nacht – 東京で会いましょう, café 😀. Это тест 2026.",
    "code": CODE,
}


@pytest.fixture(scope="module")
def real() -> Model:
    try:
        return load()
    except find.MissingWeightsError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def theirs() -> tuple[Any, Any]:
    """The tokenizer and the model of `transformers`, from the same file."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: .ci/run installs it")
    transformers = pytest.importorskip(
        "transformers", reason="transformers is not installed: .ci/run installs it"
    )
    try:
        path = find.find()
    except find.MissingWeightsError as error:
        pytest.skip(str(error))
    source = {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
    tokenizer = transformers.AutoTokenizer.from_pretrained(**source)
    model = transformers.AutoModelForCausalLM.from_pretrained(
        **source, attn_implementation="eager", dtype=torch.float32
    )
    return tokenizer, model.eval()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_transformers_agrees(real: Model, theirs: tuple[Any, Any], text: str) -> None:
    import torch

    tokenizer, model = theirs
    tokens = tokenizer(text, add_special_tokens=False)["input_ids"]
    assert real.tokens(text) == tokens
    with torch.no_grad():
        output = model(torch.tensor([tokens]), output_attentions=True)
    attended = attend(text, model=real)
    weights = torch.cat(output.attentions).numpy()
    assert attended.weights.shape == weights.shape
    assert np.abs(attended.weights - weights).max() <= 2e-5
    assert np.abs(attended.logits - output.logits[0].numpy()).max() <= 5e-4


def test_the_long_text_is_long(real: Model) -> None:
    assert len(real.tokens(TEXTS["long"])) >= 120


@pytest.mark.parametrize("text", ["trophy", "not English"])
def test_token_by_token_with_the_cache_is_all_at_once(real: Model, text: str) -> None:
    tokens = real.tokens(TEXTS[text])
    cache = KVCache()
    one_by_one = np.concatenate([forward(real.weights, [token], cache=cache) for token in tokens])
    at_once = forward(real.weights, tokens)
    scores, expected = (logits(real.weights, rows) for rows in (one_by_one, at_once))
    assert np.abs(softmax(scores) - softmax(expected)).max() <= 1e-4
    # Scores go up to 30, so this is the last digits of float32.
    assert np.abs(scores - expected).max() <= 5e-4


@pytest.fixture(scope="module")
def anew(real: Model) -> dict[str, dict[str, Any]]:
    return data.everything(real)


@pytest.mark.parametrize("name", data.SENTENCES)
def test_the_stored_sentences_are_the_model_s(
    real: Model, anew: dict[str, dict[str, Any]], name: str
) -> None:
    stored = measured.sentence(name)
    attended = attend(data.SENTENCES[name], model=real)
    assert stored.text == data.SENTENCES[name]
    assert stored.tokens == attended.tokens
    # Half a step is rounding; the rest is what processors differ by.
    assert np.abs(stored.weights - attended.weights).max() <= 0.5 / measured.STEPS + 1e-5
    compare(anew[name]["predictions"], stored.predictions)


@pytest.mark.parametrize("experiment", [measure.__name__ for measure in data.EXPERIMENTS])
def test_the_stored_facts_are_the_model_s(anew: dict[str, dict[str, Any]], experiment: str) -> None:
    compare(anew["facts"][experiment], measured.facts()[experiment])


def test_the_stored_combinations_are_the_model_s(anew: dict[str, dict[str, Any]]) -> None:
    compare(anew["combinations"], measured.combinations())


def test_the_eight_named_heads_are_the_strongest() -> None:
    follower = measured.facts()["induction_heads"]["follower"]
    assert [tuple(entry["head"]) for entry in follower[: len(copying.EIGHT)]] == list(copying.EIGHT)


def compare(computed: Any, stored: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Compare whatever JSON holds: numbers to what processors differ by, all else exactly."""
    if isinstance(stored, dict):
        assert computed.keys() == stored.keys()
        for name in stored:
            compare(computed[name], stored[name])
    elif isinstance(stored, (list, tuple)):
        assert len(computed) == len(stored)
        for one, other in zip(computed, stored, strict=True):
            compare(one, other)
    elif isinstance(stored, float):
        assert computed == pytest.approx(stored, rel=1e-3, abs=1e-5)
    else:
        assert computed == stored
