"""Measure the model and write what the pages show: ``python -m attention_docs.model.data``.

Nothing else of the model is committed. It takes some minutes, and says what it is at.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from attention_docs import measured
from attention_docs.model import copying, measure
from attention_docs.model.attended import Attended, Model, attend, load
from attention_docs.model.reading import read

TROPHY = "The trophy did not fit in the suitcase because it was too {}."
SENTENCES = {
    "trophy-big": TROPHY.format("big"),
    "trophy-small": TROPHY.format("small"),
    "planet": copying.PLANET,
    "shop": "When Tom and Anna went to the shop, Tom gave the book to",
}
WORDINGS = (
    "{text} What was too {word}? The",
    "{text} The thing that was too {word} was the",
    "{text}\nQuestion: What was too {word}?\nAnswer: The",
    "{text} So what was too {word} was the",
    "{text} That is, the",
    "<|im_start|>user\n{text} What was too {word}?<|im_end|>\n<|im_start|>assistant\nThe",
)
LONG = (
    "In 1905, a clerk at the patent office in Bern wrote four papers. The first explained why "
    "light shone on a metal knocks electrons out of it; the second counted molecules by the "
    "trembling of pollen in water; the third asked what a clock shows to someone who moves past "
    "it; and the fourth, a mere three pages long, found that mass and energy are one. He was 26, "
    "had no doctorate, and didn't work at a university. Physicists read the papers slowly. By "
    "1919, when a British expedition measured how the sun bends starlight during an eclipse, his "
    "name stood on every front page. People who couldn't follow a line of the mathematics bought "
    "his portrait."
)
LENGTHS = (2, 4, 8, 16, 32, 64, 128)


def stored_sentence(attended: Attended, text: str) -> dict[str, Any]:
    """Return a sentence as a page loads it; `cells` are explained in `measured.quantised`."""
    layers, heads, *_ = attended.weights.shape
    return {
        "text": text,
        "tokens": attended.tokens,
        "layers": layers,
        "heads": heads,
        "step": 1 / measured.STEPS,
        "predictions": _tidy(attended.predictions),
        "cells": measured.quantised(attended.weights),
    }


def it(model: Model) -> dict[str, Any]:
    """Measure what "it" looks at, while the word that decides has not come yet."""
    big, small = (attend(SENTENCES[f"trophy-{size}"], model=model) for size in ("big", "small"))
    row = big.tokens.index(" it")
    trophy = big.weights[:, :, row, big.tokens.index(" trophy")]
    suit = big.tokens.index(" suit")
    suitcase = big.weights[:, :, row, suit : suit + 2].sum(axis=-1)
    first = big.weights[:, :, row, 0]
    return {
        "same_row_for_both": bool(
            (big.weights[:, :, : row + 1] == small.weights[:, :, : row + 1]).all()
        ),
        "prefer_trophy": int((trophy > suitcase).sum()),
        "prefer_suitcase": int((suitcase > trophy).sum()),
        "look_most_at_trophy": int((big.weights[:, :, row].argmax(axis=-1) == 1).sum()),
        "look_most_at_first": int((big.weights[:, :, row].argmax(axis=-1) == 0).sum()),
        "mean_to": {
            "trophy": float(trophy.mean()),
            "suitcase": float(suitcase.mean()),
            "first": float(first.mean()),
        },
        "to_trophy_most": [
            {"head": list(head), "trophy": float(trophy[head]), "suitcase": float(suitcase[head])}
            for head in measure.strongest(trophy, 20)
        ],
    }


def odds(model: Model) -> dict[str, Any]:
    """Measure how the odds of "trophy" against "suitcase" move, from big to small, when asked.

    " suitcase" is two tokens, so the first of them stands for it.
    """
    trophy, suitcase = (model.tokens(f" {word}")[0] for word in ("trophy", "suitcase"))
    asked = []
    for wording in WORDINGS:
        answers = {}
        for word in ("big", "small"):
            prompt = wording.format(text=TROPHY.format(word), word=word)
            likely = measure.next_probabilities(model, prompt)
            answers[word] = {
                "trophy": float(likely[trophy]),
                "suitcase": float(likely[suitcase]),
                "log_odds": float(np.log(likely[trophy] / likely[suitcase])),
            }
        moved = answers["big"]["log_odds"] - answers["small"]["log_odds"]
        asked.append({"wording": wording, **answers, "moved": moved})
    return {"asked": asked, "said_in_full": _said_in_full(model)}


def _said_in_full(model: Model) -> dict[str, Any]:
    """Measure how likely "was too big." is after each noun in place of "it".

    Trinh and Le, "A Simple Method for Commonsense Reasoning" (2018), partial scoring:
    https://arxiv.org/abs/1806.02847
    """
    start = "The trophy did not fit in the suitcase because the {}"
    said = {
        word: {
            noun: measure.log_probability(model, start.format(noun), f" was too {word}.")
            for noun in ("trophy", "suitcase")
        }
        for word in ("big", "small")
    }
    log_odds = {word: likely["trophy"] - likely["suitcase"] for word, likely in said.items()}
    return {**said, "log_odds": log_odds, "moved": log_odds["big"] - log_odds["small"]}


def first_token(model: Model) -> dict[str, Any]:
    """Measure how much attention goes to the first token, by layer and by length of the text."""
    by_layer = {
        name: measure.share_to_first(attend(text, model=model).weights).tolist()
        for name, text in SENTENCES.items()
    }
    tokens = model.tokens(LONG)
    lengths = []
    for n in LENGTHS:
        last = read(model.weights, tokens[:n]).weights[:, :, -1]
        lengths.append(
            {
                "tokens": n,
                "share": float(last[..., 0].mean()),
                "heads_that_look_there_most": int((last.argmax(axis=-1) == 0).sum()),
            }
        )
    return {"by_layer": by_layer, "by_length": lengths, "text": LONG}


def scaling(model: Model) -> dict[str, Any]:
    """Measure the spread of q · k, how one-hot rows are, and both with ÷ 8 dropped everywhere."""
    return {name: _scaling_of(model, text) for name, text in SENTENCES.items()}


def _scaling_of(model: Model, text: str) -> dict[str, Any]:
    tokens = model.tokens(text)
    spread = measure.score_spread(read(model.weights, tokens))
    quantiles = np.quantile(spread, [0.05, 0.25, 0.5, 0.75, 0.95])
    rows = {}
    for name, scale in (("divided", None), ("undivided", 1.0)):
        # The first row sees one token only.
        weights = read(model.weights, tokens, scale=scale).weights[:, :, 1:]
        largest = weights.max(axis=-1)
        likely = measure.next_probabilities(model, text, scale=scale)
        order = np.argsort(-likely)[:3].tolist()
        rows[name] = {
            "entropy": float(measure.entropy(weights).mean()),
            "nearly_one_hot": float((largest > 0.9).mean()),
            "of_those_on_first": float((weights.argmax(axis=-1) == 0)[largest > 0.9].mean()),
            "predictions": [(model.tokenizer.decode([at]), float(likely[at])) for at in order],
        }
    return {"spread": quantiles.tolist(), "spread_divided": (quantiles / 8).tolist(), **rows}


EXPERIMENTS: tuple[Callable[[Model], dict[str, Any]], ...] = (
    it, odds, first_token, copying.induction_heads, copying.two_layers, copying.name_heads, scaling,
)  # fmt: skip


def everything(model: Model) -> dict[str, dict[str, Any]]:
    """Return the content of every file, by its name."""
    files = {}
    for name, text in SENTENCES.items():
        _say(name)
        files[name] = stored_sentence(attend(text, model=model), text)
    facts = {}
    for experiment in EXPERIMENTS:
        _say(experiment.__name__)
        facts[experiment.__name__] = _tidy(experiment(model))
    _say("combinations")
    return {**files, "facts": facts, "combinations": _tidy(copying.combinations(model))}


def _tidy(value: Any, digits: int = 5) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Round every float to some significant digits: no more is the same on every processor."""
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, dict):
        return {name: _tidy(entry, digits) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_tidy(entry, digits) for entry in value]
    return value


def _say(what: str) -> None:
    print(f"measuring {what} …", file=sys.stderr, flush=True)


def main(folder: Path = measured.FOLDER) -> None:
    """Write every file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in everything(load()).items():
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
