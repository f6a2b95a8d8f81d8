"""A figure takes three touches: its values, its module, and its place in a page."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path
from shutil import copyfile, copytree
from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import OWNER, ROOT, build_tree, serving
from tests.site.visit import Visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


def touches() -> tuple[str, str, str]:
    """Return the code of the three touches that CONTRIBUTING.md shows."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## Add a figure")[2].partition("## ")[0]
    # Code in a list is indented by seven; lines without any code stand between.
    values, module, place = re.findall(r"(?:^ {7}.*\n(?:\n+(?= {7}))?)+", section, re.MULTILINE)
    return textwrap.dedent(values), textwrap.dedent(module), textwrap.dedent(place)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with one more figure, twice on a page that has none."""
    root = tmp_path_factory.mktemp("copy") / "tree"
    for part in ("attention_docs", "docs", "tests", ".github"):
        copytree(ROOT / part, root / part)
    for file in (
        "mkdocs.yml",
        "pyproject.toml",
        "labels.toml",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "conftest.py",
    ):
        copyfile(ROOT / file, root / file)
    values, module, place = touches()
    (root / "attention_docs/figures/doubling.py").write_text(values, "utf-8")
    (root / "docs/assets/figures/doubling.mjs").write_text(module, "utf-8")
    with (root / "docs/numbers.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{place}\n{place}")
    return root


@pytest.fixture(scope="module")
def page_address(tree: Path) -> Iterator[str]:
    build_tree(tree, tree / "built/notes", SOURCE_DATE_EPOCH="0", **OWNER)
    with serving(tree / "built") as address:
        yield f"{address}numbers/"


def test_the_new_figure_is_drawn_and_moves(browser: Browser, page_address: str) -> None:
    with Visit(browser, java_script_enabled=False) as visit:
        still = visit.open(page_address).locator(".figure-doubling")
        assert still.locator("[data-out=double]").all_inner_texts() == ["6", "6"]
        assert still.locator("figcaption").count() == 2
    with Visit(browser) as visit:
        page = visit.open(page_address + "?doubling-1.x=4")
        for figure in page.locator(".figure-doubling").all():
            figure.scroll_into_view_if_needed()
            figure.get_by_role("button", name="Reset").wait_for()
        doubles = page.locator("[data-out=double]")
        assert doubles.all_inner_texts() == ["6", "8"]
        page.get_by_label("A number").first.fill("5")
        assert doubles.all_inner_texts() == ["10", "8"]
        page.wait_for_url("**/?doubling-1.x=4&doubling.x=5")
        assert visit.complaints == []


def test_tests_find_the_new_figure(tree: Path) -> None:
    files = ["tests/figures/test_arithmetic.py", "tests/figures/test_drawings.py"]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-q", "-k", "doubling", "-p", "no:cacheprovider", *files],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 passed" in done.stdout
