// Wakes what a page holds, after each load and after each of Material's instant navigations.

import { wakeCards } from "./cards.mjs";

/** @type {{ subscribe(listener: () => void): void } | undefined} */
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(wakeCards);
else wakeCards();

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
