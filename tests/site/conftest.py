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
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

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
def built_and_served(folder: Path) -> Iterator[tuple[Path, str]]:
    """Build the site below `folder` and serve it at the address that it was built for."""
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/notes/"
        build(folder / "notes", SITE_URL=address, **OWNER)
        yield folder / "notes", address
        server.shutdown()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder of the built site and its address."""
    with built_and_served(tmp_path_factory.mktemp("site")) as served:
        yield served


@pytest.fixture(scope="session")
def site(served: tuple[Path, str]) -> Path:
    """The site as GitHub would build it, in a folder of its own."""
    return served[0]


@pytest.fixture(scope="session")
def address(served: tuple[Path, str]) -> str:
    """Where the built site is served, ending in a slash."""
    return served[1]


def pages(site: Path) -> list[str]:
    """Return the addresses of the built pages, relative to the site."""
    return sorted(
        re.sub(r"index\.html$", "", path.relative_to(site).as_posix())
        for path in site.rglob("*.html")
    )


def gzipped(body: bytes) -> int:
    return len(gzip.compress(body, 9))
