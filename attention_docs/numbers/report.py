"""Says what is wrong with a page so that one look mends it."""

from __future__ import annotations

import os
import shlex
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.numbers.findings import Positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from attention_docs.numbers.findings import Finding, Result

_widest = 110


def command() -> str:
    """Return the command that checks pages with the Python that runs now, to be typed here."""
    python, here = Path(sys.executable), Path.cwd()
    # Not resolved: the link in a virtual environment is what makes it that environment's.
    name = python.relative_to(here) if python.is_relative_to(here) else "python"
    return f"{quoted(str(name))} -m attention_docs.numbers"


def quoted(argument: str) -> str:
    """Quote an argument of a command as the shell at hand needs it.

    Examples
    --------
    >>> quoted("docs/index.md:3"), quoted("my docs/index.md")[1:-1]
    ('docs/index.md:3', 'my docs/index.md')
    """
    if os.name == "nt":
        return f'"{argument}"' if " " in argument else argument
    return shlex.quote(argument)


def describe(finding: Finding, text: str, where: str) -> str:
    """Describe one fault: where it stands, the line with a caret, and what mends it.

    Examples
    --------
    >>> from attention_docs.numbers.check import check_text
    >>> text = "so 0.66<!--= 2 / 3 -->"
    >>> finding = check_text(text, "page.md").findings[0]
    >>> print(describe(finding, text, "page.md"))  # doctest: +ELLIPSIS
    page.md:1:4: 0.66 is wrong
        so 0.66<!--= 2 / 3 -->
           ^^^^
      printed     0.66
      value       0.6666666666666666
      rounds to   0.67
      expression  2 / 3
      check       ...python -m attention_docs.numbers page.md:1
      mend        ...python -m attention_docs.numbers --fix page.md:1
    """
    rounds = finding.message.startswith("rounds to ")
    subject = f"{finding.printed}: {finding.message}" if finding.printed else finding.message
    if rounds:
        subject = f"{finding.printed} is wrong"
    place = quoted(f"{where}:{finding.line}")
    details = {
        "printed": finding.printed if finding.expression else "",
        "value": finding.value,
        "rounds to": finding.message.removeprefix("rounds to ") if rounds else "",
        "expression": finding.expression,
        "check": f"{command()} {place}",
        "mend": f"{command()} --fix {place}" if finding.correction else "",
    }
    first, *rest = subject.split("\n")
    lines = [f"{where}:{finding.line}:{finding.column}: {first}", *_pointed(finding, text)]
    lines += [f"  {line}" for line in rest]
    lines += [f"  {name:<10}  {detail}" for name, detail in details.items() if detail]
    return "\n".join(lines)


def report(result: Result, where: str, findings: Iterable[Finding]) -> str:
    """Describe the given faults of a page, one after the other."""
    blocks = [describe(finding, result.page.text, where) for finding in findings]
    if result.follow_on:
        times = "1 name" if result.follow_on == 1 else f"{result.follow_on} names"
        blocks.append(f"{where}: {times} more missing because of the above, not shown")
    return "\n\n".join(blocks)


def listing(result: Result, where: str, line: int | None = None) -> list[dict[str, object]]:
    """List the bound numerals of a page with what computes them."""
    places = Positions(result.page.text)
    rows: list[dict[str, object]] = []
    for numeral in result.page.numerals:
        row, column = places.of(numeral.at.start)
        if numeral.role == "bound" and line in (None, row):
            value = result.values.get(numeral.at.start)
            rows.append(
                {
                    "path": where,
                    "line": row,
                    "column": column,
                    "printed": numeral.text,
                    "expression": numeral.source,
                    "value": value.text if value else "",
                    "constant": bool(value and value.constant),
                }
            )
    return rows


def summary(counts: Mapping[str, int]) -> str:
    """Sum up in the one line that every run ends with.

    Examples
    --------
    >>> summary({"bound": 3, "labels": 1, "unbound": 0, "wrong": 0})
    '3 bound, 1 labels, 0 unbound, 0 wrong'
    """
    return ", ".join(f"{number} {name}" for name, number in counts.items())


def _pointed(finding: Finding, text: str) -> list[str]:
    """Return the source line and a line with carets, cut to a window where the line is long."""
    start = finding.at.start - finding.column + 1
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    low = max(0, finding.column - 1 - _widest // 2) if len(line) > _widest else 0
    window = line[low : low + _widest]
    before = window[: finding.column - 1 - low]
    marked = text[finding.at.start : finding.at.end].partition("\n")[0]
    carets = "^" * max(1, sum(map(_width, marked[: _widest - len(before)])))
    pad = "".join("\t" if character == "\t" else " " * _width(character) for character in before)
    cut = "…" if low else ""
    after = "…" if len(line) > low + _widest else ""
    return [f"    {cut}{window}{after}".rstrip(), f"    {' ' * len(cut)}{pad}{carets}"]


def _width(character: str) -> int:
    """Return how many columns of a terminal a character takes."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
