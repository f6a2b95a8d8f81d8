"""Makes small pages that hold figures, and serves them, so that figures can be seen and driven."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree

from attention_docs.site.figures import carry, draw

assets = Path(__file__).parents[2] / "docs" / "assets"

_colours = """
:root {
  --paper: #fdfcf9; --panel: #f4f1ea; --ink: #1c2230; --ink-soft: #545c6e; --line: #d9d4c8;
  --query: #6b3fb8; --key-1: #00687a; --key-2: #a8480a;
  --query-soft: #ebe2f9; --key-1-soft: #d5edf0; --key-2-soft: #fae3d2; --accent: #2453b3;
  --radius: 6px;
  --mono: "DejaVu Sans Mono", ui-monospace, monospace; --sans: "DejaVu Sans", system-ui, sans-serif;
}
[data-md-color-scheme="slate"] {
  --paper: #13161d; --panel: #1c212b; --ink: #e7e9ef; --ink-soft: #a5adbd; --line: #353c4a;
  --query: #c4a8ff; --key-1: #5fcbdc; --key-2: #ffb27a;
  --query-soft: #33284d; --key-1-soft: #10373e; --key-2-soft: #46290f; --accent: #8fb4ff;
  color-scheme: dark;
}
body {
  max-width: 46em; margin: 0 auto; padding: 1em; color: var(--ink); font: 16px/1.6 var(--sans);
  background: var(--paper);
}
button { background: transparent; border: 0; }
a { color: var(--accent); }
"""


def page(*figures: str, scheme: str = "default") -> str:
    """Return a page that holds the HTML of `figures`, with the styles they need."""
    sheets = "".join(
        f'<link rel="stylesheet" href="assets/figures/{sheet.name}">'
        for sheet in sorted((assets / "figures").glob("*.css"))
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Figures</title>'
        '<link rel="icon" href="data:,">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_colours}</style>{sheets}"
        '<script type="module" src="assets/figures/figure.mjs"></script></head>'
        f'<body data-md-color-scheme="{scheme}"><main class="md-typeset">{"".join(figures)}</main>'
        "</body></html>"
    )


def copy_assets(target: Path) -> None:
    """Copy what pages load, as the build does."""
    copytree(assets, target)
    carry(target / "figures")


def write(folder: Path, names: tuple[str, ...]) -> None:
    """Write one page for each figure, in light and dark, and what the pages load."""
    copy_assets(folder / "assets")
    for name in names:
        caption = "A caption says in a sentence what to see, and what to try."
        for scheme in ("default", "slate"):
            text = page(draw(name, caption), scheme=scheme)
            (folder / f"{name}-{scheme}.html").write_text(text, encoding="utf-8")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve `folder` and yield its address."""
    handler = functools.partial(_Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
