"""Trains a head: the same numbers in Python and in the browser, from the same seed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, SupportsIndex

import numpy as np

from attention_docs._arguments import FloatArray, as_count, as_finite, as_flag
from attention_docs.attention import attention_weights
from attention_docs.learning.grammar import Tokens, held_out, nouns, sentences, tasks, words
from attention_docs.learning.head import even, forward, loss_and_gradient, marks, reading, start

Optimizer = Literal["adam", "sgd"]
rates: dict[Optimizer, float] = {"adam": 0.01, "sgd": 0.1}
"""How far one step goes, unless told."""


@dataclass
class Adam:
    """What Adam remembers: running means of the gradient and of its square.

    Kingma and Ba, "Adam" (2015), algorithm 1: https://arxiv.org/abs/1412.6980
    """

    mean: FloatArray | float = 0.0
    square: FloatArray | float = 0.0
    steps: int = 0

    def direction(self, gradient: FloatArray) -> FloatArray:
        """Return where to step: near 1 or −1 where a gradient has kept its sign."""
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient * gradient
        spread = np.sqrt(self.square / (1 - 0.999**self.steps))
        direction: FloatArray = self.mean / (1 - 0.9**self.steps) / (spread + 1e-8)
        return direction


@dataclass
class Training:
    """A head that is being trained; `train` makes one and checks what it is made of."""

    seed: int
    d: int = 8
    scaled: bool = True
    optimizer: Optimizer = "adam"
    rate: float = rates["adam"]
    task: str = "fits"
    spreads: tuple[float, float] = even
    head: FloatArray = field(init=False, repr=False)
    history: list[float] = field(init=False, repr=False, default_factory=list)
    memory: Adam = field(init=False, repr=False, default_factory=Adam)

    def __post_init__(self) -> None:
        self.head = start(self.seed, self.d, self.spreads)

    @property
    def scale(self) -> float:
        """What the dot products of queries and keys are multiplied by."""
        return 1 / math.sqrt(self.d) if self.scaled else 1.0

    @property
    def losses(self) -> FloatArray:
        """The loss before each step, on the sentences of that step; shape (steps,)."""
        return np.array(self.history)

    @property
    def accuracy(self) -> float:
        """The share of right answers to sentences whose nouns a and b never met in training."""
        tokens, right = held_out(self.task)
        with np.errstate(over="ignore", invalid="ignore"):
            scores = forward(self.head, marks(tokens), self.scale).scores
        return float((scores.argmax(axis=1) == right).mean())

    @property
    def slope(self) -> float:
        """How steep softmax is: p (1 − p) of the largest weight, mean of the sentences held out."""
        with np.errstate(over="ignore", invalid="ignore"):
            query, key, *_ = forward(self.head, marks(held_out(self.task)[0]), self.scale)
            p = attention_weights(query, key, scale=self.scale).max(axis=-1)
        return float((p * (1 - p)).mean())

    def step(self) -> float:
        """Step once against the gradient on new sentences, and return the loss before.

        Raises
        ------
        FloatingPointError
            If the loss is NaN or infinite; the head stays as it was.
        """
        done = len(self.history)
        with np.errstate(over="ignore", invalid="ignore"):
            loss, gradient = loss_and_gradient(
                self.head, *sentences(self.task, self.seed, done), self.scale
            )
            if not math.isfinite(loss):
                raise FloatingPointError(
                    f"the loss is {loss} after {done} steps; a rate below {self.rate} may help"
                )
            move = self.memory.direction(gradient) if self.optimizer == "adam" else gradient
            self.head = self.head - self.rate * move
        self.history.append(loss)
        return loss

    def attend(self, first: SupportsIndex, second: SupportsIndex, last: str) -> FloatArray:
        """Return the weights, shape (5, 5), of a sentence about two different nouns, 0 to 11."""
        return reading(self.head, _sentence(first, second, last), self.scale)[0]

    def answer(self, first: SupportsIndex, second: SupportsIndex, last: str) -> FloatArray:
        """Return the probability of each of the 16 words to come next, shape (16,)."""
        return reading(self.head, _sentence(first, second, last), self.scale)[1]


def _sentence(first: SupportsIndex, second: SupportsIndex, last: str) -> Tokens:
    pair = {"first": as_count("first", first), "second": as_count("second", second)}
    for name, noun in pair.items():
        if noun >= len(nouns):
            raise ValueError(f"{name} is {noun}; the nouns have the numbers 0 to {len(nouns) - 1}")
    if pair["first"] == pair["second"]:
        raise ValueError(f"second is {pair['second']}, as first is; the two nouns must differ")
    if last not in ("big", "small"):
        raise ValueError(f"last is {last!r}; it must be 'big' or 'small'")
    between = (words.index("fits-not-in"), words.index("it"))
    return np.array([pair["first"], between[0], pair["second"], between[1], words.index(last)])


def train(
    seed: SupportsIndex,
    *,
    d: SupportsIndex = 8,
    scaled: bool = True,
    optimizer: Optimizer = "adam",
    rate: float | None = None,
    steps: SupportsIndex = 600,
    task: str = "fits",
) -> Training:
    """Train a head from the start, and on the sentences, that belong to a seed.

    Each step takes 64 sentences and moves the head's numbers θ against the gradient g of their mean
    loss: ``θ ← θ − rate · g`` ("sgd"), or by Adam's equation.

    Parameters
    ----------
    seed : int
        0 to 2³¹ − 1.
    d : int
        The size of every vector.
    scaled : bool
        Divide the scores of attention by √d.
    optimizer, rate
        How to step, and how far: 0.01 with "adam" and 0.1 with "sgd" unless given.
    steps : int
    task : str
        One of `tasks`.

    Returns
    -------
    Training
        With `losses`, shape (steps,), `accuracy`, and ``attend(first, second, last)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is not what it must be.
    FloatingPointError
        If the loss becomes NaN or infinite. `Training.step` takes single steps and keeps what went
        before.

    Examples
    --------
    >>> trained = train(0)
    >>> trained.head.size, trained.accuracy
    (424, 1.0)
    >>> trained.attend(0, 6, "big")[4].round(1).tolist()
    [0.9, 0.0, 0.0, 0.1, 0.0]
    """
    if as_count("seed", seed) >= 2**31:
        raise ValueError(f"seed is {seed}; it must be below 2³¹")
    if optimizer not in rates:
        raise ValueError(f"optimizer is {optimizer!r}; it must be 'adam' or 'sgd'")
    if task not in tasks:
        raise ValueError(f"task is {task!r}; it must be one of {', '.join(tasks)}")
    stride = rates[optimizer] if rate is None else as_finite("rate", rate, np.dtype(np.float64))
    if stride <= 0:
        raise ValueError(f"rate is {rate}; it must be above 0")
    size, count = as_count("d", d, least=1), as_count("steps", steps, least=1)
    training = Training(int(seed), size, as_flag("scaled", scaled), optimizer, stride, task)
    for _ in range(count):
        training.step()
    return training
