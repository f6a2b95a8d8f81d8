"""What the build emits so that a reader can run the code: toolbars, and the runtime."""

from __future__ import annotations

import hashlib
import html
import json
import re
from pathlib import Path

from attention_docs.site import pyodide
from attention_docs.site.wheel import build_wheel

FOLDER = "assets/live"
SECONDS_ALLOWED = 30

_block = re.compile(r'<div class="language-pycon highlight">.*?</pre></div>', re.DOTALL)
_tag = re.compile(r"<[^>]+>")

# Those that only sometimes apply stand last, so that the others stay put.
_buttons = (
    ("run", "Run", False),
    ("edit", "Edit", False),
    ("copy", "Copy", False),
    ("reset", "Reset", True),
    ("link", "Link", True),
    ("stop", "Stop", True),
)

_toolbar = (
    '<div class="live__bar" role="group" aria-label="This code">'
    + "".join(
        f'<button type="button" data-live="{name}"{" hidden" if hidden else ""}>{label}</button>'
        for name, label, hidden in _buttons
    )
    + '<span class="live__said" role="status"></span></div>'
)


def add_toolbars(page: str) -> str:
    """Put a toolbar under each doctest block; the block's id changes with its text.

    Examples
    --------
    >>> block = '<div class="language-pycon highlight"><pre><code>&gt;&gt;&gt; x</code></pre></div>'
    >>> add_toolbars(block).startswith('<div class="live" data-block="f1ff83"><div class="lang')
    True
    >>> add_toolbars("<p>prose</p>")
    '<p>prose</p>'
    """

    def equipped(match: re.Match[str]) -> str:
        text = html.unescape(_tag.sub("", match[0]))
        block = hashlib.sha256(text.encode()).hexdigest()[:6]
        return f'<div class="live" data-block="{block}">{match[0]}{_toolbar}</div>'

    return _block.sub(equipped, page)


def emit_runtime(root: Path, site: Path, runtime: Path | None, *, setup: str) -> None:
    """Put the runtime, this package's wheel and the list of both into the built site.

    Parameters
    ----------
    root : Path
        The checkout, from which the wheel is built.
    site : Path
        The folder of the built site.
    runtime : Path or None
        The folder with the pinned files. Without it the list is empty, and Run tells the reader so.
    setup : str
        The code that runs before any page's.
    """
    folder = site / FOLDER
    files = []
    if runtime is not None:
        home = f"pyodide-{pyodide.VERSION}"
        pyodide.place(runtime, folder / home)
        files = [
            _listed(folder, f"{home}/{file.name}", file.label, runtime / file.name)
            for file in pyodide.FILES
        ]
        wheel = build_wheel(root, folder)
        files.append(_listed(folder, wheel.name, "this site’s package", wheel))
    listing = {
        "seconds": SECONDS_ALLOWED,
        "setup": setup,
        "lock": pyodide.LOCK,
        "files": files,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "runtime.json").write_text(json.dumps(listing, indent=1, ensure_ascii=False), "utf-8")


def _listed(folder: Path, path: str, label: str, measured: Path) -> dict[str, str | int]:
    content = (folder / path).read_bytes()
    return {
        "path": path,
        "label": label,
        "sha256": hashlib.sha256(content).hexdigest(),
        "size": len(content),
        "transfer": pyodide.transfer_size(measured),
    }
