"""Counts the numerals of built HTML that nothing stands behind.

A second pair of eyes: it knows no Markdown and trusts no build. A numeral is accounted for inside a
``<data value>`` or ``data-value`` element whose text is the right rounding of that value, inside a
``data-label`` element, in a ``<pre>`` that holds code that ran, or in wording that was reviewed.
A list in ``data-value``, as JSON, repeats what the elements inside carry one by one.
Where no element can stand, as in ``alt``, the attribute ``data-alt-numbers`` lists what stands
behind each numeral in order: a value, or ``#label``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.comparison import exact, mismatch, significant
from attention_docs.numbers.htmltree import Element, parse
from attention_docs.numbers.literal import any_of, numerals, read
from attention_docs.numbers.visible import is_shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_unread = frozenset({"script", "style", "template", "annotation"})
_shown_meta = re.compile(r"description|(?:og|twitter):(?:title|description|image:alt)")
_buttons = frozenset({"button", "submit", "reset", "text", ""})
_significant_digits = 12


class Unbound(NamedTuple):
    """A numeral that nothing stands behind.

    Attributes
    ----------
    line
        The line of the HTML, from 1.
    place
        The element, and the attribute, that holds it.
    numeral, context
        The numeral, and the text that it stands in.
    message
        What is the matter with it.
    """

    line: int
    place: str
    numeral: str
    context: str
    message: str


def census(page: str, ran: Iterable[str] = (), wording: Iterable[str] = ()) -> list[Unbound]:
    """Find every numeral of a page that nothing stands behind.

    Parameters
    ----------
    page
        The HTML of the page.
    ran
        The text of each block of code that ran on this page, output included.
    wording
        Reviewed wordings with digits, which may stand anywhere.

    Examples
    --------
    >>> page = '<p><data value="0.6697">0.67</data> of <b data-label>2</b>, not 3</p>'
    >>> [(unbound.place, unbound.numeral) for unbound in census(page)]
    [('p', '3')]
    """
    found = _Census({_trimmed(text) for text in ran}, wording)
    found.look(parse(page))
    return found.unbound


def search_census(
    index: str, pages: Mapping[str, str], wording: Iterable[str] = ()
) -> list[Unbound]:
    """Find every numeral of MkDocs's search index that its page does not show.

    Parameters
    ----------
    index
        The text of ``search_index.json``.
    pages
        The HTML of each page, by its address as the index has it.
    wording
        Reviewed wordings with digits.
    """
    trees = {address: parse(page) for address, page in pages.items()}
    shown = {address: _digits(_all_text(tree)) for address, tree in trees.items()}
    # The index glues the cells of a table together: 0.71 and 2.03 become 0.712.03.
    glued = {address: _plain_text(tree) for address, tree in trees.items()}
    reviewed = any_of(wording)
    found = []
    for entry in json.loads(index)["docs"]:
        address = entry["location"].partition("#")[0]
        for part in ("title", "text"):
            text = reviewed.sub(" ", parse(entry[part]).text())
            found += [
                Unbound(1, f"{entry['location']} {part}", run, _short(text), "its page shows none")
                for run in re.findall(r"\d[\d.,]*", text)
                if not _digits(run) <= shown.get(address, set())
                and run not in glued.get(address, "")
            ]
    return found


class _Census:
    def __init__(self, ran: set[str], wording: Iterable[str]) -> None:
        self.ran = ran
        self.reviewed = any_of(wording)
        self.unbound: list[Unbound] = []

    def blame(self, element: Element, place: str, numeral: str, text: str, message: str) -> None:
        where = f"{element.name} {place}".strip()
        self.unbound.append(Unbound(element.line, where, numeral, _short(text), message))

    def look(self, root: Element) -> None:
        """Look at every element that is read, and no further into those accounted for."""
        waiting = [root]
        while waiting:
            element = waiting.pop()
            if element.name in _unread or "data-label" in element.attributes:
                continue
            if not element.has_class("footnote-backref"):
                self.attributes(element)
            inside = [child for child in element.children if not isinstance(child, str)]
            if element.has_class("katex"):
                inside = self.formula(element)
            elif self.is_accounted(element):
                continue
            else:
                self.texts(element)
            waiting += reversed(inside)

    def attributes(self, element: Element) -> None:
        for name, value in element.attributes.items():
            if _is_read(element, name) and _has_numeral(value):
                behind = element.attributes.get(f"data-{name}-numbers", "")
                self.plain(element, name, value, behind)

    def is_accounted(self, element: Element) -> bool:
        """Judge an element whose text something stands behind as a whole."""
        value = element.attributes.get("value" if element.name == "data" else "data-value")
        behind = element.attributes.get("data-numbers")
        if value is not None and value.startswith("["):
            self.collected(element, value)
            return False
        if value is not None:
            text = element.text().strip()
            why = _why_wrong(text, value)
            if why:
                self.blame(element, "", text, text, why)
            return True
        if behind is not None or element.name in ("title", "option", "textarea"):
            self.plain(element, "", element.text(), behind or "")
            return True
        if element.name == "pre":
            return _trimmed(_plain_text(element)) in self.ran
        return element.name == "a" and (
            element.has_class("footnote-ref")
            or element.attributes.get("href", " ") == element.text().strip()
        )

    def collected(self, element: Element, values: str) -> None:
        """Hold a list of values to those of the elements inside, which account for its numerals."""
        inside = [part.attributes.get("data-value") for part in element.elements()][1:]
        if values != f"[{', '.join(value for value in inside if value is not None)}]":
            self.blame(element, "", values, element.text(), "the elements inside have other values")

    def texts(self, element: Element) -> None:
        for child in element.children:
            if isinstance(child, str) and _has_numeral(child):
                for match in numerals(self.reviewed.sub(" ", child)):
                    self.blame(element, "", match.group(), child, "nothing stands behind it")

    def plain(self, element: Element, place: str, text: str, behind: str) -> None:
        """Hold a text that cannot hold elements to the list of what stands behind it."""
        values = behind.split()
        for match in numerals(self.reviewed.sub(" ", text)):
            value = values.pop(0) if values else ""
            why = None if value == "#label" else _why_wrong(match.group(), value)
            if why:
                self.blame(element, place, match.group(), text, why)

    def formula(self, element: Element) -> list[Element]:
        """Hold the half of a formula that is read out to the half that is seen."""
        halves = [child for child in element.children if not isinstance(child, str)]
        spoken = [half for half in halves if half.has_class("katex-mathml")]
        seen = [half for half in halves if not half.has_class("katex-mathml")]
        said = Counter("".join(_numeric(_all_text(half)) for half in spoken))
        printed = Counter("".join(_numeric(half.text()) for half in seen))
        if spoken and said != printed:
            message = "its MathML has other digits"
            self.blame(element, "", "".join(said.elements()), element.text(), message)
        return seen


def _is_read(element: Element, attribute: str) -> bool:
    if attribute == "content":
        names = element.attributes.get("name", ""), element.attributes.get("property", "")
        return element.name == "meta" and any(map(_shown_meta.fullmatch, names))
    if attribute == "value":
        return element.name == "input" and element.attributes.get("type", "") in _buttons
    return is_shown(attribute)


def _why_wrong(text: str, value: str) -> str | None:
    """Say why a numeral is not the right rounding of what is said to stand behind it."""
    if not value:
        return "nothing stands behind it"
    try:
        number, literal = exact(Decimal(value)), read(text)
    except InvalidOperation:
        return f"{value!r}, which stands behind it, is not a number"
    except ValueError as error:
        return str(error)
    if significant(number, _significant_digits) == significant(literal.number, _significant_digits):
        return None
    return mismatch(literal, number)


def _has_numeral(text: str) -> bool:
    return any(map(str.isnumeric, text))


def _numeric(text: str) -> str:
    return "".join(filter(str.isnumeric, text))


def _digits(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def _all_text(root: Element) -> str:
    pieces = []
    for element in root.elements():
        pieces += [child for child in element.children if isinstance(child, str)]
        pieces += [v for name, v in element.attributes.items() if _is_read(element, name)]
    return " ".join(pieces)


def _plain_text(root: Element) -> str:
    waiting: list[Element | str] = [root]
    pieces = []
    while waiting:
        child = waiting.pop()
        if isinstance(child, str):
            pieces.append(child)
        else:
            waiting += reversed(child.children)
    return "".join(pieces)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def _short(text: str, most: int = 80) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= most else f"{joined[: most - 1]}…"
