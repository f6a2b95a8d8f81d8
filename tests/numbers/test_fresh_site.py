"""The page on binding, followed on a fresh site about baking, works to the end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).parents[2]
guide = (root / "docs" / "bind.md").read_text("utf-8").partition("{#own}")[2]

cakes = '''
def half(x):
    """Halve.

    >>> half(1)
    0.5
    """
    return x / 2
'''


def block(language: str) -> str:
    """Return the first block of a language in the part for other authors."""
    found = re.search(rf"^(`{{3,}}){language}\n(.*?)^\1$", guide, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "mkdocs.yml").write_text(block("yaml"), "utf-8")
    (tmp_path / "pyproject.toml").write_text(block("toml"), "utf-8")
    (tmp_path / "conftest.py").write_text(block("text"), "utf-8")
    (tmp_path / "cakes.py").write_text(cakes)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Half a cake\n\n{block('markdown')}", "utf-8")
    return tmp_path


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as installed: by its own name, not through `python -m`, and not from here."""
    script = Path(sys.executable).parent / command[0]
    start = [str(script)] if script.exists() else [sys.executable, "-m", command[0]]
    return subprocess.run(  # noqa: S603 - the commands of the page
        [*start, *command[1:]],
        cwd=site,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(root), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_strict_build_with_the_plain_theme_shows_what_stands_behind(site: Path) -> None:
    done = run(site, "mkdocs", "build", "--strict")
    assert done.returncode == 0, done.stderr
    page = (site / "site" / "index.html").read_text("utf-8")
    assert 'Each gets <data value="1.5" data-expr="share">1.5</data> cakes.' in page
    assert (site / "site" / "404.html").exists()


def test_the_command_the_build_and_pytest_find_the_same_wrong_digit(site: Path) -> None:
    page = site / "docs" / "index.md"
    assert run(site, "attention_docs.numbers").stdout == "1 bound, 0 labels, 0 unbound, 0 wrong\n"
    assert "2 passed" in run(site, "pytest", "-q", "-p", "no:cacheprovider").stdout
    page.write_text(page.read_text("utf-8").replace("1.5<", "1.6<"), "utf-8")
    told = "docs/index.md:9:11: 1.6 is wrong"
    assert told in run(site, "attention_docs.numbers").stdout
    assert told in run(site, "mkdocs", "build", "--strict").stderr
    assert told in run(site, "pytest", "-q", "-p", "no:cacheprovider").stdout


def test_a_site_can_be_bound_by_and_by(site: Path) -> None:
    more = site / "docs" / "more.md"
    more.write_text("# More\n\nSome 7 of 9<!--= 4 * 2 -->.\n")
    settings = site / "pyproject.toml"
    settings.write_text(settings.read_text() + 'check = "bound"\n')
    assert "1 wrong" in run(site, "attention_docs.numbers").stdout
    more.write_text("# More\n\nSome 7 of 8<!--= 4 * 2 -->.\n")
    assert run(site, "attention_docs.numbers").returncode == 0
    assert run(site, "mkdocs", "build", "--strict").returncode == 0
    more.write_text("---\nnumbers: all\n---\n# More\n\nSome 7.\n")
    assert "1 unbound" in run(site, "attention_docs.numbers").stdout
    settings.write_text(settings.read_text() + 'exclude = ["docs/more.md"]\n')
    assert run(site, "attention_docs.numbers").returncode == 0
    assert run(site, "mkdocs", "build", "--strict").returncode == 0


@pytest.mark.parametrize("urls", ["true", "false"])
@pytest.mark.parametrize("generic", ["true", "false"])
def test_formulas_that_the_browser_sets_stay_in_one_piece(
    site: Path, urls: str, generic: str
) -> None:
    config = site / "mkdocs.yml"
    config.write_text(
        f"{config.read_text()}  - pymdownx.arithmatex: {{generic: {generic}}}\n"
        f"use_directory_urls: {urls}\n"
    )
    (site / "docs" / "more.md").write_text(
        "# More\n\n```python\nt = 2\n```\n\nSo $t = 2$<!--= t --> and $t -3$<!--= 3 * t / t -->.\n"
        "\n<!-- numbers\n2 = t\n-->\n```text\n2\n```\n"
    )
    done = run(site, "mkdocs", "build", "--strict")
    assert done.returncode == 0, done.stderr
    name = "more/index.html" if urls == "true" else "more.html"
    page = (site / "site" / name).read_text("utf-8")
    whole = r"\(t = 2\)</span>" if generic == "true" else '<script type="math/tex">t = 2</script>'
    assert whole in page
