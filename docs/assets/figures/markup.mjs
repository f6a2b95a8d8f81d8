/**
 * Elements of HTML and SVG, and the one way to put a number into them, as in the package.
 *
 * @module markup
 */

import { full } from "./printed.mjs";

const drawn = new Set(["g", "path", "rect", "text", "tspan"]);

/** Write coordinates in hundredths, as the package does. @param {number[]} coordinates */
export const at = (...coordinates) =>
  coordinates.map((entry) => Math.round(entry * 100) / 100 + 0).join(" ");

/**
 * @param {string} name
 * @param {Record<string, string | number | undefined>} attributes undefined ones are left out
 * @param {(Element | string)[]} children
 */
export function tag(name, attributes, ...children) {
  const element = drawn.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    element.setAttribute(key, typeof value === "number" ? at(value) : value);
  }
  element.append(...children);
  return element;
}

/**
 * An element that shows `text` and carries the value that the text rounds.
 *
 * @param {number} value
 * @param {string} text
 * @param {string} name `tspan` inside SVG
 */
export const number = (value, text, name = "span") =>
  tag(name, { "data-value": full(value) }, text);

/** An element whose numerals are a name. @param {string} text @param {string} why @param {string} name */
export const label = (text, why, name = "span") => tag(name, { "data-label": why }, text);
