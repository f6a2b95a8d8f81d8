"""Gives the lesson's symbols one look everywhere: q, and the keys and values of two tokens.

``q``, ``k₁`` or ``v₂`` standing alone in prose becomes ``<var class="query">q</var>`` and so on;
the style sheet and the formulas use the same classes.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from attention_docs.site.text import replace_words

_symbol = re.compile(r"(?<![\w₁₂])(?:q|[kv][₁₂])(?![\w₁₂'’])")
_classes = {"q": "query", "₁": "key-1", "₂": "key-2"}


def _marked(match: re.Match[str]) -> Element:
    symbol = match[0]
    var = Element("var", {"class": _classes[symbol[-1]]})
    var.text = symbol
    return var


class _Symbols(Treeprocessor):
    def run(self, root: Element) -> None:
        replace_words(root, _symbol, _marked)


class SymbolsExtension(Extension):
    """Marks symbols after inline Markdown was parsed and before terms are linked."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processor."""
        md.treeprocessors.register(_Symbols(md), "symbols", priority=7)


def makeExtension() -> SymbolsExtension:  # noqa: N802 - Python-Markdown's name
    """Return the extension, as Python-Markdown asks for it."""
    return SymbolsExtension()
