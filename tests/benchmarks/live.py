"""Running code in the browser: how long a reader waits, as a part of what we allow."""

from __future__ import annotations

import gzip
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser import chromium, launched
from tests.site.conftest import built_and_served
from tests.site.live import ENDLESS, press, run, visit, wait_for_end, wait_until_running, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

ALLOWED = {
    "first result": 8.0,
    "next result": 0.5,
    "a loop stops": 0.2,
    "first result of a fresh Python": 6.0,
    "longest task of the page": 0.1,
}

WATCH = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
}).observe({ type: "longtask" });
"""


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def measure(browser: Browser, address: str) -> dict[str, float]:
    """Go through what a reader may do, and time it."""
    with visit(browser) as opened:
        page = opened.open(address)
        page.evaluate(WATCH)
        found = {
            "first result": seconds(lambda: run(page, 1)),
            "next result": seconds(lambda: run(page, 1)),
        }
        write(page, 0, ENDLESS)
        press(page, 0, "run")
        wait_until_running(page, 0)

        def stop() -> None:
            press(page, 0, "stop")
            wait_for_end(page, 0)

        found["a loop stops"] = seconds(stop)
        press(page, 0, "reset")
        found["first result of a fresh Python"] = seconds(lambda: run(page, 1))
        found["longest task of the page"] = page.evaluate("window.longest") / 1000
        return found


def main() -> None:
    """Print the best of three visits."""
    path = chromium()
    if path is None:
        sys.exit("this table needs Chromium or Chrome on this machine")
    with tempfile.TemporaryDirectory() as folder, launched(path) as browser:
        with built_and_served(Path(folder)) as (site, address):
            visits = [measure(browser, address) for _ in range(3)]
        weight = sum(
            len(gzip.compress(file.read_bytes(), 9))
            for file in (site / "assets/live").rglob("*")
            if file.is_file()
        )
    print(f"{'':32}{'best':>8}{'allowed':>9}{'part':>7}")
    for name, allowed in ALLOWED.items():
        best = min(one[name] for one in visits)
        print(f"{name:32}{best:7.2f}s{allowed:8.1f}s{best / allowed:7.0%}")
    print(f"{'all that is fetched':32}{weight / 1e6:6.2f}MB{9.8:7.1f}MB{weight / 9.8e6:7.0%}")


if __name__ == "__main__":
    main()
