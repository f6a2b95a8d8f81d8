"""Puts the browser's Python into the built site: Pyodide, this package, and the list of both."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from attention_docs.site.pyodide import FILES, LOCK, VERSION, Pinned
from attention_docs.site.wheel import build_wheel

FOLDER = "assets/live"
SECONDS_ALLOWED = 30


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
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    if runtime is not None:
        home = f"pyodide-{VERSION}"
        place(runtime, folder / home)
        files = [_listed(folder, f"{home}/{file.name}", file) for file in FILES]
        wheel = build_wheel(root, folder)
        files.append(_listed(folder, wheel.name, _ours(wheel)))
    listing = {"seconds": SECONDS_ALLOWED, "setup": setup, "lock": LOCK, "files": files}
    (folder / "runtime.json").write_text(json.dumps(listing, indent=1, ensure_ascii=False), "utf-8")


def place(runtime: Path, target: Path, files: Iterable[Pinned] = FILES) -> None:
    """Put the runtime's files into a folder of the built site.

    They are linked where the file system can do so: `mkdocs serve` clears its folder at each
    rebuild, and need not copy them again.
    """
    target.mkdir(parents=True, exist_ok=True)
    for file in files:
        path = target / file.name
        path.unlink(missing_ok=True)
        try:
            os.link(runtime / file.name, path)
        except OSError:
            shutil.copyfile(runtime / file.name, path)


def _ours(wheel: Path) -> Pinned:
    content = wheel.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return Pinned(wheel.name, digest, len(content), "this site’s package")


def _listed(folder: Path, path: str, file: Pinned) -> dict[str, str | int]:
    return {
        "path": path,
        "label": file.label,
        "sha256": file.sha256,
        "size": (folder / path).stat().st_size,
        "transfer": file.transfer,
    }
