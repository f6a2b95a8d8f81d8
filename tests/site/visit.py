"""A page opened in a browser, with all that it said and all that it fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1366, "height": 900}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# Registered before the page's own scripts run, so that no early shift is missed.
COUNT_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""

FOLLOWED = """(scheme) =>
  document.body.dataset.mdColorScheme === { light: "default", dark: "slate" }[scheme]
"""


class Visit:
    """A browser context of its own with one page; closes with the ``with`` block."""

    def __init__(self, browser: Browser, **context: Any) -> None:  # noqa: ANN401 - Playwright's
        self.context = browser.new_context(**{"viewport": PHONE, **context})
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.responses: list[Response] = []
        self.requested: list[str] = []
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.page.on("response", lambda response: self.responses.append(response))
        self.page.add_init_script(COUNT_SHIFTS)

    def _hear(self, kind: str, text: str) -> None:
        # The browser itself reports the 404 page's own status.
        if kind in ("error", "warning") and "status of 404" not in text:
            self.complaints.append(text)

    def open(self, url: str, *, settled: bool = False) -> Page:
        """Open a page; `settled` waits for whatever it still fetches once it is there."""
        self.page.goto(url, wait_until="networkidle" if settled else "load")
        return self.page

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()


def broken_rules(page: Page, part: str | None = None) -> list[str]:
    """Return what axe finds wrong on a page as it stands now, or on those parts alone."""
    # All that axe keeps of what is right takes as long again.
    options = {"resultTypes": ["violations"]}
    found = Axe().run(page, context=part, options=options).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


def broken_in_both_schemes(page: Page, part: str | None = None) -> list[str]:
    """Return what axe finds wrong in light and in dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # The theme follows the device a moment after, and its colours fade.
        page.wait_for_function(FOLLOWED, arg=scheme)
        page.wait_for_timeout(400)
        found += [f"{scheme}: {fault}" for fault in broken_rules(page, part)]
    return found
