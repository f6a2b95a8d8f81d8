"""Fetching the browser's Python: its size, what does not arrive, and what needs no network."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.site.live import (
    ENDLESS,
    PATIENCE,
    block,
    press,
    run,
    visit,
    wait_for_end,
    wait_until_running,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from tests.site.visit import Visit

pytestmark = pytest.mark.usefixtures("python")


def own_requests(opened: Visit) -> list[str]:
    return [url.rpartition("/")[2] for url in opened.requested if "/assets/live/" in url]


def test_nothing_of_it_is_fetched_before_the_first_press(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        opened.open(address, settled=True)
        assert own_requests(opened) == []


FAULTS: list[tuple[str, dict[str, Any] | None, str]] = [
    ("worker.mjs", None, "Python could not be fetched. Check the connection"),
    ("runtime.json", {"status": 500}, "The list of files is not where it should be"),
    ("numpy-*.whl", {"status": 404}, "NumPy is not where it should be: the server answers 404."),
    ("numpy-*.whl", {"body": b"other bytes"}, "NumPy did not arrive as it was published"),
    ("*.wasm", {"body": bytes(10_000_000)}, "Python did not arrive as it was published"),
    ("*.zip", None, "Python’s library could not be fetched. Check the connection"),
    ("attention_docs-*.whl", {"status": 404}, "This site’s package is not where it should be"),
]


def respond(answer: dict[str, Any] | None, route: Route) -> None:
    if answer is None:
        route.abort()
    else:
        route.fulfill(**answer)


def test_the_first_press_says_what_it_fetches_and_what_does_not_arrive(
    browser: Browser, site: Path, address: str
) -> None:
    """One visit, because each start of Python takes seconds: faults, then a stop, then success."""
    with visit(browser) as opened:
        page = opened.open(address)
        button = block(page, 1).locator('[data-live="run"]')
        for file, answer, message in FAULTS:
            page.route(f"**/{file}*", functools.partial(respond, answer))
            assert message in run(page, 1), file
            assert button.inner_text() == "Retry"
            page.unroute_all()
            # What did arrive was kept.
            page.evaluate("caches.delete('live python')")

        listing = json.loads((site / "assets/live/runtime.json").read_text("utf-8"))
        transfer = sum(file["transfer"] for file in listing["files"]) / 1e6
        total = sum(file["size"] for file in listing["files"])
        page.route("**/*.whl", lambda _: None)
        press(page, 1, "run")
        data = page.locator(".live__said data")
        assert data.inner_text() == f"{transfer:.1f}"
        assert data.get_attribute("value") == str(transfer)
        bar = page.locator(".live__said progress")
        assert bar.get_attribute("max") == str(total)
        page.wait_for_function("() => document.querySelector('.live__said progress').value > 1e7")
        press(page, 1, "stop")
        assert wait_for_end(page, 1) == "Stopped."
        page.unroute_all()

        # What failed for want of network is tried again when it returns.
        page.route("**/numpy-*.whl", lambda route: route.abort())
        assert "NumPy could not be fetched" in run(page, 1)
        page.unroute_all()
        page.evaluate("dispatchEvent(new Event('online'))")
        block(page, 1).get_by_text("The same as on the page.").wait_for()
        assert button.inner_text() == "Run"


def test_a_second_tab_runs_beside_the_first_and_needs_no_network(
    started: Visit, lesson: Page, address: str
) -> None:
    second = started.context.new_page()
    second.set_default_timeout(PATIENCE)
    requested: list[str] = []
    second.on("request", lambda request: requested.append(request.url))
    second.goto(address)
    press(lesson, 1, "run")
    assert run(second, 1).endswith("The same as on the page.")
    assert wait_for_end(lesson, 1).endswith("The same as on the page.")
    assert not [url for url in requested if url.endswith((".wasm", ".whl", ".zip"))]

    started.context.set_offline(True)
    try:
        write(second, 0, ENDLESS)
        press(second, 0, "run")
        wait_until_running(second, 0)
        press(second, 0, "stop")
        press(second, 0, "reset")
        assert run(second, 1).endswith("The same as on the page.")
    finally:
        started.context.set_offline(False)
        second.close()


def test_a_site_built_without_python_says_so(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        page = opened.open(address)
        page.route(
            "**/runtime.json*", lambda route: route.fulfill(json={"seconds": 30, "files": []})
        )
        assert run(page, 0).startswith("This copy of the site was built without Python")


def test_a_browser_that_refuses_the_worker_is_told(browser: Browser, address: str) -> None:
    with visit(browser) as opened:
        opened.page.add_init_script(
            "window.Worker = class { constructor() { throw new DOMException('no'); } }"
        )
        page = opened.open(address)
        for _ in range(2):
            assert run(page, 0).startswith("The browser refuses the worker")
            assert block(page, 0).locator('[data-live="run"]').inner_text() == "Retry"
