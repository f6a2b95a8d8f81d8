// Cards beside what they explain, one at a time: shown on pointing, on keyboard focus and on tap.
//
// A bound number, <data value="0.669761550412" data-expr="w[0]">0.67</data>, has one with its
// expression and its full value. A site may offer cards for elements of its own.

/**
 * @typedef {object} Kind
 * @property {string} id of its card
 * @property {string} owners selects what has one
 * @property {(owner: HTMLElement) => Node[] | Promise<Node[]>} content
 */

export const numbers = "data[data-expr]";
const pressable = "a, button, label, summary, input, select";

/** @type {Kind[]} */
const kinds = [{ id: "numbers-card", owners: numbers, content: sum }];

/** @type {HTMLElement | null} whose card is shown, or on its way */
let shown = null;
/** @type {HTMLElement | null} */
let open = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;
/** Whether the last press was a finger's; it brings focus and a click, which are not meant twice. */
let touched = false;

/** @param {Kind} kind */
export function offer(kind) {
  kinds.push(kind);
}

/**
 * @param {HTMLElement} number
 * @returns {Node[]}
 */
function sum(number) {
  const line = document.createElement("p");
  line.className = "numbers-sum";
  line.append(expressionOf(number), ` = ${number.getAttribute("value")}`);
  return [line];
}

/** @param {HTMLElement} number */
export function expressionOf(number) {
  const code = document.createElement("code");
  code.className = "numbers-working";
  code.textContent = number.dataset.expr ?? "";
  return code;
}

/**
 * @param {EventTarget | null} target
 * @returns {{ owner: HTMLElement, kind: Kind } | undefined} nothing where a press does more already
 */
function ownerAt(target) {
  for (const kind of target instanceof Element ? kinds : []) {
    const owner = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(kind.owners));
    if (owner && !owner.parentElement?.closest(pressable)) return { owner, kind };
  }
  return undefined;
}

/**
 * @param {HTMLElement} owner
 * @param {Kind} kind
 */
async function show(owner, kind) {
  clearTimeout(closing);
  if (shown === owner) return;
  hide();
  shown = owner;
  const content = await kind.content(owner);
  if (shown !== owner) return;
  open = openCard(kind.id, "manual", owner, content);
  owner.setAttribute("aria-describedby", open.id);
}

function hide() {
  clearTimeout(closing);
  shown?.removeAttribute("aria-describedby");
  open?.remove();
  shown = open = null;
}

/** Leaves time to reach the card, and lets it stay while somebody reads, copies or follows a link there. */
function hideSoon() {
  clearTimeout(closing);
  closing = setTimeout(() => {
    const selection = getSelection();
    const selected = !selection?.isCollapsed && open?.contains(selection?.anchorNode ?? null);
    if (!selected && !open?.contains(document.activeElement)) hide();
  }, 250);
}

/**
 * Opens a card beside its owner, in the top layer.
 *
 * @param {string} id of the card; an open card of that id is closed
 * @param {"auto" | "manual"} kind as `popover` has it
 * @param {HTMLElement} owner
 * @param {(Node | string)[]} content
 */
export function openCard(id, kind, owner, content) {
  document.getElementById(id)?.remove();
  const card = document.createElement("div");
  card.id = id;
  card.className = "card";
  card.popover = kind;
  card.append(...content);
  // Right behind its owner, so that the next tab stop after the owner is inside the card; but not
  // inside a formula, which is hidden from screen readers and sets its own fonts.
  (owner.closest(".katex") ?? owner).after(card);
  card.showPopover();
  placeCard(card, owner);
  return card;
}

/**
 * Puts a card under its owner, or above where there is no room, inside the window.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement} owner
 */
function placeCard(card, owner) {
  const gap = 6;
  const at = owner.getClientRects()[0] ?? owner.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.min(at.left, clientWidth - card.offsetWidth - gap);
  const fits = at.bottom + gap + card.offsetHeight <= clientHeight;
  const top = fits ? at.bottom + gap : at.top - gap - card.offsetHeight;
  card.style.left = `${Math.max(gap, left)}px`;
  card.style.top = `${Math.max(gap, top)}px`;
}

addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const found = ownerAt(event.target);
  if (found) show(found.owner, found.kind).catch(hide);
  else if (open?.contains(/** @type {Node} */ (event.target))) clearTimeout(closing);
  else hideSoon();
});

