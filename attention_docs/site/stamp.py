"""Marks every file of a built site with the build that it belongs to.

GitHub Pages lets a browser keep each file for ten minutes, so that after a new build a page can be
old, and the script that it fetches new. A page therefore asks for its own files with the build's id
in the query, and a script looks at the id of the page, or in a worker at the query with which it
was asked for: a script of another build says so, by an event that the page's note waits for, and
does nothing else.

The id is a hash of all that the site holds, so that the same sources give the same id.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

_length = 8
# The browser's Python is pinned by version in its path and by hash in the list of its files.
_pinned = re.compile(r"/pyodide-[\d.]+/|\.whl$")
_file = r"[\w./${}-]+\.(?:mjs|js|json|css)"
_asked_by_page = re.compile(
    rf'(?P<before>(?:href|src)="|"search": ")(?P<file>(?:[./]*|/[^":?#]*?/)assets/{_file})(?=")'
)
# What comes behind a file's name adds to its query.
_asked_by_script = re.compile(
    r'(?P<before>["`]|new URL\(")'
    rf'(?P<file>(?:\.{{1,2}}/|(?<=URL\("))(?!pyodide){_file})(?=["`]|\${{)'
)

# Runs first in every module, although its imports stand behind it and are done before. Every module
# carries it, so it is short.
_guard = """\
if ((globalThis.document?.documentElement.dataset.build ??
new URL(import.meta.url).searchParams.get("v")) !== "%s") {
globalThis.document?.dispatchEvent(new Event("otherbuild"));
throw Error("A script of another build.");
}
"""


def build_id(site: Path) -> str:
    """Return a short hash of the names and contents of all files of a built site."""
    digest = hashlib.sha256()
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        if not _pinned.search(path.as_posix()):
            digest.update(path.relative_to(site).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:_length]


def stamped_page(page: str, build: str) -> str:
    """Return a page that names its build, and asks for its scripts, styles and data by it.

    >>> stamped_page('<html lang="en"><script src="../assets/page.mjs">', "c0ffee")
    '<html data-build="c0ffee" lang="en"><script src="../assets/page.mjs?v=c0ffee">'
    """
    page = _asked_by_page.sub(rf"\g<before>\g<file>?v={build}", page)
    return re.sub(r'<(?=html\b|div class="stale)(\w+)', rf'<\1 data-build="{build}"', page)


def stamped_script(script: str, build: str) -> str:
    """Return a module that asks for others of its own build, and runs in no other.

    >>> print(stamped_script('import { a } from "./a.mjs";', "c0ffee").splitlines()[-1])
    import { a } from "./a.mjs?v=c0ffee";
    """
    return _guard % build + _asked_by_script.sub(rf"\g<before>\g<file>?v={build}", script)


def stamp(site: Path) -> str:
    """Mark the pages and our own scripts of a built site, and return the build's id."""
    build = build_id(site)
    for path in site.rglob("*.html"):
        path.write_text(stamped_page(path.read_text("utf-8"), build), "utf-8")
    for path in site.rglob("*.mjs"):
        if not _pinned.search(path.as_posix()):
            path.write_text(stamped_script(path.read_text("utf-8"), build), "utf-8")
    return build
