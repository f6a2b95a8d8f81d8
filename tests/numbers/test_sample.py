"""The report that docs/numbers.md shows is the report that the mistake it speaks of would give."""

from __future__ import annotations

import re
from pathlib import Path

from attention_docs.numbers.check import check_text
from attention_docs.numbers.report import command, report
from attention_docs.numbers.settings import Settings

root = Path(__file__).parents[2]


def test_the_sample_report_is_what_the_check_says() -> None:
    page = (root / "docs/numbers.md").read_text("utf-8")
    mistaken = page.replace("0.67<!--= weights[0] -->", "0.68<!--= weights[0] -->", 1)
    result = check_text(mistaken, "docs/numbers.md", setup=Settings.near(root).setup)
    wrong = [finding for finding in result.findings if finding.printed == "0.68"]
    said = report(result, "docs/numbers.md", wrong)
    shown = re.search(r"```text\n(.*?)\n```", page, re.DOTALL)
    assert shown is not None
    assert said.replace(command(), ".venv/bin/python -m attention_docs.numbers") == shown[1]
