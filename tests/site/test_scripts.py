"""Scripts that do not come: what waits for one says so, and none takes another with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

PATIENCE = 30_000


def as_text(route: Route) -> None:
    """Answer as a server does that does not know what a module is."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "content-type": "text/plain"})


def assert_told(page: Page) -> None:
    """Assert that every control of ours says that its script did not come, and cannot be used."""
    page.wait_for_function(
        """selectors => selectors.every((selector) => {
          const style = getComputedStyle(document.querySelector(selector), "::after");
          return style.visibility === "visible" && style.content.includes("did not come");
        })""",
        arg=[".live__bar", ".numbers-switch", "form.quiz"],
        timeout=PATIENCE,
    )
    assert page.locator("button[data-live]:enabled").count() == 0
    assert page.get_by_role("switch", name="Show the working").is_disabled()
    option = page.locator(".quiz__option").nth(1)
    option.locator("summary").click()
    assert option.locator("details p").is_visible()
    assert not page.locator(".quiz__result").is_visible()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_modules_of_a_wrong_type(browser: Browser, address: str, motion: str) -> None:
    with Visit(browser, reduced_motion=motion) as visit:
        visit.page.route("**/*.mjs*", as_text)
        assert_told(visit.open(address))


def test_a_page_opened_from_a_file(browser: Browser, site: Path) -> None:
    with Visit(browser) as visit:
        assert_told(visit.open((site / "index.html").as_uri()))


def test_controls_say_nothing_where_scripts_come(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        page.wait_for_selector("form.quiz[data-ready]")
        for selector in (".live__bar", ".numbers-switch", "form.quiz"):
            control = page.locator(selector).first
            assert control.evaluate("e => getComputedStyle(e, '::after').content") == "none"
        assert page.locator("button[data-live]:disabled").count() == 0
        assert page.get_by_role("switch", name="Show the working").is_enabled()


def test_a_quiz_without_its_script_has_reasons_and_counts_later(
    browser: Browser, address: str
) -> None:
    with Visit(browser) as visit:
        visit.page.route("**/quiz.mjs*", lambda route: route.abort())
        page = visit.open(address)
        option = page.locator(".quiz__option[data-right]").first
        option.get_by_role("radio").check()
        page.wait_for_selector("form.quiz[data-failed]")
        assert not page.locator(".quiz__result").is_visible()
        option.locator("summary").click()
        assert option.locator("details p").is_visible()
        page.unroute_all()
        page.evaluate("dispatchEvent(new Event('online'))")
        page.locator(".quiz__right", has_text="1").wait_for()
        assert page.locator(".quiz__score").is_visible()


def test_without_cards_all_else_works(browser: Browser, address: str) -> None:
    with Visit(browser, has_touch=True) as visit:
        visit.page.route("**/card.mjs*", lambda route: route.abort())
        page = visit.open(address)
        assert page.get_by_role("switch", name="Show the working").is_disabled()
        page.locator(".quiz__option[data-right] input").first.check()
        page.locator(".quiz__right", has_text="1").wait_for()
        page.locator('[data-live="edit"]').first.click()
        page.locator(".live textarea").wait_for()
        page.locator("a.term").first.tap()
        page.wait_for_url("**/glossary/#*")


def test_without_the_pages_script_numbers_have_their_cards(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        visit.page.route("**/page.mjs*", lambda route: route.abort())
        page = visit.open(address)
        page.locator(".steps data").first.hover()
        page.locator("#numbers-card").wait_for()
        assert page.get_by_role("switch", name="Show the working").is_enabled()


def test_a_term_whose_card_cannot_be_had_is_a_link(browser: Browser, address: str) -> None:
    with Visit(browser, has_touch=True) as visit:
        visit.page.route("**/terms.mjs*", lambda route: route.abort())
        page = visit.open(address)
        page.locator("a.term").first.tap()
        page.wait_for_url("**/glossary/#*")


def test_a_switch_that_cannot_print_goes_back_and_is_tried_again(
    browser: Browser, address: str
) -> None:
    with Visit(browser) as visit:
        visit.page.route("**/working.mjs*", lambda route: route.abort())
        page = visit.open(address)
        switch = page.get_by_role("switch", name="Show the working")
        switch.click()
        page.get_by_role("alert").get_by_text("could not be fetched").wait_for()
        assert not switch.is_checked()
        page.unroute_all()
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_selector("article code.numbers-working")
        assert switch.is_checked()
