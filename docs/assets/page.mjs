// What every page does: shows the cards beside its terms and flags, and wakes figures and quizzes
// when they are wanted. Runs again after each of Material's instant navigations.

import { openCard, placeCard } from "./numbers/working.mjs";

/** @type {Map<string, Promise<Document>>} the glossary page, fetched once, when it is first wanted */
const glossaries = new Map();

/** @type {HTMLAnchorElement | null} */
let shown = null;
let touched = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let closing;

function wake() {
  hide();
  const asleep = document.querySelectorAll("a.term:not([data-awake]), a.flag:not([data-awake])");
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (asleep)) {
    link.dataset.awake = "";
    if (link.matches(".term")) wakeTerm(link);
    else wakeFlag(link);
  }
  if (document.querySelector("figure[data-figure]")) load("./figures/figure.mjs");
  for (const form of document.querySelectorAll("form.predict:not([data-awake])")) near.observe(form);
  wakeCode();
}

/**
 * Loads a script that the page can do without: blocked or offline, it is told and left.
 *
 * @param {string} path
 */
function load(path) {
  return import(path).catch((error) => console.warn(`${path} stays away:`, error));
}

// A field that checks what is typed into it stays disabled until its reader comes near.
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      load("./predict.mjs").then((predict) => {
        if (predict) predict.wakePredict(target);
        else near.observe(target);
      });
    }
  },
  { rootMargin: "400px" },
);

/**
 * A term shows its definition on hover, keyboard focus and tap; without scripts it is a link.
 *
 * @param {HTMLAnchorElement} term
 */
function wakeTerm(term) {
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
    const paragraph = page.getElementById(anchor)?.nextElementSibling?.cloneNode(true);
    // Its links were written for the glossary's own place.
    const links = paragraph instanceof Element ? paragraph.querySelectorAll("a[href]") : [];
    for (const link of /** @type {Iterable<HTMLAnchorElement>} */ (links)) {
      link.href = new URL(link.getAttribute("href") ?? "", address).href;
    }
    return paragraph;
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

addEventListener("keydown", (event) => event.key === "Escape" && hide());

addEventListener(
  "scroll",
  () => {
    const card = document.getElementById("term-card");
    if (card && shown) placeCard(card, shown);
  },
  { passive: true },
);

addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest?.("#term-card, a.term")) hide();
});

// A quiz needs its script only once somebody is there; the first choice waits for it.
for (const moment of ["focusin", "change"]) {
  addEventListener(moment, async (event) => {
    const form = /** @type {Element} */ (event.target).closest?.("form.quiz");
    if (!form) return;
    const quiz = await load("./quiz.mjs");
    quiz?.wakeQuiz(form);
  });
}

// Running code takes scripts of its own. They wait for the first press, or for a version of the
// reader's that was kept here or came with the address.
/** @type {Promise<typeof import("./live/live.mjs")> | undefined} */
let live;

function loadLive() {
  live ??= import("./live/live.mjs");
  live.catch(() => (live = undefined));
  return live;
}

addEventListener("hashchange", wakeCode);

async function wakeCode() {
  (await live)?.stopLeft();
  if (document.querySelector(".live") && hasVersion()) (await loadLive()).restore();
}

function hasVersion() {
  if (location.hash.startsWith("#live=")) return true;
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`live ${location.pathname} `));
  } catch {
    return false;
  }
}

addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest?.("button[data-live]");
  if (!button) return;
  try {
    (await loadLive()).press(/** @type {HTMLElement} */ (button));
  } catch {
    const said = button.parentElement?.querySelector(".live__said");
    if (said) said.textContent = "The script could not be fetched. Check the connection, then press again.";
  }
});

// Browsers print a closed disclosure closed.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
    details.setAttribute("open", "");
    addEventListener("afterprint", () => details.removeAttribute("open"), { once: true });
  }
});

/** @type {{ subscribe(listener: () => void): void } | undefined} */
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(wake);
else wake();
