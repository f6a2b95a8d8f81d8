"""How figures live on a page: links, pairs, no scripts, narrow screens, paper, assistance."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from attention_docs.figures import figure, names
from attention_docs.site import engine
from attention_docs.site.figures import draw, modules
from tests.figures.compared import differences
from tests.figures.page import assets
from tests.figures.page import page as made
from tests.figures.states import as_query

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def at_widest(name: str) -> str:
    """Return the query of an address that asks for the figure's longest numbers."""
    return as_query(name, figure(name).widest)


# Between the ink of each cell and of the next one beside it.
_gaps = """() => [...document.querySelectorAll("table tr")].flatMap((row) => {
  const boxes = [...row.cells].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector(".cell") ?? cell);
    return range.getBoundingClientRect();
  }).filter(({width}) => width > 0);
  return boxes.slice(1).map((box, i) => [boxes[i], box])
    .filter(([one, other]) => other.top < one.bottom)
    .map(([one, other]) => other.left - one.right);
})"""


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("[data-awake]")


def note(page: Page) -> str:
    return page.locator("[data-note]").first.inner_text()


@pytest.mark.parametrize(
    ("query", "angle", "told"),
    [
        ("dial.angle=45", 45, ""),
        ("dial.angle=9999", 359, "The link’s angle “9999” is not from 0 to 359; shown: 359."),
        ("dial.angle=-1", 0, "The link’s angle “-1” is not from 0 to 359; shown: 0."),
        ("dial.angle=44.6", 45, "The link’s angle “44.6” lies between two steps; shown: 45."),
        ("dial.angle=", 0, "The link’s angle “” is not a number; shown: 0."),
        ("dial.angle=NaN", 0, "The link’s angle “NaN” is not a number; shown: 0."),
        (
            "dial.angle=Infinity",
            359,
            "The link’s angle “Infinity” is not from 0 to 359; shown: 359.",
        ),
        ("dial.angle=<img src=x onerror=throw>", 0, "is not a number; shown: 0."),
        ("dial.shape=round&other=1", 0, ""),
    ],
)
def test_links_are_held_to_the_range_and_the_reader_is_told(
    page: Page, address: str, query: str, angle: int, told: str
) -> None:
    opened(page, f"{address}/dial-default.html?{query}")
    assert differences(page, "dial", angle=angle) == []
    assert note(page).endswith(told)
    assert bool(note(page)) == bool(told)
    assert page.locator("img").count() == 0


def test_a_row_beyond_the_tokens_is_held_and_told(page: Page, address: str) -> None:
    opened(page, f"{address}/mask-default.html?mask.n=4&mask.row=8")
    assert differences(page, "mask", n=4, row=4) == []
    assert note(page) == "The link’s row “8” is not from 1 to 4; shown: 4."


def test_one_setting_has_one_note(page: Page, address: str) -> None:
    opened(page, f"{address}/mask-default.html?mask.row=1e9")
    assert differences(page, "mask", row=3) == []
    assert note(page) == "The link’s row “1e9” is not from 1 to 3; shown: 3."


def test_address_follows_the_figure_and_forgets_what_is_reset(page: Page, address: str) -> None:
    opened(page, f"{address}/dial-default.html?kept=1#here")
    page.get_by_role("button", name="45°").click()
    page.wait_for_url("**/dial-default.html?kept=1&dial.angle=45#here")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_url("**/dial-default.html?kept=1#here")
    assert differences(page, "dial") == []


