"""Cuts the formulas' fonts to the characters that the built pages show, and embeds them.

Six files of fonts become part of KaTeX's style sheet at a third of their size, so that a formula is
in its own font from the first moment and nothing shifts.
"""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
from pathlib import Path

from fontTools import subset

_visible = re.compile(r'<span class="katex-html".*?(?=<math|</p>|</div>|$)', re.DOTALL)
_tag = re.compile(r"<[^>]*>")
_source = re.compile(r"url\((?P<path>fonts/[\w-]+\.woff2)\)")


def characters_in_formulas(page: str) -> set[str]:
    """Return the characters of a built page that KaTeX's fonts may have to show.

    >>> sorted(characters_in_formulas('<span class="katex-html"><i>k</i><b>=</b></span>'))
    ['=', 'k']
    """
    shown = "".join(_visible.findall(page))
    return set(html.unescape(_tag.sub("", shown)))


def cut_font(path: Path, characters: set[str]) -> bytes:
    """Return the font of a file with no more glyphs than `characters` need, as WOFF2."""
    options = subset.Options(flavor="woff2", layout_features=[], notdef_outline=True)
    font = subset.load_font(path, options)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(characters)))
    cutter.subset(font)
    cut = io.BytesIO()
    subset.save_font(font, cut, options)
    return cut.getvalue()


def embed_fonts(site: Path) -> None:
    """Rewrite KaTeX's style sheet in a built site so that it holds its fonts, cut to size."""
    pages = [path.read_text("utf-8") for path in sorted(site.rglob("*.html"))]
    characters = set().union(*map(characters_in_formulas, pages))
    sheet = site / "assets/katex/katex.min.css"

    def embedded(match: re.Match[str]) -> str:
        cut = cut_font(sheet.parent / match["path"], characters)
        return f"url(data:font/woff2;base64,{base64.b64encode(cut).decode()})"

    sheet.write_text(_source.sub(embedded, sheet.read_text("utf-8")), "utf-8")
    shutil.rmtree(sheet.parent / "fonts")
