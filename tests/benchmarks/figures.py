"""How soon each figure answers a key on a processor four times as slow, and what pages load.

Run as ``python -m tests.benchmarks.figures``. The aim is 100 ms from key to paint. The work of a
key is counted in processor time, so that what else the machine does matters little; the time to
paint is a clock's, and only means something on a quiet machine. Neither is asserted.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attention_docs.figures import names
from tests.browser import launched, needed
from tests.figures.page import assets, served, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, CDPSession, Page

Measure = TypeVar("Measure")

slowdown = 4
presses = 20

_watch = """() => {
  window.answers = {};
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries()) {
      if (id) window.answers[id] = Math.max(window.answers[id] ?? 0, duration);
    }
  }).observe({type: "event", durationThreshold: 16, buffered: true});
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


def answers(page: Page, session: CDPSession) -> tuple[float, float]:
    """Return the median and the longest time from a key to the next paint, slowed down, in ms."""
    page.evaluate(_watch)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    for _ in press_all(page):
        pass
    page.wait_for_timeout(200)
    times = page.evaluate("Object.values(window.answers)")
    return statistics.median(times), max(times)


def measured(
    chromium: Browser, address: str, measure: Callable[[Page, CDPSession], Measure]
) -> Measure:
    """Return what a measure says of a page opened afresh, with its figure awake."""
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(address)
    page.wait_for_selector("[data-awake]")
    found = measure(page, page.context.new_cdp_session(page))
    page.close()
    return found


def main() -> None:
    """Print a table of answers and sizes."""
    with tempfile.TemporaryDirectory() as temporary:
        write(Path(temporary), names)
        with served(Path(temporary)) as address, launched(needed()) as chromium:
            times = f"{'work × 4':>12} {'key to paint: median, longest':>32}"
            print(f"{'figure':10} {times} {'script':>9}")
            for name in names:
                work = measured(chromium, f"{address}/{name}-default.html", most_work)
                usual, longest = measured(chromium, f"{address}/{name}-default.html", answers)
                size = len(gzip.compress((assets / "figures" / f"{name}.mjs").read_bytes()))
                times = f"{slowdown * work:9.0f} ms {usual:20.0f} ms, {longest:3.0f} ms"
                print(f"{name:10} {times} {size:7} B")
    files = [assets / "attention.mjs", *(assets / "figures").iterdir()]
    total = sum(len(gzip.compress(file.read_bytes())) for file in files)
    print(f"all scripts and styles, gzipped: {total} B")


if __name__ == "__main__":
    main()
