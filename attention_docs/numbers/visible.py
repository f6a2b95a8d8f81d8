"""Which attributes of HTML hold text that a reader sees or hears."""

from __future__ import annotations

_named = frozenset({"alt", "title", "placeholder", "label", "summary", "aria-label"})
_aria_that_point = frozenset(
    f"aria-{name}"
    for name in (
        *("activedescendant", "controls", "describedby", "details", "errormessage", "flowto"),
        *("labelledby", "owns", "colcount", "colindex", "colspan", "level", "posinset"),
        *("rowcount", "rowindex", "rowspan", "setsize"),
    )
)


def is_shown(attribute: str) -> bool:
    """Say whether an attribute's value is read by readers, rather than by programs alone.

    Examples
    --------
    >>> [is_shown(name) for name in ("alt", "aria-valuetext", "aria-labelledby", "href")]
    [True, True, False, False]
    """
    name = attribute.lower()
    return name in _named or (name.startswith("aria-") and name not in _aria_that_point)
