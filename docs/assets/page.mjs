// Wakes what a page holds, after each load and after each of Material's instant navigations.

import { wakeCards } from "./cards.mjs";

/** @type {{ subscribe(listener: () => void): void } | undefined} */
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(wake);
else wake();
addEventListener("hashchange", wakeCode);

function wake() {
  wakeCards();
  wakeCode();
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
    if (said) said.textContent = "A script of this page could not be fetched. Check the connection, then press again.";
  }
});

// A quiz needs its script only once somebody is there; the first choice waits for it.
for (const moment of ["focusin", "change"]) {
  addEventListener(moment, async (event) => {
    const form = /** @type {Element} */ (event.target).closest?.("form.quiz");
    if (!form) return;
    const { wakeQuiz } = await import("./quiz.mjs");
    wakeQuiz(/** @type {HTMLFormElement} */ (form));
  });
}

// Browsers print a closed disclosure closed.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
    details.setAttribute("open", "");
    addEventListener("afterprint", () => details.removeAttribute("open"), { once: true });
  }
});
