"""Runs a page's code in a process of its own, which can be ended whatever it does.

No page's code sees what another's left behind: each starts from a copy of this process, forked
where the system can, else spawned. A task that takes too long ends the process, be it asleep, in a
loop of Python or in one of C; so does one that ends the process itself.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.fences import Fence
from attention_docs.numbers.session import EvaluationError, Failure, Session
from attention_docs.numbers.values import Value, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path


class Evaluation(NamedTuple):
    """A numeral's value is asked for: see `Numeral`."""

    expression: str
    entry: tuple[int, ...] | None = None
    shape: Mapping[tuple[int, ...], int] = {}


Task = Fence | Evaluation
Outcome = list[Failure] | Value
_started_within = 60.0


def outcomes(
    tasks: Sequence[Task],
    where: str,
    *,
    setup: str = "",
    timeout: float = 10.0,
    root: Path | None = None,
) -> Iterator[Outcome]:
    """Run blocks and evaluate expressions in order, each with the names that those before it made.

    Yields a value, or why there is none, for each task; where the process had to be ended, for the
    tasks up to that one.

    Parameters
    ----------
    tasks
        What to do, in order.
    where
        The path of the page, for tracebacks.
    setup
        Statements to run before.
    timeout
        Seconds that each task may take.
    root
        A folder whose modules the code may import.

    Raises
    ------
    ValueError
        If the setup raises.

    Examples
    --------
    >>> list(outcomes([Evaluation("1 + 1"), Evaluation("sum(iter(int, 1))")], "", timeout=0.1))
    ... # doctest: +NORMALIZE_WHITESPACE
    [Value(number=Fraction(2, 1), text='2', constant=True),
     [Failure(row=0, message='stopped after 0.1 s, the time limit', name='', raised=True)]]
    """
    if not tasks:
        return
    can_fork = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    context = multiprocessing.get_context("fork" if can_fork else "spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(  # type: ignore[attr-defined]
        target=_work, args=(theirs, list(tasks), where, setup, root), daemon=True
    )
    with warnings.catch_warnings():
        # NumPy's own threads hold nothing that the child needs.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    theirs.close()
    try:
        yield from _received(ours, len(tasks), timeout)
    finally:
        process.kill()
        process.join()
        ours.close()


def _received(ours: Connection, count: int, timeout: float) -> Iterator[Outcome]:
    try:
        ready = ours.recv() if ours.poll(_started_within) else "the setup does not come to an end"
    except EOFError:
        ready = "the setup ends the process that runs it"
    if ready:
        raise ValueError(ready)
    for _ in range(count):
        try:
            if not ours.poll(timeout):
                yield [Failure(0, f"stopped after {timeout:g} s, the time limit")]
                return
            yield ours.recv()
        except EOFError:
            yield [Failure(0, "ended the process that ran it")]
            return


def _work(theirs: Connection, tasks: list[Task], where: str, setup: str, root: Path | None) -> None:
    """Run in the child: send an empty text once set up, then the outcome of each task."""
    if root and str(root) not in sys.path:
        sys.path.insert(0, str(root))
    with suppress(OSError, ValueError):
        # What the code prints by way of the system belongs to no report.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    session = Session(setup)
    try:
        session.prepare()
    except ValueError as error:
        theirs.send(str(error))
        return
    theirs.send("")
    for task in tasks:
        theirs.send(_outcome(session, task, where))
    # Nothing that the code left, such as a thread, is waited for.
    theirs.close()
    os._exit(0)


def _outcome(session: Session, task: Task, where: str) -> Outcome:
    if isinstance(task, Fence):
        return session.run(task, where)
    try:
        value = value_of(session.value(task.expression), task.entry, task.shape)
        return value._replace(constant=session.is_constant(task.expression))
    except EvaluationError as error:
        return [error.failure]
    except (TypeError, ValueError) as error:
        return [Failure(0, str(error), raised=False)]
