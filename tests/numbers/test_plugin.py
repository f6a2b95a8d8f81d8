"""A second, tiny site, with a package of its own, that knows nothing of this project."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

root = Path(__file__).parents[2]
labels = """
[wording]
"GPT-2" = "a model"

[symbols]
"index.md" = {"k₁" = 1, x_1 = 1}
"""
mkdocs_yml = """
site_name: Cakes
theme: {name: material, font: false}
plugins: [numbers, search]
markdown_extensions:
  - admonition
  - attr_list
  - footnotes
  - md_in_html
  - tables
  - toc: {permalink: true}
  - pymdownx.highlight
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
  - pymdownx.arithmatex: {generic: true}
"""
page = """---
title: Half of 3
description: Half of 3 is 1.5.
# 3 = cakes
# 3 = cakes
# 1.5 = share
---

# Half of 3<!--# 3: how many there are --> cakes

```pycon
>>> from cakes import half
>>> cakes = 3  # 3<!
>>> share = half(cakes)
>>> share
1.5
```

Each of 2<!--# 2: the guests --> gets **1.5**<!--= share -->,
[1.5, 1.5]<!--= [share, share] -->, k₁.

<!-- numbers
1.5 = share
0.5 = share / cakes
-->
| part | value |
|------|-------|
| _m_  | 1.5 → 0.5 |

<!-- numbers
1.5 = share
-->
![a plate of 1.5](plate1.svg){ title="plain" }

=== "Tab 1.5<!--= share -->"

    !!! note "Note 1.5<!--= share -->"

        `1.5`<!--= share --> and a note[^1].

[^1]: Of 1.5<!--= share -->.

<!-- numbers
1.5 = share
-->
```json
{"share": 1.5}
```

$x_1 = 1.5$<!--= share -->
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "mkdocs.yml").write_text(mkdocs_yml)
    (tmp_path / "cakes.py").write_text("def half(x):\n    return x / 2\n")
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(page.replace("  # 3<!", ""), encoding="utf-8")
    (docs / "other.md").write_text("# Other\n\nNothing.\n")
    (docs / "plate1.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (docs / "labels.toml").write_text(labels, encoding="utf-8")
    return tmp_path


def build(site: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build with the entry point that pyproject.toml declares, installed or not."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    entry = project["entry-points"]["mkdocs.plugins"]["numbers"]
    metadata = site / "installed" / "numbers-0.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    (metadata / "METADATA").write_text("Name: numbers\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text(f"[mkdocs.plugins]\nnumbers = {entry}\n")
    path = os.pathsep.join(map(str, (root, site, metadata.parent)))
    return subprocess.run(  # noqa: S603 - MkDocs itself
        [sys.executable, "-m", "mkdocs", "build", *options],
        cwd=site,
        env={"PYTHONPATH": path, "PATH": os.environ["PATH"], "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_right_site_builds_and_shows_what_stands_behind_its_numbers(site: Path) -> None:
    done = build(site, "--strict")
    assert done.returncode == 0, done.stderr
    html = (site / "site" / "index.html").read_text(encoding="utf-8")
    assert '<strong><data value="1.5" data-expr="share">1.5</data></strong>' in html
    assert '[<data value="1.5" data-expr="[share, share][0]">1.5</data>' in html.replace(
        "([share, share])", "[share, share]"
    )
    assert "<span data-label>2</span>" in html
    assert "<span data-label>k₁</span>" in html
    assert '<td><data value="1.5" data-expr="share">1.5</data> → <data value="0.5"' in html
    assert 'alt="a plate of 1.5"' in html
    assert 'data-alt-numbers="1.5"' in html
    assert (
        '<meta name="description" content="Half of 3 is 1.5." data-content-numbers="3 1.5">' in html
    )
    assert '<title data-numbers="3">Half of 3 - Cakes</title>' in html
    assert 'id="half-of-3-cakes"' in html
    other = (site / "site" / "other" / "index.html").read_text(encoding="utf-8")
    assert 'Half of <data value="3" data-expr="cakes">3</data>' in other
    for text in (html, other, (site / "site/search/search_index.json").read_text(encoding="utf-8")):
        assert not [character for character in text if "\ue000" <= character <= "\uf8ff"]
        assert "\\ue0" not in text
        assert "<!--=" not in text
    entries = json.loads((site / "site/search/search_index.json").read_text(encoding="utf-8"))
    assert "Each of 2 gets 1.5" in re.sub("<[^>]*>", "", json.dumps(entries))
    assert not (site / "site" / "labels.toml").exists()


def test_a_wrong_number_fails_a_strict_build_with_the_full_report(site: Path) -> None:
    source = site / "docs" / "index.md"
    source.write_text(source.read_text(encoding="utf-8").replace("**1.5**", "**1.4**"))
    done = build(site, "--strict")
    assert done.returncode == 1
    line = "Each of 2<!--# 2: the guests --> gets **1.4**<!--= share -->"
    for part in ("docs/index.md:19:41: 1.4 is wrong", line, "value       1.5", "1 wrong"):
        assert part in done.stderr
    assert build(site).returncode == 0


def test_a_numeral_in_the_theme_is_found_by_the_census(site: Path) -> None:
    config = site / "mkdocs.yml"
    config.write_text(config.read_text() + "copyright: Since 1999\n")
    done = build(site, "--strict")
    assert done.returncode == 1
    assert "1999 in div: nothing stands behind it" in done.stderr
    reviewed = labels.replace("[symbols", '"Since 1999" = "the year of the first cake"\n[symbols')
    (site / "docs" / "labels.toml").write_text(reviewed, encoding="utf-8")
    assert build(site, "--strict").returncode == 0


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("{numbers: {timeout: soon}}", "Config value 'plugins'"),
        ("{numbers: {setup: 1/0}}", "the setup '1/0' raises ZeroDivisionError"),
        ("{numbers: {labels: mkdocs.yml}}", "is not TOML"),
    ],
)
def test_bad_options_are_told(site: Path, option: str, message: str) -> None:
    config = site / "mkdocs.yml"
    config.write_text(config.read_text().replace("[numbers, search]", option))
    done = build(site)
    assert done.returncode == 1
    assert message in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
