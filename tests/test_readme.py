"""README and CONTRIBUTING lead only to files that are there, and say only commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

root = Path(__file__).parent.parent
documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]


@pytest.mark.parametrize("name", documents)
def test_every_relative_link_leads_to_a_file(name: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (root / name).read_text("utf-8"))
    missing = [link for link in links if "://" not in link and not (root / link).exists()]
    assert missing == []


@pytest.mark.parametrize("name", documents)
def test_every_make_command_is_in_the_makefile(name: str) -> None:
    # In code alone: set off by indentation, or between backticks.
    named = re.findall(
        r"(?:^    |`)make ([a-z]+)\b", (root / name).read_text("utf-8"), re.MULTILINE
    )
    targets = set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(named) <= targets
