"""Changes each numeral of a page, one at a time, and requires that the check fails.

Numerals in code are left alone: they are the computation, and another input may give another right
page. The output that a session prints is changed like all that is printed.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.check import Checker
from attention_docs.numbers.claims import is_output
from attention_docs.numbers.comparison import mismatch
from attention_docs.numbers.fences import Fence
from attention_docs.numbers.findings import Positions
from attention_docs.numbers.grammar import pattern, subscripts, superscripts
from attention_docs.numbers.literal import read
from attention_docs.numbers.project import Project, project_of
from attention_docs.numbers.session import Failure
from attention_docs.numbers.worker import outcomes
from attention_docs.numbers.writing import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from attention_docs.numbers.findings import Result
    from attention_docs.numbers.page import Page
    from attention_docs.numbers.targets import Target
    from attention_docs.numbers.worker import Outcome, Task

_scripts = (superscripts, subscripts, "0123456789")
_before = {"dash before": "–\u2011\uff0d", "± or √ before": "±√"}
_after = {"unit behind": ["k", "!", "°", "‰"]}
_roles = ("bound", "label", "symbol", "output")


class Mutant(NamedTuple):
    """One change: of which class, to what kind of numeral, where, and from what to what."""

    change: str
    role: str
    start: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """Return the page with the change made."""
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


@dataclass
class Tally:
    """What became of the mutants of some pages."""

    killed: Counter[tuple[str, str]] = field(default_factory=Counter)
    total: Counter[tuple[str, str]] = field(default_factory=Counter)
    survivors: list[str] = field(default_factory=list)

    def table(self) -> str:
        """Show what was noticed, by class of change and kind of numeral."""
        lines = [f"{'change':<16}" + "".join(f"{role:>14}" for role in _roles)]
        for change in dict.fromkeys(change for change, _ in self.total):
            cells = [
                f"{self.killed[change, role]}/{self.total[change, role]}"
                if self.total[change, role]
                else "–"
                for role in _roles
            ]
            lines.append(f"{change:<16}" + "".join(f"{cell:>14}" for cell in cells))
        killed, total = sum(self.killed.values()), sum(self.total.values())
        return "\n".join([*lines, f"{killed} of {total} changes noticed"])


def variants(numeral: str) -> dict[str, list[str]]:
    """Return the changes that a slip of the hand would make to a numeral, by class.

    Examples
    --------
    >>> variants("0.67")["digit"], variants("−8")["sign"]
    (['0.68', '0.66', '0.76'], ['8'])
    """
    found = {
        "digit": list(_other_digits(numeral)),
        "sign": [re.sub(r"^(?:[-−⁻]|&minus;)", "", numeral)],
        "point": [
            re.sub(r"(\d)[.](\d)", r"\1\2.", numeral).rstrip("."),
            re.sub(r"(\d)[.](\d)", r".\1\2", numeral),
        ],
        "tenfold": [re.sub(r"^(\D?\d[\d,]*)(?![.\d])", r"\g<1>0", numeral)],
        "percent lost": [re.sub(r"(?:[ \u00a0\u2009\u202f]|\\,)?\\?[%‰]$", "", numeral)],
        **{change: [sign + numeral for sign in signs] for change, signs in _before.items()},
        **{change: [numeral + sign for sign in signs] for change, signs in _after.items()},
    }
    return {
        change: kept
        for change, forms in found.items()
        if (kept := [form for form in dict.fromkeys(forms) if form not in ("", numeral)])
    }


def _other_digits(numeral: str) -> Iterator[str]:
    """Yield one more and one less in the last digit, and two neighbours swapped."""
    places = [(i, s) for i, c in enumerate(numeral) for s in _scripts if c in s]
    if places:
        last, script = places[-1]
        for step in (1, -1):
            changed = script[(script.index(numeral[last]) + step) % 10]
            yield numeral[:last] + changed + numeral[last + 1 :]
    for (i, _), (j, _) in pairwise(places):
        if j == i + 1 and numeral[i] != numeral[j]:
            yield numeral[:i] + numeral[j] + numeral[i] + numeral[j + 1 :]
            return


def mutants(page: Page) -> Iterator[Mutant]:
    """Yield every mutant of a page."""
    for numeral in (numeral for numeral in page.numerals if numeral.role in _roles):
        for change, forms in variants(numeral.text).items():
            if numeral.role != "symbol" or change in ("digit", "sign"):
                for new in forms:
                    yield Mutant(change, numeral.role, numeral.at.start, numeral.text, new)
    yield from _of_outputs(page)


def _of_outputs(page: Page) -> Iterator[Mutant]:
    for fence in (fence for fence in page.fences if fence.runs and fence.is_session):
        for start, line in zip(fence.lines, fence.code.split("\n"), strict=True):
            if is_output(line):
                for match in pattern().finditer(line):
                    at = start + match.start()
                    if not any(n.at.start <= at < n.at.end for n in page.numerals):
                        for new in variants(match.group())["digit"]:
                            yield Mutant("digit", "output", at, match.group(), new)


class _Replay:
    """Gives the outcomes of the unchanged page again, as long as its tasks are the same."""

    def __init__(self, project: Project, where: str) -> None:
        settings = project.settings
        self.fresh = partial(
            outcomes,
            where=where,
            setup=settings.setup,
            timeout=float(settings.timeout),
            root=settings.root,
        )
        self.tasks: list[Task] = []
        self.given: list[Outcome] = []

    def record(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Run the tasks of the unchanged page."""
        self.tasks = list(tasks)
        self.given = list(self.fresh(tasks))
        return iter(self.given)

    def __call__(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Run changed code anew; where only words changed, every value is known."""
        code = [task.code for task in self.tasks if isinstance(task, Fence)]
        if code != [task.code for task in tasks if isinstance(task, Fence)]:
            yield from self.fresh(tasks)
            return
        known = iter(zip(self.tasks, self.given, strict=False))
        for task in tasks:
            outcome = next((given for old, given in known if _is_same(old, task)), None)
            yield outcome if outcome is not None else [Failure(0, "another expression")]


def _is_same(old: Task, new: Task) -> bool:
    if isinstance(old, Fence) or isinstance(new, Fence):
        return isinstance(old, Fence) and isinstance(new, Fence)
    return old == new


def tally(target: Target, counted: Tally, *, most: int | None = None) -> None:
    """Try the mutants of a page, or a random sample of so many.

    Raises
    ------
    ValueError
        If the page fails its check before anything was changed.
    """
    project, where = project_of(target.path.resolve().parent), str(target.path)
    text = read_source(target.path)
    if project.extent(text) == "off":
        return
    page = project.read(text, where)
    project = replace(project, labels=project.labels.with_page(where, page.pinned))
    replay = _Replay(project, where)
    alone = project.read(text, where, sight=False)
    quick = replace(project, labels=project.labels.with_page(where, alone.pinned))
    result = Checker(page, where, replay.record, project.labels).run()
    if result.findings:
        raise ValueError(f"{where} fails its check as it is: {result.findings[0].message}")
    chosen = [m for m in mutants(page) if not _is_equivalent(m, result)]
    if most is not None and most < len(chosen):
        chosen = random.Random(2017).sample(chosen, most)  # noqa: S311 - a sample, no secret
    places = Positions(text)
    for done, mutant in enumerate(chosen):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{where} {done + 1}/{len(chosen)} ")
        kind = (mutant.change, mutant.role)
        counted.total[kind] += 1
        if _is_noticed(mutant.applied(text), where, (quick, project), replay):
            counted.killed[kind] += 1
        else:
            line, column = places.of(mutant.start)
            said = f"{mutant.role}, {mutant.change}: {mutant.old} → {mutant.new}"
            counted.survivors.append(f"{where}:{line}:{column}: {said}")


def _is_noticed(text: str, where: str, projects: tuple[Project, Project], replay: _Replay) -> bool:
    """Check a changed page: first by its source alone, then as rendered, which takes longer."""
    for project, sight in zip(projects, (False, True), strict=True):
        page = project.read(text, where, sight=sight)
        if Checker(page, where, replay, project.labels).run().findings:
            return True
    return False


def _is_equivalent(mutant: Mutant, result: Result) -> bool:
    """Say whether a changed numeral is as right as before: at an exact tie, two are."""
    numeral = next((n for n in result.page.numerals if n.at.start == mutant.start), None)
    if numeral is None or numeral.ledger or mutant.start not in result.values:
        return False
    try:
        literal = read(mutant.new, comma=result.page.comma)
        return mismatch(literal, result.values[mutant.start].number) is None
    except ValueError:
        return False


def mutate(targets: Sequence[Target]) -> int:
    """Print the table of some pages and every survivor; return 1 if there is one."""
    counted = Tally()
    for target in targets:
        tally(target, counted)
    survived = [f"survived: {line}" for line in counted.survivors]
    sys.stdout.write("\n".join([*survived, counted.table()]) + "\n")
    return 1 if counted.survivors else 0
