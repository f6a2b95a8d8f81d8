"""Paper is white, whatever the screen was, and shows what the reader sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.conftest import pages
from tests.site.test_palette import contrast
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

# Of each element with text of its own: its colour, on white or on its own panel's ground.
COLOURS = """
[...document.querySelectorAll("article *")].filter((element) =>
  element.checkVisibility() && !element.closest("svg, .katex-mathml") &&
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
).map((element) => getComputedStyle(element).color)
"""
GROUNDS = """
["body", "article pre code", ".figure"].map((selector) => document.querySelector(selector))
  .filter(Boolean).map((element) => getComputedStyle(element).backgroundColor)
"""


def hexadecimal(colour: str) -> str:
    channels = colour.removeprefix("rgba(").removeprefix("rgb(").rstrip(")").split(",")[:3]
    return "#" + "".join(f"{int(float(channel)):02x}" for channel in channels)


@pytest.mark.parametrize("chosen", ["by the device", "by the reader"])
def test_a_dark_screen_prints_dark_on_light(
    browser: Browser, site: Path, address: str, chosen: str
) -> None:
    for name in pages(site):
        scheme = "dark" if chosen == "by the device" else "light"
        look = {"color_scheme": scheme, "reduced_motion": "reduce"}
        with Visit(browser, viewport=DESKTOP, **look) as visit:
            page = visit.open(address + name)
            page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
            dark = hexadecimal(page.evaluate("getComputedStyle(document.body).color"))
            assert contrast(dark, "#ffffff") < 3
            page.emulate_media(media="print")
            inks = {hexadecimal(colour) for colour in page.evaluate(COLOURS)}
            assert min(contrast(ink, "#ffffff") for ink in inks) >= 4.5, (name, inks)
            grounds = {hexadecimal(colour) for colour in page.evaluate(GROUNDS)}
            assert max(contrast(ground, "#ffffff") for ground in grounds) < 1.3, (name, grounds)


def test_an_open_editor_prints_its_code(browser: Browser, address: str) -> None:
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.locator("[data-live=edit]").first.click()
        code = "\n".join(f">>> number = {line}" for line in range(40))
        page.locator(".live__editor textarea").first.fill(code)
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        printed = page.locator(".live .printed")
        assert printed.is_visible()
        assert printed.inner_text() == code
        assert not page.locator(".live__editor textarea").first.is_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert printed.count() == 0
        assert visit.complaints == []
