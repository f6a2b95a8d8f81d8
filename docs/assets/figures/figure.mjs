/**
 * Wakes the figures that the package has drawn, each as it comes near: binds its controls to its
 * settings, keeps the settings in the page's address, and tells changes aloud. What a figure looks
 * like is its own module's. What a link asks for is read as text, held to the setting's range, and
 * told to the reader where it had to be changed.
 *
 * @module figure
 * @typedef {number | string | boolean} Value
 * @typedef {Record<string, Value>} State
 * @typedef {{
 *   root: HTMLElement,
 *   print: (out: string, value: number, text: string) => void,
 *   printVector: (out: string, values: number[], text: (value: number) => string) => void,
 *   set: (part: string, attributes: Record<string, string | number>) => void,
 *   show: (part: string, wanted: boolean) => void,
 *   all: (selector: string) => HTMLElement[],
 * }} Drawing
 */

import { at, full } from "./printed.mjs";

/**
 * @template {Value} V
 * @typedef {{first: V, read: (text: string) => {value: V, told?: string}}} Field
 */

/**
 * @template {State} S
 * @typedef {{[Name in keyof S]: Field<S[Name]>}} Fields
 */

/**
 * A number from `least` to `most`, on steps of `step`.
 *
 * @param {number} first
 * @param {number} least
 * @param {number} most
 * @param {number} step
 * @returns {Field<number>}
 */
export const range = (first, least, most, step = 1) => ({
  first,
  read(text) {
    const wanted = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(wanted)) return { value: first, told: "is not a number" };
    const held = Math.min(most, Math.max(least, wanted));
    // Steps are counted, then scaled down, so that 0.3 is 3 / 10 and not 3 × 0.1.
    const value = Math.round(held / step) / Math.round(1 / step) + 0;
    const reason = held === wanted ? "lies between two steps" : `is not from ${least} to ${most}`;
    return value === wanted ? { value } : { value, told: reason };
  },
});

/** One of `options`. @param {string} first @param {string[]} options @returns {Field<string>} */
export const choice = (first, options) => ({
  first,
  read: (text) =>
    options.includes(text)
      ? { value: text }
      : { value: first, told: `is none of ${options.join(", ")}` },
});

/** Yes or no, written 1 or 0. @param {boolean} first @returns {Field<boolean>} */
export const flag = (first) => ({
  first,
  read: (text) =>
    ["0", "1"].includes(text)
      ? { value: text === "1" }
      : { value: first, told: "is neither 0 nor 1" },
});

/** @param {Value} value */
export const written = (value) => (typeof value === "boolean" ? String(Number(value)) : String(value));

/**
 * @template {State} S
 * @param {Fields<S>} fields
 * @returns {S}
 */
export const firstState = (fields) =>
  /** @type {S} */ (
    Object.fromEntries(Object.entries(fields).map(([name, { first }]) => [name, first])));

/**
 * Read the settings that an address holds under `prefix`.
 *
 * @template {State} S
 * @param {Fields<S>} fields
 * @param {string} prefix
 * @param {string} search the address's query
 * @returns {{state: S, told: string[]}}
 */
export function fromAddress(fields, prefix, search) {
  /** @type {State} */
  const state = firstState(fields);
  const asked = new URLSearchParams(search);
  const told = [];
  for (const [name, field] of Object.entries(fields)) {
    const text = asked.get(prefix + name);
    if (text === null) continue;
    const { value, told: reason } = field.read(text);
    state[name] = value;
    if (reason) {
      told.push(`The link’s ${name} “${text.slice(0, 20)}” ${reason}; shown: ${written(value)}.`);
    }
  }
  return { state: /** @type {S} */ (state), told };
}

/**
 * Return `address` with the settings that differ from the figure's first ones, and no others.
 *
 * @template {State} S
 * @param {Fields<S>} fields
 * @param {string} prefix
 * @param {S} state
 * @param {string} address
 */
export function toAddress(fields, prefix, state, address) {
  const url = new URL(address);
  for (const [name, { first }] of Object.entries(fields)) {
    if (state[name] === first) url.searchParams.delete(prefix + name);
    else url.searchParams.set(prefix + name, written(state[name]));
  }
  return url;
}

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
  /** @type {Drawing["print"]} */
  const print = (out, value, text) => {
    const elements = all(`[data-out="${out}"]`);
    set(elements, { "data-value": full(value) });
    for (const element of elements) if (element.textContent !== text) element.textContent = text;
  };
  return {
    root,
    all,
    print,
    printVector(out, values, text) {
      set(all(`[data-out="${out}"]`), { "data-value": `[${values.map(full).join(", ")}]` });
      for (const [index, value] of values.entries()) print(`${out}-${index + 1}`, value, text(value));
    },
    show(part, wanted) {
      for (const element of all(`[data-part="${part}"]`)) {
        const svg = element instanceof SVGElement;
        if (wanted) element.removeAttribute(svg ? "display" : "hidden");
        else element.setAttribute(svg ? "display" : "hidden", svg ? "none" : "");
      }
    },
    set: (part, attributes) => set(all(`[data-part="${part}"]`), attributes),
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
export const pointInside = (svg, { clientX, clientY }) =>
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

const begun = new WeakSet();

/** @param {HTMLElement} root */
async function load(root) {
  if (begun.has(root)) return;
  begun.add(root);
  try {
    const module = await import(`./${root.dataset.figure}.mjs`);
    module.wake(root);
  } catch (error) {
    console.warn(`The figure “${root.dataset.figure}” stays still:`, error);
  }
}

// A figure's module is loaded when the figure comes near. What it shows until then is drawn already.
const nearing = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      nearing.unobserve(target);
      load(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "200px" },
);

let byKeys = false;

function watchAll() {
  /** @type {NodeListOf<HTMLElement>} */
  const figures = document.querySelectorAll("figure[data-figure]");
  for (const root of figures) {
    if (byKeys) load(root);
    else nearing.observe(root);
  }
}

// Tab would pass over the controls of a figure that still sleeps: for a reader who moves by keys,
// all of them wake at once.
addEventListener("keydown", ({ key }) => {
  if (key !== "Tab" || byKeys) return;
  byKeys = true;
  watchAll();
});

watchAll();
// Material for MkDocs announces every page that it shows, by a load or by instant navigation.
/** @type {any} */ (globalThis).document$?.subscribe(watchAll);
