"""What the lesson says of ÷ √d, run: which heads learn, how soon, and what hangs on the start."""

from __future__ import annotations

import itertools
import json
import os
import platform
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from attention_docs.attention import attention_weights, softmax
from attention_docs.gradient import softmax_gradient
from attention_docs.learning.grammar import sentences, words
from attention_docs.learning.head import even, forward, loss_and_gradient, marks, parts
from attention_docs.learning.training import Optimizer, Training

limit, every, enough = 600, 10, 0.99
"""A head learns if it gives 99 % of the sentences held out the right word within so many steps,
looked at after every tenth."""
seeds = range(20)
long, long_seeds = 3000, range(6)
"""Steps and seeds of the heads that learn a task that is too much for one head."""
command = "python -m attention_docs.learning --table"
_file = "table.json"


@dataclass(frozen=True)
class Setting:
    """What all heads of a cell have in common."""

    d: int
    optimizer: Optimizer
    rate: float
    scaled: bool
    spreads: tuple[float, float] = even
    steps: int = limit

    def training(self, seed: int) -> Training:
        """Start a head."""
        return Training(seed, self.d, self.scaled, self.optimizer, self.rate, spreads=self.spreads)


@dataclass(frozen=True)
class Run:
    """How one head fared, until it had learned, or until the limit."""

    learned: int | None
    """Steps, if it learned."""
    loss: float | None
    """Mean of the last ten; None if the loss was no number any more."""
    accuracy: float


@dataclass(frozen=True)
class Cell:
    """All runs of a setting, by seed."""

    setting: Setting
    runs: tuple[Run, ...]

    @property
    def share(self) -> float:
        """The share of heads that learned."""
        return len(self._steps()) / len(self.runs)

    @property
    def median(self) -> float | None:
        """Half of the heads that learned needed no more steps than this."""
        return statistics.median(self._steps()) if self._steps() else None

    @property
    def broken(self) -> float:
        """The share of heads whose loss was no number any more."""
        return sum(run.loss is None for run in self.runs) / len(self.runs)

    def _steps(self) -> list[int]:
        return [run.learned for run in self.runs if run.learned is not None]


@dataclass(frozen=True)
class Slopes:
    """How fast the loss of a sentence grows with its five scores, before the first step.

    The length of the gradient, in loss per unit of score, over the first 64 sentences of each seed.
    Where scores are divided by √d, what they hand on to queries and keys is divided by it, too.
    """

    d: int
    scaled: bool
    median: float
    mean: float
    starved: float
    """The share of sentences where it is below a millionth."""
    w_q: float
    """How long the first gradient of W_Q is, in the median seed."""


@dataclass(frozen=True)
class Guesser:
    """What a head made in `long` steps of the nouns that followed, the task ``after``."""

    seed: int
    held_out: float
    """The share of right answers about pairs of nouns that never met in training."""
    fresh: float
    """The same of new sentences about pairs that did."""


methods: tuple[tuple[Optimizer, float], ...] = (
    *(("adam", 0.003), ("adam", 0.01)),
    *(("sgd", 0.1), ("sgd", 0.3)),
)
settings = (
    *(
        Setting(d, *method, scaled)
        for d in (8, 16, 64, 256)
        for method in methods
        for scaled in (True, False)
    ),
    # Other starts: entries half as large, larger by √2 and twice as large; larger matrices.
    *(
        Setting(64, "sgd", 0.1, scaled, (words * even[0], matrices))
        for words, matrices in ((0.5, 1.0), (2**0.5, 1.0), (2.0, 1.0), (1.0, 0.5), (1.0, 2.0))
        for scaled in (True, False)
    ),
    # A rate small enough for Adam to train the largest head.
    *(Setting(256, "adam", 0.001, scaled) for scaled in (True, False)),
    # A rate divided by √d, and as many times more steps.
    *(Setting(64, "sgd", 0.0125, scaled, steps=4800) for scaled in (True, False)),
)


def run(setting: Setting, seed: int) -> Run:
    """Train one head until it has learned, or until the limit."""
    training = setting.training(seed)
    for step in range(1, setting.steps + 1):
        try:
            training.step()
        except FloatingPointError:
            return Run(None, None, training.accuracy)
        if step % every == 0 and training.accuracy >= enough:
            return Run(step, _rounded(float(training.losses[-10:].mean())), training.accuracy)
    return Run(None, _rounded(float(training.losses[-10:].mean())), training.accuracy)


def slopes(d: int, *, scaled: bool) -> Slopes:
    """Measure how fast losses grow with scores at the start."""
    lengths, gradients = [], []
    for seed in seeds:
        training = Setting(d, "sgd", 0.1, scaled).training(seed)
        tokens, right = sentences(training.task, seed, 0)
        _, gradient = loss_and_gradient(training.head, tokens, right, training.scale)
        gradients.append(np.linalg.norm(parts(gradient)[1]))
        query, key, value, _, _, scores = forward(training.head, marks(tokens), training.scale)
        table, *_, w_o = parts(training.head)
        in_answers = (softmax(scores) - np.eye(len(words))[right]) / d**0.5
        in_mixed = in_answers @ table[: len(words)] @ w_o.T
        weights = attention_weights(query, key, scale=training.scale)
        in_weights = in_mixed[:, np.newaxis] @ value.swapaxes(-1, -2)
        lengths.append(np.linalg.norm(softmax_gradient(weights, in_weights), axis=-1))
    median, mean = float(np.median(lengths)), float(np.mean(lengths))
    starved = float((np.array(lengths) < 1e-6).mean())
    w_q = float(np.median(gradients))
    return Slopes(d, scaled, _rounded(median), _rounded(mean), starved, _rounded(w_q))


