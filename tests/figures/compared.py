"""Compares what a figure shows in the browser with what the package draws for the same settings."""

from __future__ import annotations

import json
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lxml import html

from attention_docs.figures import draw

if TYPE_CHECKING:
    from lxml.html import HtmlElement
    from playwright.sync_api import Page

_number = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")

# What waking changes by design, and what only mirrors the state of a control.
_woken = {"inert", "data-awake", "aria-pressed", "value", "checked", "selected", "aria-valuetext"}

_read = """[...document.querySelectorAll(".figure-body *")].map((element) => [
  element.localName,
  element.matches("[data-said], [data-note]") ? "" : [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(""),
  element.matches("[type=checkbox], [type=radio]") ? String(element.checked)
    : element.matches("input, select") ? element.value : "",
  Object.fromEntries([...element.attributes].map(({name, value}) => [name.toLowerCase(), value])),
])"""

_settings = """Object.fromEntries([...function* () {
  for (const button of document.querySelectorAll('[data-set][aria-pressed="true"]')) {
    for (const [field, text] of new URLSearchParams(button.dataset.set)) {
      yield [field, Number.isNaN(Number(text)) ? text : Number(text)];
    }
  }
  for (const control of document.querySelectorAll("[data-field]")) {
    const { dataset: { field }, type, value, checked } = control;
    if (type === "checkbox") yield [field, checked];
    else if (type === "range") yield [field, Number(value)];
    else if (type !== "radio" || checked) yield [field, value];
  }
  const n = document.querySelector('[data-out="n"]');
  if (n) yield ["n", Number(n.dataset.value)];
}()])"""

controls = ".figure-controls :is(button, input, select):not([data-do=copy])"

# Listens last of all, on the window: by then the figure has drawn what it was asked for. A click on
# a radio button or a checkbox comes before its input event: only a button's is the last.
_watch = f"""() => {{
  window.states = new Set();
  window.used = new Set();
  window.reached = new Set();
  window.note = () => {{
    const settings = {_settings};
    window.reached.add(JSON.stringify(settings));
    window.states.add(JSON.stringify([settings, {_read}]));
  }};
  const all = [...document.querySelectorAll("{controls}")];
  const use = ({{target}}) => {{
    window.used.add(all.indexOf(target.closest("{controls}")));
    window.note();
  }};
  addEventListener("input", use);
  addEventListener("click", (event) => event.target.closest("button") && use(event));
  addEventListener("keydown", window.note);
}}"""


class Shown(NamedTuple):
    """An element, its own text, what a control is set to, and its attributes."""

    name: str
    text: str
    set: str
    attributes: dict[str, str]


def differences(page: Page, name: str, **state: Any) -> list[str]:  # noqa: ANN401
    """Return how the figure on `page` differs from the one the package draws in `state`."""
    return _compared(page.evaluate(_read), name, state)


def watch(page: Page) -> None:
    """Have the page itself keep every state that its figure shows from now on.

    Asking for each state from outside takes many times as long.
    """
    page.evaluate(_watch)


def watched(page: Page, name: str) -> tuple[set[frozenset[tuple[str, Any]]], list[str]]:
    """Return all states since `watch`, and how any differs from what the package draws."""
    states, found = set(), []
    for text in page.evaluate("[...window.states]"):
        settings, shown = json.loads(text)
        state = {field.replace("-", "_"): value for field, value in settings.items()}
        states.add(frozenset(state.items()))
        found += _compared(shown, name, state)
    return states, found


def reached(page: Page) -> int:
    """Return how many states there have been since `watch`."""
    return int(page.evaluate("window.reached.size"))


def unused(page: Page) -> list[str]:
    """Return the controls that have had no effect since `watch`."""
    elements: list[str] = page.evaluate(
        f"""[...document.querySelectorAll("{controls}")]
            .filter((_, index) => !window.used.has(index))
            .map((element) => element.outerHTML)"""
    )
    return elements


def _compared(elements: list[Any], name: str, state: dict[str, Any]) -> list[str]:
    shown = [Shown(*element) for element in elements]
    return [
        f"{state}: {one and one.name} {difference}"
        for one, other in zip_longest(shown, _drawn(draw(name, **state)))
        for difference in _differences(one, other)
    ]


def _drawn(text: str) -> list[Shown]:
    body = cast("HtmlElement", html.fromstring(text)).find_class("figure-body")[0]
    elements = []
    for element in body.iterdescendants():
        attributes = {str(key): str(value) for key, value in element.attrib.items()}
        own = (element.text or "") + "".join(child.tail or "" for child in element)
        setting = ""
        if attributes.get("type") in ("checkbox", "radio"):
            setting = "true" if "checked" in attributes else "false"
        elif element.tag == "input":
            setting = attributes["value"]
        elif element.tag == "select":
            setting = next(
                option.get("value", "") for option in element if "selected" in option.attrib
            )
        elements.append(Shown(str(element.tag), own, setting, attributes))
    return elements


def _differences(one: Shown | None, other: Shown | None) -> list[str]:
    if one is None or other is None:
        return [f"stands only in {'the package' if one is None else 'the browser'}: {one or other}"]
    found = [
        f"{key}: browser {seen!r}, package {wanted!r}"
        for key, seen, wanted in zip(("element", "text", "set"), one[:3], other[:3], strict=True)
        if seen != wanted
    ]
    for name in sorted((one.attributes.keys() | other.attributes.keys()) - _woken):
        seen, wanted = one.attributes.get(name), other.attributes.get(name)
        if seen != wanted and not _agree(seen, wanted, exact=name == "data-value"):
            found.append(f"{name}: browser {seen!r}, package {wanted!r}")
    return found


def _agree(seen: str | None, wanted: str | None, *, exact: bool) -> bool:
    """Compare texts, and the numbers in them by value: to one in the 12th digit, or hundredths."""
    if seen is None or wanted is None or _number.sub("#", seen) != _number.sub("#", wanted):
        return False
    return all(
        abs(float(one) - float(other)) <= (1e-11 * abs(float(other)) if exact else 0.011)
        for one, other in zip(_number.findall(seen), _number.findall(wanted), strict=True)
    )
