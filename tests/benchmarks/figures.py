"""How soon each figure answers a key on a processor four times as slow, and what pages load.

Run as ``python -m tests.benchmarks.figures``. The aim is 100 ms from key to paint. The work of a
key is counted in processor time, so that what else the machine does matters little; the time to
paint is a clock's, and only means something on a quiet machine. Neither is asserted.
"""

from __future__ import annotations

import gzip
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from attention_docs.figures import names
from tests.browser import launched, needed
from tests.figures.page import assets, served, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import CDPSession, Page

slowdown = 4
presses = 20

_watch = """() => {
  window.durations = [];
  new PerformanceObserver((list) => window.durations.push(...list.getEntries()
    .filter((entry) => entry.interactionId).map((entry) => entry.duration)))
    .observe({type: "event", durationThreshold: 16, buffered: true});
}"""

_painted = "new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 0)))"


def press_all(page: Page) -> Iterator[None]:
    """Move every slider by keys, and yield after each press has been painted."""
    for slider in page.locator('input[type="range"]').locator("visible=true").all():
        slider.focus()
        for _ in range(presses):
            page.keyboard.press("ArrowRight")
            page.evaluate(_painted)
            yield


def most_work(page: Page, session: CDPSession) -> float:
    """Return the most processor time, in milliseconds, that a key takes on the main thread."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def so_far() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    times = [so_far(), *(so_far() for _ in press_all(page))]
    return max(later - sooner for sooner, later in pairwise(times))


def slowest_answer(page: Page, session: CDPSession) -> float:
    """Return the longest time, in milliseconds, from a key to the next paint, slowed down."""
    page.evaluate(_watch)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    for _ in press_all(page):
        pass
    page.wait_for_timeout(200)
    return float(page.evaluate("Math.max(0, ...window.durations)"))


def main() -> None:
    """Print a table of answers and sizes."""
    with tempfile.TemporaryDirectory() as temporary:
        write(Path(temporary), names)
        with served(Path(temporary)) as address, launched(needed()) as chromium:
            print(f"{'figure':10} {'work × 4':>12} {'key to paint':>14} {'own script':>12}")
            for name in names:
                found = []
                for measure in (most_work, slowest_answer):
                    page = chromium.new_page(viewport={"width": 390, "height": 844})
                    page.goto(f"{address}/{name}-default.html")
                    page.wait_for_selector("[data-awake]")
                    found.append(measure(page, page.context.new_cdp_session(page)))
                    page.close()
                size = len(gzip.compress((assets / "figures" / f"{name}.mjs").read_bytes()))
                work, answer = found
                print(f"{name:10} {slowdown * work:9.0f} ms {answer:11.0f} ms {size:10} B")
    files = [assets / "attention.mjs", *(assets / "figures").iterdir()]
    total = sum(len(gzip.compress(file.read_bytes())) for file in files)
    print(f"all scripts and styles, gzipped: {total} B")


if __name__ == "__main__":
    main()
