"""Heads that copy: what followed the last time, and what is said without them.

Olsson et al., "In-context Learning and Induction Heads" (2022): https://arxiv.org/abs/2209.11895
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from attention_docs._arguments import FloatArray
from attention_docs.model import measure
from attention_docs.model.attended import Model, attend
from attention_docs.model.forward import Head
from attention_docs.model.reading import Reading, read

PLANET = "A planet called Zendrion circles a small star. Nobody has visited Zend"
# The eight that `induction_heads` finds in random text, the strongest first.
EIGHT: tuple[Head, ...] = (
    (18, 6), (17, 4), (17, 3), (18, 7), (17, 5), (23, 2), (23, 7), (20, 6),
)  # fmt: skip
NAME_REST = "rion"
OTHER_NAMES = (
    ("My neighbour is called Velmora Tisk. Yesterday I met Vel", "m"),
    ("A wizard named Brindlewock came to town. Everyone talked about Br", "indle"),
    ("The village of Orvendal lies in a valley. Few people visit Or", "v"),
    ("Our cat is called Mimblewick. Every morning we feed Mim", "ble"),
    ("Grandmother's song is called Hallorinda. Every evening she sings Hallor", "inda"),
    ("Captain Quandrel sailed at dawn. Nobody had ever seen Captain Quand", "rel"),
)
SEEDS = range(8)
HALF = 30
DRAWS = 200
DRAWS_FOR_OTHER_NAMES = 40


def induction_heads(model: Model) -> dict[str, Any]:
    """Find the heads that look at what followed last time, and those at the token before.

    Both on random tokens twice over, for several seeds; mean and spread over the seeds.
    """
    readings = [_read_twice(model, HALF, seed) for seed in SEEDS]
    return {
        "seeds": len(SEEDS),
        "tokens": 2 * HALF,
        "follower": _ranking([measure.share_to_follower(reading) for reading in readings]),
        "previous": _ranking([measure.share_to_previous(reading) for reading in readings]),
    }


def _read_twice(model: Model, length: int, seed: int, off: Sequence[Head] = ()) -> Reading:
    return read(model.weights, measure.repeated_tokens(model, length, seed), off)


def _ranking(shares: Sequence[FloatArray]) -> list[dict[str, Any]]:
    return _over_seeds(shares, measure.strongest(np.mean(shares, axis=0)))


def _over_seeds(shares: Sequence[FloatArray], heads: Sequence[Head]) -> list[dict[str, Any]]:
    mean, spread = np.mean(shares, axis=0), np.std(shares, axis=0)
    return [
        {"head": list(head), "mean": float(mean[head]), "spread": float(spread[head])}
        for head in heads
    ]


def two_layers(model: Model) -> dict[str, Any]:
    """Measure whether the heads that copy need the heads that look back, and by which way.

    Each head that looks back is switched off alone; then the eight are given that pass's keys with
    the queries of a clean pass, and that pass's queries with clean keys.
    """
    clean = [_read_twice(model, HALF, seed) for seed in SEEDS]
    first_of_eight = min(layer for layer, _ in EIGHT)
    back = measure.strongest(
        np.mean([measure.share_to_previous(reading) for reading in clean], axis=0)
    )
    before = [head for head in back if head[0] < first_of_eight]
    return {
        "clean": _over_seeds([measure.share_to_follower(reading) for reading in clean], EIGHT),
        "without": [{"head": list(head), **_without(model, clean, head)} for head in before],
    }


def _without(model: Model, clean: Sequence[Reading], head: Head) -> dict[str, Any]:
    queries: list[FloatArray] = []
    keys: list[FloatArray] = []
    for seed, reading in zip(SEEDS, clean, strict=True):
        other = _read_twice(model, HALF, seed, off=[head])
        for shares, mixed in zip(
            (queries, keys), measure.with_queries_or_keys_of(reading, other), strict=True
        ):
            shares.append(measure.share_to_follower(mixed))
    return {"its_queries": _over_seeds(queries, EIGHT), "its_keys": _over_seeds(keys, EIGHT)}


def name_heads(model: Model) -> dict[str, Any]:
    """Measure what is left of the name with the eight off, and with as many others off."""
    planet = attend(PLANET, model=model)
    rest = planet.tokens.index(NAME_REST)
    return {
        "eight": [list(head) for head in EIGHT],
        "rest": NAME_REST,
        "looks_at_rest": [float(planet.weights[layer, head, -1, rest]) for layer, head in EIGHT],
        "planet": _eight_and_others(model, PLANET, NAME_REST, DRAWS),
        "other_names": [
            {
                "text": text,
                "rest": end,
                **_eight_and_others(model, text, end, DRAWS_FOR_OTHER_NAMES),
            }
            for text, end in OTHER_NAMES
        ],
    }


def _eight_and_others(model: Model, text: str, rest: str, draws: int) -> dict[str, Any]:
    token = model.tokens(rest)[0]
    others = [
        float(measure.next_probabilities(model, text, off)[token])
        for off in measure.draws_without(model, EIGHT, len(EIGHT), draws, seed=0)
    ]
    return {
        "on": float(measure.next_probabilities(model, text)[token]),
        "eight_off": float(measure.next_probabilities(model, text, EIGHT)[token]),
        "others_off": {
            "draws": draws,
            "least": min(others),
            "quartiles": np.quantile(others, [0.25, 0.5, 0.75]).tolist(),
            "most": max(others),
            "below_half": sum(likely < 0.5 for likely in others),
        },
    }


def combinations(model: Model) -> dict[str, Any]:
    """Measure what the model says for each choice of the eight that are off."""
    rest = model.tokens(NAME_REST)[0]
    probability, token, its_probability = [], [], []
    for choice in range(2 ** len(EIGHT)):
        off = [head for at, head in enumerate(EIGHT) if choice >> at & 1]
        likely = measure.next_probabilities(model, PLANET, off)
        top = int(likely.argmax())
        probability.append(float(likely[rest]))
        token.append(model.tokenizer.decode([top]))
        its_probability.append(float(likely[top]))
    return {
        "heads": [list(head) for head in EIGHT],
        "rest": NAME_REST,
        "probability": probability,
        "likeliest": token,
        "its_probability": its_probability,
    }
