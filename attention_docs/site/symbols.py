"""Gives the lesson's symbols one look everywhere, in prose as in formulas.

A symbol standing alone becomes a ``<var>``: vectors and sizes such as ``k`` or ``d``, matrices such
as ``Q``. The query, and the keys and values of two tokens, have a class and with it a colour of
their own: ``q`` becomes ``<var class="query">q</var>``, ``k₁`` ``<var class="key-1">k₁</var>``.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from attention_docs.site.text import replace_words

_symbol = re.compile(r"(?<![\w₁₂'’-])(?:q|[kv][₁₂]?|[dpQKVX](?!-))(?:(?=ᵀ)|(?![\w₁₂'’]))")
_classes = {"q": "query", "₁": "key-1", "₂": "key-2"}


def _marked(match: re.Match[str]) -> Element:
    symbol = match[0]
    look = _classes.get(symbol[-1])
    var = Element("var", {"class": look} if look else {})
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
