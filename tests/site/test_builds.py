"""A page and its scripts are of one build, or the reader is told; and only they may run."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.site.conftest import ROOT, pages
from tests.site.visit import DESKTOP, Visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Route

OFFER = "Load anew"


def build_of(site: Path) -> str:
    (build,) = re.findall(r'<html data-build="(\w+)"', (site / "index.html").read_text("utf-8"))
    return str(build)


def as_of_another_build(route: Route, build: str) -> None:
    """Answer with what the server has by now: the same file of a later build."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace(build, "another1"))


def test_every_own_file_is_asked_for_by_build(browser: Browser, site: Path, address: str) -> None:
    build = build_of(site)
    for name in pages(site):
        with Visit(browser, viewport=DESKTOP) as visit:
            page = visit.open(address + name)
            if page.locator(".live").count():
                page.locator("[data-live=edit]").first.click()
                page.wait_for_selector(".live__editor")
            parts = [urlsplit(url) for url in visit.requested if "/assets/" in url]
            assert parts
            unmarked = [part.path for part in parts if part.query != f"v={build}"]
            assert unmarked == [], name
            assert not page.get_by_role("button", name=OFFER).is_visible()


@pytest.mark.parametrize("script", ["page.mjs", "figures/dial.mjs", "quiz.mjs"])
def test_a_script_of_another_build_does_not_run_and_is_told(
    browser: Browser, site: Path, address: str, script: str
) -> None:
    build = build_of(site)
    with Visit(browser, viewport=DESKTOP) as visit:
        visit.page.route(f"**/{script}*", lambda route: as_of_another_build(route, build))
        page = visit.open(address)
        if script == "quiz.mjs":
            page.locator(".quiz input").first.check()
        page.get_by_role("button", name=OFFER).wait_for()


def test_a_page_that_was_kept_is_told_and_can_be_loaded_anew(
    browser: Browser, site: Path, address: str
) -> None:
    build = build_of(site)
    with Visit(browser, viewport=DESKTOP) as visit:
        visit.page.route(address, lambda route: as_of_another_build(route, build))
        page = visit.open(address)
        offer = page.get_by_role("button", name=OFFER)
        offer.wait_for()
        assert page.locator("[data-awake]").count() == 0
        page.unroute(address)
        offer.click()
        page.wait_for_selector("[data-awake]")
        assert not offer.is_visible()


def test_a_page_of_another_build_is_told(browser: Browser, site: Path, address: str) -> None:
    build = build_of(site)
    with Visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(address)
        page.route("**/numbers/", lambda route: as_of_another_build(route, build))
        page.locator(".md-tabs__link").nth(2).click()
        page.get_by_role("button", name=OFFER).wait_for()


def test_what_the_policy_forbids_does_not_run(browser: Browser, address: str) -> None:
    """No foreign script, no script of a stranger in the page, no foreign address."""
    with Visit(browser) as visit:
        page = visit.open(address)
        page.evaluate("""
            window.forbidden = [];
            addEventListener("securitypolicyviolation",
              ({ effectiveDirective }) => forbidden.push(effectiveDirective));
            const inline = document.createElement("script");
            inline.textContent = "window.ran = true";
            const foreign = document.createElement("script");
            foreign.src = "https://example.org/x.js";
            const style = document.createElement("style");
            style.textContent = "body { display: none }";
            document.head.append(inline, foreign, style);
            fetch("https://example.org/").catch(() => {});
            document.body.setAttribute("onclick", "window.ran = true");
            document.body.click();
        """)
        page.wait_for_function("() => forbidden.length >= 5")
        assert set(page.evaluate("forbidden")) == {
            "script-src-elem", "script-src-attr", "style-src-elem", "connect-src",
        }  # fmt: skip
        assert page.evaluate("window.ran") is None


def test_all_pages_have_one_policy(site: Path) -> None:
    policies = {
        re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)[0]
        for text in (path.read_text("utf-8") for path in site.rglob("*.html"))
    }
    assert len(policies) == 1
    (policy,) = policies
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src "))
    assert "'unsafe-inline'" not in scripts
    assert "'unsafe-eval'" not in scripts
    assert policy.startswith("default-src 'none'; ")


@pytest.fixture(scope="module")
def preview() -> Iterator[str]:
    """`make serve`, on a port of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"]
    with subprocess.Popen(  # noqa: S603
        command,
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as served:
        try:
            while served.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.2)
            yield f"http://127.0.0.1:{port}/"
        finally:
            # A process in the background may have been told to ignore interrupts.
            served.terminate()


def test_the_preview_may_load_itself_anew(browser: Browser, preview: str) -> None:
    with Visit(browser) as visit:
        said: list[str] = []
        visit.page.on("console", lambda message: said.append(message.text))
        visit.page.goto(preview)
        visit.page.wait_for_selector("[data-awake]")
        visit.page.wait_for_function("() => typeof livereload === 'function'")
        assert visit.complaints == []
