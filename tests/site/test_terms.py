"""Terms: the first use of each glossary word in a section shows its definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attention_docs.site.terms import read_glossary
from tests.site.conftest import ROOT
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

THE_ELEVEN = [
    *("attention", "softmax", "token", "vector", "dot product", "weights"),
    *("matrix", "gradient", "KV cache", "prompt", "training"),
]


# Where a word stays as it is: in code, in a quiz's choices, in links, in headings.
UNLINKED = re.compile(r"<(pre|code|form|h3|a(?! class=\"term\"))\b.*?</\1>", re.DOTALL)


def sections(page: str) -> list[str]:
    article = page[page.index("<article") : page.index("</article>")]
    return re.split(r"<h[12][ >]", article)[1:]


def test_the_glossary_has_the_eleven_words_first_each_with_a_definition() -> None:
    source = (ROOT / "docs/glossary.md").read_text("utf-8")
    assert list(re.findall(r"^## (.+?) \{#", source, re.MULTILINE))[:11] == THE_ELEVEN
    for section in source.split("\n## ")[1:]:
        heading, definition = section.strip().split("\n\n")
        assert 1 <= len(re.findall(r"[.?!](?=\s|$)", definition)) <= 3, heading


def test_each_word_is_linked_once_in_each_section_that_uses_it(site: Path) -> None:
    anchors = read_glossary((ROOT / "docs/glossary.md").read_text("utf-8"))
    for section in sections((site / "index.html").read_text("utf-8")):
        linked = re.findall(r'class="term" href="glossary/#([\w-]+)"', section)
        assert len(linked) == len(set(linked))
        prose = UNLINKED.sub(" ", section.split("</h", 1)[1])
        prose = re.sub(r"<[^>]+>", "", prose)
        for word in THE_ELEVEN:
            if re.search(rf"(?<![\w-]){word}(?![\w-])", prose):
                assert anchors[word.lower()] in linked, (word, prose[:60])


def test_hover_focus_and_tap_show_the_definition(browser: Browser, address: str) -> None:
    wanted = "The vector with which a token answers"
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        term = page.locator("#formula ~ p a.term", has_text=re.compile("^key$")).first
        term.hover()
        page.wait_for_selector("#term-card")
        assert wanted in page.locator("#term-card").inner_text()
        page.mouse.move(0, 0)
        page.wait_for_selector("#term-card", state="detached")

        term.focus()
        page.wait_for_selector("#term-card")
        described = page.evaluate(
            "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText"
        )
        assert wanted in described
        page.keyboard.press("Escape")
        page.wait_for_selector("#term-card", state="detached")
        page.keyboard.press("Enter")
        page.wait_for_url("**/glossary/#key")

    with Visit(browser, has_touch=True) as visit:
        page = visit.open(address)
        term = page.locator("#formula ~ p a.term", has_text=re.compile("^key$")).first
        term.tap()
        page.wait_for_selector("#term-card")
        assert page.url.split("#")[0] == address
        page.locator("#term-card").get_by_role("link", name="In the glossary").tap()
        page.wait_for_url("**/glossary/#key")


def test_a_card_leads_to_the_glossary_and_opens_no_other_card(
    browser: Browser, address: str
) -> None:
    with Visit(browser, has_touch=True) as visit:
        page = visit.open(address)
        page.locator(".words a.term", has_text="gradient").tap()
        page.wait_for_selector("#term-card")
        links = page.locator("#term-card a").evaluate_all("links => links.map(a => a.href)")
        assert links == [f"{address}glossary/#gradient"]
        assert "loss" in page.locator("#term-card p").inner_text()


def test_a_card_stays_inside_the_window(browser: Browser, address: str) -> None:
    with Visit(browser, has_touch=True, viewport={"width": 320, "height": 500}) as visit:
        page = visit.open(address)
        for term in page.locator(".words a.term").all():
            term.tap()
            box = page.locator("#term-card").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 320
            page.keyboard.press("Escape")
