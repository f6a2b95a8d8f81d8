"""Parses HTML into a tree of elements, no more than a census needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_void = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"]
)


@dataclass(slots=True)
class Element:
    """An element: its name, attributes, line in the source, and what it holds in order."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list[Element | str] = field(default_factory=list)

    def has_class(self, name: str) -> bool:
        """Say whether it is of a class."""
        return name in self.attributes.get("class", "").split()

    def elements(self) -> Iterator[Element]:
        """Yield this element and all inside it, in order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if not isinstance(child, str)]

    def text(self) -> str:
        """Return all text inside, raised parts as ``^{…}``, so that 10⁻⁷ stays one numeral."""
        pieces: list[str] = []
        waiting: list[Element | str] = [self]
        while waiting:
            child = waiting.pop()
            if isinstance(child, str):
                pieces.append(child)
            elif child is not self and (child.name == "sup" or child.has_class("msupsub")):
                waiting += ["}", *reversed(child.children), "^{"]
            else:
                waiting += reversed(child.children)
        return "".join(pieces).replace("\u200b", "")


def parse(page: str) -> Element:
    """Parse a page; the root that is returned has no name.

    Examples
    --------
    >>> parse("<p>10<sup>-7</sup><br>b</p>").text()
    '10^{-7}b'
    """
    parser = _Parser()
    parser.feed(page)
    parser.close()
    return parser.root


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, 1)
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        element = Element(tag, attributes, self.getpos()[0])
        self.open[-1].children.append(element)
        if tag not in _void:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _void:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].name == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)
