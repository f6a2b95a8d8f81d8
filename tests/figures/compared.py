"""Compares what a figure shows in the browser with its drawing from the package's values."""

from __future__ import annotations

import json
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lxml import html

from attention_docs.figures import figure
from attention_docs.figures.fields import State, state_of
from attention_docs.site.figures import body
from tests.figures.states import all_states

if TYPE_CHECKING:
    from lxml.html import HtmlElement
    from playwright.sync_api import Page

_number = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")

# What is shown, and what the controls are set to, in the order in which they stand.
_read = """(() => {
  const drawn = document.querySelector(".figure-drawn");
  return [drawn.innerHTML, [...drawn.querySelectorAll("input, select")].map((control) =>
    control.matches("[type=checkbox], [type=radio]") ? control.checked : control.value)];
})()"""

# A field without a control of its own is set by a button, or shown as a number of its own name.
_settings = """Object.fromEntries(Object.entries(window.fields).map(([field, {first}]) => {
  const controls = [...document.querySelectorAll(`[data-field="${field}"]`)];
  const control = controls.find(({type, checked}) => type !== "radio" || checked);
  const pressed = document.querySelector(`[data-set^="${field}="][aria-pressed=true]`);
  const text = control?.value ?? pressed?.dataset.set.split("=")[1]
    ?? document.querySelector(`[data-out="${field}"]`).dataset.value;
  if (control?.type === "checkbox") return [field, control.checked];
  return [field, typeof first === "number" ? Number(text) : text];
}))"""

# What sets a worker to work is tried by the tests of the figures that have one.
controls = ".figure-controls :is(button, input, select):not([data-do=copy], [data-train])"

# Listens last of all, on the window: by then the figure has drawn what it was asked for. A click on
# a radio button or a checkbox comes before its input event: only a button's is the last.
_watch = f"""async ([name, states]) => {{
  const {{fields, files}} = await import(`/assets/figures/${{name}}.mjs`);
  window.fields = fields;
  // What is fetched is shown a little later: have all of it here before.
  const {{fetchAll}} = await import("/assets/figures/figure.mjs");
  if (files) await fetchAll(states.flatMap(files));
  window.states = new Map();
  window.used = new Set();
  window.note = () => {{
    const settings = JSON.stringify({_settings});
    if (!window.states.has(settings)) window.states.set(settings, {_read});
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
    """An element, its own text, and its attributes."""

    name: str
    text: str
    attributes: dict[str, str]


def differences(page: Page, name: str, **changes: Any) -> list[str]:  # noqa: ANN401
    """Return how the figure on `page` differs from the one drawn for the first state, changed."""
    return _compared(page.evaluate(_read), name, state_of(figure(name).fields, changes))


def watch(page: Page, name: str) -> None:
    """Have the page itself keep every state that its figure shows from now on.

    Asking for each state from outside takes many times as long.
    """
    page.evaluate(_watch, [name, all_states(name)])


def watched(page: Page, name: str) -> tuple[set[frozenset[tuple[str, Any]]], list[str]]:
    """Return all states since `watch`, and how any differs from what it should be."""
    states, found = set(), []
    for settings, shown in page.evaluate("[...window.states]"):
        state = json.loads(settings)
        states.add(frozenset(state.items()))
        found += _compared(shown, name, state)
    return states, found


def reached(page: Page) -> int:
    """Return how many states there have been since `watch`."""
    return int(page.evaluate("window.states.size"))


def unused(page: Page) -> list[str]:
    """Return the controls that have had no effect since `watch`."""
    elements: list[str] = page.evaluate(
        f"""[...document.querySelectorAll("{controls}")]
            .filter((_, index) => !window.used.has(index))
            .map((element) => element.outerHTML)"""
    )
    return elements


def _compared(shown: list[Any], name: str, state: State) -> list[str]:
    markup, set_to = shown
    drawn = body(name, state, f"figure-{name}", awake=True)
    return [
        f"{state}: {one and one.name} {difference}"
        for one, other in zip_longest(_elements(markup), _elements(drawn))
        for difference in _differences(one, other)
    ] + [
        f"{state}: a control is set to {one!r}, not {other!r}"
        for one, other in zip_longest(set_to, _set_to(drawn))
        if one != other
    ]


def _elements(markup: str) -> list[Shown]:
    return [
        Shown(
            str(element.tag),
            (element.text or "") + "".join(child.tail or "" for child in element),
            # One way to write an attribute that has no value is to repeat its name.
            {str(key): "" if value == key else str(value) for key, value in element.attrib.items()},
        )
        for element in _parsed(markup).iterdescendants()
    ]


def _set_to(markup: str) -> list[bool | str]:
    found: list[bool | str] = []
    for control in _parsed(markup).iter("input", "select"):
        if control.get("type") in ("checkbox", "radio"):
            found.append("checked" in control.attrib)
        elif control.tag == "select":
            found += [one.get("value", "") for one in control if "selected" in one.attrib]
        else:
            found.append(control.get("value", ""))
    return found


def _parsed(markup: str) -> HtmlElement:
    return cast("HtmlElement", html.fromstring(f"<div>{markup}</div>"))


def _differences(one: Shown | None, other: Shown | None) -> list[str]:
    if one is None or other is None:
        return [f"stands only in {'the package' if one is None else 'the browser'}: {one or other}"]
    found = [
        f"{key}: browser {seen!r}, package {wanted!r}"
        for key, seen, wanted in zip(("element", "text"), one[:2], other[:2], strict=True)
        if seen != wanted
    ]
    for name in sorted(one.attributes.keys() | other.attributes.keys()):
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