addEventListener("focusin", (event) => {
  const found = ownerAt(event.target);
  if (found && found.owner === event.target && !touched) show(found.owner, found.kind).catch(hide);
});

addEventListener("focusout", hideSoon);

addEventListener("pointerdown", (event) => {
  touched = event.pointerType !== "mouse";
  if (!ownerAt(event.target) && !open?.contains(/** @type {Node} */ (event.target))) hide();
});

addEventListener("keydown", (event) => {
  touched = false;
  if (event.key === "Escape") hide();
});

// Before others see the click: a tap on a link shows its card, and does not follow it.
addEventListener(
  "click",
  (event) => {
    const found = ownerAt(event.target);
    if (!found) return;
    const { owner, kind } = found;
    const link = owner instanceof HTMLAnchorElement ? owner : undefined;
    if (link && !touched) return;
    if (link) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (touched && open && shown === owner) hide();
    // Without its card, a link is still a link.
    else show(owner, kind).catch(() => (link ? location.assign(link.href) : hide()));
    touched = false;
  },
  { capture: true },
);

addEventListener(
  "scroll",
  () => {
    if (!open || !shown) return;
    const { top, bottom } = shown.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) hide();
    else placeCard(open, shown);
  },
  { capture: true, passive: true },
);

// "Show the working" prints the expression beside every number; the script that does so comes when
// it is first switched on. What the switch says is kept for the visit, so that it says so after Back.

let on = remember() === "on";

/**
 * @param {"on" | "off"} [state]
 * @returns {string | null} nothing where the browser keeps no storage
 */
function remember(state) {
  try {
    if (state) sessionStorage.setItem("numbers working", state);
    return sessionStorage.getItem("numbers working");
  } catch {
    return null;
  }
}

function switches() {
  return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".numbers-switch input"));
}

/** @param {boolean} to */
async function turn(to) {
  on = to;
  for (const input of switches()) input.checked = on;
  remember(on ? "on" : "off");
  try {
    const { printWorking } = await import("./working.mjs");
    // Where no switch could take it back, none is printed.
    printWorking(on && switches().length > 0);
  } catch {
    tellMissing();
  }
}

function tellMissing() {
  on = false;
  for (const input of switches()) {
    input.checked = false;
    const said = "The script that prints the working could not be fetched. Check the connection, then switch it on again.";
    const note = openCard("numbers-note", "auto", input, [said]);
    note.setAttribute("role", "alert");
  }
  addEventListener("online", () => turn(true), { once: true });
}

addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.closest?.(".numbers-switch")) turn(input.checked);
});

/** Wires what a page brings: at first, and after each of Material's instant navigations. */
function wake() {
  hide();
  for (const input of switches()) {
    input.disabled = false;
    input.checked = on;
  }
  if (on) turn(true);
}

// Styled by script, because none of it is seen without one. Sites may override each rule.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  ${numbers} { cursor: help; }
  /* Safari sends no click to what is only pointed at with a question mark. */
  @media (pointer: coarse) { ${numbers} { cursor: pointer; } }
  ${numbers}:is(:hover, :focus-visible, [aria-describedby]) {
    border-radius: 2px;
    outline: 1px dashed currentcolor;
    outline-offset: 1px;
  }
  .card {
    position: fixed; inset: auto; box-sizing: border-box; margin: 0; padding: 0.6em 0.9em;
    width: max-content; max-width: min(22rem, 100vw - 12px); max-height: 60vh; overflow: auto;
    border: 1px solid var(--md-default-fg-color--lightest, GrayText);
    border-radius: 6px;
    background: var(--md-default-bg-color, Canvas);
    box-shadow: var(--md-shadow-z2, 0 2px 12px #0003);
    color: var(--md-default-fg-color, CanvasText);
    font: 400 0.75rem/1.5 var(--md-text-font-family, sans-serif);
    letter-spacing: 0; text-align: start; white-space: normal;
  }
  .card .numbers-sum { margin: 0; font-family: var(--md-code-font-family, monospace); overflow-wrap: anywhere; }
  .numbers-working {
    margin-inline: 0.3em 0.15em; padding: 0 0.3em; border-radius: 3px;
    font-size: 0.75em; font-style: normal; font-weight: 400; overflow-wrap: break-word;
  }
  .numbers-working .numbers-working { margin-inline: 0; font-size: 1em; }
`);
document.adoptedStyleSheets.push(sheet);

/** @type {{ subscribe(listener: () => void): void } | undefined} Material's, after each page */
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(wake);
else wake();
