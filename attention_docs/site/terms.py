"""Links the first use of each glossary word in a section to its definition.

The link works without scripts; ``docs/assets/page.mjs`` adds the card that shows the definition on
hover, focus and tap. Material's own tooltips and previews stay closed to touch, and its previews
need a published sitemap, so neither is used.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from attention_docs.site.text import replace_words

_entry = re.compile(
    r'^## (?P<word>.+?) \{#(?P<anchor>[\w-]+)(?: data-also="(?P<also>[^"]*)")?\}$', re.MULTILINE
)


def read_glossary(markdown: str) -> dict[str, str]:
    """Return the anchor of each word of a glossary page, in lower case.

    A word's other forms stand in the `data-also` of its heading.

    >>> read_glossary('## KV cache {#kv-cache data-also="caches"}')
    {'kv cache': 'kv-cache', 'caches': 'kv-cache'}
    """
    anchors: dict[str, str] = {}
    for entry in _entry.finditer(markdown):
        also = entry["also"].split(", ") if entry["also"] else []
        anchors |= dict.fromkeys((word.lower() for word in [entry["word"], *also]), entry["anchor"])
    return anchors


@dataclass
class _Page:
    """What is known of the page while it is read."""

    anchors: Mapping[str, str]
    address: str
    section: str | None = None
    used: set[str] = field(default_factory=set)

    def enter(self, element: Element) -> bool:
        if element.tag in ("h1", "h2"):
            self.section = element.get("id")
            self.used.clear()
        # A link inside a choice would be a control inside a control.
        return element.tag != "form"

    def link(self, match: re.Match[str]) -> Element | None:
        anchor = self.anchors[match[0].lower()]
        here = f"{self.address}#{anchor}"
        if anchor in self.used or here == f"#{self.section}":
            return None
        self.used.add(anchor)
        link = Element("a", {"class": "term", "href": here})
        link.text = match[0]
        return link


class _Terms(Treeprocessor):
    def __init__(self, md: Markdown, extension: TermsExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: Element) -> None:
        left = self.extension.not_here
        anchors = {w: to for w, to in self.extension.anchors.items() if to not in left}
        if not anchors:
            return
        words = "|".join(re.escape(word) for word in sorted(anchors, key=len, reverse=True))
        page = _Page(anchors, self.extension.address)
        replace_words(
            root,
            re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE),
            page.link,
            page.enter,
        )


class TermsExtension(Extension):
    """Holds the glossary's anchors and its address as seen from the page that is converted.

    `not_here` has the anchors of the words that mean something else on that page.
    """

    anchors: Mapping[str, str]
    address: str
    not_here: Collection[str]

    def __init__(self) -> None:
        super().__init__()
        self.anchors, self.address, self.not_here = {}, "", ()

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processor after attributes such as ids are in place."""
        md.treeprocessors.register(_Terms(md, self), "terms", priority=6)


glossary = TermsExtension()


def makeExtension() -> TermsExtension:  # noqa: N802 - Python-Markdown's name
    """Return the one extension, which the build tells of the glossary and of each page."""
    return glossary
