"""What of HTML and TeX a reader sees or hears."""

from __future__ import annotations

import re

_named = frozenset({"alt", "title", "placeholder", "label", "summary", "aria-label"})
_aria_that_point = frozenset(
    f"aria-{name}"
    for name in (
        *("activedescendant", "controls", "describedby", "details", "errormessage", "flowto"),
        *("labelledby", "owns", "colcount", "colindex", "colspan", "level", "posinset"),
        *("rowcount", "rowindex", "rowspan", "setsize"),
    )
)

tex_unseen = re.compile(
    r"\\\\\[[^\]]*\]|\\begin\{(?:array|subarray|alignedat)\}(?:\[\w\])?\{[^{}]*\}"
    r"|\\(?:[hv]space|[hvm]?skip|m?kern|color|textcolor|href|label|ref)\*?(?:\{[^{}]*\}|[\d.]+\w\w)"
)
"""What of a formula is layout, or an address."""


def is_shortcode(text: str) -> bool:
    """Say whether a text is the name of an emoji, which its picture shows on pointing.

    Examples
    --------
    >>> is_shortcode(":+1:"), is_shortcode("1:2")
    (True, False)
    """
    return re.fullmatch(r":[\w+-]+:", text) is not None


def is_shown(attribute: str) -> bool:
    """Say whether an attribute's value is read by readers, rather than by programs alone.

    Examples
    --------
    >>> [is_shown(name) for name in ("alt", "aria-valuetext", "aria-labelledby", "href")]
    [True, True, False, False]
    """
    name = attribute.lower()
    return name in _named or (name.startswith("aria-") and name not in _aria_that_point)
