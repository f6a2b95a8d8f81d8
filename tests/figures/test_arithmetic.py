"""The browser's arithmetic gives what the package gives, over thousands of random inputs."""

from __future__ import annotations

import json
import math
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import attention_docs as package
from attention_docs.figures import figure, names
from attention_docs.figures.dial import unit_vector
from attention_docs.figures.scaling import entries
from attention_docs.site import engine
from attention_docs.site.figures import declared, modules
from tests.figures.states import all_states

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

inputs = 2000
smallest_normal = np.finfo(float).tiny

Rows = list[list[float]]


def in_module(path: str, function: str, cases: list[Any]) -> list[Any]:
    """Call a function of one case, over all cases, with the exports of a module as `m`."""
    module = engine.module(modules / path)
    # JSON has no word for what isn't finite; NumPy reads these back from their names.
    return json.loads(  # type: ignore[no-any-return]
        engine.call(
            f"""((all) => JSON.stringify(
                ((m) => all.map({function}))({module}),
                (_, value) => (typeof value === "number" && !Number.isFinite(value)
                    ? String(value) : value)))""",
            cases,
        )
    )


def worst(results: list[Any], expected: list[Any], least: float = smallest_normal) -> float:
    """Return the largest relative difference; infinite where shapes, NaNs or zeros differ."""
    largest = 0.0
    for result, wanted in zip(results, expected, strict=True):
        one, other = np.asarray(result, dtype=float), np.asarray(wanted, dtype=float)
        if one.shape != other.shape or (np.isnan(one) != np.isnan(other)).any():
            return math.inf
        with np.errstate(invalid="ignore"):
            apart = np.where(one == other, 0, np.abs(one - other))
        # Below the smallest normal number, floats have fewer digits than the 12 compared here.
        relative = np.nan_to_num(apart, nan=0) / np.maximum(
            np.abs(other), max(least, smallest_normal)
        )
        largest = max(largest, float(relative.max(initial=0)))
    return largest


def scores(random: np.random.Generator) -> list[float]:
    """Draw scores: ordinary ones, extreme ones, and now and then a −∞ or nothing but −∞."""
    size = int(random.integers(1, 9))
    drawn = random.normal(size=size) * 10.0 ** random.integers(-3, 5)
    if random.random() < 0.3:
        drawn[random.random(size) < 0.5] = -np.inf
    return [float(score) for score in drawn]


def matrices(random: np.random.Generator) -> dict[str, Any]:
    n_query, n_key, d, d_value = random.integers(1, 6, size=4).tolist()
    return {
        "query": random.normal(size=(n_query, d)).tolist(),
        "key": random.normal(size=(n_key, d)).tolist(),
        # Positive values: sums that cancel have no 12 digits to compare.
        "value": random.uniform(0.1, 10, size=(n_key, d_value)).tolist(),
        "mask": (random.random((n_query, n_key)) < 0.7).tolist(),
        "causal": bool(random.random() < 0.5),
        "masked": bool(random.random() < 0.5),
    }


def attended(case: dict[str, Any]) -> list[Rows]:
    mask = case["mask"] if case["masked"] else None
    weights = package.attention_weights(case["query"], case["key"], mask, causal=case["causal"])
    return [(weights @ case["value"]).tolist(), weights.tolist()]


def many_heads(random: np.random.Generator) -> dict[str, Any]:
    kv_heads, sharing, n_query, n_key, size = random.integers(1, 4, size=5).tolist()
    heads = kv_heads * sharing
    return {
        "query": random.normal(size=(n_query, heads * size)).tolist(),
        "key": random.normal(size=(n_key, kv_heads * size)).tolist(),
        "value": random.uniform(0.1, 10, size=(n_key, kv_heads * size)).tolist(),
        "heads": heads,
        "kvHeads": kv_heads,
        "causal": bool(random.random() < 0.5),
    }


