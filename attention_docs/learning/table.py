"""What the lesson says of ÷ √d, run: which heads learn, how soon, and what hangs on the start."""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass
from functools import cache
from importlib import resources

from attention_docs.learning.head import even
from attention_docs.learning.training import Optimizer, Training

limit, every, enough = 600, 10, 0.99
"""A head learns if it gives 99 % of the sentences held out the right word within so many steps,
looked at after every tenth."""
seeds = range(20)
long, long_seeds = 3000, range(6)
"""Steps and seeds of the heads that learn a task that is too much for one head."""
command = "python -m attention_docs.learning --table"
file = "table.json"


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


@cache
def stored() -> tuple[tuple[Cell, ...], tuple[Slopes, ...], tuple[Guesser, ...]]:
    """Return what `command` has stored."""
    data = json.loads(resources.files(__package__).joinpath(file).read_text("utf-8"))
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
