from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.figures.compared import differences, watch, watched

if TYPE_CHECKING:
    from playwright.sync_api import Page

slider = 'input[type="range"]'


def text(page: Page, out: str) -> str:
    return page.locator(f'[data-out="{out}"]').first.inner_text()


def test_keyboard_turns_the_query_through_every_state(page: Page, address: str) -> None:
    page.goto(f"{address}/dial-default.html")
    page.wait_for_selector("[data-awake]")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.type") == "range"
    watch(page, "dial")
    for _ in range(1, 360):
        page.keyboard.press("ArrowRight")
    states, found = watched(page, "dial")
    assert found == []
    assert len(states) == 360


def test_page_keys_turn_by_fifteen_and_home_goes_back(page: Page, address: str) -> None:
    page.goto(f"{address}/dial-default.html")
    page.wait_for_selector("[data-awake]")
    page.locator(slider).focus()
    angles = []
    for key in ("PageUp", "PageUp", "PageDown", "ArrowLeft", "Home", "PageDown", "End", "PageUp"):
        page.keyboard.press(key)
        angles.append(text(page, "angle"))
    assert angles == ["15", "30", "15", "14", "0", "0", "359", "359"]


def test_buttons_show_the_two_examples_of_the_lesson(page: Page, address: str) -> None:
    page.goto(f"{address}/dial-default.html")
    page.wait_for_selector("[data-awake]")
    page.get_by_role("button", name="90°").tap()
    assert differences(page, "dial", angle=90) == []
    assert [text(page, out) for out in ("weight-1", "weight-2", "output")] == [
        "33\xa0%",
        "67\xa0%",
        "[3.3, 6.7]",
    ]
    page.get_by_role("button", name="0°", exact=True).tap()
    equation = page.locator(".figure-equation").text_content()
    assert equation == "output = 0.67 × [10, 0] + 0.33 × [0, 10] = [6.7, 3.3]"


class Hand:
    """A finger, a pen or a mouse, at places that are told from the dial's centre in its radius."""

    def __init__(self, page: Page, kind: str) -> None:
        self.session = page.context.new_cdp_session(page)
        self.kind = kind
        box = page.locator('[data-part="dial"]').bounding_box()
        assert box
        self.scale = box["width"] / 280
        self.centre = box["x"] + 140 * self.scale, box["y"] + 130 * self.scale

    def does(self, action: str, across: float, up: float) -> None:
        x = self.centre[0] + 92 * self.scale * across
        y = self.centre[1] - 92 * self.scale * up
        if self.kind == "touch":
            named = {"Pressed": "touchStart", "Moved": "touchMove", "Released": "touchEnd"}[action]
            points = [] if action == "Released" else [{"x": x, "y": y}]
            self.session.send("Input.dispatchTouchEvent", {"type": named, "touchPoints": points})
        else:
            event = {"type": f"mouse{action}", "x": x, "y": y, "pointerType": self.kind}
            buttons = {"button": "left", "buttons": 1, "clickCount": 1}
            self.session.send("Input.dispatchMouseEvent", event | buttons)


@pytest.mark.parametrize("kind", ["touch", "mouse", "pen"])
def test_arrow_follows_what_drags_it(page: Page, address: str, kind: str) -> None:
    page.goto(f"{address}/dial-default.html")
    page.wait_for_selector("[data-awake]")
    page.evaluate(
        "addEventListener('pointermove', (event) => { window.kind = event.pointerType }, true)"
    )
    hand = Hand(page, kind)
    hand.does("Pressed", 1.0, 0.0)
    angles = []
    for across, up in ((0.9, 0.4), (0.7, 0.7), (1.4, 1.4), (-0.1, 0.9), (0.0, 1.0)):
        hand.does("Moved", across, up)
        angles.append(int(text(page, "angle")))
        assert differences(page, "dial", angle=angles[-1]) == []
    hand.does("Released", 0.0, 1.0)
    assert angles == pytest.approx([24, 45, 45, 96, 90], abs=1)
    assert page.evaluate("window.kind") == kind
    if kind != "touch":  # a finger that was lifted moves no more
        hand.does("Moved", 0.0, -1.0)
        assert text(page, "angle") == str(angles[-1])
