"""Every figure shows what the package draws, wherever keys, a finger or a link take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from attention_docs.figures import figure, names
from tests.figures.compared import controls, differences, reached, unused, watch, watched
from tests.figures.states import all_states, as_query

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Go = Callable[[Page, str, np.random.Generator], None]

rounds = 20

_restore = """(queries) => queries.map((query) => {
  history.pushState({}, "", query);
  dispatchEvent(new Event("popstate"));
  window.note();
})"""

_place = """(element) => {
  element.scrollIntoView({block: "center", behavior: "instant"});
  const {x, y, width, height} = element.getBoundingClientRect();
  return [x, y + height / 2, width];
}"""

_focused = """(wanted) => {
  const {activeElement} = document;
  return [activeElement.matches(wanted), activeElement === document.body, activeElement.type];
}"""

arrows = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"]
keys_of = {
    # More often forward than back, or few states would be met often.
    "range": [*["ArrowRight", "ArrowUp", "PageUp"] * 4, "ArrowLeft", "PageDown", "Home", "End"],
    "radio": arrows,
    "checkbox": ["Space"],
    "button": ["Enter", "Space"],
    "select-one": arrows,
}
presses = {"range": 12, "radio": 3, "checkbox": 1, "button": 1, "select-one": 3}


def opened(page: Page, address: str, name: str, query: str = "") -> None:
    page.goto(f"{address}/{name}-default.html{query}")
    page.wait_for_selector("[data-awake]")


@pytest.mark.parametrize("name", names)
def test_waking_changes_nothing_that_is_drawn(page: Page, address: str, name: str) -> None:
    opened(page, address, name)
    assert differences(page, name) == []


@pytest.mark.parametrize("name", names)
def test_links_restore_the_state_they_hold(page: Page, address: str, name: str) -> None:
    opened(page, address, name)
    watch(page, name)
    asked = all_states(name, random=20)
    page.evaluate(_restore, [as_query(name, state) for state in asked])
    states, found = watched(page, name)
    assert found == []
    assert states == {frozenset(state.items()) for state in asked}


@pytest.mark.parametrize("name", names)
def test_keys_alone_reach_every_control(page: Page, address: str, name: str) -> None:
    explore(page, address, name, press_through)


@pytest.mark.parametrize("name", names)
def test_fingers_reach_every_control(page: Page, address: str, name: str) -> None:
    explore(page, address, name, touch_all)


def explore(page: Page, address: str, name: str, go: Go) -> None:
    """Have `go` use all controls again and again, until enough states have been seen."""
    opened(page, address, name)
    watch(page, name)
    enough = len(figure(name).samples)
    random = np.random.default_rng(2)
    go(page, controls, random)
    for _ in range(rounds):
        if reached(page) >= enough and not unused(page):
            break
        # Reset would lead back to where the last round began.
        go(page, f"{controls}:not([data-do=reset])", random)
    states, found = watched(page, name)
    assert found == []
    assert unused(page) == []
    assert len(states) >= enough


def press_through(page: Page, wanted: str, random: np.random.Generator) -> None:
    """Go from control to control by Tab, from the start of the page, and press their keys."""
    page.evaluate("document.activeElement.blur()")
    while True:
        page.keyboard.press("Tab")
        on_control, at_end, kind = page.evaluate(_focused, wanted)
        if at_end:
            return
        if on_control:
            for key in random.choice(keys_of[kind], size=presses[kind]):
                page.keyboard.press(key)


def touch_all(page: Page, wanted: str, random: np.random.Generator) -> None:
    for control in page.locator(wanted).all():
        if control.is_visible():
            touch(page, control, random)


def touch(page: Page, control: Locator, random: np.random.Generator) -> None:
    """Tap a control, or draw a finger along it, or choose from its list."""
    x, y, width = control.evaluate(_place)
    kind = control.evaluate("(element) => element.type")
    if kind == "range":
        draw_along(page, y, *(x + width * random.uniform(0.02, 0.98, size=6)))
    elif kind == "select-one":
        # The list opens in a window of the system's own, where a page's touch does not reach.
        options = control.locator("option").count()
        control.select_option(index=int(random.integers(options)))
    else:
        page.touchscreen.tap(x + width / 2, y)


def draw_along(page: Page, y: float, *across: float) -> None:
    session = page.context.new_cdp_session(page)
    for index, x in enumerate(across):
        kind = "touchMove" if index else "touchStart"
        points = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", points)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
