"""The command line: check pages, list or mend their numbers, pin their labels."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.check import Positions, Result, check_text
from attention_docs.numbers.labels import Labels
from attention_docs.numbers.mending import mend
from attention_docs.numbers.report import listing, report, summary
from attention_docs.numbers.settings import Settings
from attention_docs.numbers.writing import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from attention_docs.numbers.check import Finding

_epilog = """\
A number is bound by a comment glued to it, 0.67<!--= w[0] -->, or by a ledger before its block;
<!--# GPT-2: a name --> marks a label. Exit status: 0 where all is right, 1 where something is
wrong, 2 where the command itself is.
"""


class Target(NamedTuple):
    """A page to look at, and the one line of it where only that is asked for."""

    path: Path
    line: int | None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        targets = list(_targets(options.paths))
        run = _Run(options)
        for target in targets:
            run.page(target)
    except ValueError as error:
        parser.error(str(error))
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    return run.finish()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m attention_docs.numbers",
        description="Check that every number printed on a page is what its expression computes.",
        epilog=_epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a page, a page:line, or a folder; all pages of the project if none is given",
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--fix", action="store_true", help="rewrite wrong numbers in their style")
    action.add_argument("--list", action="store_true", help="print every bound number")
    action.add_argument("--pin", action="store_true", help="accept the labels by rule as they are")
    parser.add_argument("--json", action="store_true", help="print one JSON document, for editors")
    return parser


class _Run:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.counts = {"bound": 0, "labels": 0, "unbound": 0, "wrong": 0}
        self.findings: list[dict[str, object]] = []
        self.numbers: list[dict[str, object]] = []

    def say(self, text: str) -> None:
        if text and not self.options.json:
            sys.stdout.write(f"{text}\n")

    def page(self, target: Target) -> None:
        settings = Settings.near(target.path.parent)
        where = str(target.path)
        try:
            text = read_source(target.path)
        except (ValueError, OSError) as error:
            self.unreadable(where, error)
            return
        labels = Labels.load(settings.labels_path)
        options = {"setup": settings.setup, "timeout": settings.timeout}
        result = check_text(text, where, labels=labels, **options)  # type: ignore[arg-type]
        if self.options.pin:
            labels = labels.with_page(where, result.page.pinned)
            labels.save()
            result = check_text(text, where, labels=labels, **options)  # type: ignore[arg-type]
        if self.options.fix:
            for mended in mend(target.path, result, target.line):
                self.say(mended)
            text = read_source(target.path)
            result = check_text(text, where, labels=labels, **options)  # type: ignore[arg-type]
        self.tell(result, where, target.line)

    def tell(self, result: Result, where: str, line: int | None) -> None:
        findings = [found for found in result.findings if line in (None, found.line)]
        counts = result.counts if line is None else _counts_of_line(result, findings, line)
        for name, number in counts.items():
            self.counts[name] += number
        rows = listing(result, where, line)
        self.numbers += rows
        self.findings += [{"path": where, **_plain(found)} for found in findings]
        if self.options.list:
            self.say("\n".join(_row(row) for row in rows))
        if findings:
            self.say(f"{report(result, where, findings)}\n")

    def unreadable(self, where: str, error: Exception) -> None:
        self.counts["wrong"] += 1
        self.findings.append({"path": where, "line": 1, "column": 1, "message": str(error)})
        self.say(f"{where}: {error}\n")

    def finish(self) -> int:
        if self.options.json:
            document = {**self.counts, "findings": self.findings, "numbers": self.numbers}
            sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        self.say(summary(self.counts))
        return 1 if self.counts["unbound"] or self.counts["wrong"] else 0


def _targets(paths: Sequence[str]) -> Iterator[Target]:
    """Turn the arguments into pages.

    Raises
    ------
    ValueError
        If there is no such page or folder, or no page in the folder.
    """
    if not paths:
        settings = Settings.near(Path.cwd())
        paths = [_relative(settings.root / settings.pages)]
    for argument in paths:
        path, line = Path(argument), None
        match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", argument)
        if match and not path.exists():
            path, line = Path(match[1]), int(match[2])
        if not path.exists():
            raise ValueError(f"{path} does not exist; expected a page or a folder of pages")
        if not path.is_dir():
            yield Target(path, line)
            continue
        pages = sorted(path.rglob("*.md"))
        if not pages:
            raise ValueError(f"{path} holds no page (*.md)")
        yield from (Target(page, line) for page in pages)


def _relative(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _counts_of_line(result: Result, findings: list[Finding], line: int) -> dict[str, int]:
    places = Positions(result.page.text)
    here = [n.role for n in result.page.numerals if places.of(n.at.start)[0] == line]
    return {
        "bound": here.count("bound"),
        "labels": here.count("label") + here.count("symbol"),
        "unbound": here.count("unbound"),
        "wrong": sum(found.kind == "wrong" for found in findings),
    }


def _plain(finding: Finding) -> dict[str, object]:
    entry: dict[str, object] = {k: v for k, v in asdict(finding).items() if v != "" and k != "at"}
    entry["end_column"] = finding.column + finding.at.end - finding.at.start
    return entry


def _row(row: dict[str, object]) -> str:
    place = f"{row['path']}:{row['line']}:{row['column']}"
    return f"{place}: {row['printed']} = {row['expression']}  ({row['value'] or 'no value'})"
