"""The build as a whole: repeatable, every link leads somewhere, every formula is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

import lxml.html
import pytest

from attention_docs.site import maths
from tests.site.conftest import OWNER, build

if TYPE_CHECKING:
    from pathlib import Path


def test_the_same_commit_builds_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    build(one, **OWNER)
    build(other, **OWNER)
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    different = [path for path in files if (one / path).read_bytes() != (other / path).read_bytes()]
    assert different == []


def targets(page: lxml.html.HtmlElement) -> list[str]:
    found = [
        element.get(attribute)
        for attribute in ("href", "src")
        for element in page.iterfind(f".//*[@{attribute}]")
    ]
    return [target for target in found if not target.startswith(("data:", "mailto:"))]


def test_every_link_and_anchor_inside_the_site_leads_somewhere(site: Path, address: str) -> None:
    documents = {path: lxml.html.parse(path).getroot() for path in site.rglob("*.html")}
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
            if url.fragment and file in documents:
                assert documents[file].get_element_by_id(url.fragment, None) is not None, (
                    path,
                    target,
                )
            checked += 1
    assert checked > 100


def test_ids_are_unique_on_every_page(site: Path) -> None:
    for path in site.rglob("*.html"):
        ids = [
            element.get("id") for element in lxml.html.parse(path).getroot().iterfind(".//*[@id]")
        ]
        assert len(ids) == len(set(ids)), path


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
