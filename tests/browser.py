"""The one browser of the tests: Playwright allows a single session in a process."""

from __future__ import annotations

import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Return where Chromium or Chrome is installed, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


def needed() -> str:
    """Return where Chromium or Chrome is installed, or leave with a message."""
    return chromium() or sys.exit("this needs Chromium or Chrome on this machine")


@contextmanager
def launched(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
