/**
 * Wakes the figures that the build has drawn, each as it comes near: binds its controls to its
 * settings, draws it anew in place when they change, keeps them in the page's address, and tells
 * changes aloud. What a figure shows is its own module's; files that it needs are fetched when a state
 * first needs them. What a link asks for is read as text, held to the setting's range, and told to the
 * reader where it had to be changed.
 *
 * @module figure
 * @typedef {import("./types.d.ts").Field} Field
 * @typedef {import("./types.d.ts").Figure} Figure
 * @typedef {import("./types.d.ts").State} State
 */

import { mostOf, setting } from "./markup.mjs";

const untilQuiet = 400;

/** @param {Record<string, Field>} fields @returns {State} */
const firstState = (fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, { first }]) => [field, first]));

/**
 * @param {Field} field
 * @param {string} text
 * @param {State} state what the fields before it are set to
 * @returns {{value: import("./types.d.ts").Value, reason?: string}}
 */
function read(field, text, state) {
  const { first, least, step, options } = field;
  if (options) {
    const known = options.includes(text);
    return known ? { value: text } : { value: first, reason: `is none of ${options.join(", ")}` };
  }
  if (typeof first === "boolean") {
    const known = ["0", "1"].includes(text);
    return known ? { value: text === "1" } : { value: first, reason: "is neither 0 nor 1" };
  }
  const limit = mostOf(field, state);
  const wanted = text.trim() === "" ? NaN : Number(text);
  if (Number.isNaN(wanted)) return { value: first, reason: "is not a number" };
  const held = Math.min(limit, Math.max(least, wanted));
  // Steps are counted, then scaled down, so that 0.3 is 3 / 10 and not 3 × 0.1.
  const value = Math.round(held / step) / Math.round(1 / step) + 0;
  const reason = held === wanted ? "lies between two steps" : `is not from ${least} to ${limit}`;
  return value === wanted ? { value } : { value, reason };
}

/**
 * The settings that an address asks for under `prefix`, and what had to be changed in them.
 *
 * @param {Record<string, Field>} fields
 * @param {string} prefix
 * @returns {{state: State, notes: string[]}}
 */
function fromAddress(fields, prefix) {
  const asked = new URLSearchParams(location.search);
  const [state, notes] = [firstState(fields), []];
  for (const [field, declared] of Object.entries(fields)) {
    const text = asked.get(prefix + field);
    const { value, reason } = read(declared, text ?? setting(declared.first), state);
    state[field] = value;
    if (text === null || !reason) continue;
    notes.push(`The link’s ${field} “${text.slice(0, 20)}” ${reason}; shown: ${setting(value)}.`);
  }
  return { state, notes };
}

/** The page's address, with the settings that differ from the first ones, and no others. @param {Record<string, Field>} fields @param {string} prefix @param {State} state */
function toAddress(fields, prefix, state) {
  const url = new URL(location.href);
  for (const [field, { first }] of Object.entries(fields)) {
    if (state[field] === first) url.searchParams.delete(prefix + field);
    else url.searchParams.set(prefix + field, setting(state[field]));
  }
  return url;
}

/** Digits being typed are left alone. @param {Element} control */
const isTyped = (control) => control.matches("[type=number]:focus");

/** Make `old` what `next` is, and keep what stands: focus, drags and selections survive. @param {Element} old @param {Element} next */
function patch(old, next) {
  for (const { name } of [...old.attributes]) {
    // A disclosure is opened by its reader.
    if (name !== "open" && !next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value && !isTyped(old)) old.setAttribute(name, value);
  }
  const [kept, wanted] = [[...old.childNodes], [...next.childNodes]];
  for (const [index, node] of wanted.entries()) {
    const there = kept[index];
    if (!there) old.append(node);
    else if (there.nodeName !== node.nodeName) there.replaceWith(node);
    else if (there instanceof Element) patch(there, /** @type {Element} */ (node));
    else if (there.nodeValue !== node.nodeValue) there.nodeValue = node.nodeValue;
  }
  for (const node of kept.slice(wanted.length)) node.remove();
  asWritten(old);
}

/** Set a control to what its attributes say: what a reader has set is a property. @param {Element} control */
function asWritten(control) {
  if (control instanceof HTMLInputElement) {
    const { defaultChecked, defaultValue } = control;
    if (control.checked !== defaultChecked) control.checked = defaultChecked;
    if (control.hasAttribute("value") && !isTyped(control) && control.value !== defaultValue) control.value = defaultValue;
  } else if (control instanceof HTMLSelectElement) {
    control.value = control.querySelector("[selected]").getAttribute("value");
  }
}

/** The contents of fetched files, by their paths from here. @type {Map<string, any>} */
const kept = new Map();

/** Most figures need none. @param {string[]} paths */
export const fetchAll = async (paths) =>
  paths.length > 0 && (await import("./files.mjs")).fetchInto(kept, paths);

