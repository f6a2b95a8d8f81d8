/**
 * Wakes a figure that the package has drawn: binds its controls to its settings, keeps the settings
 * in the page's address, and tells changes aloud. What a figure looks like is its own module's.
 *
 * @module figure
 * @typedef {import("./state.mjs").State} State
 * @typedef {import("./state.mjs").Fields} Fields
 * @typedef {(changes: State) => void} Change
 * @typedef {{
 *   root: HTMLElement,
 *   print: (out: string, value: number, text: string) => void,
 *   set: (part: string, attributes: Record<string, string | number>) => void,
 *   all: (selector: string) => Element[],
 * }} Drawing
 */

import { full } from "./printed.mjs";
import { firstState, fromAddress, toAddress, written } from "./state.mjs";

const untilQuiet = 400;

/** Write coordinates in hundredths, as the package does. @param {number[]} coordinates */
export const at = (...coordinates) =>
  coordinates.map((entry) => Math.round(entry * 100) / 100 + 0).join(" ");

/** @param {HTMLElement} root @returns {Drawing} */
function drawing(root) {
  /** @type {Map<string, Element[]>} */
  const found = new Map();
  const all = (selector) => {
    if (!found.has(selector)) found.set(selector, [...root.querySelectorAll(selector)]);
    return found.get(selector);
  };
  const set = (elements, attributes) => {
    for (const [name, value] of Object.entries(attributes)) {
      const text = typeof value === "number" ? at(value) : value;
      for (const element of elements) {
        if (element.getAttribute(name) !== text) element.setAttribute(name, text);
      }
    }
  };
  return {
    root,
    all,
    set: (part, attributes) => set(all(`[data-part="${part}"]`), attributes),
    print(out, value, text) {
      const elements = all(`[data-out="${out}"]`);
      set(elements, { "data-value": full(value) });
      for (const element of elements) if (element.textContent !== text) element.textContent = text;
    },
  };
}

/** @param {Element} control @param {State} state */
function showSetting(control, state) {
  const value = state[control.dataset.field];
  if (control.type === "checkbox") control.checked = value;
  else if (control.type === "radio") control.checked = control.value === value;
  else control.value = written(value);
}

/** @param {HTMLInputElement} control */
const settingOf = (control) =>
  control.type === "checkbox" ? written(control.checked) : control.value;

/**
 * @param {HTMLElement} root the figure
 * @param {{
 *   fields: Fields,
 *   draw: (state: State, drawing: Drawing) => void,
 *   say: (state: State) => string,
 *   actions?: Record<string, (state: State) => State>,
 * }} figure
 * @returns {{state: () => State, change: Change}}
 */
export function wake(root, { fields, draw, say, actions = {} }) {
  const { figure: name, instance } = root.dataset;
  const prefix = `${name}${instance === "0" ? "" : `-${instance}`}.`;
  const page = location.pathname;
  const shown = drawing(root);
  const [said] = shown.all("[data-said]");
  const [note] = shown.all("[data-note]");
  let state = firstState(fields);
  let timer = 0;

  function show() {
    draw(state, shown);
    for (const control of shown.all("[data-field]")) showSetting(control, state);
    for (const button of shown.all("[data-set]")) {
      const sets = [...new URLSearchParams(button.dataset.set)];
      const pressed = sets.every(([field, value]) => written(state[field]) === value);
      button.setAttribute("aria-pressed", String(pressed));
    }
  }

  function settle() {
    said.textContent = say(state);
    // An instant navigation may have left the page, and its address with it.
    if (root.isConnected && location.pathname === page) {
      history.replaceState(history.state, "", toAddress(fields, prefix, state, location.href));
    }
  }

  /** @type {Change} */
  function change(changes) {
    state = { ...state, ...changes };
    note.textContent = "";
    show();
    clearTimeout(timer);
    timer = setTimeout(settle, untilQuiet);
  }

  function restore() {
    const { state: asked, told } = fromAddress(fields, prefix, location.search);
    state = asked;
    note.textContent = told.join(" ");
    show();
  }

  async function copyLink() {
    const link = toAddress(fields, prefix, state, location.href);
    link.hash = root.id;
    try {
      await navigator.clipboard.writeText(link.href);
      note.textContent = "Link copied.";
    } catch {
      note.textContent = `Copy this link: ${link.href}`;
    }
  }

  const all = { ...actions, reset: () => firstState(fields) };
  root.addEventListener("input", ({ target: control }) => {
    const field = control.dataset.field;
    if (field) change({ [field]: fields[field].read(settingOf(control)).value });
  });
  root.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    const { set, do: action } = button?.dataset ?? {};
    if (set) {
      const sets = [...new URLSearchParams(set)];
      change(Object.fromEntries(sets.map(([field, text]) => [field, fields[field].read(text).value])));
    } else if (action === "copy") copyLink();
    else if (action) change(all[action](state));
  });
  addEventListener("popstate", function back() {
    if (!root.isConnected) removeEventListener("popstate", back);
    else if (location.pathname === page) restore();
  });

  restore();
  for (const group of shown.all("[inert]")) group.removeAttribute("inert");
  root.dataset.awake = "";
  return { state: () => state, change };
}
