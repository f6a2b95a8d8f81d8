"""Going from section to section keeps all that the reader did, and the address of what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_link_inside_the_page_keeps_answers_figures_and_address(
    browser: Browser, address: str
) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address + "?dial.angle=30")
        page.locator(".quiz input").first.check()
        page.wait_for_selector(".quiz__option--chosen")
        page.evaluate("document.querySelector('article').mark = true")
        before = len(visit.requested)
        links = page.locator(".md-sidebar--primary a[href^='#']:visible")
        for position in (2, 5):
            link = links.nth(position)
            target = (link.get_attribute("href") or "").removeprefix("#")
            link.click()
            page.wait_for_function(
                "(id) => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 200",
                arg=target,
            )
            assert page.url == f"{address}?dial.angle=30#{target}"
        page.go_back()
        page.go_back()
        page.wait_for_url(address + "?dial.angle=30")
        page.wait_for_function("scrollY < 100 || scrollY > 100")
        assert page.evaluate("document.querySelector('article').mark") is True
        assert page.locator(".quiz__option--chosen").count() == 1
        pages = [url for url in visit.requested[before:] if not url.split("?")[0].endswith(".mjs")]
        assert pages == []
        assert visit.complaints == []


def test_after_another_page_the_lesson_is_fetched_anew(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.locator(".md-tabs__link").nth(2).click()
        page.wait_for_url(address + "numbers/")
        page.wait_for_selector("h1:has-text('How every number')")
        page.go_back()
        page.wait_for_selector("h1:has-text('Attention in numbers')")
        assert page.url == address
        assert visit.complaints == []


def test_a_term_of_another_page_leads_to_its_place(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.locator("a.term").first.click()
        page.wait_for_url("**/glossary/#*")
        page.wait_for_function(
            "Math.abs(document.querySelector(location.hash)?.getBoundingClientRect().top) < 200"
        )
        assert visit.complaints == []
