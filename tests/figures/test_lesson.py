"""The figures print the lesson's numbers, digit for digit, in the states that it mentions."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from attention_docs.site.figures import draw
from tests.figures.test_drawings import select

mentioned: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    (
        "dial",
        {"angle": 0},
        {
            "score-1": "1.00",
            "score-2": "0.00",
            "scaled-1": "0.71",
            "exponential-1": "2.03",
            "sum": "3.03",
            "weight-1": "67 %",
            "weight-2": "33 %",
            "output": "[6.7, 3.3]",
        },
    ),
    (
        "dial",
        {"angle": 90},
        {"score-1": "0.00", "weight-1": "33 %", "weight-2": "67 %", "output": "[3.3, 6.7]"},
    ),
    ("dial", {"angle": 45}, {"weight-1": "50 %", "output": "[5.0, 5.0]"}),
    (
        "softmax",
        {},
        {
            "exponential-1": "2.718",
            "exponential-2": "7.389",
            "exponential-3": "20.086",
            "sum": "30.193",
            "weight-1": "0.090",
            "weight-2": "0.245",
            "weight-3": "0.665",
        },
    ),
    ("softmax", {"shift": 4}, {"weight-1": "0.090", "weight-2": "0.245", "weight-3": "0.665"}),
    ("softmax", {"factor": 2}, {"weight-1": "0.016", "weight-2": "0.117", "weight-3": "0.867"}),
    (
        "mask",
        {},
        {"sum": "10.107", "weight-sum": "1.000", "steps": "112.7180.269227.3890.7313−∞0.0000.000"},
    ),
    (
        "mask",
        {"causal": False},
        {"sum": "30.193", "steps": "112.7180.090227.3890.2453320.0860.665"},
    ),
    (
        "mask",
        {"order": "after"},
        {"weight-sum": "0.335", "steps": "112.7180.090227.3890.2453320.0860.000"},
    ),
    (
        "mask",
        {"order": "zero", "row": 1},
        {"weight-sum": "1.000", "steps": "112.7180.576201.0000.212301.0000.212"},
    ),
    (
        "scaling",
        {},
        {
            "root": "8.00",
            "weight-raw": "0.9999999",
            "slope-raw": "0.0000001",
            "weight-scaled": "0.881",
            "other-scaled": "0.119",
            "slope-scaled": "0.105",
            "ratio": "932,985",
        },
    ),
    (
        "cost",
        {},
        {
            "scores-n": "1,000,000",
            "scores-twice": "4,000,000",
            "causal-n": "500,500",
            "causal-twice": "2,001,000",
            "scores-times": "4.000",
            "cache-times": "2.000",
        },
    ),
    ("cost", {"n": 1}, {"cache-n": "512.0"}),
    ("cost", {"n": 32768}, {"cache-n": "16.0", "unit-n": "GiB"}),
    ("cost", {"n": 32768, "model": "llama-3-70b"}, {"cache-n": "10.0", "unit-n": "GiB"}),
    ("cost", {"n": 1024}, {"scores-n": "1,048,576", "causal-n": "524,800"}),
    ("heads", {}, {"kept": "16"}),
    ("heads", {"sharing": "one"}, {"kept": "4"}),
]


@pytest.mark.parametrize(("name", "state", "printed"), mentioned)
def test_figure_prints_the_lesson(
    name: str, state: dict[str, Any], printed: dict[str, str]
) -> None:
    figure = html.fromstring(draw(name, **state))
    for out, text in printed.items():
        found = [
            element.text_content()
            for attribute in ("data-out", "data-part")
            for element in select(figure, f"//*[@{attribute}='{out}']")
        ]
        assert found[0].replace("\N{NO-BREAK SPACE}", " ") == text, out
