"""Compares what a figure shows in the browser with what the package draws for the same settings."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from attention_docs.figures import draw

if TYPE_CHECKING:
    from playwright.sync_api import Page

_number = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")

# What waking changes by design, and what only mirrors it.
_woken = {"inert", "data-awake", "aria-pressed", "value", "checked", "selected", "aria-valuetext"}

_read = """(root) => [...root.querySelectorAll("*")].map((element) => ({
  element: element.localName,
  attributes: Object.fromEntries([...element.attributes].map(({name, value}) => [name, value])),
  text: element.matches("[data-said], [data-note]") ? "" : [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join("|"),
  set: element.matches("input[type=checkbox], input[type=radio]") ? element.checked
    : element.matches("input, select") ? element.value : null,
}))"""


def differences(page: Page, name: str, **state: Any) -> list[str]:  # noqa: ANN401
    """Return how the figure on `page` differs from the one the package draws in `state`."""
    shown = page.evaluate(f"({_read})(document.querySelector('.figure-{name} .figure-body'))")
    drawn = page.evaluate(
        f"(html) => ({_read})(new DOMParser().parseFromString(html, 'text/html')"
        ".querySelector('.figure-body'))",
        draw(name, **state),
    )
    return [
        f"{state}: {one and one['element']} {difference}"
        for one, other in zip_longest(shown, drawn)
        for difference in _differences(one, other)
    ]


def _differences(one: dict[str, Any] | None, other: dict[str, Any] | None) -> list[str]:
    if one is None or other is None:
        return [f"stands only in {'the package' if one is None else 'the browser'}: {one or other}"]
    found = [
        f"{key}: browser {one[key]!r}, package {other[key]!r}"
        for key in ("element", "text", "set")
        if one[key] != other[key]
    ]
    for name in sorted((one["attributes"].keys() | other["attributes"].keys()) - _woken):
        seen, wanted = (side["attributes"].get(name) for side in (one, other))
        if not _agree(seen, wanted, exact=name == "data-value"):
            found.append(f"{name}: browser {seen!r}, package {wanted!r}")
    return found


def _agree(seen: str | None, wanted: str | None, *, exact: bool) -> bool:
    """Compare texts, and the numbers in them by value: to one in the 12th digit, or hundredths."""
    if seen is None or wanted is None or _number.sub("#", seen) != _number.sub("#", wanted):
        return seen == wanted
    return all(
        abs(float(one) - float(other)) <= (1e-11 * abs(float(other)) if exact else 0.011)
        for one, other in zip(_number.findall(seen), _number.findall(wanted), strict=True)
    )
