// Small cards beside a word or a flag: a term's definition, a section's reports.

/** @type {Map<string, Promise<Document>>} the glossary page, fetched once, when it is first wanted */
const glossaries = new Map();

/** @type {HTMLAnchorElement | null} */
let shown = null;
let touched = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;

export function wakeCards() {
  hide();
  for (const term of document.querySelectorAll("a.term:not([data-awake])")) {
    wakeTerm(/** @type {HTMLAnchorElement} */ (term));
  }
  for (const flag of document.querySelectorAll("a.flag:not([data-awake])")) {
    wakeFlag(/** @type {HTMLAnchorElement} */ (flag));
  }
}

/**
 * A term shows its definition on hover, keyboard focus and tap; without scripts it is a link.
 *
 * @param {HTMLAnchorElement} term
 */
function wakeTerm(term) {
  term.dataset.awake = "";
  term.addEventListener("pointerdown", (event) => (touched = event.pointerType !== "mouse"));
  term.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(term));
  term.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideSoon());
  term.addEventListener("focus", () => touched || show(term));
  term.addEventListener("blur", hideSoon);
  term.addEventListener("click", (event) => {
    if (!touched) return;
    touched = false;
    event.preventDefault();
    event.stopPropagation();
    if (shown === term) hide();
    else show(term);
  });
}

/** @param {HTMLAnchorElement} term */
async function show(term) {
  clearTimeout(closing);
  if (shown === term) return;
  hide();
  shown = term;
  const definition = await define(term);
  if (shown !== term || !definition) return;
  const more = document.createElement("a");
  more.href = term.href;
  more.textContent = "In the glossary";
  const card = openCard("term-card", "manual", term, [definition, more]);
  card.addEventListener("pointerenter", () => clearTimeout(closing));
  card.addEventListener("pointerleave", hideSoon);
  term.setAttribute("aria-describedby", card.id);
}

function hideSoon() {
  clearTimeout(closing);
  closing = setTimeout(() => {
    if (!document.getElementById("term-card")?.contains(document.activeElement)) hide();
  }, 200);
}

function hide() {
  clearTimeout(closing);
  shown?.removeAttribute("aria-describedby");
  shown = null;
  document.getElementById("term-card")?.remove();
}

/**
 * @param {HTMLAnchorElement} term
 * @returns {Promise<Node | undefined>} a copy of the paragraph under the term's heading
 */
async function define(term) {
  const address = new URL(term.href);
  const anchor = address.hash.slice(1);
  address.hash = "";
  if (!glossaries.has(address.href)) glossaries.set(address.href, fetchPage(address.href));
  try {
    const page = await /** @type {Promise<Document>} */ (glossaries.get(address.href));
    return page.getElementById(anchor)?.nextElementSibling?.cloneNode(true);
  } catch {
    // Offline, or opened from a file: the term is still a link.
    glossaries.delete(address.href);
    return undefined;
  }
}

/** @param {string} address */
async function fetchPage(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/**
 * A flag beside a heading offers the same reports as the foot of the page, for its own section.
 *
 * @param {HTMLAnchorElement} flag
 */
function wakeFlag(flag) {
  flag.dataset.awake = "";
  flag.addEventListener("click", (event) => {
    const reports = [...document.querySelectorAll("a[data-report]")];
    if (!reports.length || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const section = new URL(flag.href).searchParams.get("section") ?? "";
    const links = reports.map((report) =>
      forSection(/** @type {HTMLAnchorElement} */ (report), section),
    );
    const menu = openCard("report-menu", "auto", flag, links);
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-label", flag.getAttribute("aria-label") ?? "");
    menu.addEventListener("toggle", (closed) => {
      if (/** @type {ToggleEvent} */ (closed).newState === "closed") menu.remove();
    });
    links[0].focus({ preventScroll: true });
  });
}

/**
 * @param {HTMLAnchorElement} report
 * @param {string} section
 */
function forSection(report, section) {
  const target = new URL(report.href);
  target.searchParams.set("section", section);
  const link = document.createElement("a");
  link.href = target.href;
  link.textContent = report.textContent;
  return link;
}

/**
 * Opens a card beside its owner.
 *
 * @param {string} id
 * @param {"auto" | "manual"} kind
 * @param {HTMLElement} owner
 * @param {Node[]} content
 */
function openCard(id, kind, owner, content) {
  document.getElementById(id)?.remove();
  const card = document.createElement("div");
  card.id = id;
  card.className = "card";
  card.popover = kind;
  card.append(...content);
  // Beside its owner, so that the next tab stop after the owner is inside the card.
  owner.after(card);
  card.showPopover();
  place(card, owner);
  return card;
}

/**
 * Puts a card under its owner, or above where there is no room, inside the window.
 *
 * @param {HTMLElement} card
 * @param {HTMLElement} owner
 */
function place(card, owner) {
  const gap = 6;
  const at = owner.getClientRects()[0] ?? owner.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.min(at.left, clientWidth - card.offsetWidth - gap);
  const fits = at.bottom + gap + card.offsetHeight <= clientHeight;
  const top = fits ? at.bottom + gap : at.top - gap - card.offsetHeight;
  card.style.left = `${Math.max(gap, left)}px`;
  card.style.top = `${Math.max(gap, top)}px`;
}

addEventListener("keydown", (event) => event.key === "Escape" && hide());
addEventListener(
  "scroll",
  () => {
    const card = document.getElementById("term-card");
    if (card && shown) place(card, shown);
  },
  { passive: true },
);
addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest?.("#term-card, a.term")) hide();
});
