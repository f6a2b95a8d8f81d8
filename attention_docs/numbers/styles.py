"""Counts the numerals that a style sheet puts on a page, by its ``content``."""

from __future__ import annotations

import re

from attention_docs.numbers.accounts import Unbound, short

_content = re.compile(r"""(?<![\w-])content\s*:\s*(?P<value>(?:"[^"]*"|'[^']*'|[^;}"'])*)""")
_text = re.compile(r""""[^"]*"|'[^']*'""")
_escape = re.compile(r"\\[0-9a-fA-F]{1,6}\s?")


def style_census(sheet: str) -> list[Unbound]:
    r"""Find every numeral that a style sheet prints, of which nothing can stand behind any.

    Examples
    --------
    >>> [found.numeral for found in style_census('b::after { content: "5 of " attr(title) }')]
    ['5']
    """
    found = []
    for match in _content.finditer(sheet):
        for text in _text.findall(match["value"]):
            line = sheet.count("\n", 0, match.start()) + 1
            found += [
                Unbound(line, "content", run, short(text), "nothing can stand behind it")
                for run in re.findall(r"\d[\d.,]*", _escape.sub(" ", text))
            ]
    return found
