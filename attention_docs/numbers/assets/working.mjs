// Prints the working: the expression of each bound number, right behind it.

import { expressionOf, numbers } from "./card.mjs";

/** @param {boolean} on whether to print it, or take it back */
export function printWorking(on) {
  for (const printed of document.querySelectorAll(".numbers-working")) printed.remove();
  for (const element of document.querySelectorAll(numbers)) {
    const number = /** @type {HTMLElement} */ (element);
    // A formula's glyphs are hidden from screen readers, and have no room between them.
    const formula = number.closest("[aria-hidden]");
    if (on && formula) printAfter(formula, number);
    else if (on) {
      number.tabIndex = 0;
      number.after(expressionOf(number));
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
  list.append(list.hasChildNodes() ? ", " : "", `${number.textContent} = `, expressionOf(number));
}
