"""Firefox and WebKit, each over the one protocol that it needs no help for.

Firefox speaks WebDriver BiDi by itself; WebKitGTK comes with a driver for classic WebDriver. What
the tests want of either is little: open a page, and evaluate an expression in it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.client import ClientConnection

WIDTH, HEIGHT = 1024, 800
_patience = 60


class Reader(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None:
        """Open a page, and wait until it is loaded."""

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        """Return the value of an expression, or what its promise comes to."""


class Firefox:
    """Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/)."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._count = 0
        self._ask("session.new", capabilities={})
        (self._page,) = (
            found["context"] for found in self._ask("browsingContext.getTree")["contexts"]
        )
        self._ask(
            "browsingContext.setViewport",
            context=self._page,
            viewport={"width": WIDTH, "height": HEIGHT},
        )

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        self._count += 1
        self._connection.send(
            json.dumps({"id": self._count, "method": method, "params": parameters})
        )
        while True:
            answer: dict[str, Any] = json.loads(self._connection.recv(timeout=3 * _patience))
            if answer.get("id") == self._count:
                break
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        answer = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))


class WebKit:
    """WebKitGTK over classic WebDriver (https://www.w3.org/TR/webdriver2/)."""

    def __init__(self, driver: str, browser: Path) -> None:
        self._driver = driver
        options = {"binary": os.fspath(browser), "args": ["--automation"]}
        session = self._ask(
            "POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}}
        )
        self._session = f"/session/{session['sessionId']}"
        self._ask("POST", f"{self._session}/timeouts", script=3000 * _patience)
        self._ask("POST", f"{self._session}/window/rect", width=WIDTH, height=HEIGHT)

    def _ask(self, method: str, path: str, **parameters: object) -> Any:  # noqa: ANN401 - JSON
        request = urllib.request.Request(  # noqa: S310 - the address is ours
            self._driver + path,
            method=method,
            data=json.dumps(parameters).encode() if method == "POST" else None,
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=3 * _patience) as response:  # noqa: S310
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.read().decode()}") from None

    def open(self, address: str) -> None:
        self._ask("POST", f"{self._session}/url", url=address)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        script = (
            f"const done = arguments[0]; (async () => {expression})()"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }));"
        )
        answer = self._ask("POST", f"{self._session}/execute/async", script=script, args=[])
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def quit(self) -> None:
        self._ask("DELETE", self._session)


def firefox_command() -> str | None:
    """Return where Firefox is installed, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit_browser() -> Path | None:
    """Return where WebKitGTK's small browser is installed, or None."""
    libraries = (Path("/usr/lib"), Path("/usr/libexec"), Path("/usr/lib64"))
    found = (path for folder in libraries for path in folder.glob("**/webkit2gtk-4*/MiniBrowser"))
    return next(found, None) if shutil.which("WebKitWebDriver") else None


@contextmanager
def firefox(command: str) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own."""
    listening = ["--remote-debugging-port", "0"]
    with tempfile.TemporaryDirectory() as profile, ExitStack() as stack:
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603
                [command, "--headless", "--no-remote", "--profile", profile, *listening],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        stack.callback(process.terminate)
        if process.stderr is None:
            raise RuntimeError("Firefox has no stderr")
        said = iter(process.stderr.readline, "")
        found = (re.search(r"ws://\S+", line) for line in said)
        address = next((match[0] for match in found if match), None)
        if address is None:
            raise RuntimeError("Firefox ended without saying where it listens")
        yield Firefox(stack.enter_context(connect(f"{address}/session", max_size=None)))


@contextmanager
def webkit(browser: Path) -> Iterator[WebKit]:
    """Start WebKitGTK on a screen that nobody sees, with a home of its own."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        port = _free_port()
        display = f":{port}"
        screen = ["Xvfb", display, "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
        for command in (screen, ["WebKitWebDriver", f"--port={port}"]):
            process = stack.enter_context(
                subprocess.Popen(  # noqa: S603
                    command,
                    env={**os.environ, "DISPLAY": display, "HOME": home, "XDG_RUNTIME_DIR": home},
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            stack.callback(process.terminate)
        _wait_for(Path(f"/tmp/.X11-unix/X{port}").exists)  # noqa: S108 - X's own place
        _wait_for(lambda: _listens(port))
        reader = WebKit(f"http://127.0.0.1:{port}", browser)
        stack.callback(reader.quit)
        yield reader


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _wait_for(ready: Callable[[], bool]) -> None:
    until = time.monotonic() + _patience
    while not ready():
        if time.monotonic() > until:
            raise TimeoutError("the browser did not start")
        time.sleep(0.05)
