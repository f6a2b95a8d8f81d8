"""One built site and one server for all the tests that need them."""

from __future__ import annotations

import functools
import gzip
import http.server
import os
import re
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from attention_docs.site import fetching
from tests.site import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.site.visit import Visit

ROOT = Path(__file__).parents[2]
OWNER = {"GITHUB_REPOSITORY": "ada/notes", "GITHUB_SHA": "0123456789abcdef"}


def build(target: Path, **environment: str) -> str:
    """Build the site and return the log; fail with the log if it is not clean."""
    return build_tree(ROOT, target, **environment)


def build_tree(root: Path, target: Path, **environment: str) -> str:
    """Build the site of another checkout than this one."""
    ours = {"NO_MKDOCS_2_WARNING": "1", **environment}
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GITHUB_")}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)],
        cwd=root,
        env=kept | ours,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"mkdocs build failed:\n{done.stdout}{done.stderr}")
    return done.stderr


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder as GitHub Pages does, with its 404 page for unknown addresses."""

    extensions_map = {  # noqa: RUF012 - overrides a class attribute of the standard library
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".woff2": "font/woff2",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay quiet."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "notes/404.html"
        if code != http.HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield the address of ``notes`` in it."""
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/notes/"
        server.shutdown()


@contextmanager
def built_and_served(folder: Path) -> Iterator[tuple[Path, str]]:
    """Build the site below `folder` and serve it at the address that it was built for."""
    with serving(folder) as address:
        build(folder / "notes", SITE_URL=address, **OWNER)
        yield folder / "notes", address


def build_once(folder: Path, address: str) -> None:
    """Build the site for all processes of a test run: the first builds, the others wait."""
    built, failed = folder / "built", folder / "failed"
    try:
        (folder / "building").mkdir()
    except FileExistsError:
        while not built.exists() and not failed.exists():
            time.sleep(0.1)
    else:
        try:
            build(folder / "notes", SITE_URL=address, **OWNER)
            built.touch()
        finally:
            if not built.exists():
                failed.touch()
    if failed.exists():
        pytest.fail("another process could not build the site, and says why")


@pytest.fixture(scope="session")
def served(one_for_all: tuple[Path, str]) -> tuple[Path, str]:
    """The folder of the built site and its address."""
    folder, address = one_for_all
    build_once(folder, address)
    return folder / "notes", address


@pytest.fixture(scope="session")
def site(served: tuple[Path, str]) -> Path:
    """The site as GitHub would build it, in a folder of its own."""
    return served[0]


@pytest.fixture(scope="session")
def address(served: tuple[Path, str]) -> str:
    """Where the built site is served, ending in a slash."""
    return served[1]


@pytest.fixture(scope="session")
def python() -> None:
    """The browser's Python, or a skip that says in one line what is missing."""
    try:
        fetching.find_runtime(os.environ)
    except fetching.UnavailableError as reason:
        pytest.skip(f"no Python for the browser: {reason}")


@pytest.fixture(scope="session")
def started(python: None, browser: Browser, address: str) -> Iterator[Visit]:  # noqa: ARG001
    """The lesson with Python started: one start takes as long as a dozen tests."""
    with live.visit(browser) as opened:
        live.run(opened.open(address), 0)
        yield opened


@pytest.fixture
def lesson(started: Visit, address: str) -> Iterator[Page]:
    """The same page for tests that leave the lesson open, and need no block as it was."""
    started.requested.clear()
    if started.page.url.split("#")[0] != address:
        started.open(address)
    yield started.page
    reset = started.page.locator('.live [data-live="reset"]:visible').first
    while reset.count():
        reset.click()
    assert started.complaints == []


def pages(site: Path) -> list[str]:
    """Return the addresses of the built pages, relative to the site."""
    return sorted(
        re.sub(r"index\.html$", "", path.relative_to(site).as_posix())
        for path in site.rglob("*.html")
    )


def gzipped(body: bytes) -> int:
    return len(gzip.compress(body, 9))
