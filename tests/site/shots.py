"""Writes screenshots of every page to shots/, to be looked at."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser import launched, needed
from tests.site.conftest import ROOT, built_and_served, pages

WIDTHS = {"phone": 390, "desktop": 1366}


def shoot(browser: Browser, address: str, name: str, target: Path) -> None:
    """Write one page in both widths and both colour schemes."""
    label = name.strip("/").replace("/", "-").removesuffix(".html") or "lesson"
    for device, width in WIDTHS.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": 900},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(address + name, wait_until="networkidle")
            for figure in page.locator("figure[data-figure]").all():
                # It wakes as it comes near.
                figure.scroll_into_view_if_needed()
                figure.locator("button:visible").first.wait_for()
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=target / f"{label}-{device}-{scheme}.png", full_page=True)
            context.close()
            print(f"{label}-{device}-{scheme}.png")


def main() -> None:
    """Build the site, serve it and shoot every page."""
    path = needed()
    target = ROOT / "shots"
    target.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        built_and_served(Path(folder)) as (site, address),
        launched(path) as browser,
    ):
        for name in pages(site):
            shoot(browser, address, name, target)


if __name__ == "__main__":
    main()
