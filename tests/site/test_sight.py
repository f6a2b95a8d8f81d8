"""For eyes that need more: forced colours, and type at twice its size on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser import FLAGS, needed
from tests.site.conftest import pages
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

COLOURS = """(selector) => {
  const element = document.querySelector(selector);
  const mark = getComputedStyle(element, "::before").backgroundColor;
  for (let ground = element; ground; ground = ground.parentElement) {
    const colour = getComputedStyle(ground).backgroundColor;
    if (!colour.endsWith(", 0)")) return [mark, colour];
  }
  const canvas = document.body.appendChild(document.createElement("i"));
  canvas.style.backgroundColor = "Canvas";
  return [mark, getComputedStyle(canvas).backgroundColor];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_are_seen_in_forced_colours(browser: Browser, address: str, scheme: str) -> None:
    with Visit(browser, viewport=DESKTOP, forced_colors="active", color_scheme=scheme) as visit:
        page = visit.open(address)
        switch = page.locator(".numbers-switch input").first
        for selector in (".numbers-switch input", '[data-live="run"]', '[data-live="stop"]'):
            mark, ground = page.evaluate(COLOURS, selector)
            assert mark != ground, selector
        switch.check()
        mark, ground = page.evaluate(COLOURS, ".numbers-switch input")
        assert mark != ground


@pytest.fixture(scope="module")
def large_type(browser: Browser) -> Iterator[Browser]:
    """The browser of a reader who has set type to twice its size."""
    path = needed()
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]
    large = browser.browser_type.launch(executable_path=path, args=flags)
    yield large
    large.close()


@pytest.mark.parametrize("late", ["no script", "every script"])
def test_no_page_scrolls_sideways_with_large_type(
    large_type: Browser, site: Path, address: str, late: str
) -> None:
    for name in pages(site):
        with Visit(large_type) as visit:
            if late == "every script":
                visit.page.route(re.compile(r"\.m?js\b"), lambda route: route.abort())
            page = visit.open(address + name, settled=True)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "40px"
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
