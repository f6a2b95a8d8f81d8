"""Bound numbers on the page: what stands behind each is a point, a tap or a switch away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.site.visit import DESKTOP, Visit, broken_rules

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TAB_STOPS = (
    "[...document.querySelectorAll('a[href],button,input,summary,select,textarea,[tabindex]')]"
    ".filter(e => e.tabIndex >= 0 && !e.closest('[inert]')).length"
)


def test_pointing_tapping_and_leaving(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        number = page.locator(".steps data", has_text="0.71").first
        number.hover()
        card = page.locator("#numbers-card")
        card.wait_for()
        assert "scores[0] = 0.707106781187" in card.inner_text()
        page.mouse.move(0, 0)
        card.wait_for(state="detached")

    with Visit(browser, has_touch=True) as visit:
        page = visit.open(address)
        page.locator(".steps data", has_text="0.71").first.tap()
        page.locator("#numbers-card").wait_for()
        page.locator("#example").tap()
        page.locator("#numbers-card").wait_for(state="detached")


def test_a_number_in_a_formula_has_its_card_too(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.locator(".katex-html data", has_text="10").first.hover()
        page.locator("#numbers-card").wait_for()
        assert "v1[0] = 10" in page.locator("#numbers-card").inner_text()


def test_the_working_can_be_selected_and_copied(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.locator(".steps data", has_text="0.71").first.hover()
        card = page.locator("#numbers-card")
        card.wait_for()
        card.locator("code").dblclick()
        page.keyboard.press("Control+a")
        page.wait_for_timeout(400)
        assert card.is_visible()
        assert page.evaluate("getSelection().toString()").find("scores[0]") >= 0


def test_the_switch_prints_every_expression_and_takes_all_back(
    browser: Browser, address: str
) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        # What wakes as it comes near changes the page as well.
        for part in page.locator("figure[data-figure], form.predict").all():
            part.scroll_into_view_if_needed()
        page.wait_for_function(
            "() => !document.querySelector(':is(figure, form.predict):not([data-awake])')"
        )
        before = page.locator("article").inner_html()
        stops = page.evaluate(TAB_STOPS)
        switch = page.get_by_role("switch", name="Show the working")
        switch.check()
        page.wait_for_selector("article code.numbers-working")
        numbers = page.locator("article data[data-expr]").count()
        assert numbers > 100
        assert page.locator("code.numbers-working").count() == numbers
        assert page.evaluate(TAB_STOPS) > stops
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert broken_rules(page) == []
        page.emulate_media(media="print")
        assert page.locator(".steps code.numbers-working").first.is_visible()
        page.emulate_media(media="screen")
        switch.uncheck()
        page.locator("article code.numbers-working").first.wait_for(state="detached")
        # The lines move under the mouse, and what it then points at shows its card.
        page.mouse.move(0, 0)
        page.locator(".card").wait_for(state="detached")
        assert page.evaluate(TAB_STOPS) == stops
        assert page.locator("article").inner_html() == before


def test_the_keyboard_reaches_every_number_while_the_switch_is_on(
    browser: Browser, address: str
) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        assert page.locator("article data[tabindex]").count() == 0
        page.get_by_role("switch", name="Show the working").check()
        page.locator(".steps data[tabindex]").first.focus()
        page.locator("#numbers-card").wait_for()
        page.keyboard.press("Escape")
        page.locator("#numbers-card").wait_for(state="detached")


def test_the_switch_stays_on_across_pages(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.get_by_role("switch", name="Show the working").check()
        page.get_by_role("link", name="Explore").first.click()
        page.wait_for_url("**/questions/")
        page.wait_for_selector("article code.numbers-working")
        assert page.get_by_role("switch", name="Show the working").is_checked()
        assert visit.complaints == []


def test_what_the_switch_says_is_shown_after_back_and_where_there_is_none(
    browser: Browser, address: str
) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        # A page with an unload listener is not kept whole for Back.
        visit.page.add_init_script("addEventListener('unload', () => {})")
        page = visit.open(address)
        page.get_by_role("switch", name="Show the working").check()
        page.wait_for_selector("article code.numbers-working")
        page.goto(address + "bind/?elsewhere")
        page.go_back()
        page.wait_for_selector("article code.numbers-working")
        assert page.get_by_role("switch", name="Show the working").is_checked()
        page.get_by_role("link", name="Glossary").first.click()
        page.wait_for_url("**/glossary/")
        page.get_by_role("heading", name="Glossary").wait_for()
        assert page.locator("code.numbers-working").count() == 0
        page.go_back()
        page.wait_for_selector("article code.numbers-working")
        page.get_by_role("switch", name="Show the working").uncheck()
        page.locator("article code.numbers-working").first.wait_for(state="detached")
        page.reload()
        assert not page.get_by_role("switch", name="Show the working").is_checked()
