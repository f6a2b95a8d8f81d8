"""Collects the labels that code has drawn on a page, such as the names of a figure's axes.

A label of the page's own text is checked with its source, and left with an empty ``data-label``.
One that code draws says what it names, and nothing in the source of a page vouches for it: so it
is pinned, by page and count, like any label by rule.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from attention_docs.numbers.accounts import has_numeral, short
from attention_docs.numbers.htmltree import Element, parse
from attention_docs.numbers.literal import any_of, numerals

if TYPE_CHECKING:
    from collections.abc import Iterable

_longest = 200


def drawn_labels(page: str, wording: Iterable[str] = ()) -> Counter[str]:
    """Count the labels with digits that code has drawn on a page of HTML.

    Parameters
    ----------
    page
        The HTML.
    wording
        Reviewed wordings. ``<hash of a commit>`` stands for every label with that reason.

    Examples
    --------
    >>> drawn_labels('<p data-label="a key">k₁</p><b data-label>k₂</b>')
    Counter({'k₁': 1})
    """
    known = set(wording)
    reviewed = any_of(known)
    found: Counter[str] = Counter()
    for element in parse(page).elements():
        reason = element.attributes.get("data-label")
        texts = [element.text()] if reason and f"<{reason}>" not in known else []
        for text in [*texts, *_spoken(element)]:
            if has_numeral(reviewed.sub(" ", text)):
                found[short(text.replace("^{", "").replace("}", ""), _longest)] += 1
    return found


def _spoken(element: Element) -> Iterable[str]:
    """Yield each text of an attribute that holds labels, with its values left out."""
    for name, text in element.attributes.items():
        behind = element.attributes.get(f"data-{name}-numbers", "").split()
        if "#label" in behind:
            values = iter(behind)
            yield re.sub(
                "|".join(re.escape(m.group()) for m in numerals(text)),
                lambda match, values=values: match[0] if next(values, "") == "#label" else "…",  # type: ignore[misc]
                text,
            )
