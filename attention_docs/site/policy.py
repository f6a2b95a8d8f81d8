"""What the pages of a site may load and run: a Content Security Policy, in the pages themselves.

GitHub Pages sends no headers of ours, so the policy stands in a ``<meta>``. It is the same on all
pages, because instant navigation keeps that of the first. Scripts come from this site, or are among
those that the build wrote into the pages, known by their hashes.

Two allowances are the least that works: KaTeX places its glyphs by ``style`` attributes, and the
browser's Python is compiled to WebAssembly in a worker, whose files are read as blobs.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

_script = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
_data = re.compile(r'\bsrc=|\btype="application/')
_charset = '<meta charset="utf-8">'


def inline_scripts(page: str) -> list[str]:
    """Return the scripts that stand in a page itself.

    >>> inline_scripts('<script>go()</script><script src="a.js"></script>')
    ['go()']
    """
    found = _script.finditer(page)
    return [script["text"] for script in found if not _data.search(script["attributes"])]


def content_policy(scripts: Iterable[str], *, serving: bool = False) -> str:
    """Return the policy of pages that hold these scripts.

    `mkdocs serve` writes a script into each page that loads it anew after a change, with a number
    of its own, so that no hash can name it.

    >>> content_policy([]).split("; ")[:2]
    ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'"]
    """
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    hashes = sorted({f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests})
    allowed = ["'unsafe-inline'"] if serving else hashes
    directives = {
        "default-src": ["'none'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'", *allowed],
        "style-src": ["'self'", "'unsafe-inline'"],
        "style-src-elem": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["data:"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'", "blob:"],
        "form-action": ["'none'"],
        "base-uri": ["'none'"],
    }
    return "; ".join(" ".join([name, *sources]) for name, sources in directives.items())


def add_policy(site: Path, *, serving: bool = False) -> str:
    """Write the one policy into every page of a built site, and return it."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    scripts = (script for page in pages.values() for script in inline_scripts(page))
    policy = content_policy(scripts, serving=serving)
    meta = f'{_charset}<meta http-equiv="Content-Security-Policy" content="{policy}">'
    for path, page in pages.items():
        path.write_text(page.replace(_charset, meta, 1), "utf-8")
    return policy
