/**
 * How figures print: elements of HTML and SVG, and numbers in them by the same rules as the package.
 * Texts are rounded, halves away from zero, from the 12 significant digits that stand beside them in
 * the page.
 *
 * @module printed
 */

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} decimals @param {Intl.NumberFormatOptions} options */
function format(decimals, options) {
  const name = `${decimals} ${options.style} ${options.notation}`;
  if (!formats.has(name)) {
    const counted = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    formats.set(name, new Intl.NumberFormat("en-US", { ...options, ...counted }));
  }
  return formats.get(name);
}

/**
 * Round, with more decimals where the asked ones would show a 0 or 1 that isn't one.
 *
 * @param {string} digits
 * @param {number} decimals
 * @param {Intl.NumberFormatOptions} options
 * @returns {string}
 */
function rounded(digits, decimals, options = {}) {
  const hundred = options.style === "percent" ? 100 : 1;
  // A string is rounded as the decimal it spells, not as the binary number nearest to it.
  const text = format(decimals, options).format(/** @type {any} */ (digits));
  const shown = Number(text.replace(/[-,%]/g, "")) / hundred;
  const claimsTooMuch = [0, 1].includes(shown) && shown !== Math.abs(Number(digits));
  return claimsTooMuch ? rounded(digits, decimals + 1, options) : text.replace("-", "−");
}

/** The first 12 significant digits; whole numbers keep all of theirs. @param {number} value */
export const full = (value) =>
  Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(12)));

/**
 * Print with so many decimals; as a power of ten where the number is tiny or huge.
 *
 * @param {number} value
 * @param {number} decimals
 */
export function fixed(value, decimals = 2) {
  const digits = full(value);
  const size = Math.abs(Number(digits));
  const ordinary = size === 0 || (size >= 5e-8 && size < 1e13);
  return ordinary ? rounded(digits, decimals) : powerOfTen(digits);
}

/** A whole number of up to nine digits; a longer one as a power of ten. @param {number} value */
export const count = (value) => (value < 1e9 ? fixed(value, 0) : powerOfTen(full(value)));

/** All digits of a number that has few. @param {number} value */
export const plain = (value) => full(value).replace("-", "−");

/** Whole percent, with decimals only where 0 % or 100 % would not be true. @param {number} value */
export const percent = (value) =>
  rounded(full(value), 0, { style: "percent" }).replace("%", "\u00a0%");

/** @param {string} digits */
function powerOfTen(digits) {
  const text = format(1, { notation: "scientific" }).format(/** @type {any} */ (digits));
  const [first, exponent] = text.split("E");
  const raised = exponent.replace("-", "⁻").replace(/\d/g, (digit) => superscripts[Number(digit)]);
  return `${first.replace("-", "−")} × 10${raised}`;
}

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
