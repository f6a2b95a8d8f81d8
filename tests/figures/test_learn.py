"""The heads that learn in a page: by the package's numbers, and as their reader wants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from attention_docs.figures import figure
from attention_docs.learning import finished, train, words
from attention_docs.site.figures import draw
from tests.figures.compared import differences

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

PATIENCE = 60_000
_paused = "(name) => document.querySelector(`#figure-${name} .learn-go`).textContent !== 'Pause'"
_begun = "(least) => Number(document.querySelector('[data-out=steps]').textContent) >= least"
_rest = "() => document.querySelector('[data-out=steps]').dataset.value === '0'"


def opened(page: Page, address: str, name: str, query: str = "") -> Locator:
    page.goto(f"{address}/{name}-default.html{query}")
    page.wait_for_selector("[data-awake]")
    return page.locator(f"#figure-{name}")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def until_it_rests(page: Page, name: str) -> None:
    page.wait_for_function(_paused, arg=name, timeout=PATIENCE)


def shown(page: Page, out: str) -> float:
    return float(page.locator(f"[data-out={out}]").get_attribute("data-value") or "nan")


def test_what_is_stored_is_what_training_gives() -> None:
    for name, content in finished.computed().items():
        stored = finished.stored(name)
        assert stored.keys() == content.keys()
        runs = zip(stored.get("runs", [stored]), content.get("runs", [content]), strict=True)
        for one, other in runs:
            for key, values in one.items():
                assert np.allclose(values, other[key], rtol=2e-2, atol=1e-3), (name, key)


def test_training_in_a_page_ends_where_the_package_does(page: Page, address: str) -> None:
    opened(page, address, "learn")
    press(page, "Train")
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    until_it_rests(page, "learn")
    trained = train(**finished.learn)
    assert shown(page, "steps") == trained.losses.size
    assert shown(page, "loss") == pytest.approx(float(trained.losses[-1]), rel=1e-9)
    assert shown(page, "accuracy") == trained.accuracy
    best = trained.answer(words.index("trophy"), words.index("suitcase"), "big").max()
    assert shown(page, "answer-1") == pytest.approx(float(best), rel=1e-9)
    assert page.locator("[data-said]").inner_text().startswith("Step 300: loss 0.001")


def test_it_pauses_goes_on_steps_and_starts_again(page: Page, address: str) -> None:
    opened(page, address, "learn", "?learn.seed=3")
    assert shown(page, "steps") == 0
    press(page, "Step")
    page.wait_for_function(_begun, arg=1)
    assert shown(page, "loss") == pytest.approx(float(train(3, steps=1).losses[0]), rel=1e-9)
    press(page, "Train")
    page.wait_for_function(_begun, arg=5)
    press(page, "Pause")
    paused = shown(page, "steps")
    page.wait_for_timeout(300)
    assert shown(page, "steps") - paused <= 2  # what was asked for before the press
    press(page, "Train")
    page.wait_for_function(_begun, arg=paused + 5)
    press(page, "Start again")
    page.wait_for_function(_rest)
    assert differences(page, "learn", seed=3) == []


def test_a_number_changed_by_hand_changes_the_answer_and_training_mends_it(
    page: Page, address: str
) -> None:
    opened(page, address, "learn")
    page.locator("[data-part=numbers]").click(position={"x": 12, "y": 12})
    before = shown(page, "answer-1")
    field = page.get_by_role("spinbutton")
    for cell in (3, 4, 5, 6):
        page.locator("[data-field=cell]").fill(str(cell))
        field.fill("-3.5")
        field.press("Enter")
        page.wait_for_function(
            "() => document.querySelector('[data-out=chosen]').dataset.value === '-3.5'"
        )
    assert shown(page, "answer-1") != before
    press(page, "Train")
    page.wait_for_function(_begun, arg=301)
    until_it_rests(page, "learn")
    assert shown(page, "accuracy") > 0.95


@pytest.mark.parametrize(
    ("typed", "taken", "told"),
    [("900", "4", "900 is not from −4 to 4; taken: 4."), ("", None, "“” is not a number.")],
)
def test_what_is_typed_is_held_to_its_range_and_told(
    page: Page, address: str, typed: str, taken: str | None, told: str
) -> None:
    opened(page, address, "learn")
    kept = shown(page, "chosen")
    field = page.get_by_role("spinbutton")
    field.fill(typed)
    field.blur()
    page.wait_for_function(
        "(told) => document.querySelector('[data-note]').textContent === told", arg=told
    )
    page.wait_for_timeout(200)
    assert shown(page, "chosen") == (float(taken) if taken else kept)


def test_arrows_walk_from_row_to_row_also_while_the_run_is_fetched(
    page: Page, address: str
) -> None:
    held: list[Route] = []
    page.route("**/learn.json", lambda route: held.append(route))
    opened(page, address, "learn")
    slider = page.locator("[data-field=cell]")
    with page.expect_request("**/learn.json"):
        slider.press("ArrowDown")
    slider.press("ArrowRight")
    held[0].continue_()
    page.locator("#figure-learn-chosen", has_text="vector of ball, entry 2").wait_for()
    assert differences(page, "learn", cell=10) == []


def test_a_changed_seed_leaves_what_was_trained(page: Page, address: str) -> None:
    opened(page, address, "learn")
    press(page, "Train")
    # Before the head is at work, the finished run stands there.
    page.wait_for_function(f"(name) => !({_paused})(name)", arg="learn")
    page.locator("[data-field=seed]").fill("7")
    page.wait_for_timeout(300)
    assert differences(page, "learn", seed=7) == []


def test_stillness_trains_without_moving(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    opened(page, address, "learn")
    page.evaluate(
        """() => {
          window.seen = new Set();
          const steps = document.querySelector("[data-out=steps]");
          new MutationObserver(() => seen.add(steps.textContent))
            .observe(steps, {characterData: true, childList: true, subtree: true});
        }"""
    )
    press(page, "Train")
    page.wait_for_function(_begun, arg=1)
    until_it_rests(page, "learn")
    assert page.evaluate("seen.size") <= 20
    context.close()


def test_both_heads_race_to_what_the_package_finds(page: Page, address: str) -> None:
    opened(page, address, "race", "?race.d=8&race.seed=5&race.optimizer=adam&race.rate=0.01")
    press(page, "Train both")
    page.wait_for_selector("[data-out=loss-with]")
    until_it_rests(page, "race")
    for lane, scaled in (("with", True), ("without", False)):
        own = train(5, steps=finished.race_steps, scaled=scaled)
        assert shown(page, f"loss-{lane}") == pytest.approx(float(own.losses[-1]), rel=1e-3)
        assert shown(page, f"ended-{lane}") == pytest.approx(own.slope, rel=1e-3)


def test_a_loss_that_is_no_number_stops_and_is_told(page: Page, address: str) -> None:
    opened(page, address, "race", "?race.d=16&race.rate=3")
    press(page, "Train both")
    page.wait_for_selector("[data-out=loss-with]")
    until_it_rests(page, "race")
    told = page.locator("[data-note]").inner_text()
    assert re.search(r"without: The loss is NaN after \d+ steps\. Training stopped\.", told), told
    assert shown(page, "steps-without") < finished.race_steps


@pytest.mark.parametrize("name", ["learn", "race"])
def test_without_scripts_the_finished_run_stands_in_the_page(name: str) -> None:
    still = draw(name)
    assert 'class="curve"' in still
    assert "100\N{NO-BREAK SPACE}%" in still


def test_the_page_of_a_sentence_with_one_noun_twice_says_so(page: Page, address: str) -> None:
    opened(page, address, "learn", "?learn.second=trophy")
    assert page.get_by_text("there is nothing to tell apart").is_visible()
    assert figure("learn").values({**first_state(), "second": "trophy"})["right"] == "trophy"


def first_state() -> dict[str, object]:
    return {name: field.first for name, field in figure("learn").fields.items()}
