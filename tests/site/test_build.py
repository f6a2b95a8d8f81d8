"""The build as a whole: repeatable, every link leads somewhere, every formula is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

from attention_docs.site import maths
from tests.site.conftest import OWNER, build

if TYPE_CHECKING:
    from pathlib import Path


def test_the_same_commit_builds_the_same_bytes(site: Path, address: str, tmp_path: Path) -> None:
    build(tmp_path, SITE_URL=address, **OWNER)
    files = sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
    assert files == sorted(
        path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()
    )
    different = [
        path for path in files if (site / path).read_bytes() != (tmp_path / path).read_bytes()
    ]
    assert different == []


@pytest.fixture(scope="module")
def documents(site: Path) -> dict[Path, BeautifulSoup]:
    return {path: BeautifulSoup(path.read_bytes(), "html.parser") for path in site.rglob("*.html")}


def targets(page: BeautifulSoup) -> list[str]:
    found = [
        str(element[attribute])
        for attribute in ("href", "src")
        for element in page.select(f"[{attribute}]")
    ]
    return [target for target in found if not target.startswith(("data:", "mailto:"))]


def ids(page: BeautifulSoup) -> list[str]:
    return [str(element["id"]) for element in page.select("[id]")]


def test_every_link_and_anchor_inside_the_site_leads_somewhere(
    site: Path, address: str, documents: dict[Path, BeautifulSoup]
) -> None:
    anchors = {path: set(ids(page)) for path, page in documents.items()}
    checked = 0
    for path, page in documents.items():
        here = urljoin(address, path.relative_to(site).as_posix())
        for target in targets(page):
            url = urlsplit(urljoin(here, target))
            if not url.geturl().startswith(address):
                continue
            file = site / unquote(url.path.removeprefix(urlsplit(address).path))
            file = file / "index.html" if file.is_dir() else file
            assert file.is_file(), (path, target)
            if url.fragment and file in anchors:
                assert url.fragment in anchors[file], (path, target)
            checked += 1
    assert checked > 100


def test_ids_are_unique_on_every_page(documents: dict[Path, BeautifulSoup]) -> None:
    for path, page in documents.items():
        assert len(ids(page)) == len(set(ids(page))), path


def test_no_formula_is_left_as_tex(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = path.read_text("utf-8")
        assert "arithmatex" not in page
        assert "katex-error" not in page
    assert 'class="katex-html"' in (site / "index.html").read_text("utf-8")


@pytest.mark.parametrize("tex", [r"\frac{1}{", r"\nosuchthing", "é"])
def test_bad_tex_is_an_error_that_quotes_it(tex: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(tex))):
        maths.render(tex, display=False)
