"""A short pass in Firefox and WebKit: every page, terms, quiz, each figure once, one live block.

The full gate is Chromium's; here is what those two do differently.
"""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from tests.other_browsers import (
    WIDTH,
    Reader,
    firefox,
    firefox_command,
    webkit,
    webkit_browser,
)
from tests.site.conftest import Handler, pages

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.ci

LISTEN = """
window.complaints = [];
const hear = (text) => complaints.push(String(text));
addEventListener("error", ({ message, target }) => hear(message ?? target.outerHTML), true);
addEventListener("unhandledrejection", ({ reason }) => hear(reason));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  hear(`${violatedDirective} ${blockedURI}`));
for (const kind of ["error", "warn"]) {
  const say = console[kind];
  console[kind] = (...words) => { hear(words.join(" ")); say.apply(console, words); };
}
"""


class Listening(Handler):
    """Serves the site with a script before all others that notes complaints."""

    extra: ClassVar[bytes] = b'<script src="/listen.js"></script>'

    def do_GET(self) -> None:  # noqa: N802 - the standard library's name
        path = self.path.split("?")[0]
        if path == "/listen.js":
            self._send("text/javascript", LISTEN.encode())
        elif path.endswith("/"):
            page = Path(self.translate_path(f"{path}index.html")).read_bytes()
            self._send("text/html", page.replace(b"<title>", self.extra + b"<title>", 1))
        else:
            super().do_GET()

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(http.HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def listened(site: Path) -> Iterator[str]:
    """The same site, at an address where what the browser complains of is noted."""
    handler = functools.partial(Listening, directory=str(site.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/notes/"
        server.shutdown()


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def reader(request: pytest.FixtureRequest) -> Iterator[Reader]:
    if request.param == "firefox":
        command = firefox_command()
        if command is None:
            pytest.skip("no Firefox: .ci/run installs it")
        with firefox(command) as started:
            yield started
    else:
        browser = webkit_browser()
        if browser is None:
            pytest.skip("no webkit2gtk-driver: .ci/run installs it")
        with webkit(browser) as driven:
            yield driven


def wait_for(reader: Reader, condition: str, *, seconds: int = 20) -> None:
    """Wait until an expression is true on the page."""
    met = reader.evaluate(
        f"new Promise((done) => {{ const until = performance.now() + {1000 * seconds};"
        f" const look = () => ({condition}) ? done(true) : performance.now() > until ? done(false)"
        " : setTimeout(look, 50); look(); })"
    )
    assert met, (condition, reader.evaluate("complaints"))


def test_every_page_is_whole_and_quiet(reader: Reader, site: Path, listened: str) -> None:
    for name in pages(site):
        if name.endswith("404.html"):
            continue
        reader.open(listened + name)
        wait_for(reader, "document.documentElement.matches('.js') && window.document$")
        wait_for(reader, "document.querySelector('h1')?.getBoundingClientRect().width")
        assert reader.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert reader.evaluate("complaints") == [], name
    assert reader.evaluate("innerWidth") <= WIDTH


def test_a_term_looks_like_one_and_shows_its_card(reader: Reader, listened: str) -> None:
    reader.open(listened)
    look = reader.evaluate("""(({ textDecorationLine: line, textDecorationStyle: style,
        textDecorationThickness: thickness }) => [line, style, thickness])(
        getComputedStyle(document.querySelector("a.term")))""")
    assert look == ["underline", "dotted", "1.5px"]
    # A pointer that arrives before the script is not heard; it comes again.
    pointer = "new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })"
    point = f"document.querySelector('a.term').dispatchEvent({pointer})"
    wait_for(reader, f"({point}, document.querySelector('#term-card')?.textContent)")
    assert reader.evaluate("complaints") == []


def test_prompts_are_not_selected(reader: Reader, listened: str) -> None:
    reader.open(listened)
    chosen = reader.evaluate("""((style) => style.userSelect ?? style.webkitUserSelect)(
        getComputedStyle(document.querySelector(".highlight .gp")))""")
    assert chosen == "none"


def test_the_quiz_counts(reader: Reader, listened: str) -> None:
    reader.open(listened)
    wait_for(reader, "window.document$")
    reader.evaluate("document.querySelector('.quiz [data-right] input').click()")
    wait_for(reader, "document.querySelector('.quiz__right').textContent === '1'")
    mark = "getComputedStyle(document.querySelector('.quiz__option--chosen p'), '::before').content"
    assert "✓" in reader.evaluate(mark)
    assert reader.evaluate("complaints") == []


def test_each_figure_moves(reader: Reader, site: Path, listened: str) -> None:
    moved = 0
    for name in pages(site):
        path = site / name
        page = (path / "index.html" if path.is_dir() else path).read_text("utf-8")
        if "data-figure=" not in page:
            continue
        reader.open(listened + name)
        for index in range(
            reader.evaluate("document.querySelectorAll('figure[data-figure]').length")
        ):
            figure = f"document.querySelectorAll('figure[data-figure]')[{index}]"
            reader.evaluate(f"{figure}.scrollIntoView()")
            wait_for(reader, f"'awake' in {figure}.dataset")
            reader.evaluate(f"""((figure) => {{
                const slider = figure.querySelector("input[type=range]");
                if (slider) slider.value = slider.value === slider.max ? slider.min : slider.max;
                const control = slider ?? figure.querySelector("input:not(:checked)");
                if (control.type !== "range") control.click();
                else control.dispatchEvent(new Event("input", {{ bubbles: true }}));
            }})({figure})""")
            wait_for(reader, f"{figure}.querySelector('[data-said]').textContent !== ''")
            moved += 1
        assert reader.evaluate("complaints") == [], name
    assert moved > 4


def test_a_block_of_code_runs(reader: Reader, listened: str, python: None) -> None:  # noqa: ARG001
    reader.open(listened)
    wait_for(reader, "window.document$")
    block = "document.querySelectorAll('.live')[1]"
    reader.evaluate(f"""{block}.querySelector("[data-live='run']").click()""")
    said = f"{block}.querySelector('.live__said').textContent"
    wait_for(reader, f"/same as|Done|error|could not|did not/.test({said})", seconds=150)
    assert "The same as on the page." in reader.evaluate(said)
    assert reader.evaluate("complaints") == []
