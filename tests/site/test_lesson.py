"""The lesson as its readers meet it: first screen, old addresses, words, code on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import lxml.html
import pytest

from tests.site.test_terms import THE_ELEVEN
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

# What each section must still be about, at the address that was once given out for it.
ADDRESSES = {
    "words": "eleven words",
    "formula": "score",
    "example": "One query looks at two keys",
    "softmax": "only the differences",
    "rows": "Each row of the weights belongs to one query",
    "scaling": "one-hot",
    "spread": "hundred thousand queries",
    "model": "layers",
    "plain": "What am I looking for?",
    "mask": "stops each token from seeing later ones",
    "slips": "Masking after softmax",
    "cost": "four times the scores",
    "check": "Try it on paper first",
    "mistake": "like a person",
    "meaning": "The trophy did not fit in the suitcase",
    "quiz": "What produces the attention weights?",
    "deeper": "Attention in transformers",
    "report": "small flag",
}


def section_of(page: lxml.html.HtmlElement, anchor: str) -> str:
    """Return the words from a heading to the next one."""
    heading = page.get_element_by_id(anchor)
    texts = []
    for element in heading.itersiblings():
        if element.tag in ("h2", "h3"):
            break
        texts.append(element.text_content())
    return " ".join(" ".join(texts).split())


@pytest.mark.parametrize("anchor", ADDRESSES)
def test_an_old_address_still_leads_to_its_content(site: Path, anchor: str) -> None:
    page = lxml.html.parse(site / "index.html").getroot()
    assert ADDRESSES[anchor] in section_of(page, anchor)


def test_the_eleven_words_stand_on_the_page_with_their_meanings(site: Path) -> None:
    (words,) = lxml.html.parse(site / "index.html").getroot().find_class("words")
    defined = [term.text_content() for term in words.iter("dt")]
    assert sorted(defined) == sorted(THE_ELEVEN)
    meanings = [" ".join(dd.text_content().split()) for dd in words.iter("dd")]
    assert all(len(meaning) > 40 for meaning in meanings)


def test_the_question_comes_first_and_the_dial_right_after_it(
    browser: Browser, address: str
) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        opening = page.locator(".opening")
        assert "What is “it”?" in re.sub('"(.*?)"', "“\\1”", opening.inner_text())
        dial = page.locator("figure[data-figure=dial]").bounding_box()
        assert dial is not None
        assert dial["y"] <= 322
        assert opening.evaluate("e => e.nextElementSibling.dataset.figure") == "dial"


@pytest.mark.parametrize("name", ["", "questions/"])
def test_no_code_and_no_table_is_cut_on_a_phone(browser: Browser, address: str, name: str) -> None:
    with Visit(browser) as visit:
        cut = visit.open(address + name).evaluate(
            "[...document.querySelectorAll('pre > code, .table')]"
            ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"
        )
        assert cut == []
