"""Judges what is said to stand behind a text of built HTML, and says which texts are read."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from attention_docs.numbers.comparison import exact, mismatch, significant
from attention_docs.numbers.htmltree import Element
from attention_docs.numbers.literal import read
from attention_docs.numbers.visible import is_shown

_shown_meta = re.compile(r"description|(?:og|twitter):(?:title|description|image:alt)")
_hidden_inputs = frozenset({"hidden", "checkbox", "radio", "range", "color", "password", "file"})
_accounted = {"data-value", "data-label"}
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


def is_read(element: Element, attribute: str) -> bool:
    """Say whether a reader sees or hears an attribute of an element."""
    if attribute == "content":
        names = element.attributes.get("name", ""), element.attributes.get("property", "")
        return element.name == "meta" and any(map(_shown_meta.fullmatch, names))
    if attribute == "value":
        kind = element.attributes.get("type", "text").lower()
        return element.name == "input" and kind not in _hidden_inputs
    if attribute == "start":
        return element.name == "ol" and element.attributes["start"].strip() != "1"
    return is_shown(attribute)


def why_wrong(text: str, value: str, *, comma: bool = False) -> str | None:
    """Say why a numeral is not the right rounding of what is said to stand behind it."""
    if not value:
        return "nothing stands behind it"
    try:
        number, literal = exact(Decimal(value)), read(text, comma=comma)
    except InvalidOperation:
        return f"{value!r}, which stands behind it, is not a number"
    except ValueError as error:
        return str(error)
    if significant(number, _significant_digits) == significant(literal.number, _significant_digits):
        return None
    return mismatch(literal, number)


def has_numeral(text: str) -> bool:
    """Say whether a text holds a digit, or a character that stands for one."""
    return any(map(str.isnumeric, text))


def all_text(root: Element) -> str:
    """Return all text inside an element, that of attributes included, in no order."""
    pieces = []
    for element in root.elements():
        pieces += [child for child in element.children if isinstance(child, str)]
        pieces += [v for name, v in element.attributes.items() if is_read(element, name)]
    return " ".join(pieces)


def plain_text(root: Element, *, without: str = "") -> str:
    """Return the text inside an element; that of values and labels as blanks, if `without` says."""
    waiting: list[Element | str] = [root]
    pieces = []
    while waiting:
        child = waiting.pop()
        if isinstance(child, str):
            pieces.append(child)
        elif without and child is not root and _is_accounted(child):
            pieces.append(re.sub(r"[^\n]", without, plain_text(child)))
        else:
            waiting += reversed(child.children)
    return "".join(pieces)


def _is_accounted(element: Element) -> bool:
    return element.name == "data" or bool(element.attributes.keys() & _accounted)


def trimmed(text: str) -> list[str]:
    """Return the lines of some code without what renderers drop around them."""
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def short(text: str, most: int = 80) -> str:
    """Return a text in one line of limited length."""
    joined = " ".join(text.split())
    return joined if len(joined) <= most else f"{joined[: most - 1]}…"
