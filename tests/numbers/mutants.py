"""Changes each numeral of each page, one at a time, and requires that the check fails.

``python -m tests.numbers.mutants [PAGE…]`` prints killed and total by page, and every survivor.
Numerals in the code itself are counted apart: they are the computation, and another input may well
give another right page.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from attention_docs.numbers.check import Checker, Positions
from attention_docs.numbers.comparison import exact, mismatch
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.literal import numerals, read, subscripts, superscripts
from attention_docs.numbers.page import read_page
from attention_docs.numbers.session import EvaluationError, Failure, Session
from attention_docs.numbers.settings import Settings
from attention_docs.numbers.writing import read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from attention_docs.numbers.check import Result
    from attention_docs.numbers.markdown import Fence

Category = Literal["printed", "output", "input"]
_scripts = (superscripts, subscripts, "0123456789")


class Mutant(NamedTuple):
    """One change: where, what was there, what is there now; and in which block, if in code."""

    block: int | None
    category: Category
    start: int
    end: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """Return the page with the change made."""
        return text[: self.start] + self.new + text[self.end :]


@dataclass
class Tally:
    """What became of the mutants of one page."""

    page: str
    killed: Counter[Category] = field(default_factory=Counter)
    total: Counter[Category] = field(default_factory=Counter)
    by_code_alone: int = 0
    equivalent: int = 0
    survivors: list[str] = field(default_factory=list)


class Recording(Session):
    """A session that remembers its names before each block, and every value."""

    def __init__(self, setup: str, timeout: float) -> None:
        super().__init__(setup, timeout)
        self.names_before: list[dict[str, object]] = []
        self.values: dict[tuple[int, str], object] = {}

    def run(self, fence: Fence, where: str) -> list[Failure]:
        """Run a block, and keep the names that it found."""
        self.prepare()
        self.names_before.append(dict(self.names))
        return super().run(fence, where)

    def value(self, expression: str) -> object:
        """Evaluate an expression, and remember its value."""
        value = super().value(expression)
        self.values[len(self.names_before), expression] = value
        return value


class Resumed(Session):
    """Runs a page again from the block that was changed; what stands above it is as recorded."""

    def __init__(self, recording: Recording, changed: int) -> None:
        super().__init__(timeout=recording.timeout)
        self.recording = recording
        self.changed = changed
        self.runs = 0

    def run(self, fence: Fence, where: str) -> list[Failure]:
        """Run a block, unless it stands above the change."""
        self.runs += 1
        if self.runs <= self.changed:
            return []
        if self.runs == self.changed + 1:
            self.names = dict(self.recording.names_before[self.changed])
        return super().run(fence, where)

    def value(self, expression: str) -> object:
        """Evaluate an expression, or look its value up."""
        if self.runs > self.changed:
            return super().value(expression)
        try:
            return self.recording.values[self.runs, expression]
        except KeyError:
            raise EvaluationError(Failure(0, f"no value of {expression}")) from None


def variants(numeral: str) -> list[str]:
    """Return the changes that a slip of the hand would make to a numeral.

    One more and one less in the last digit, two neighbours swapped, no minus, the point moved, ten
    times as much, no percent sign.
    """
    places = [(i, s) for i, c in enumerate(numeral) for s in _scripts if c in s]
    found = []
    if places:
        last, script = places[-1]
        digit = script.index(numeral[last])
        for step in (1, -1):
            changed = script[(digit + step) % 10]
            found.append(numeral[:last] + changed + numeral[last + 1 :])
    for (i, _), (j, _) in pairwise(places):
        if j == i + 1 and numeral[i] != numeral[j]:
            found.append(numeral[:i] + numeral[j] + numeral[i] + numeral[j + 1 :])
            break
    found.append(re.sub(r"^(?:[-−⁻]|&minus;)", "", numeral))
    found.append(re.sub(r"(\d)\.(\d)", r"\1\2.", numeral).rstrip("."))
    found.append(re.sub(r"(\d)\.(\d)", r".\1\2", numeral))
    found.append(re.sub(r"^(\D?\d[\d,]*)(?![.\d])", r"\g<1>0", numeral))
    found.append(re.sub(r"(?:[ \u2009\u202f]|\\,)?\\?%$", "", numeral))
    return [variant for variant in dict.fromkeys(found) if variant not in ("", numeral)]


def mutants(result: Result) -> Iterator[Mutant]:
    """Yield every mutant of a page."""
    text = result.page.text
    seen = {numeral.at.start for numeral in result.page.numerals}
    for numeral in result.page.numerals:
        for new in variants(numeral.text):
            yield Mutant(None, "printed", *numeral.at, numeral.text, new)
    for _, words, at in result.page.pinned:
        if "://" in words:
            yield from _of_stretch(None, "printed", text[: at.end], at.start, seen)
    blocks = [fence for fence in result.page.fences if fence.runs]
    for block, fence in enumerate(blocks):
        for start, line in zip(fence.lines, fence.code.split("\n"), strict=True):
            is_input = not fence.is_session or re.match(r"\s*(?:>>>|\.\.\.)(?: |$)", line)
            category: Category = "input" if is_input else "output"
            yield from _of_stretch(block, category, text[: start + len(line)], start, seen)


def _of_stretch(
    block: int | None, category: Category, text: str, start: int, seen: set[int]
) -> Iterator[Mutant]:
    for match in numerals(text[start:]):
        at, end = start + match.start(), start + match.end()
        if at not in seen and at + bool(match["sign"]) not in seen:
            for new in variants(match.group()):
                yield Mutant(block, category, at, end, match.group(), new)


def tally(
    path: Path, *, most: int | None = None, told: Callable[[int, int], None] | None = None
) -> Tally:
    """Try the mutants of a page, or a random sample of so many.

    Raises
    ------
    ValueError
        If the page fails its check before anything was changed.
    """
    settings = Settings.near(path.parent)
    labels, text = Labels.load(settings.labels_path), read_source(path)
    page = read_page(text, labels.wording)
    labels = labels.with_page(str(path), page.pinned)
    recording = Recording(settings.setup, settings.timeout)
    result = Checker(page, str(path), recording, labels).run()
    if result.findings:
        raise ValueError(f"{path} fails its check as it is: {result.findings[0].message}")
    chosen = list(mutants(result))
    if most is not None and most < len(chosen):
        chosen = random.Random(2017).sample(chosen, most)  # noqa: S311 - a sample, no secret
    counted, places = Tally(str(path)), Positions(text)
    for done, mutant in enumerate(chosen):
        if told:
            told(done, len(chosen))
        if is_equivalent(mutant, result):
            counted.equivalent += 1
            continue
        changed = read_page(mutant.applied(text), labels.wording)
        block = len(recording.names_before) if mutant.block is None else mutant.block
        fails = _fails(Checker(changed, str(path), Resumed(recording, block), labels))
        counted.total[mutant.category] += 1
        if fails:
            counted.killed[mutant.category] += 1
            counted.by_code_alone += mutant.category == "output"
        else:
            line, column = places.of(mutant.start)
            place = f"{path}:{line}:{column}: {mutant.category}"
            counted.survivors.append(f"{place} {mutant.old} → {mutant.new}")
    return counted


def _fails(checker: Checker) -> bool:
    """Check a page up to its first fault."""
    return any(checker.take(step) for step in checker.steps()) or bool(checker.check_pins())


def is_equivalent(mutant: Mutant, result: Result) -> bool:
    """Say whether a changed numeral is as right as before: at an exact tie, two are."""
    numeral = next((n for n in result.page.numerals if n.at.start == mutant.start), None)
    if numeral is None or numeral.ledger or mutant.start not in result.values:
        return False
    try:
        return mismatch(read(mutant.new), exact(result.values[mutant.start])) is None
    except ValueError:
        return False


def _bar(done: int, total: int) -> None:
    if sys.stderr.isatty() and done % 20 == 0:
        filled = 40 * done // total
        sys.stderr.write(f"\r[{'█' * filled}{'·' * (40 - filled)}] {done}/{total}")


def main(arguments: list[str]) -> int:
    """Print the table, and return 1 if a printed numeral survived."""
    settings = Settings.near(Path.cwd())
    folder = (settings.root / settings.pages).relative_to(Path.cwd())
    paths = [Path(argument) for argument in arguments] or sorted(folder.rglob("*.md"))
    rows, survivors, inputs = [], [], []
    for path in paths:
        counted = tally(path, told=_bar)
        printed = counted.total["printed"] + counted.total["output"]
        killed = counted.killed["printed"] + counted.killed["output"]
        rows.append((path, killed, printed, counted.by_code_alone, counted))
        survivors += [s for s in counted.survivors if ": input " not in s]
        inputs += [s for s in counted.survivors if ": input " in s]
    out = ["", f"{'page':<32} {'killed':>13} {'doctests alone':>16} {'inputs':>13} {'ties':>5}"]
    for path, killed, printed, alone, counted in rows:
        of_inputs = f"{counted.killed['input']}/{counted.total['input']}"
        out.append(
            f"{path!s:<32} {f'{killed}/{printed}':>13} {f'{alone}/{printed}':>16} "
            f"{of_inputs:>13} {counted.equivalent:>5}"
        )
    out += ["", *(f"survived: {line}" for line in survivors)]
    out += [f"another input, as right: {line}" for line in inputs]
    sys.stdout.write("\n".join(out).rstrip() + "\n")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
