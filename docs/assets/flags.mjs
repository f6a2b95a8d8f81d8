// The menu of a flag beside a heading: the same reports as at the foot of the page, for its own section.

import { openCard } from "./numbers/card.mjs";

/** @param {HTMLAnchorElement} flag */
export function openReports(flag) {
  const section = new URL(flag.href).searchParams.get("section") ?? "";
  const reports = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-report]"));
  const links = Array.from(reports, (report) => forSection(report, section));
  const menu = openCard("report-menu", "auto", flag, links);
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", flag.getAttribute("aria-label") ?? "");
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") menu.remove();
  });
  links[0].focus({ preventScroll: true });
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