def test_copied_link_shows_the_same_view(browser: Browser, address: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    opened(page, f"{address}/mask-default.html")
    page.get_by_label("after the softmax, a slip").check()
    page.get_by_role("button", name="Copy link to this view").click()
    page.get_by_text("Link copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{address}/mask-default.html?mask.order=after#figure-mask"
    opened(page, link)
    assert differences(page, "mask", order="after") == []
    context.close()


def test_without_a_clipboard_the_link_is_shown(page: Page, address: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    opened(page, f"{address}/dial-default.html?dial.angle=45")
    page.get_by_role("button", name="Copy link to this view").click()
    shown = f"Copy this link: {address}/dial-default.html?dial.angle=45#figure-dial"
    page.get_by_text(shown).wait_for()


def test_two_of_a_kind_keep_apart(page: Page, address: str, served_folder: Path) -> None:
    text = made(draw("dial"), draw("dial", instance=1))
    (served_folder / "pair.html").write_text(text, encoding="utf-8")
    page.goto(f"{address}/pair.html?dial-1.angle=90")
    page.locator("#figure-dial-1").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelectorAll('[data-awake]').length === 2")
    angles = page.locator('[data-out="angle"]')
    assert angles.all_inner_texts() == ["0", "90"]
    page.locator('input[type="range"]').first.focus()
    page.keyboard.press("PageUp")
    assert angles.all_inner_texts() == ["15", "90"]
    page.wait_for_url("**?dial-1.angle=90&dial.angle=15")


def test_far_figures_wake_for_keys(page: Page, address: str, served_folder: Path) -> None:
    text = made(draw("dial"), draw("softmax"), draw("mask"))
    (served_folder / "far.html").write_text(text, encoding="utf-8")
    page.goto(f"{address}/far.html")
    page.wait_for_selector(".figure-dial[data-awake]")
    assert page.locator(".figure-mask").get_attribute("data-awake") is None
    page.keyboard.press("Tab")
    page.wait_for_selector(".figure-mask[data-awake]", state="attached")


def test_changes_are_told_once_they_rest(page: Page, address: str) -> None:
    page.clock.install(time=0)
    opened(page, f"{address}/dial-default.html")
    page.clock.pause_at(60_000)
    assert page.locator("[data-said]").get_attribute("aria-live") == "polite"
    told = page.evaluate_handle(
        """() => {
            const told = [];
            const region = document.querySelector("[data-said]");
            new MutationObserver(() => told.push(region.textContent))
              .observe(region, {childList: true, characterData: true, subtree: true});
            return told;
        }"""
    )
    page.locator('input[type="range"]').focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    page.clock.fast_forward(500)
    page.wait_for_function("(told) => told.length > 0", arg=told)
    state = {"angle": 20}
    dial = engine.module(modules / "dial.mjs")
    said = engine.call(f"{dial}.say", figure("dial").values(state), {"state": state})
    assert said.startswith("Query at 20 degrees. Key 1 weighs ")
    assert told.json_value() == [said]


@pytest.mark.parametrize("name", names)
def test_without_scripts_the_figure_stands_and_controls_take_no_room(
    browser: Browser, address: str, name: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{name}-default.html")
    assert page.locator(".figure-drawn :is(svg, table)").first.is_visible()
    controls = page.locator(".figure-controls")
    assert controls.count() >= 2
    assert [control.bounding_box() for control in controls.all()] == [None] * controls.count()
    context.close()


def test_a_module_that_failed_is_told_and_tried_again(
    browser: Browser, address: str, served_folder: Path
) -> None:
    text = made(draw("dial"), draw("mask"))
    (served_folder / "failing.html").write_text(text, encoding="utf-8")
    page = browser.new_page(viewport={"width": 1366, "height": 2400})
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    page.route("**/dial.mjs*", lambda route: route.abort())
    with page.expect_console_message(lambda line: "stays still" in line.text):
        page.goto(f"{address}/failing.html")
    dial = page.locator(".figure-dial")
    told = dial.get_by_role("status")
    assert told.inner_text() == "This figure can’t move: its script did not load."
    assert told.is_visible()
    assert not dial.locator("button, input").locator("visible=true").count()
    page.wait_for_selector(".figure-mask[data-awake]")
    page.unroute("**/dial.mjs*")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector(".figure-dial[data-awake]")
    assert note(page) == ""
    page.get_by_role("button", name="90°").click()
    assert page.locator("[data-out=angle]").inner_text() == "90"
    assert thrown == []
    page.close()


@pytest.mark.parametrize(
    "leave", ["location = 'mask-default.html'", "document.querySelector('a').click()"]
)
def test_leaving_at_once_keeps_the_address(
    page: Page, address: str, served_folder: Path, leave: str
) -> None:
    """Within the pause that a change waits for before it is told and noted in the address."""
    text = made('<a href="mask-default.html">A link</a>', draw("dial"))
    (served_folder / "leaving.html").write_text(text, encoding="utf-8")
    opened(page, f"{address}/leaving.html")
    page.evaluate(
        f"""() => {{
          const slider = document.querySelector("input[type=range]");
          slider.value = "77";
          slider.dispatchEvent(new Event("input", {{bubbles: true}}));
          {leave};
        }}"""
    )
    page.wait_for_url("**/mask-default.html")
    page.go_back()
    page.wait_for_url("**/leaving.html?dial.angle=77")
    page.wait_for_selector("[data-awake]")
    assert page.locator("[data-out=angle]").inner_text() == "77"


def test_a_swipe_across_a_slider_scrolls_the_page(page: Page, address: str) -> None:
    opened(page, f"{address}/dial-default.html")
    page.evaluate("document.body.style.paddingBottom = '100vh'")
    slider = page.locator("input[type=range]")
    box = slider.bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2
    for kind, up in (("touchStart", 0), *(("touchMove", step) for step in range(5, 120, 5))):
        points = [{"x": x, "y": y - up}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("scrollY > 50")
    assert differences(page, "dial") == []


@pytest.mark.parametrize("name", names)
@pytest.mark.parametrize("width", [320, 390, 1366])
def test_waking_shifts_nothing(browser: Browser, address: str, name: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    boxes = """[...document.querySelectorAll(".figure, .figure *")]
        .map((element) => element.getBoundingClientRect().toJSON())"""
    page.route("**/figure.mjs", lambda route: route.abort())
    page.goto(f"{address}/{name}-default.html")
    still = page.evaluate(boxes)
    page.unroute("**/figure.mjs")
    opened(page, f"{address}/{name}-default.html")
    assert page.evaluate(boxes) == still
    page.close()


@pytest.mark.parametrize("name", names)
def test_nothing_sticks_out_of_a_narrow_screen(browser: Browser, address: str, name: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 800})
    opened(page, f"{address}/{name}-default.html{at_widest(name)}")
    beyond = page.evaluate(
        """() => [...document.querySelectorAll(".figure-body *")]
            .filter((element) => !element.closest(".figure-said"))
            .filter((element) => element.getBoundingClientRect().right > innerWidth - 16)
            .map((element) => element.outerHTML.slice(0, 80))"""
    )
    assert beyond == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.close()


@pytest.mark.parametrize("name", names)
@pytest.mark.parametrize("width", [320, 390])
def test_columns_of_tables_stand_apart(
    browser: Browser, address: str, name: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    opened(page, f"{address}/{name}-default.html{at_widest(name)}")
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    gaps = page.evaluate(_gaps)
    assert bool(gaps) == bool(page.locator("table").count())
    assert min(gaps, default=6) >= 6
    page.close()


@pytest.mark.parametrize("name", names)
def test_a_page_loads_only_what_it_uses(page: Page, address: str, name: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    opened(page, f"{address}/{name}-default.html")
    assert {file for file in loaded if file.endswith(".mjs")} == {
        "figure.mjs",
        f"{name}.mjs",
        *imported(modules / f"{name}.mjs"),
    }


def imported(module: Path) -> set[str]:
    """Return the names of the files that a module imports, and those that they do."""
    found = re.findall(r'^(?:import|\}) .*from "(.+)";$', module.read_text("utf-8"), re.MULTILINE)
    return {name.rsplit("/", 1)[-1] for name in found}.union(
        *(imported(module.parent / name) for name in found)
    )


@pytest.mark.parametrize("name", names)
def test_paper_shows_no_controls(page: Page, address: str, name: str) -> None:
    opened(page, f"{address}/{name}-default.html")
    page.emulate_media(media="print")
    assert page.locator(".figure-drawn :is(svg, table)").first.is_visible()
    assert not page.locator("button, input, select").locator("visible=true").count()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("name", names)
def test_axe_finds_nothing(page: Page, address: str, name: str, scheme: str) -> None:
    opened(page, f"{address}/{name}-{scheme}.html")
    found: dict[str, Any] = Axe().run(page, context=".figure").response
    assert [
        (violation["id"], node["html"][:200])
        for violation in found["violations"]
        for node in violation["nodes"]
    ] == []


def test_targets_are_large_enough_for_fingers(page: Page, address: str) -> None:
    for name in names:
        opened(page, f"{address}/{name}-default.html")
        for control in page.locator("button, input, select").locator("visible=true").all():
            labels = control.evaluate_all(
                """([element]) => [element, ...(element.labels ?? [])]
                    .map((one) => one.getBoundingClientRect().height)"""
            )
            assert max(labels) >= 24, control.evaluate("(element) => element.outerHTML")


def test_scripts_and_styles_stay_small() -> None:
    for file in (assets / "figures").iterdir():
        assert len(gzip.compress(file.read_bytes())) <= 4_600, file.name
        assert len(file.read_text("utf-8").splitlines()) <= 340 or file.suffix == ".css", file.name


@pytest.mark.parametrize("name", names)
def test_modules_compute_elsewhere(name: str) -> None:
    assert not re.search(r"Math\.(exp|pow)\b", (modules / f"{name}.mjs").read_text("utf-8"))
