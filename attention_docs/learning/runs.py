"""Computes the table of which heads learn: every setting with every seed."""

from __future__ import annotations

import itertools
import json
import os
import platform
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from attention_docs.attention import attention_weights, softmax
from attention_docs.gradient import softmax_gradient
from attention_docs.learning import table
from attention_docs.learning.grammar import sentences, words
from attention_docs.learning.head import forward, loss_and_gradient, marks, parts
from attention_docs.learning.table import (
    Cell,
    Guesser,
    Run,
    Setting,
    Slopes,
    enough,
    every,
    limit,
    long,
    long_seeds,
    seeds,
    settings,
    told,
)
from attention_docs.learning.training import Training


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
        vectors, *_, w_o = parts(training.head)
        in_answers = (softmax(scores) - np.eye(len(words))[right]) / d**0.5
        in_mixed = in_answers @ vectors[: len(words)] @ w_o.T
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
    _store(cells, measured, guessers)
    print(f"stored after {time.monotonic() - began:.0f} s")


def _store(cells: Sequence[Cell], measured: Sequence[Slopes], guessers: Sequence[Guesser]) -> None:
    """Write the table, a row of data on each line."""
    head = {
        "command": table.command,
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
    Path(__file__).with_name(table.file).write_text(",\n".join(lines) + "}\n", "utf-8")


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
