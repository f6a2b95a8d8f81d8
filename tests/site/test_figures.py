"""Figures on their pages: each wakes when its reader comes near; the lesson's shows its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.site.conftest import pages
from tests.site.visit import Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def page_of(site: Path, name: str) -> Path:
    path = site / name
    return path if path.suffix == ".html" else path / "index.html"


def test_every_figure_wakes_on_its_page(browser: Browser, site: Path, address: str) -> None:
    with_figures = [
        name for name in pages(site) if "<figure" in page_of(site, name).read_text("utf-8")
    ]
    assert with_figures
    for name in with_figures:
        with Visit(browser) as visit:
            page = visit.open(address + name)
            for figure in page.locator("figure[data-figure]").all():
                figure.scroll_into_view_if_needed()
                figure.get_by_role("button", name="Reset").wait_for()
            assert page.evaluate("window.shifted") <= 0.01
            assert visit.complaints == []


def test_only_the_first_figure_of_the_lesson_wakes_at_once(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        page.wait_for_selector("figure[data-figure=dial][data-awake]")
        assert page.locator("figure[data-awake]").count() == 1


def test_figures_and_formulas_are_dressed_after_an_instant_navigation(
    browser: Browser, address: str
) -> None:
    """The glossary needs neither style sheet; the lesson must bring both."""
    with Visit(browser, viewport={"width": 1366, "height": 900}) as visit:
        page = visit.open(address + "glossary/")
        page.evaluate("window.sameDocument = true")
        page.get_by_role("link", name="Learn").first.click()
        page.wait_for_selector("figure[data-figure=dial][data-awake]")
        assert page.evaluate("window.sameDocument") is True
        font = page.locator(".katex").first.evaluate("e => getComputedStyle(e).fontFamily")
        assert font.startswith("KaTeX_Main")
        border = page.locator("figure.figure").first.evaluate(
            "e => getComputedStyle(e).borderTopWidth"
        )
        assert border == "1px"
        assert visit.complaints == []


def test_the_dial_shows_the_lessons_two_examples(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        page = visit.open(address)
        dial = page.locator("figure[data-figure=dial]")
        page.wait_for_selector("figure[data-figure=dial][data-awake]")
        read = {name: dial.locator(f"[data-out={name}]") for name in ("weight-1", "weight-2")}
        assert read["weight-1"].inner_text() == "67\u00a0%"
        assert "= [6.7, 3.3]" in " ".join(dial.locator(".figure-equation").inner_text().split())
        dial.get_by_role("button", name="90°").click()
        assert read["weight-2"].inner_text() == "67\u00a0%"
        assert "= [3.3, 6.7]" in " ".join(dial.locator(".figure-equation").inner_text().split())


TOLD = """(told) => [...document.querySelectorAll("figure[data-figure] [data-note]")]
  .every(({ textContent }) => textContent === told)"""


def test_figures_say_when_nothing_can_wake_them(browser: Browser, address: str) -> None:
    with Visit(browser) as visit:
        visit.page.route("**/figures/markup.mjs*", lambda route: route.abort())
        page = visit.open(address)
        figures = page.locator("figure[data-figure]")
        told = "This figure can’t move: its script did not load."
        status = figures.get_by_role("status")
        page.wait_for_function(TOLD, arg=told)
        assert status.all_inner_texts() == [told] * figures.count()
        page.unroute("**/figures/markup.mjs*")
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_selector("figure[data-figure=dial][data-awake]")
        assert figures.get_by_role("status").first.inner_text() == ""
