"""How soon each figure answers a key, on a processor slowed four times.

Run as ``python -m tests.benchmarks.figures``. Times depend on the machine, so that none is
asserted; the aim is 100 ms from key to paint.
"""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

from attention_docs.figures import names
from tests.browser import launched, needed
from tests.figures.page import assets, served, write

slowdown = 4
presses = 20

_watch = """() => {
  window.durations = [];
  new PerformanceObserver((list) => window.durations.push(...list.getEntries()
    .filter((entry) => entry.interactionId).map((entry) => entry.duration)))
    .observe({type: "event", durationThreshold: 16, buffered: true});
}"""


def slowest_answer(address: str, name: str) -> float:
    """Return the longest time in milliseconds from a key to the next paint."""
    with launched(needed()) as chromium:
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{address}/{name}-default.html")
        page.wait_for_selector("[data-awake]")
        page.evaluate(_watch)
        page.context.new_cdp_session(page).send(
            "Emulation.setCPUThrottlingRate", {"rate": slowdown}
        )
        for slider in page.locator('input[type="range"]').locator("visible=true").all():
            slider.focus()
            for _ in range(presses):
                page.keyboard.press("ArrowRight")
                page.wait_for_timeout(40)
        page.wait_for_timeout(200)
        return float(page.evaluate("Math.max(0, ...window.durations)"))


def main() -> None:
    """Print a table of slowest answers, and the sizes of what pages load."""
    with tempfile.TemporaryDirectory() as temporary:
        write(Path(temporary), names)
        with served(Path(temporary)) as address:
            print(f"{'figure':10} {'key to paint':>14} {'own files':>10}")
            for name in names:
                own = (assets / "figures").glob(f"{name}.*")
                size = sum(len(gzip.compress(file.read_bytes())) for file in own)
                print(f"{name:10} {slowest_answer(address, name):11.0f} ms {size:8} B")
    files = [assets / "attention.mjs", *(assets / "figures").iterdir()]
    total = sum(len(gzip.compress(file.read_bytes())) for file in files)
    print(f"all scripts and styles, gzipped: {total} B")


if __name__ == "__main__":
    main()
