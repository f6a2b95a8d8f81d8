"""What holds for every page: nothing foreign, nothing broken, nothing heavy, nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import gzipped, pages
from tests.site.visit import DESKTOP, PHONE, Visit, broken_in_both_schemes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SHAPES: dict[str, dict[str, int]] = {"phone": PHONE, "desktop": DESKTOP}
FIRST_BYTES = 110_000
FIRST_REQUESTS = 12


@pytest.mark.parametrize("shape", SHAPES)
def test_every_page_is_clean_light_and_still(
    browser: Browser,
    site: Path,
    address: str,
    shape: str,
    record_property: Callable[[str, object], None],
) -> None:
    for name in pages(site):
        with Visit(browser, viewport=SHAPES[shape], color_scheme="light") as visit:
            page = visit.open(address + name, settled=True)
            # On a busy machine the network may idle before the scripts at the foot are asked for.
            page.wait_for_function("() => 'document$' in window")
            page.wait_for_timeout(500)
            listing = [f"{gzipped(r.body())} {r.url}" for r in visit.responses]
            size = sum(int(line.split()[0]) for line in listing)
            record_property("first load", f"{name or '(lesson)':20}{shape:10}{size:9,} bytes"
                            f"{len(listing):4} requests")  # fmt: skip
            assert size <= FIRST_BYTES, listing
            assert len(listing) <= FIRST_REQUESTS, listing
            assert page.evaluate("window.shifted") <= 0.01, name
            assert not scrolls_sideways(page), name
            if shape == "phone":
                assert broken_in_both_schemes(page) == [], name
            assert visit.complaints == [], name
            ours = (address, "data:", "blob:")
            assert [url for url in visit.requested if not url.startswith(ours)] == [], name


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_the_narrowest_phone_scrolls_no_page_sideways(
    browser: Browser, site: Path, address: str
) -> None:
    for name in pages(site):
        with Visit(browser, viewport={"width": 320, "height": 800}) as visit:
            assert not scrolls_sideways(visit.open(address + name, settled=True)), name


def test_every_page_is_whole_without_scripts(browser: Browser, site: Path, address: str) -> None:
    """All words, formulas and first figures are in the HTML, and nothing covers or hides them."""
    for name in pages(site):
        with Visit(browser, java_script_enabled=False) as visit:
            page = visit.open(address + name, settled=True)
            article = page.locator("article")
            assert article.is_visible(), name
            for kind in (".katex-html", "figure svg", ".quiz legend", ".quiz summary"):
                for shown in article.locator(kind).all():
                    assert shown.is_visible(), (name, kind)
            assert "\\(" not in article.inner_text(), name


@pytest.mark.parametrize("blocked", ["figures/figure.mjs", "numbers/card.mjs", "quiz.mjs"])
def test_a_blocked_script_throws_nothing(browser: Browser, address: str, blocked: str) -> None:
    with Visit(browser) as visit:
        visit.page.route(f"**/{blocked}*", lambda route: route.abort())
        thrown: list[str] = []
        visit.page.on("pageerror", lambda error: thrown.append(str(error)))
        page = visit.open(address)
        page.locator(".quiz input").first.check()
        assert thrown == []
        assert page.locator("article").is_visible()


def test_search_open_is_accessible(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP, reduced_motion="reduce") as visit:
        page = visit.open(address)
        page.get_by_role("textbox", name="Search").click()
        page.keyboard.type("softmax")
        page.wait_for_selector(".md-search-result__item")
        assert broken_in_both_schemes(page) == []
        assert visit.complaints == []


def test_quiz_answered_is_accessible(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        for question in page.locator(".quiz fieldset").all():
            question.get_by_role("radio").nth(1).check()
        page.wait_for_selector(".quiz__option--chosen >> nth=2")
        assert broken_in_both_schemes(page) == []
        assert visit.complaints == []


def test_instant_navigation_wakes_the_next_page(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address + "glossary/")
        page.evaluate("window.sameDocument = true")
        page.get_by_role("link", name="Learn").first.click()
        page.wait_for_url(address)
        # The address changes before the page does.
        page.locator("#figure-dial").wait_for()
        page.locator("a.term").first.hover()
        page.locator("#term-card").wait_for()
        assert page.evaluate("window.sameDocument") is True
        assert visit.complaints == []
