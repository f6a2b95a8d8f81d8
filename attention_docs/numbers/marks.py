"""Carries what is known of each numeral through the conversion of Markdown to HTML.

Before the conversion a numeral is wrapped in three characters of Unicode's private use area, and
its number in the registry is written in sixteen others. To Markdown, TeX, slugs and syntax
highlighting these mean nothing. After it, each pair becomes an element, or plain text where no
element can stand.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from attention_docs.numbers.comparison import significant
from attention_docs.numbers.visible import is_shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from attention_docs.numbers.check import Result
    from attention_docs.numbers.numeral import Numeral
    from attention_docs.numbers.spans import Span

opening, between, closing = "\ue000", "\ue001", "\ue002"
_first_digit = 0xE010
_digits = "".join(chr(_first_digit + digit) for digit in range(16))
marks = re.compile(f"{opening}[{_digits}]*{between}|[{opening}-{closing}{_digits}]")
pair = re.compile(
    rf"{opening}(?P<id>[{_digits}]+){between}(?P<text>[^{opening}{closing}]*){closing}"
)
_to_hexadecimal = {_first_digit + digit: f"{digit:x}" for digit in range(16)}

_tag_with_marks = re.compile(
    r"""<(?P<name>[A-Za-z][\w:-]*)(?P<rest>(?:[^<>"']|"[^"]*"|'[^']*')*?)(?P<end>\s*/?>)"""
)
_attribute = re.compile(r"""([^\s"'=<>/]+)\s*=\s*("[^"]*"|'[^']*')""")
_text_only = re.compile(
    r"<(?P<name>title|textarea|option|script|style)(?P<rest>\b[^>]*)>(?P<text>.*?)</(?P=name)\s*>",
    re.DOTALL | re.IGNORECASE,
)
_drawing = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_error_of_highlighting = re.compile(rf'<span class="err">([{opening}-{closing}{_digits}]+)</span>')
_formula_part = re.compile(r'<span class="enclosing" data-n="(\d+)">')
_formula = re.compile(r"\$\$[^<>$]*\$\$|\$[^<>$]*\$|\\\([^<>]*?\\\)|\\\[[^<>]*?\\\]")
_span = re.compile(r"<(/?)span\b[^>]*>")
_tag = re.compile(r"<(/?)([A-Za-z][\w:-]*)[^>]*?(/?)>")
_void = frozenset({"br", "img", "input", "wbr", "hr"})
_in_addresses = re.compile(r"(?:%EE%8[0-3]%[89AB][0-9A-F])+", re.IGNORECASE)
_spelled_out = re.compile(
    r"(?:\\ue0[01][0-9a-f]|&#(?:5734[4-9]|573[5-6]\d|5737[0-5]|xe0[01][0-9a-f]);)+", re.IGNORECASE
)


class Entry(NamedTuple):
    """The value behind a numeral, as HTML has it, and its expression; both empty for a label.

    `in_tex` says that it stands in a formula.
    """

    value: str
    expression: str
    in_tex: bool = False


@dataclass
class Registry:
    """The numerals of all pages; a page's title may be shown on any other."""

    entries: list[Entry]

    def add(self, entry: Entry) -> int:
        """Keep an entry, and return its number."""
        self.entries.append(entry)
        return len(self.entries) - 1

    def open_element(self, number: int, *, name: str, more: str = "") -> str:
        """Return the start tag for an entry: a value with its expression, or a label."""
        entry = self.entries[number]
        if not entry.expression:
            return f"<{'span' if name == 'data' else name}{more} data-label>"
        value = "value" if name == "data" else "data-value"
        expression = html.escape(entry.expression)
        return f'<{name}{more} {value}="{html.escape(entry.value)}" data-expr="{expression}">'

    def close_element(self, number: int, *, name: str) -> str:
        """Return the end tag for an entry."""
        is_label = name == "data" and not self.entries[number].expression
        return "</span>" if is_label else f"</{name}>"


def wrap(number: int, text: str) -> str:
    """Mark a numeral with its number in the registry.

    Examples
    --------
    >>> strip(wrap(7, "0.67"))
    '0.67'
    """
    identity = "".join(_digits[int(digit, 16)] for digit in f"{number:x}")
    return f"{opening}{identity}{between}{text}{closing}"


def number_of(match: re.Match[str]) -> int:
    """Return the registry's number from a match of `pair`."""
    return int(match["id"].translate(_to_hexadecimal), 16)


def strip(text: str) -> str:
    """Remove every mark, and leave what it marked."""
    return marks.sub("", text)


def strip_file(text: str) -> str:
    """Remove every mark from a file of any kind, which may spell them in ASCII."""
    return strip(_spelled_out.sub("", text))


def marked(result: Result, registry: Registry) -> str:
    """Return the source of a page with its numerals marked and its bindings taken out."""
    entries = [(numeral.around, _entry(numeral, result)) for numeral in result.page.numerals]
    numbered = [(at, registry.add(entry)) for at, entry in entries if entry is not None]
    return with_marks(result.page.text, result.page.unseen, numbered)


def with_marks(text: str, unseen: Iterable[Span], numerals: Iterable[tuple[Span, int]]) -> str:
    """Return a text with some stretches marked, each with its number, and others taken out."""
    edits: list[tuple[Span, str]] = [(_whole_lines(text, at), "") for at in unseen]
    edits += [(at, wrap(number, text[at.start : at.end])) for at, number in numerals]
    pieces: list[str] = []
    reached = 0
    for at, replacement in sorted(edits):
        if at.start >= reached:
            pieces += [text[reached : at.start], replacement]
            reached = at.end
    return "".join(pieces) + text[reached:]


def _entry(numeral: Numeral, result: Result) -> Entry | None:
    if numeral.role in ("label", "symbol"):
        return Entry("", "", numeral.in_tex)
    if numeral.role != "bound" or numeral.at.start not in result.values:
        return None
    value = significant(result.values[numeral.at.start].number)
    return Entry(value, numeral.source, numeral.in_tex)


def _whole_lines(text: str, at: Span) -> Span:
    """Take a comment with its line where it has that line to itself."""
    line_start = text.rfind("\n", 0, at.start) + 1
    alone = not text[line_start : at.start].strip(" \t>")
    ends_line = text.startswith("\n", at.end)
    return type(at)(line_start, at.end + 1) if alone and ends_line else at


def finish(page: str, registry: Registry) -> str:
    """Turn the marks in a page of HTML into elements.

    Text gets ``<data value data-expr>`` or ``<span data-label>``; in SVG a ``tspan`` does as much.
    An attribute keeps its plain text, and what stands behind it goes into another: that of ``alt``
    into ``data-alt-numbers``, as values and ``#page`` for labels, in order.
    """
    if opening not in page and "data-n=" not in page and "%EE%8" not in page.upper():
        return page
    page = _in_addresses.sub("", page)
    page = _error_of_highlighting.sub(r"\1", page)
    page = _text_only.sub(lambda match: _plain_element(match, registry), page)
    page = _tag_with_marks.sub(lambda match: _plain_attributes(match, registry), page)
    page = _formula.sub(lambda match: _plain_formula(match, registry), page)
    page = _drawing.sub(lambda match: _elements(match.group(), registry, "tspan"), page)
    page = _elements(page, registry, "data")
    return strip(_formula_elements(page, registry))


def _elements(page: str, registry: Registry, name: str) -> str:
    def replace(match: re.Match[str]) -> str:
        text, number = match["text"], number_of(match)
        if not _is_balanced(text):
            return text
        start = registry.open_element(number, name=name)
        return start + text + registry.close_element(number, name=name)

    return pair.sub(replace, page)


def _is_balanced(text: str) -> bool:
    opened: list[str] = []
    for match in _tag.finditer(text):
        if not match[1]:
            if not match[3] and match[2] not in _void:
                opened.append(match[2])
        elif not opened or opened.pop() != match[2]:
            return False
    return not opened


def _numbers(text: str, registry: Registry) -> str:
    """List what stands behind the numerals of a plain text."""
    entries = [registry.entries[number_of(match)] for match in pair.finditer(text)]
    return " ".join(entry.value or "#page" for entry in entries)


def _plain_attributes(match: re.Match[str], registry: Registry) -> str:
    if opening not in match["rest"]:
        return match.group()
    added = [
        f' data-{attribute[1].lower()}-numbers="{_numbers(attribute[2], registry)}"'
        for attribute in _attribute.finditer(match["rest"])
        if opening in attribute[2] and (is_shown(attribute[1]) or attribute[1] == "content")
    ]
    return f"<{match['name']}{strip(match['rest'])}{''.join(added)}{match['end']}"


def _plain_element(match: re.Match[str], registry: Registry) -> str:
    name, rest, text = match["name"], match["rest"], match["text"]
    if opening not in text:
        return match.group()
    added = f' data-numbers="{_numbers(text, registry)}"' if name.lower() != "script" else ""
    return f"<{name}{rest}{added}>{strip(text)}</{name}>"


def _plain_formula(match: re.Match[str], registry: Registry) -> str:
    """Leave a formula that the browser sets in one piece, and list what stands behind it.

    KaTeX and MathJax find no formula whose delimiters stand in different elements.
    """
    text = match.group()
    entries = [registry.entries[number_of(part)] for part in pair.finditer(text)]
    if not entries or not all(entry.in_tex for entry in entries):
        return text
    return f'<span class="formula" data-numbers="{_numbers(text, registry)}">{strip(text)}</span>'


def _formula_elements(page: str, registry: Registry) -> str:
    """Give the numbered parts of formulas the element that other numerals have."""
    pieces: list[str] = []
    at = 0
    while match := _formula_part.search(page, at):
        number = int(match[1])
        start = registry.open_element(number, name="data", more=' class="enclosing"')
        pieces += [page[at : match.start()], start]
        depth, end = 1, match.end()
        for span in _span.finditer(page, match.end()):
            depth += -1 if span[1] else 1
            if depth == 0:
                end = span.start()
                break
        pieces += [page[match.end() : end], registry.close_element(number, name="data")]
        at = end + len("</span>")
    return "".join(pieces) + page[at:]
