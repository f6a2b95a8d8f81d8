"""The page of the real model: light at first, its data fetched on demand, its switches at work."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attention_docs import measured
from tests.site.conftest import gzipped
from tests.site.visit import Visit, broken_rules

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

PAGE = "real-model/"
FIRST_BYTES = 110_000
FIRST_REQUESTS = 12
DATA_BYTES = 150_000


def test_data_come_on_demand_and_are_small(browser: Browser, site: Path, address: str) -> None:
    stored = sorted((site / "assets/model").glob("*.json"))
    assert sum(gzipped(path.read_bytes()) for path in stored) <= DATA_BYTES
    with Visit(browser) as visit:
        page = visit.open(address + PAGE, settled=True)
        size = sum(gzipped(response.body()) for response in visit.responses)
        assert size <= FIRST_BYTES
        assert len(visit.responses) <= FIRST_REQUESTS
        assert not [url for url in visit.requested if ".json" in url]

        page.locator("figure[data-figure=looks]").scroll_into_view_if_needed()
        page.get_by_role("button", name="end → rion").click()
        page.get_by_text("Head 18.6: the row of +end").wait_for()
        (asked,) = (url for url in visit.requested if ".json" in url)
        build = page.locator("html").get_attribute("data-build")
        assert asked == f"{address}assets/model/planet.json?v={build}"
        assert visit.complaints == []


def test_heads_are_switched_off(browser: Browser, address: str) -> None:
    on, *_, off = measured.combinations()["probability"]
    with Visit(browser) as visit:
        page = visit.open(address + PAGE)
        figure = page.locator("figure[data-figure=switches]")
        figure.scroll_into_view_if_needed()
        likely = figure.locator("[data-out=probability]")
        assert float(likely.get_attribute("data-value") or 0) == on
        figure.get_by_role("button", name="All of them off").click()
        page.wait_for_function("() => document.querySelector('[data-out=off]').textContent === '8'")
        assert float(likely.get_attribute("data-value") or 0) == off
        assert likely.inner_text() == "0.1\u00a0%"
        figure.get_by_label("head 18.6").uncheck()
        assert figure.locator("[data-out=off]").inner_text() == "7"
        alone = measured.combinations()["probability"][0b1111_1110]
        assert float(likely.get_attribute("data-value") or 0) == alone
        assert visit.complaints == []


def test_open_tables_are_accessible(browser: Browser, address: str) -> None:
    with Visit(browser, reduced_motion="reduce") as visit:
        page = visit.open(address + PAGE)
        for summary in page.locator("figure summary").all():
            summary.scroll_into_view_if_needed()
            summary.click()
        assert page.locator("figure details[open]").count() == 3
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert broken_rules(page) == []


def test_both_sentences_have_one_row_of_it(site: Path) -> None:
    """What the page says of the exact weights holds of the stored ones, too."""
    small, big = (
        json.loads((site / f"assets/model/trophy-{word}.json").read_text("utf-8"))
        for word in ("small", "big")
    )
    row = big["tokens"].index(" it")
    rows = [measured.sentence(name).weights[:, :, row] for name in ("trophy-small", "trophy-big")]
    assert small["cells"] != big["cells"]
    assert (rows[0] == rows[1]).all()


def test_what_the_page_says_in_words_was_measured() -> None:
    facts = measured.facts()
    odds = [(one["small"]["log_odds"], one["big"]["log_odds"]) for one in facts["odds"]["asked"]]
    assert sum(small > 0 and big > 0 for small, big in odds) == 5
    assert sum(small < 0 and big < 0 for small, big in odds) == 1
    assert max(facts["odds"]["said_in_full"]["log_odds"].values()) < 0
    needed = [
        one["eight_off"] < one["others_off"]["quartiles"][0] / 10
        for one in facts["name_heads"]["other_names"]
    ]
    assert needed == [True, False, False, True, True, True]
    assert measured.combinations()["likeliest"][-1] == "oria"
    assert facts["scaling"]["planet"]["undivided"]["predictions"][0][0] == "raw"
    assert measured.sentence("shop").predictions[0][0] == " Anna"
    following = [tuple(one["head"]) for one in facts["induction_heads"]["follower"]]
    assert following[:8] == [tuple(head) for head in facts["name_heads"]["eight"]]
    assert facts["it"]["same_row_for_both"]
