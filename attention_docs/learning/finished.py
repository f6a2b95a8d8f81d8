"""The finished runs that the figures show at rest, rounded and stored as the pages fetch them.

``python -m attention_docs.learning.finished`` writes the files, and a test computes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attention_docs.learning.training import Training, train

FOLDER = Path(__file__).parents[2] / "docs" / "assets" / "learning"
learn: dict[str, Any] = {"seed": 1, "d": 8, "steps": 300}
race: dict[str, Any] = {"seed": 2, "d": 64, "optimizer": "sgd", "rate": 0.1}
race_steps = 200


def computed() -> dict[str, dict[str, Any]]:
    """Train the heads, and return what is stored of them, by the names of the files."""
    one = train(**learn)
    return {
        "learn": {"head": one.head.round(3).ravel().tolist(), "losses": _rounded(one.losses)},
        "race": {"runs": [_raced(scaled=scaled) for scaled in (True, False)]},
    }


def stored(name: str) -> dict[str, Any]:
    """Return what a file holds."""
    content: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return content


def _raced(*, scaled: bool) -> dict[str, Any]:
    training = Training(**race, scaled=scaled)
    slopes = [training.slope]
    for _ in range(race_steps):
        training.step()
    return {
        "losses": _rounded(training.losses),
        "accuracy": training.accuracy,
        "slopes": _rounded([*slopes, training.slope]),
    }


def _rounded(values: Any) -> list[float]:  # noqa: ANN401 - an array or a list
    return [float(f"{value:.3g}") for value in values]


if __name__ == "__main__":
    for name, content in computed().items():
        text = json.dumps(content, separators=(",", ":")) + "\n"
        (FOLDER / f"{name}.json").write_text(text, "utf-8")