def guesser(seed: int) -> Guesser:
    """Train a head for long in what one head can't learn, and look at what it does instead."""
    training = Training(seed, task="after")
    for _ in range(long):
        training.step()
    drawn = [sentences(training.task, seed, long + later) for later in range(20)]
    tokens, right = (np.concatenate(each) for each in zip(*drawn, strict=True))
    said = forward(training.head, marks(tokens), training.scale).scores.argmax(axis=1)
    return Guesser(seed, _rounded(training.accuracy), _rounded(float((said == right).mean())))


@cache
def stored() -> tuple[tuple[Cell, ...], tuple[Slopes, ...], tuple[Guesser, ...]]:
    """Return what `command` has stored."""
    data = json.loads(resources.files(__package__).joinpath(_file).read_text("utf-8"))
    cells = tuple(
        Cell(
            Setting(**{**cell["setting"], "spreads": tuple(cell["setting"]["spreads"])}),
            tuple(Run(*run) for run in cell["runs"]),
        )
        for cell in data["cells"]
    )
    return (
        cells,
        tuple(Slopes(**each) for each in data["slopes"]),
        tuple(Guesser(**each) for each in data["guessers"]),
    )


def cell(
    d: int,
    optimizer: Optimizer,
    rate: float,
    *,
    scaled: bool,
    spreads: tuple[float, float] = even,
    steps: int = limit,
) -> Cell:
    """Return one cell of the stored table."""
    wanted = Setting(d, optimizer, rate, scaled, spreads, steps)
    return next(cell for cell in stored()[0] if cell.setting == wanted)


def told(cell: Cell) -> str:
    """Return one line about a cell."""
    setting, median = cell.setting, cell.median
    vectors, matrices = setting.spreads
    start = "" if setting.spreads == even else f", spreads {vectors:.2f} and {matrices:.2f}"
    steps = "" if setting.steps == limit else f", {setting.steps} steps"
    return (
        f"d = {setting.d}, {setting.optimizer} {setting.rate}{steps}{start}, "
        f"{'with' if setting.scaled else 'without'} ÷ √d: {cell.share:.0%} learn"
        f"{'' if median is None else f', half of them in {median:.0f} steps'}"
        f"{f', {cell.broken:.0%} break' if cell.broken else ''}"
    )


def compute() -> None:
    """Run every setting with every seed, print progress, and store the table."""
    began = time.monotonic()
    # Two heads on one core each are quicker than one on two, and arrays of a few megabytes are
    # quicker where the C library keeps their memory than where it asks for it at every step.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ[name] = "1"
    for name in ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"):
        os.environ[name] = str(10**9)
    with get_context("spawn").Pool(2) as pool:
        jobs = [(setting, seed) for setting in settings for seed in seeds]
        finished = pool.imap(_run, jobs, chunksize=4)
        cells = []
        for number, (setting, runs) in enumerate(_by_setting(finished), start=1):
            cells.append(Cell(setting, runs))
            seconds = time.monotonic() - began
            print(f"[{number}/{len(settings)}, {seconds:.0f} s] {told(cells[-1])}", flush=True)
        guessers = pool.map(guesser, long_seeds)
    measured = [slopes(d, scaled=scaled) for d in (8, 16, 64, 256) for scaled in (True, False)]
    head = {
        "command": command,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "seeds": len(seeds),
        "limit": limit,
        "enough": enough,
        "run": "learned after, last losses, accuracy",
    }
    lines = [json.dumps(head)[:-1]]
    lines.append(_listed("slopes", map(asdict, measured)))
    lines.append(_listed("guessers", map(asdict, guessers)))
    rows = (
        {
            "setting": asdict(cell.setting),
            "runs": [[run.learned, run.loss, _rounded(run.accuracy)] for run in cell.runs],
        }
        for cell in cells
    )
    lines.append(_listed("cells", rows))
    Path(__file__).with_name(_file).write_text(",\n".join(lines) + "}\n", "utf-8")
    print(f"stored after {time.monotonic() - began:.0f} s")


def _run(job: tuple[Setting, int]) -> Run:
    return run(*job)


def _by_setting(runs: Iterator[Run]) -> Iterator[tuple[Setting, tuple[Run, ...]]]:
    for setting in settings:
        yield setting, tuple(itertools.islice(runs, len(seeds)))


def _listed(name: str, rows: Iterable[dict[str, Any]]) -> str:
    """Write rows of data, one a line."""
    return f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "]"


def _rounded(value: float) -> float:
    return float(f"{value:.6g}")
