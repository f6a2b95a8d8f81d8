"""Reads files that print no results, such as ``CITATION.cff``: each numeral in them is a name."""

from __future__ import annotations

import re

from attention_docs.numbers.numeral import Numeral
from attention_docs.numbers.page import Page
from attention_docs.numbers.spans import Span

_word = re.compile(r"[^\s\"'`<>()\[\]{},;|]*\d[^\s\"'`<>()\[\]{},;|]*")


def name_unbound(page: Page) -> None:
    """Take each numeral of a page that nothing binds for part of a name."""
    named = [numeral for numeral in page.numerals if numeral.role == "unbound"]
    starts = {numeral.at.start for numeral in named}
    for match in _word.finditer(page.text):
        if any(at in starts for at in range(*match.span())):
            page.pinned.append((match.group().rstrip(".:"), Span(*match.span())))
    for numeral in named:
        numeral.role = "symbol"


def read_names(text: str) -> Page:
    r"""Read a file so that each word with a digit is a label by rule.

    Examples
    --------
    >>> read_names("version: 0.1.0\ndate: 2017-06-12\n").pinned
    [('0.1.0', Span(start=9, end=14)), ('2017-06-12', Span(start=21, end=31))]
    """
    page = Page(text, [], [], [], [])
    for match in _word.finditer(text):
        at = Span(match.start(), match.start() + len(match.group().rstrip(".:")))
        word = text[at.start : at.end]
        page.numerals.append(Numeral(at, word, 0, role="symbol"))
        page.pinned.append((word, at))
    return page
