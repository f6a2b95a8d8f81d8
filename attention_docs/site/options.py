"""Reads a Markdown task list whose items are answers, each with a quoted reason.

``- [x] answer`` is the right one, ``- [ ] answer`` a wrong one; a quoted paragraph below each says
why. A quiz and a prediction are both made of such lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

_mark = re.compile(r"\[(?P<right>[ x])\] ")


@dataclass(frozen=True)
class Option:
    """One answer: its words, the reason below it, and whether it is the right one."""

    label: Element
    reason: Element
    right: bool


def read_options(items: Element, question: str, *, least: int) -> list[Option]:
    """Read a list of at least `least` answers, exactly one of them right.

    Raises
    ------
    ValueError
        If an item lacks its mark or its reason, or the list has too few answers or right ones;
        the message starts with `question`.
    """
    options = [_option(item, question) for item in items]
    right = sum(option.right for option in options)
    if right != 1 or len(options) < least:
        raise ValueError(
            f"{question} has {len(options)} options, {right} of them right; "
            f"it must have at least {least}, exactly one right"
        )
    return options


def _option(item: Element, question: str) -> Option:
    parts = list(item)
    if [part.tag for part in parts] != ["p", "blockquote"]:
        raise ValueError(
            f"{question}: an option holds {[part.tag for part in parts]}; "
            "it must hold one paragraph and one quoted reason, with an empty line between them"
        )
    label, reason = parts
    mark = _mark.match(label.text or "")
    if not mark:
        raise ValueError(f"{question}: option {label.text!r} must start with [ ] or [x]")
    label.text = (label.text or "")[mark.end() :]
    return Option(label, reason, right=mark["right"] == "x")


def move(source: Element, target: Element) -> Element:
    """Move the text and children of one element to the end of another that has no children."""
    target.text = (target.text or "") + (source.text or "")
    target.extend(list(source))
    return target
