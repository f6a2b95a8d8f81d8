// Shows where a bound number comes from: its expression and its full value, on pointing, on tap, or
// printed beside every number while "Show the working" is switched on.
//
// A bound number is <data value="0.669761550412" data-expr="w[0]">0.67</data>.

const numbers = "data[data-expr]";
const pressable = "a, button, label, summary, input, select";

// Styled by script, because none of it is seen without one. Sites may override each rule.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  ${numbers} { cursor: help; }
  ${numbers}:is(:hover, :focus-visible, [aria-describedby]) {
    border-radius: 2px;
    outline: 1px dashed currentcolor;
    outline-offset: 1px;
  }
  .card {
    position: fixed;
    inset: auto;
    box-sizing: border-box;
    width: max-content;
    max-width: min(22rem, 100vw - 12px);
    max-height: 60vh;
    overflow: auto;
    margin: 0;
    padding: 0.6em 0.9em;
    border: 1px solid var(--md-default-fg-color--lightest, GrayText);
    border-radius: 6px;
    background: var(--md-default-bg-color, Canvas);
    box-shadow: var(--md-shadow-z2, 0 2px 12px #0003);
    color: var(--md-default-fg-color, CanvasText);
    font: 400 0.75rem/1.5 var(--md-text-font-family, sans-serif);
    letter-spacing: 0;
    text-align: start;
    white-space: normal;
  }
  .card .numbers-sum { margin: 0; font-family: var(--md-code-font-family, monospace); overflow-wrap: anywhere; }
  .numbers-working {
    margin-inline: 0.3em 0.15em;
    padding: 0 0.3em;
    border-radius: 3px;
    font-size: 0.75em;
    font-style: normal;
    font-weight: 400;
    overflow-wrap: break-word;
  }
  .numbers-working .numbers-working { margin-inline: 0; font-size: 1em; }
`);

let on = false;
/** @type {HTMLElement | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;

/** Prints the working where it was switched on before, on the page that is shown now. */
function wake() {
  hide();
  for (const input of switches()) input.checked = on;
  if (on) print(true);
}

function switches() {
  return /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(".numbers-switch input")
  );
}

/**
 * @param {HTMLElement} number
 * @returns {string}
 */
function expression(number) {
  return number.dataset.expr ?? "";
}

/** @param {boolean} working whether to print expressions beside the numbers */
function print(working) {
  for (const printed of document.querySelectorAll(".numbers-working")) printed.remove();
  for (const element of document.querySelectorAll(numbers)) {
    const number = /** @type {HTMLElement} */ (element);
    // A formula's glyphs are hidden from screen readers, and have no room between them.
    const formula = number.closest("[aria-hidden]");
    if (working && formula) printAfter(formula, number);
    else if (working) {
      number.tabIndex = 0;
      number.after(code(expression(number)));
    } else number.removeAttribute("tabindex");
  }
}

/**
 * @param {Element} formula
 * @param {HTMLElement} number
 */
function printAfter(formula, number) {
  const place = formula.closest(".katex-display, .formula") ?? formula;
  let list = place.nextElementSibling;
  if (!list?.classList.contains("numbers-working")) {
    list = document.createElement("span");
    list.className = "numbers-working";
    place.after(list);
  }
  list.append(list.hasChildNodes() ? ", " : "", `${number.textContent} = `, code(expression(number)));
}

/** @param {string} text */
function code(text) {
  const element = document.createElement("code");
  element.className = "numbers-working";
  element.textContent = text;
  return element;
}

/** @param {HTMLElement} number */
function show(number) {
  clearTimeout(closing);
  if (shown === number) return;
  hide();
  shown = number;
  const sum = document.createElement("p");
  sum.className = "numbers-sum";
  sum.append(code(expression(number)), ` = ${number.getAttribute("value")}`);
  const card = openCard("numbers-card", "manual", number, [sum]);
  card.addEventListener("pointerenter", () => clearTimeout(closing));
  card.addEventListener("pointerleave", hideSoon);
  number.setAttribute("aria-describedby", card.id);
}

function hideSoon() {
  clearTimeout(closing);
  closing = setTimeout(() => {
    const card = document.getElementById("numbers-card");
    if (!card?.contains(getSelection()?.anchorNode ?? null) || getSelection()?.isCollapsed) hide();
  }, 250);
}

function hide() {
  clearTimeout(closing);
  shown?.removeAttribute("aria-describedby");
  shown = null;
  document.getElementById("numbers-card")?.remove();
}

/**
 * Opens a card beside its owner, in the top layer.
 *
 * @param {string} id of the card; an open card of that id is closed
 * @param {"auto" | "manual"} kind as `popover` has it
 * @param {HTMLElement} owner
 * @param {Node[]} content
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
export function placeCard(card, owner) {
  const gap = 6;
  const at = owner.getClientRects()[0] ?? owner.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.min(at.left, clientWidth - card.offsetWidth - gap);
  const fits = at.bottom + gap + card.offsetHeight <= clientHeight;
  const top = fits ? at.bottom + gap : at.top - gap - card.offsetHeight;
  card.style.left = `${Math.max(gap, left)}px`;
  card.style.top = `${Math.max(gap, top)}px`;
}

/**
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null} the bound number under the pointer, unless a press there does more
 */
function numberAt(target) {
  const number = target instanceof Element ? target.closest(numbers) : null;
  return number?.closest(pressable) ? null : /** @type {HTMLElement | null} */ (number);
}

document.adoptedStyleSheets.push(sheet);

addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const number = numberAt(event.target);
  if (number) show(number);
  else if (!(/** @type {Element} */ (event.target).closest?.("#numbers-card"))) hideSoon();
});

addEventListener("click", (event) => {
  const number = numberAt(event.target);
  if (number) show(number);
  else if (!(/** @type {Element} */ (event.target).closest?.("#numbers-card"))) hide();
});

addEventListener("focusin", (event) => {
  const number = numberAt(event.target);
  if (number && event.target === number) show(number);
});

addEventListener("focusout", hideSoon);
addEventListener("keydown", (event) => event.key === "Escape" && hide());

addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (!input.closest?.(".numbers-switch")) return;
  on = input.checked;
  for (const other of switches()) other.checked = on;
  print(on);
});

addEventListener(
  "scroll",
  () => {
    const card = document.getElementById("numbers-card");
    if (card && shown) placeCard(card, shown);
  },
  { capture: true, passive: true },
);

/** @type {{ subscribe(listener: () => void): void } | undefined} Material's, after each page */
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(wake);
else wake();
