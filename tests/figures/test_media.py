"""Figures where the system asks for its own colours or for stillness, and on very wide screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from attention_docs.figures import names
from tests.figures.compared import differences

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_looks = """(selectors) => Object.fromEntries(selectors.map((selector) => {
  const {fill, stroke, strokeDasharray, color} =
    getComputedStyle(document.querySelector(selector));
  return [selector, {fill, stroke, dashes: strokeDasharray, color}];
}))"""

_outline = """() => {
  const focused = document.activeElement;
  const {outlineStyle, outlineWidth, outlineColor} = getComputedStyle(focused);
  return [focused.localName, outlineStyle, parseFloat(outlineWidth), outlineColor];
}"""

_moving = """() => [...document.querySelectorAll(".figure, .figure *")].filter((element) => {
  const {animationName, transitionDuration} = getComputedStyle(element);
  return animationName !== "none" || /[1-9]/.test(transitionDuration);
}).map((element) => element.outerHTML.slice(0, 80))"""


def opened(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/{name}-default.html")
    page.wait_for_selector("[data-awake]")


@pytest.fixture(params=["light", "dark"])
def forced(browser: Browser, request: pytest.FixtureRequest) -> Any:  # noqa: ANN401
    context = browser.new_context(forced_colors="active", color_scheme=request.param)
    yield context.new_page()
    context.close()


def test_forced_colours_leave_key_1_apart_from_key_2(forced: Page, address: str) -> None:
    opened(forced, address, "dial")
    assert forced.evaluate("matchMedia('(forced-colors: active)').matches")
    canvas = forced.evaluate(
        """() => {
          const probe = document.body.appendChild(document.createElement("p"));
          probe.style.color = "Canvas";
          return getComputedStyle(probe).color;
        }"""
    )
    shafts = ["path.stroke-1", "path.stroke-2:not(pattern *)"]
    bars = ['[data-part="bar-1"]', '[data-part="bar-2"]']
    hatch = "pattern .stroke-2"
    looks = forced.evaluate(_looks, [*shafts, *bars, hatch])
    assert [looks[shaft]["dashes"] for shaft in shafts] == ["none", "8px, 4px"]
    assert not looks[bars[0]]["fill"].startswith("url(")
    assert looks[bars[1]]["fill"].startswith("url(")
    for drawn in (*shafts, *bars, hatch):
        assert looks[drawn]["stroke"] not in (canvas, "none"), drawn


@pytest.mark.parametrize("name", names)
def test_forced_colours_show_focus(forced: Page, address: str, name: str) -> None:
    opened(forced, address, name)
    panel = forced.evaluate("getComputedStyle(document.querySelector('.figure')).backgroundColor")
    reached = set()
    for _ in range(forced.locator(".figure-controls :is(button, input, select)").count()):
        forced.keyboard.press("Tab")
        control, style, width, colour = forced.evaluate(_outline)
        if control in ("button", "input", "select"):
            reached.add(control)
            assert style == "solid"
            assert width >= 2
            assert colour != panel
    assert {"button", "input"} <= reached


@pytest.mark.parametrize("name", names)
def test_nothing_moves_by_itself(browser: Browser, address: str, name: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    opened(page, address, name)
    assert page.evaluate(_moving) == []
    moved = page.evaluate(
        """() => {
          document.querySelector("[data-set]:not([aria-pressed=true])")?.click();
          return document.getAnimations().length;
        }"""
    )
    assert moved == 0
    context.close()


def test_a_press_shows_at_once_where_stillness_is_asked(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    opened(page, address, "dial")
    page.get_by_role("button", name="90°").click()
    assert differences(page, "dial", angle=90) == []
    context.close()


@pytest.mark.parametrize("name", names)
def test_a_wide_screen_is_not_filled(browser: Browser, address: str, name: str) -> None:
    page = browser.new_page(viewport={"width": 3840, "height": 2160})
    opened(page, address, name)
    page.evaluate("document.body.style.maxWidth = 'none'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 3840
    figure, *drawings = page.evaluate(
        """() => [...document.querySelectorAll(".figure, .figure-svg, .figure-slider")]
          .map((element) => element.getBoundingClientRect().width
            / parseFloat(getComputedStyle(element).fontSize))"""
    )
    assert figure <= 60
    assert max(drawings) <= 32
    page.close()