def attended_by_heads(case: dict[str, Any]) -> list[float]:
    heads, kv_heads, causal = case["heads"], case["kvHeads"], case["causal"]
    output = package.multi_head_attention(
        case["query"], case["key"], case["value"], heads, kv_heads=kv_heads, causal=causal
    )
    keys = np.repeat(package.split_heads(case["key"], kv_heads), heads // kv_heads, axis=0)
    queries = package.split_heads(case["query"], heads)
    weights = package.attention_weights(queries, keys, causal=causal)
    return [*output.ravel().tolist(), *weights.ravel().tolist()]


def counts(random: np.random.Generator) -> list[int]:
    return random.integers(1, [10**6, 129, 9, 257], size=4).tolist()  # type: ignore[no-any-return]


twins: dict[str, tuple[Callable[..., Any], str, Callable[..., Any]]] = {
    "softmax": (scores, "m.softmax", lambda x: package.softmax(x).tolist()),
    "softmaxJacobian": (
        lambda random: random.normal(size=random.integers(1, 9)).tolist(),
        "m.softmaxJacobian",
        lambda x: package.softmax_jacobian(x).tolist(),
    ),
    # With extreme scores, 1 − p has few digits left for a diagonal; the others keep theirs.
    "softmaxJacobian beside the diagonal": (
        scores,
        "(x) => m.softmaxJacobian(x).map((row, i) => row.filter((_, j) => j !== i))",
        lambda x: [
            [slope for j, slope in enumerate(row) if j != i]
            for i, row in enumerate(package.softmax_jacobian(x).tolist())
        ],
    ),
    "softmaxSlope": (
        lambda random: float(random.random()),
        "m.softmaxSlope",
        lambda weight: float(package.softmax_slope(weight)),
    ),
    "exponentials": (
        lambda random: (random.normal(size=3) * 50).tolist(),
        "m.exponentials",
        lambda x: np.exp(x).tolist(),
    ),
    "unitVector": (lambda random: int(random.integers(-720, 720)), "m.unitVector", unit_vector),
    "runningDots": (
        lambda random: random.uniform(0.1, 1, size=(2, random.integers(1, 9))).tolist(),
        "([a, b]) => m.runningDots(a, b)",
        lambda pair: np.cumsum(np.multiply(*pair)).tolist(),
    ),
    "unitEntries": (
        lambda random: int(random.integers(0, 2**31)),
        "(first) => m.unitEntries(first, 3)",
        lambda first: entries(first, 3).tolist(),
    ),
    "causalMask": (
        lambda random: random.integers(0, 9, size=2).tolist(),
        "([n, m_]) => m.causalMask(n, m_)",
        lambda sizes: package.causal_mask(*sizes).tolist(),
    ),
    "scaledDotProductAttention": (
        matrices,
        """({query, key, value, mask, causal, masked}) => {
            const options = {causal, mask: masked ? mask : undefined};
            return [
                m.scaledDotProductAttention(query, key, value, options),
                m.attentionWeights(query, key, options),
            ].flat(2);
        }""",
        lambda case: [entry for part in attended(case) for row in part for entry in row],
    ),
    "multiHeadAttention": (
        many_heads,
        """({query, key, value, ...options}) => {
            const {heads, kvHeads, causal} = options;
            const keys = m.repeatHeads(m.splitHeads(key, kvHeads), heads);
            return [
                m.multiHeadAttention(query, key, value, options),
                m.splitHeads(query, heads).map((q, i) => m.attentionWeights(q, keys[i], {causal})),
            ].flat(Infinity);
        }""",
        attended_by_heads,
    ),
    "mergeHeads of splitHeads": (
        many_heads,
        """({query, heads}) => {
            const split = m.splitHeads(query, heads);
            return [split, m.mergeHeads(split)].flat(Infinity);
        }""",
        lambda case: [
            *package.split_heads(case["query"], case["heads"]).ravel().tolist(),
            *np.ravel(case["query"]).tolist(),
        ],
    ),
    "scoreCount": (
        counts,
        "([n]) => [m.scoreCount(n), m.scoreCount(n, {causal: true})]",
        lambda case: [package.score_count(case[0]), package.score_count(case[0], causal=True)],
    ),
    "multiplyAdds": (
        counts,
        "([n, d, dValue]) => m.multiplyAdds(n, d, {dValue, causal: true})",
        lambda case: package.multiply_adds(case[0], case[1], case[2], causal=True),
    ),
    "cacheBytes": (
        counts,
        "([n, layers, kvHeads, headSize]) => m.cacheBytes(n, {layers, kvHeads, headSize})",
        lambda case: package.cache_bytes(
            case[0], layers=case[1], kv_heads=case[2], head_size=case[3]
        ),
    ),
}


@pytest.mark.parametrize("name", twins)
def test_browser_computes_what_the_package_computes(name: str) -> None:
    draw_input, expression, twin = twins[name]
    random = np.random.default_rng(sum(name.encode()))
    cases = [draw_input(random) for _ in range(inputs)]
    with np.errstate(invalid="ignore", over="ignore"):
        expected = [twin(case) for case in cases]
    assert worst(in_module("../attention.mjs", expression, cases), expected) <= 1e-12


# The build's engine has none, because it draws from Python's values.
_atob = """globalThis.atob = (text) => {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let [bits, held, out] = [0, 0, ""];
  for (const sign of text.replace(/=+$/, "")) {
    [bits, held] = [((bits << 6) | signs.indexOf(sign)) & 0xfff, held + 6];
    if (held >= 8) out += String.fromCharCode((bits >> (held -= 8)) & 0xff);
  }
  return out;
};"""


@pytest.mark.parametrize("name", names)
def test_figure_shows_the_same_values_in_the_browser(name: str) -> None:
    own = figure(name)
    states = all_states(name, random=200)
    given = engine.written(declared(name)["given"])
    paths = in_module(f"{name}.mjs", "(state) => m.files?.(state) ?? []", states)
    contents = {path: (modules / path).read_text("utf-8") for path in sorted({*chain(*paths)})}
    files = ", ".join(f"{json.dumps(path)}: {text}" for path, text in contents.items())
    engine.run(_atob)
    results = in_module(
        f"{name}.mjs",
        f"((files) => (state) => m.values(state, {given},"
        f" ...(m.files?.(state) ?? []).map((path) => files[path])))({{{files}}})",
        states,
    )
    for state, result in zip(states, results, strict=True):
        expected = dict(rows_of(json.loads(engine.written(own.values(state)))))
        found = dict(rows_of(result))
        assert found.keys() == expected.keys(), state
        for place, row in expected.items():
            # A sum that cancels has fewer digits than its parts: no entry counts as smaller than a
            # thousandth of the largest beside it.
            finite = np.abs([entry for entry in row if np.isfinite(entry)])
            least = finite.max(initial=0) / 1000
            assert worst([found[place]], [row], least) <= 1e-12, (state, place)


def rows_of(value: Any, place: str = "") -> Iterator[tuple[str, list[float]]]:  # noqa: ANN401
    """Yield each row of numbers in nested values, with its place; a text is part of the place."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    row = []
    for key, inside in items:
        if isinstance(inside, dict | list):
            yield from rows_of(inside, f"{place}.{key}")
        elif isinstance(inside, str) and inside not in ("NaN", "Infinity", "-Infinity"):
            yield f"{place}.{key} is {inside}", []
        else:
            row.append(float(inside))
    yield place, row