/** @param {HTMLElement} root @param {Figure} figure */
async function wake(root, { fields, given, files, values, draw, say, actions = {}, interact }) {
  const { figure: name, instance } = root.dataset;
  const prefix = `${name}${instance === "0" ? "" : `-${instance}`}.`;
  const page = location.pathname;
  const drawn = root.querySelector(".figure-drawn");
  const said = root.querySelector("[data-said]");
  const note = root.querySelector("[data-note]");
  let state = firstState(fields);
  let shown = state;
  let timer = 0;
  /** What a worker has found out, where the figure has one. @type {unknown} */
  let live;

  const frame = () => ({ id: root.id, fields, given, state, awake: true });

  const needed = () => files?.(state) ?? [];
  const missing = () => needed().filter((path) => !kept.has(path));
  const now = () => values(state, given, ...needed().map((path) => kept.get(path)), live);

  /** At once, or when what it needs has come; what stands there already needs nothing. */
  function show() {
    if (missing().length > 0 && !live) {
      const stands = Object.keys(fields).every((field) => state[field] === shown[field]);
      return stands ? undefined : showLater();
    }
    shown = state;
    const next = document.createElement("template");
    next.innerHTML = `<div class="figure-drawn">${draw(now(), frame()).text}</div>`;
    patch(drawn, next.content.firstElementChild);
  }

  async function showLater() {
    const wanted = state;
    const told = note.textContent;
    note.textContent = "Fetching the data…";
    // The next key counts on from where the last one led.
    for (const slider of drawn.querySelectorAll("[type=range][data-field]")) {
      slider.value = setting(state[slider.dataset.field]);
    }
    try {
      await fetchAll(missing());
      if (state !== wanted) return;
      note.textContent = told;
      show();
    } catch (error) {
      console.warn(`The figure “${name}” stays as it is:`, error);
      if (state !== wanted) return;
      note.textContent = "The data did not come. Check the connection, then try again.";
      state = shown;
      for (const control of drawn.querySelectorAll("[data-field]")) asWritten(control);
    }
    timer ||= setTimeout(settle, untilQuiet);
  }

  function settle() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    if (missing().length === 0) said.textContent = say(now(), frame());
    // An instant navigation may have left the page, and its address with it.
    if (root.isConnected && location.pathname === page) {
      history.replaceState(history.state, "", toAddress(fields, prefix, state));
    }
  }

  /** @param {State} changes */
  function change(changes) {
    state = { ...state, ...changes };
    for (const [field, declared] of Object.entries(fields)) {
      const most = mostOf(declared, state);
      if (state[field] > most) state[field] = most;
    }
    note.textContent = "";
    show();
    clearTimeout(timer);
    timer = setTimeout(settle, untilQuiet);
  }

  /** One may limit those behind it. @param {Record<string, string>} texts */
  function ask(texts) {
    const wanted = { ...state };
    for (const [field, text] of Object.entries(texts)) wanted[field] = read(fields[field], text, wanted).value;
    change(wanted);
  }

  function restore() {
    const asked = fromAddress(fields, prefix);
    state = asked.state;
    note.textContent = asked.notes.join(" ");
    return show();
  }

  async function copyLink() {
    const link = toAddress(fields, prefix, state);
    link.hash = root.id;
    try {
      await navigator.clipboard.writeText(link.href);
      note.textContent = "Link copied.";
    } catch {
      note.textContent = `Copy this link: ${link.href}`;
    }
  }

  root.addEventListener("input", ({ target }) => {
    const { dataset, type, checked, value } = /** @type {HTMLInputElement} */ (target);
    if (dataset.field) ask({ [dataset.field]: type === "checkbox" ? setting(checked) : value });
  });
  root.addEventListener("click", ({ target }) => {
    const { set, do: action } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
    if (set) ask(Object.fromEntries(new URLSearchParams(set)));
    else if (action === "copy") copyLink();
    else if (action === "reset") change(firstState(fields));
    else if (action) change(actions[action](state, given));
  });
  // A finger that begins on a slider and then scrolls the page leaves the setting as it was.
  let before = state;
  root.addEventListener("pointerdown", () => (before = state));
  root.addEventListener("pointercancel", () => before === state || change(before));
  const gone = new AbortController();
  const options = { signal: gone.signal };
  addEventListener("popstate", () => {
    if (!root.isConnected) gone.abort();
    else if (location.pathname === page) restore();
  }, options);
  addEventListener("pagehide", settle, options);
  // A link may lead on without a load: what rests on a timer is done before it is followed.
  addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest?.("a[href]")) settle();
  }, { ...options, capture: true });

  await restore();
  interact?.(root, {
    given,
    state: () => state,
    change,
    ask,
    fetched: async () => {
      await fetchAll(needed());
      return needed().map((path) => kept.get(path));
    },
    show: (next) => {
      live = next;
      show();
    },
    tell: (text) => (said.textContent = text),
    warn: (text) => (note.textContent = text),
    place: (svg, { clientX, clientY }) =>
      new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse()),
  });
  for (const group of root.querySelectorAll("[inert]")) group.removeAttribute("inert");
  root.dataset.awake = "";
}

/** @type {WeakSet<HTMLElement>} */
const begun = new WeakSet();
/** @type {Set<HTMLElement>} */
const failed = new Set();

/** @param {HTMLElement} root @param {string} again */
async function load(root, again = "") {
  if (begun.has(root)) return;
  begun.add(root);
  try {
    await wake(root, await import(`./${root.dataset.figure}.mjs${again}`));
  } catch (error) {
    console.warn(`The figure “${root.dataset.figure}” stays still:`, error);
    failed.add(root);
    root.querySelector("[data-note]").textContent =
      "This figure can’t move: its script did not load.";
  }
}

// A browser may keep a failure under the module's own address.
addEventListener("online", () => {
  for (const root of failed) {
    begun.delete(root);
    load(root, "?again");
  }
  failed.clear();
});

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
