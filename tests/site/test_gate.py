"""What holds for every page: nothing foreign, nothing broken, nothing heavy, nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.site.conftest import gzipped, pages
from tests.site.visit import DESKTOP, PHONE, Visit, broken_rules

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

WIDTHS = (320, 390, 1366)
SHAPES = {"phone": PHONE, "desktop": DESKTOP}
FIRST_BYTES = 110_000
FIRST_REQUESTS = 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_clean(
    browser: Browser, site: Path, address: str, scheme: Literal["light", "dark"]
) -> None:
    for name in pages(site):
        with Visit(browser, color_scheme=scheme) as visit:
            page = visit.open(address + name, settled=True)
            assert visit.complaints == [], name
            foreign = [
                url for url in visit.requested if not url.startswith((address, "data:", "blob:"))
            ]
            assert foreign == [], name
            assert broken_rules(page) == [], name


@pytest.mark.parametrize("shape", SHAPES)
def test_every_page_is_light_on_the_network(
    browser: Browser,
    site: Path,
    address: str,
    shape: str,
    record_property: Callable[[str, object], None],
) -> None:
    for name in pages(site):
        with Visit(browser, viewport=SHAPES[shape]) as visit:
            page = visit.open(address + name, settled=True)
            # On a busy machine the network may idle before the scripts at the foot are asked for.
            page.wait_for_function("() => 'document$' in window")
            page.wait_for_timeout(500)
            size = sum(gzipped(response.body()) for response in visit.responses)
            record_property("first load", f"{name or '(lesson)':20}{shape:10}{size:9,} bytes"
                            f"{len(visit.responses):4} requests")  # fmt: skip
            listing = [f"{gzipped(r.body())} {r.url}" for r in visit.responses]
            assert size <= FIRST_BYTES, listing
            assert len(visit.responses) <= FIRST_REQUESTS, listing


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(browser: Browser, site: Path, address: str, width: int) -> None:
    for name in pages(site):
        with Visit(browser, viewport={"width": width, "height": 800}) as visit:
            page = visit.open(address + name, settled=True)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, name


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


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_shifts_while_a_page_loads(
    browser: Browser, site: Path, address: str, shape: str
) -> None:
    for name in pages(site):
        with Visit(browser, viewport=SHAPES[shape]) as visit:
            assert visit.open(address + name, settled=True).evaluate("window.shifted") <= 0.01, name


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search_open_is_accessible(
    browser: Browser, address: str, scheme: Literal["light", "dark"]
) -> None:
    with Visit(browser, color_scheme=scheme, viewport=DESKTOP, reduced_motion="reduce") as visit:
        page = visit.open(address)
        page.get_by_role("textbox", name="Search").click()
        page.keyboard.type("softmax")
        page.wait_for_selector(".md-search-result__item")
        assert broken_rules(page) == []
        assert visit.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_quiz_answered_is_accessible(
    browser: Browser, address: str, scheme: Literal["light", "dark"]
) -> None:
    with Visit(browser, color_scheme=scheme) as visit:
        page = visit.open(address)
        for question in page.locator(".quiz fieldset").all():
            question.get_by_role("radio").nth(1).check()
        page.wait_for_selector(".quiz__option--chosen >> nth=2")
        assert broken_rules(page) == []
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
