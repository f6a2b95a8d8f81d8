"""Counts the numerals of built HTML that nothing stands behind.

A second pair of eyes: it knows no Markdown and trusts no build. A numeral is accounted for inside a
``<data value>`` or ``data-value`` element whose text is the right rounding of that value, in the
part of a ``<pre>`` that ran and was compared, or in wording that was reviewed. A list in
``data-value``, as JSON, repeats what the elements inside carry one by one. What stands inside
``data-label`` is a name: `drawn` holds those that code has drawn to what was reviewed. Where
no element can stand, as in ``alt``, the attribute ``data-alt-numbers`` lists what stands
behind each numeral in order: a value, ``#page`` for a label that was checked with its page, or
``#label`` for one drawn by code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from attention_docs.numbers.accounts import (
    Unbound,
    all_text,
    has_numeral,
    is_read,
    plain_text,
    short,
    trimmed,
    why_wrong,
)
from attention_docs.numbers.claims import Columns, columns
from attention_docs.numbers.fences import session
from attention_docs.numbers.htmltree import Element, parse
from attention_docs.numbers.literal import any_of, numerals
from attention_docs.numbers.styles import style_census
from attention_docs.numbers.visible import is_shortcode, tex_unseen

_unread = frozenset({"script", "style", "template", "annotation"})
_ran = "code that ran"
_named_by_rule = ("footnote-backref", "footnote-ref", "linenos")


@dataclass(frozen=True)
class Accounts:
    """What a census may take for accounted for.

    Attributes
    ----------
    ran
        The text of each block of code that ran on the page, output included, each with the places
        in it that nothing compares.
    wording
        Reviewed wordings, which may stand anywhere.
    comma
        Whether decimals follow a comma.
    """

    ran: Mapping[str, Iterable[Columns]] = field(default_factory=dict)
    wording: Iterable[str] = ()
    comma: bool = False


def census(page: str, accounts: Accounts | None = None) -> list[Unbound]:
    """Find every numeral of a page, or of an SVG file, that nothing stands behind.

    Parameters
    ----------
    page
        The HTML of the page.
    accounts
        What is known of it.

    Examples
    --------
    >>> page = '<p><data value="0.6697">0.67</data> of <b data-label>2</b>, not 3</p>'
    >>> [(unbound.place, unbound.numeral) for unbound in census(page)]
    [('p', '3')]
    """
    found = _Census(accounts or Accounts())
    found.look(parse(page))
    return found.unbound


class _Census:
    def __init__(self, accounts: Accounts) -> None:
        self.ran = {"\n".join(trimmed(code)): places for code, places in accounts.ran.items()}
        self.reviewed = any_of(accounts.wording)
        self.comma = accounts.comma
        self.unbound: list[Unbound] = []

    def blame(self, element: Element, place: str, numeral: str, text: str, message: str) -> None:
        where = f"{element.name} {place}".strip()
        self.unbound.append(Unbound(element.line, where, numeral, short(text), message))

    def look(self, root: Element) -> None:
        """Look at every element that is read, and no further into those accounted for."""
        waiting = [root]
        while waiting:
            element = waiting.pop()
            if element.name in _unread or element.name == "kbd":
                if element.name == "style":
                    self.unbound += style_census(plain_text(element))
                continue
            if any(map(element.has_class, _named_by_rule)):
                continue
            self.attributes(element)
            if "data-label" in element.attributes:
                if element.attributes["data-label"] == _ran:
                    self.claims(element, columns(session(plain_text(element).strip("\n"))))
                continue
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
            if is_read(element, name) and has_numeral(value) and not is_shortcode(value):
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
            why = why_wrong(text, value, comma=self.comma)
            if why:
                self.blame(element, "", text, text, why)
            return True
        if behind is not None or element.name in ("title", "option", "textarea"):
            self.plain(element, "", element.text(), behind or "")
            return True
        if element.name == "pre" and (code := "\n".join(trimmed(plain_text(element)))) in self.ran:
            self.claims(element, self.ran[code])
            return True
        return element.name == "a" and element.attributes.get("href", " ") == element.text().strip()

    def claims(self, block: Element, places: Iterable[Columns]) -> None:
        """Look at what of a block that ran was not compared."""
        lines = trimmed(plain_text(block, without=" "))
        for row, start, end in places:
            text = lines[row][start:end]
            for match in self.numerals(text):
                self.blame(block, "", match.group(), text, "nothing compares this part of the code")

    def numerals(self, text: str) -> Iterable[re.Match[str]]:
        """Find the numerals of a text that stand in no reviewed wording."""
        return numerals(self.reviewed.sub(" ", text), comma=self.comma)

    def collected(self, element: Element, values: str) -> None:
        """Hold a list of values to those of the elements inside, which account for its numerals."""
        inside = [part.attributes.get("data-value") for part in element.elements()][1:]
        if values != f"[{', '.join(value for value in inside if value is not None)}]":
            self.blame(element, "", values, element.text(), "the elements inside have other values")

    def texts(self, element: Element) -> None:
        for child in element.children:
            if isinstance(child, str) and has_numeral(child):
                for match in self.numerals(child):
                    self.blame(element, "", match.group(), child, "nothing stands behind it")

    def plain(self, element: Element, place: str, text: str, behind: str) -> None:
        """Hold a text that cannot hold elements to the list of what stands behind it."""
        values = behind.split()
        is_formula = element.has_class("formula")
        for match in self.numerals(tex_unseen.sub("", text) if is_formula else text):
            value = values.pop(0) if values else ""
            is_label = value in ("#page", "#label")
            why = None if is_label else why_wrong(match.group(), value, comma=self.comma)
            if why and is_formula and match["sign"]:
                why = why_wrong(match.group()[match.end("sign") - match.start() :], value)
            if why:
                self.blame(element, place, match.group(), text, why)

    def formula(self, element: Element) -> list[Element]:
        """Hold the half of a formula that is read out to the half that is seen."""
        halves = [child for child in element.children if not isinstance(child, str)]
        spoken = [half for half in halves if half.has_class("katex-mathml")]
        seen = [half for half in halves if not half.has_class("katex-mathml")]
        said = Counter("".join(_numeric(all_text(half)) for half in spoken))
        printed = Counter("".join(_numeric(half.text()) for half in seen))
        if spoken and said != printed:
            message = "its MathML has other digits"
            self.blame(element, "", "".join(said.elements()), element.text(), message)
        return seen


def _numeric(text: str) -> str:
    return "".join(filter(str.isnumeric, text))
