"""The command line: check pages, list or mend their numbers, pin their labels."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.numbers.findings import Positions, Result
from attention_docs.numbers.mending import mend
from attention_docs.numbers.mutation import mutate
from attention_docs.numbers.pinning import is_built, pin_drawn
from attention_docs.numbers.project import project_of
from attention_docs.numbers.report import listing, report, summary
from attention_docs.numbers.targets import Target, targets_of
from attention_docs.numbers.writing import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from attention_docs.numbers.findings import Finding
    from attention_docs.numbers.labels import Labels
    from attention_docs.numbers.project import Project

_epilog = """\
A number is bound by a comment glued to it, 0.67<!--= w[0] -->, or by a ledger before its block;
<!--# GPT-2: a name --> marks a label. Exit status: 0 where all is right, 1 where something is
wrong, 2 where the command itself is.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    project_of.cache_clear()
    try:
        if options.pin and options.paths and all(map(is_built, options.paths)):
            return pin_drawn(options.paths)
        targets = list(targets_of(options.paths))
        if options.mutate:
            return mutate(targets)
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
        help="a page, a page:line or a folder; all pages of the project if none is given",
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--fix", action="store_true", help="rewrite wrong numbers in their style")
    action.add_argument("--list", action="store_true", help="print every bound number")
    action.add_argument("--pin", action="store_true", help="accept the labels by rule as they are")
    action.add_argument(
        "--mutate", action="store_true", help="change each number and see that the check fails"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, for editors")
    return parser


class _Run:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.counts = {"bound": 0, "labels": 0, "unbound": 0, "wrong": 0}
        self.findings: list[dict[str, object]] = []
        self.numbers: list[dict[str, object]] = []
        self.pinned: dict[Path, Labels] = {}

    def say(self, text: str) -> None:
        if text and not self.options.json:
            sys.stdout.write(f"{text}\n")

    def page(self, target: Target) -> None:
        project = project_of(target.path.resolve().parent)
        where = str(target.path)
        try:
            text = read_source(target.path)
            if project.extent(text) == "off":
                return
            result = project.check(text, where)
        except OSError as error:
            self.unreadable(where, error)
            return
        except ValueError as error:
            if str(error).startswith("the setup"):
                raise
            self.unreadable(where, error)
            return
        if self.options.pin:
            project = self.pin(project, where, result)
            result = project.check(text, where)
        if self.options.fix:
            mended = mend(target.path, result, lambda new: project.check(new, where), target.line)
            self.say("\n".join(mended))
            if mended:
                result = project.check(read_source(target.path), where)
        self.tell(result, where, target.line)

    def pin(self, project: Project, where: str, result: Result) -> Project:
        known = self.pinned.get(project.labels.path, project.labels)
        labels = known.with_page(where, result.page.pinned)
        labels.save()
        self.pinned[project.labels.path] = labels
        return replace(project, labels=labels)

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
    constant = ", a constant" if row["constant"] else ""
    value = row["value"] or "no value"
    return f"{place}: {row['printed']} = {row['expression']}  ({value}{constant})"
