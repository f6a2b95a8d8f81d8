/**
 * Wakes a figure that the package has drawn: binds its controls to its settings, keeps the settings
 * in the page's address, and tells changes aloud. What a figure looks like is its own module's.
 *
 * @module figure
 * @typedef {import("./state.mjs").State} State
 * @typedef {{
 *   root: HTMLElement,
 *   print: (out: string, value: number, text: string) => void,
 *   set: (part: string, attributes: Record<string, string | number>) => void,
 *   show: (part: string, wanted: boolean) => void,
 *   all: (selector: string) => HTMLElement[],
 * }} Drawing
 */

/**
 * @template {State} S
 * @typedef {import("./state.mjs").Fields<S>} Fields
 */

/**
 * What makes one figure different from another; `consistent` holds settings to limits that other
 * settings set.
 *
 * @template {State} S
 * @typedef {{
 *   fields: Fields<S>,
 *   draw: (state: S, drawing: Drawing) => void,
 *   say: (state: S) => string,
 *   actions?: Record<string, (state: S) => Partial<S>>,
 *   consistent?: (state: S) => S,
 * }} Figure
 */

import { at } from "./markup.mjs";
import { full } from "./printed.mjs";
import { firstState, fromAddress, toAddress, written } from "./state.mjs";

const untilQuiet = 400;

/** @param {HTMLElement} root @returns {Drawing} */
function drawing(root) {
  /** @type {Map<string, HTMLElement[]>} */
  const found = new Map();
  /** @param {string} selector */
  const all = (selector) => {
    if (!found.has(selector)) {
      /** @type {NodeListOf<HTMLElement>} */
      const elements = root.querySelectorAll(selector);
      found.set(selector, [...elements]);
    }
    return found.get(selector);
  };
  /** @param {HTMLElement[]} elements @param {Record<string, string | number>} attributes */
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
    show(part, wanted) {
      for (const element of all(`[data-part="${part}"]`)) {
        const svg = element instanceof SVGElement;
        if (wanted) element.removeAttribute(svg ? "display" : "hidden");
        else element.setAttribute(svg ? "display" : "hidden", svg ? "none" : "");
      }
    },
    set: (part, attributes) => set(all(`[data-part="${part}"]`), attributes),
    print(out, value, text) {
      const elements = all(`[data-out="${out}"]`);
      set(elements, { "data-value": full(value) });
      for (const element of elements) if (element.textContent !== text) element.textContent = text;
    },
  };
}

/** @param {HTMLInputElement} control @param {State} state */
function showSetting(control, state) {
  const value = state[control.dataset.field];
  if (control.type === "checkbox") control.checked = value === true;
  else if (control.type === "radio") control.checked = control.value === value;
  else control.value = written(value);
}

/** @param {HTMLInputElement} control */
const settingOf = (control) =>
  control.type === "checkbox" ? written(control.checked) : control.value;

/**
 * Where a pointer is, in a drawing's own coordinates.
 *
 * @param {SVGSVGElement} svg
 * @param {MouseEvent} event
 */
export const pointIn = (svg, { clientX, clientY }) =>
  new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());

/**
 * @template {State} S
 * @param {HTMLElement} root the figure
 * @param {Figure<S>} figure
 * @returns {{state: () => S, change: (changes: Partial<S>) => void}}
 */
export function wake(root, { fields, draw, say, actions = {}, consistent = (state) => state }) {
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
    for (const control of shown.all("[data-field]")) {
      showSetting(/** @type {HTMLInputElement} */ (control), state);
    }
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

  /** @param {Partial<S>} changes */
  function change(changes) {
    state = consistent({ ...state, ...changes });
    note.textContent = "";
    show();
    clearTimeout(timer);
    timer = setTimeout(settle, untilQuiet);
  }

  function restore() {
    const { state: asked, told } = fromAddress(fields, prefix, location.search);
    state = consistent(asked);
    for (const field of Object.keys(fields).filter((field) => state[field] !== asked[field])) {
      told.push(`The link’s ${field} ${written(asked[field])} is too large; shown: ${state[field]}.`);
    }
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

  /** @param {Iterable<[string, string]>} texts */
  const read = (texts) =>
    /** @type {Partial<S>} */ (
      Object.fromEntries([...texts].map(([field, text]) => [field, fields[field].read(text).value])));

  /** @type {Record<string, (state: S) => Partial<S>>} */
  const all = { ...actions, reset: () => firstState(fields) };
  root.addEventListener("input", ({ target }) => {
    const control = /** @type {HTMLInputElement} */ (target);
    const { field } = control.dataset;
    if (field) change(read([[field, settingOf(control)]]));
  });
  root.addEventListener("click", ({ target }) => {
    const { set, do: action } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
    if (set) change(read(new URLSearchParams(set)));
    else if (action === "copy") copyLink();
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
