from __future__ import annotations

from typing import TYPE_CHECKING

from tests.figures.compared import differences

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
    found = []
    for angle in range(1, 360):
        page.keyboard.press("ArrowRight")
        if angle % 3 == 0 or angle in (1, 89, 91, 359):
            found += differences(page, "dial", angle=angle)
    assert found == []


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


def test_arrow_follows_a_finger(page: Page, address: str) -> None:
    page.goto(f"{address}/dial-default.html")
    page.wait_for_selector("[data-awake]")
    box = page.locator('[data-part="dial"]').bounding_box()
    assert box
    centre_x = box["x"] + box["width"] / 2
    centre_y = box["y"] + box["height"] * 130 / 240
    reach = 92 * box["width"] / 280
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    finger("touchStart", (centre_x + reach, centre_y))
    for across, up in ((0.9, 0.4), (0.7, 0.7), (0.0, 1.0)):
        finger("touchMove", (centre_x + across * reach, centre_y - up * reach))
    finger("touchEnd")
    angle = int(text(page, "angle"))
    assert abs(angle - 90) <= 3
    assert differences(page, "dial", angle=angle) == []
