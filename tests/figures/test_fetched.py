"""Data that a figure fetches: only when a state needs them, and told when they stay away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.figures.compared import differences

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

waiting = "Fetching the data…"
missing = "The data did not come. Check the connection, then try again."


def opened(page: Page, address: str, query: str = "") -> list[str]:
    """Open the figure of all heads, and return the names of the data that it fetches."""
    fetched: list[str] = []

    def note(url: str) -> None:
        if url.endswith(".json"):
            fetched.append(url.rsplit("/", 1)[-1])

    page.on("request", lambda request: note(request.url))
    page.goto(f"{address}/looks-default.html{query}")
    page.wait_for_selector("[data-awake]")
    return fetched


def note(page: Page) -> str:
    return page.locator("[data-note]").inner_text()


def test_first_state_fetches_nothing_and_each_file_comes_once(page: Page, address: str) -> None:
    fetched = opened(page, address)
    page.get_by_role("button", name="Reset").click()
    assert fetched == []
    page.get_by_label("Sentence").select_option("shop")
    page.wait_for_function("document.querySelector('.figure-drawn').textContent.includes('Anna')")
    page.get_by_label("Head in that layer").press("End")
    assert fetched == ["shop.json"]
    assert note(page) == ""
    assert differences(page, "looks", sentence="shop", head=8) == []


def test_a_link_to_another_sentence_is_drawn_before_the_figure_wakes(
    page: Page, address: str
) -> None:
    opened(page, address, "?looks.sentence=planet&looks.row=99")
    assert differences(page, "looks", sentence="planet", row=16) == []
    assert note(page) == "The link’s row “99” is not from 1 to 16; shown: 16."


def test_a_button_may_choose_a_sentence_and_a_token_that_only_it_has(
    page: Page, address: str
) -> None:
    opened(page, address)
    page.get_by_role("button", name="end → rion").click()
    page.wait_for_url("**looks.sentence=planet**")
    state = {"sentence": "planet", "row": 16, "to": 6, "layer": 18, "head": 6}
    assert differences(page, "looks", **state) == []


def test_a_shorter_sentence_holds_the_token_to_its_end(page: Page, address: str) -> None:
    opened(page, address, "?looks.sentence=planet&looks.row=16&looks.to=15")
    page.get_by_label("Sentence").select_option("shop")
    page.wait_for_url("**looks.sentence=shop**")
    assert differences(page, "looks", sentence="shop", row=14, to=14) == []


@pytest.fixture
def faulty(browser: Browser) -> Page:
    """A page that may complain."""
    return browser.new_page(viewport={"width": 390, "height": 844})


def test_data_that_stay_away_are_told_and_the_controls_go_back(faulty: Page, address: str) -> None:
    opened(faulty, address)
    sentence = faulty.get_by_label("Sentence")
    faulty.route("**/planet.json", lambda route: route.abort())
    sentence.select_option("planet")
    faulty.get_by_text(missing).wait_for()
    assert sentence.input_value() == "trophy-big"
    assert differences(faulty, "looks") == []
    faulty.wait_for_timeout(500)
    assert "looks" not in faulty.url.partition("?")[2]

    faulty.unroute("**/planet.json")
    sentence.select_option("planet")
    faulty.wait_for_url("**looks.sentence=planet")
    assert note(faulty) == ""
    assert differences(faulty, "looks", sentence="planet") == []
    faulty.close()


def test_the_last_wish_counts_while_data_are_on_their_way(page: Page, address: str) -> None:
    opened(page, address)
    held: list[Route] = []
    page.route("**/planet.json", lambda route: held.append(route))
    sentence = page.get_by_label("Sentence")
    sentence.select_option("planet")
    assert note(page) == waiting
    sentence.select_option("shop")
    page.wait_for_url("**looks.sentence=shop")
    held[0].continue_()
    page.wait_for_load_state("networkidle")
    assert differences(page, "looks", sentence="shop") == []


def test_an_open_table_stays_open(page: Page, address: str) -> None:
    opened(page, address)
    page.get_by_text("All heads as a table").click()
    page.get_by_label("Sentence").select_option("shop")
    page.wait_for_url("**looks.sentence=shop")
    assert page.locator("details[open]").count() == 1


def test_a_tap_on_the_pictures_chooses_a_head_and_a_row(page: Page, address: str) -> None:
    opened(page, address, "?looks.sentence=shop")
    for part, x, y in (
        ("overview", 30 + 10 * 24.5, 8 + 14 * 4.5),
        ("enlarged", 80, 62 + 16 * 13.5),
    ):
        picture = page.locator(f"[data-part={part}]")
        box = picture.bounding_box()
        assert box
        scale = box["width"] / 340
        picture.click(position={"x": x * scale, "y": y * scale})
    page.wait_for_url("**looks.row=14**")
    assert differences(page, "looks", sentence="shop", layer=24, head=4, row=14) == []
