"""What machines read: valid HTML, search results of prose, cards, and a formula copied once."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bs4
import lxml.html
import pytest

import attention_docs
from tests.site.conftest import pages
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHECKER = Path(sys.prefix) / "vnu/node_modules/vnu-jar/build/dist/vnu.jar"


@pytest.fixture(scope="module")
def checker() -> list[str]:
    java = shutil.which("java")
    if java is None or not CHECKER.is_file():
        pytest.skip("the Nu HTML checker is not installed: .ci/run installs it")
    return [java, "-jar", str(CHECKER), "--errors-only", "--stdout", "--format", "gnu"]


def check(checker: list[str], *pages: Path) -> str:
    done = subprocess.run([*checker, *pages], capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout + done.stderr


@pytest.mark.ci
def test_the_nu_checker_finds_no_error(checker: list[str], site: Path) -> None:
    assert check(checker, *sorted(site.rglob("*.html"))) == ""


@pytest.mark.ci
def test_the_nu_checker_sees_a_fault(checker: list[str], site: Path, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.html"
    page = (site / "index.html").read_text("utf-8")
    faulty.write_text(page.replace("<article", '<article align="left"', 1), "utf-8")
    assert "align" in check(checker, faulty)


def test_search_results_hold_no_words_of_buttons(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    assert len(index["docs"]) > 10
    for entry in index["docs"]:
        assert not re.search(r"RunEdit|EditCopy|Report a mistake in|&gt;&gt;&gt;", entry["text"])


def test_labels_of_flags_are_the_titles_that_readers_see(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = bs4.BeautifulSoup(path.read_text("utf-8"), "lxml")
        for flag in page.select(".flag"):
            title = flag.parent.get_text().removesuffix("#").strip() if flag.parent else ""
            assert flag["aria-label"] == f"Report a mistake in “{title}”"


def test_translators_leave_code_formulas_symbols_and_numerals_alone(site: Path) -> None:
    found = 0
    for path in site.rglob("*.html"):
        page = bs4.BeautifulSoup(path.read_text("utf-8"), "lxml")
        for element in page.select("article :is(code, pre, var, kbd, .katex, data)"):
            assert element.find_parent(translate="no") or element.get("translate") == "no", element
            found += 1
    assert found > 200


def meta(page: lxml.html.HtmlElement, name: str) -> str:
    (content,) = page.xpath(f"//meta[@property='{name}' or @name='{name}']/@content")
    return str(content)


def test_a_shared_link_shows_a_card(site: Path, address: str) -> None:
    seen = set()
    for name in pages(site):
        if name.endswith("404.html"):
            continue
        page = lxml.html.parse(site / name / "index.html").getroot()
        assert meta(page, "og:url") == address + name
        assert meta(page, "og:description") == meta(page, "description")
        assert meta(page, "og:image") == address + "assets/card.png"
        assert meta(page, "og:image:alt")
        title = meta(page, "og:title")
        assert page.findtext(".//title").startswith(title)
        seen.add(title)
        (text,) = page.xpath("//script[@type='application/ld+json']/text()")
        resource: dict[str, Any] = json.loads(text)
        assert resource["@type"] == "LearningResource"
        assert resource["name"] == title
        assert resource["url"] == address + name
        assert resource["version"] == attention_docs.__version__
        assert all(url.startswith("https://") for url in resource["license"])
    assert len(seen) == len(pages(site)) - 1
    assert (site / "assets/card.png").stat().st_size <= 60_000
    assert (site / "assets/icon.png").is_file()


def test_a_copied_formula_is_its_tex_once(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        # Until the script is there, the browser copies what it sees.
        copied = page.wait_for_function("""() => {
          const formula = document.querySelector(".formula .katex");
          const range = document.createRange();
          range.setStart(formula.closest(".formula").previousElementSibling, 0);
          range.setEnd(formula.querySelector(".katex-html .mord"), 0);
          getSelection().removeAllRanges();
          getSelection().addRange(range);
          const data = new DataTransfer();
          const copy = { clipboardData: data, bubbles: true, cancelable: true };
          document.dispatchEvent(new ClipboardEvent("copy", copy));
          const text = data.getData("text/plain");
          return text && { text, tex: formula.dataset.tex };
        }""").json_value()
        prose, formula = copied["text"].split("$$")[:2]
        assert prose.strip()
        assert formula == copied["tex"]
        assert copied["text"].count(copied["tex"]) == 1
        assert visit.complaints == []


def test_an_unknown_address_leads_home(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address + "no/such/page/")
        links = page.locator("article li a")
        assert links.count() >= 6
        links.first.click()
        page.wait_for_selector("h1:has-text('Attention in numbers')")
        assert page.url == address
