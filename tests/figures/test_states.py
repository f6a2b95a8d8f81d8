"""Every figure shows what the package draws, wherever keys, a finger or a link take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import numpy as np
import pytest

from attention_docs.figures import names
from attention_docs.figures.cost import shapes
from tests.figures.compared import differences

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    State = dict[str, Any]

restored = 50
pressed = 30

_restore = """(query) => {
  history.pushState({}, "", query);
  dispatchEvent(new Event("popstate"));
}"""

_settings = """() => {
  const settings = {};
  for (const button of document.querySelectorAll('[data-set][aria-pressed="true"]')) {
    for (const [field, text] of new URLSearchParams(button.dataset.set)) {
      settings[field.replace("-", "_")] = Number.isNaN(Number(text)) ? text : Number(text);
    }
  }
  for (const control of document.querySelectorAll("[data-field]")) {
    const field = control.dataset.field.replace("-", "_");
    if (control.type === "checkbox") settings[field] = control.checked;
    else if (control.type === "range") settings[field] = Number(control.value);
    else if (control.type !== "radio" || control.checked) settings[field] = control.value;
  }
  const n = document.querySelector('[data-out="n"]');
  if (n) settings.n = Number(n.dataset.value);
  return settings;
}"""

_controls = ".figure-controls :is(button, input, select):not([data-do=copy])"


def random_softmax(random: np.random.Generator) -> State:
    return {
        "count": int(random.integers(3, 6)),
        "factor": int(random.integers(0, 9)) / 4,
        "shift": int(random.integers(-8, 9)) / 2,
        **{f"score_{which}": int(random.integers(-40, 41)) / 10 for which in range(1, 6)},
    }


def random_mask(random: np.random.Generator) -> State:
    n = int(random.integers(2, 9))
    return {
        "n": n,
        "row": int(random.integers(1, n + 1)),
        "causal": bool(random.random() < 0.7),
        "order": ("before", "after", "zero")[random.integers(3)],
    }


random_states: dict[str, Callable[[np.random.Generator], State]] = {
    "dial": lambda random: {"angle": int(random.integers(360))},
    "softmax": random_softmax,
    "mask": random_mask,
    "cost": lambda random: {
        "n": min(int(10 ** random.uniform(0, 6.02)), 10**6),
        "model": str(random.choice(list(shapes))),
    },
    "heads": lambda random: {
        "row": int(random.integers(1, 7)),
        "sharing": ("each", "pairs", "one")[random.integers(3)],
        "strength": int(random.integers(0, 9)) / 4,
    },
    "scaling": lambda random: {"d": int(random.integers(1, 513))},
}


def opened(page: Page, address: str, name: str, query: str = "") -> None:
    page.goto(f"{address}/{name}-default.html{query}")
    page.wait_for_selector("[data-awake]")


def as_query(name: str, state: State) -> str:
    fields = {
        f"{name}.{key.replace('_', '-')}": int(value) if isinstance(value, bool) else value
        for key, value in state.items()
    }
    return "?" + urlencode(fields)


@pytest.mark.parametrize("name", names)
def test_waking_changes_nothing_that_is_drawn(page: Page, address: str, name: str) -> None:
    opened(page, address, name)
    assert differences(page, name) == []


@pytest.mark.parametrize("name", names)
def test_links_restore_the_state_they_hold(page: Page, address: str, name: str) -> None:
    opened(page, address, name)
    random = np.random.default_rng(1)
    found = []
    for _ in range(restored):
        state = random_states[name](random)
        page.evaluate(_restore, as_query(name, state))
        found += differences(page, name, **state)
    assert found == []


@pytest.mark.parametrize("name", names)
def test_keys_alone_reach_every_control(page: Page, address: str, name: str) -> None:
    opened(page, address, name)
    random = np.random.default_rng(2)
    found, states = [], set()
    keys = ["ArrowRight", "ArrowLeft", "PageUp", "PageDown", "Home", "End", "Space"]
    for _ in range(pressed):
        if random.random() < 0.4:
            page.keyboard.press("Tab")
        page.keyboard.press(keys[random.choice(len(keys), p=[0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1])])
        state = page.evaluate(_settings)
        states.add(str(state))
        found += differences(page, name, **state)
    assert found == []
    assert len(states) > 3


@pytest.mark.parametrize("name", names)
def test_fingers_reach_every_control(page: Page, address: str, name: str) -> None:
    opened(page, address, name)
    random = np.random.default_rng(3)
    controls = [
        control
        for control in page.locator(_controls).all()
        if control.evaluate("(element) => element.localName !== 'select'")
    ]
    found, states = [], set()
    for _ in range(pressed):
        control = controls[random.integers(len(controls))]
        if not control.is_visible():
            continue
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box
        across = random.uniform(0.05, 0.95)
        page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + box["height"] / 2)
        state = page.evaluate(_settings)
        states.add(str(state))
        found += differences(page, name, **state)
    assert found == []
    assert len(states) > 3
