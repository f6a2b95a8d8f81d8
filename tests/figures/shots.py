"""Screenshots of every figure: ``python -m tests.figures.shots FOLDER [NAME…]``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from attention_docs.figures import names
from tests.browser import launched, needed
from tests.figures.page import served, write

widths = {"narrow": 320, "phone": 390, "desktop": 1366}


def shoot(folder: Path, wanted: tuple[str, ...]) -> None:
    """Write one picture of each figure at each width, in light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, launched(needed()) as chromium:
        write(Path(temporary), wanted)
        with served(Path(temporary)) as address:
            for size, width in widths.items():
                page = chromium.new_page(viewport={"width": width, "height": 900})
                for name in wanted:
                    for scheme in ("default", "slate"):
                        page.goto(f"{address}/{name}-{scheme}.html", wait_until="networkidle")
                        path = folder / f"{name}-{size}-{scheme}.png"
                        page.screenshot(path=path, full_page=True)
                page.close()


if __name__ == "__main__":
    shoot(Path(sys.argv[1]), tuple(sys.argv[2:]) or names)
