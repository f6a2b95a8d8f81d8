"""Cuts the formulas' fonts to the characters that the built pages show, and embeds them.

Six files of fonts become part of KaTeX's style sheet at a fraction of their size, so that a formula
is in its own font from the first moment and nothing shifts.
"""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset

_formula = re.compile(r'<span class="katex-html".*?(?=<math|</p>|</div>|</li>|</td>|$)', re.DOTALL)
_shown = re.compile(r'class="(?P<classes>[^"]*)"[^>]*>(?P<text>[^<]+)|>(?P<plain>[^<]+)')
_face = re.compile(r"@font-face\{[^}]*?url\((?P<path>fonts/KaTeX_(?P<font>[\w-]+)\.woff2)\)[^}]*\}")
_fonts = {
    "mathnormal": "Math-Italic",
    "small-op": "Size1-Regular",
    "large-op": "Size2-Regular",
    "size1": "Size1-Regular",
    "size2": "Size2-Regular",
    "size3": "Size3-Regular",
    "size4": "Size4-Regular",
    "delim-size1": "Size1-Regular",
    "delim-size4": "Size4-Regular",
}


def characters_by_font(page: str) -> dict[str, set[str]]:
    """Return the characters that the formulas of a built page show in each of KaTeX's fonts.

    >>> shown = characters_by_font('<span class="katex-html"><i class="mathnormal">k</i>=')
    >>> sorted(shown.items())
    [('Main-Regular', {'='}), ('Math-Italic', {'k'})]
    """
    characters: defaultdict[str, set[str]] = defaultdict(set)
    for formula in _formula.findall(page):
        for shown in _shown.finditer(formula):
            classes = (shown["classes"] or "").split()
            font = next((_fonts[name] for name in classes if name in _fonts), "Main-Regular")
            characters[font] |= set(html.unescape(shown["text"] or shown["plain"]))
    return characters


def cut_font(path: Path, characters: Iterable[str]) -> bytes:
    """Return the font of a file with no more glyphs than `characters` need, as WOFF2."""
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, name_IDs=[])
    font = subset.load_font(path, options)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(characters)))
    cutter.subset(font)
    cut = io.BytesIO()
    subset.save_font(font, cut, options)
    return cut.getvalue()


def embed_fonts(site: Path) -> None:
    """Rewrite KaTeX's style sheet in a built site so that it holds the fonts its pages need."""
    characters: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted(site.rglob("*.html")):
        for font, shown in characters_by_font(path.read_text("utf-8")).items():
            characters[font] |= shown
    sheet = site / "assets/katex/katex.min.css"

    def embedded(face: re.Match[str]) -> str:
        if face["font"] not in characters:
            return ""
        cut = cut_font(sheet.parent / face["path"], characters[face["font"]])
        return face[0].replace(
            face["path"], f"data:font/woff2;base64,{base64.b64encode(cut).decode()}"
        )

    sheet.write_text(_face.sub(embedded, sheet.read_text("utf-8")), "utf-8")
    shutil.rmtree(sheet.parent / "fonts")
