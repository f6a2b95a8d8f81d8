"""What the tests of running code press, write and read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

# Starting Python takes seconds, and more where other tests run beside.
PATIENCE = 120_000

ENDLESS = "while True: pass"


def visit(browser: Browser, **context: Any) -> Visit:  # noqa: ANN401 - Playwright's
    opened = Visit(browser, **{"viewport": DESKTOP, **context})
    opened.page.set_default_timeout(PATIENCE)
    return opened


def block(page: Page, index: int) -> Locator:
    return page.locator(".live").nth(index)


def press(page: Page, index: int, action: str) -> None:
    block(page, index).locator(f'[data-live="{action}"]').click()


def write(page: Page, index: int, code: str) -> Locator:
    """Put code into the editor of a block."""
    area = block(page, index).locator("textarea")
    if not area.count():
        press(page, index, "edit")
        area.wait_for()
    area.fill(code)
    return area


def code_of(page: Page, index: int) -> str:
    """Return a block's code as its editor shows it."""
    press(page, index, "edit")
    code = block(page, index).locator("textarea").input_value()
    press(page, index, "edit")
    return code


def said(page: Page, index: int) -> str:
    return block(page, index).locator(".live__said").inner_text()


def shown(page: Page, index: int) -> str:
    return block(page, index).locator("code").text_content() or ""


def wait_for_end(page: Page, index: int) -> str:
    page.wait_for_function(
        "i => !document.querySelectorAll('.live')[i].hasAttribute('data-running')",
        arg=index,
    )
    return said(page, index)


def wait_until_running(page: Page, index: int) -> None:
    page.wait_for_function(
        "i => document.querySelectorAll('.live__said')[i].textContent.includes('Running')",
        arg=index,
    )


def run(page: Page, index: int, code: str | None = None) -> str:
    """Run a block, with other code if any is given; return what the toolbar says in the end."""
    if code is not None:
        write(page, index, code)
    press(page, index, "run")
    page.wait_for_function(
        "i => document.querySelectorAll('.live__said')[i].textContent !== ''", arg=index
    )
    return wait_for_end(page, index)


def allow(page: Page, site: Path, *, seconds: int) -> None:
    """Let runs take so long, and no longer."""
    listing = json.loads((site / "assets/live/runtime.json").read_text("utf-8"))
    answer = {**listing, "seconds": seconds}
    page.route("**/runtime.json*", lambda route: route.fulfill(json=answer))
