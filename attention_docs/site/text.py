"""Rewrites words inside a parsed Markdown document, where they are prose."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

# Text inside these is not prose, or a link or heading already.
_closed = {
    "a",
    "button",
    "code",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "script",
    "style",
    "var",
}
_closed_classes = {"arithmatex", "highlight"}


def replace_words(
    element: Element,
    pattern: re.Pattern[str],
    replacement: Callable[[re.Match[str]], Element | None],
    enter: Callable[[Element], bool] = lambda _: True,
) -> None:
    """Replace each match in the prose below `element`, in reading order.

    `replacement` returns the element that takes the match's place, or None to leave it. `enter` is
    asked at each element whether the text inside it may be read.
    """
    closed = element.tag in _closed or _closed_classes & set(element.get("class", "").split())
    if not enter(element) or closed:
        return
    children = list(element)
    text, element.text = element.text, None
    for child in children:
        element.remove(child)
    _append(element, text, pattern, replacement)
    for child in children:
        tail, child.tail = child.tail, None
        element.append(child)
        replace_words(child, pattern, replacement, enter)
        _append(element, tail, pattern, replacement)


def _append(
    element: Element,
    text: str | None,
    pattern: re.Pattern[str],
    replacement: Callable[[re.Match[str]], Element | None],
) -> None:
    text = text or ""
    done = 0
    for match in pattern.finditer(text):
        if (new := replacement(match)) is not None:
            _append_text(element, text[done : match.start()])
            element.append(new)
            done = match.end()
    _append_text(element, text[done:])


def _append_text(element: Element, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
