/**
 * How the figures print numbers, by the same rules as the package: texts are rounded, halves away
 * from zero, from the 12 significant digits that stand beside them in the page.
 *
 * @module printed
 */

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {string} digits @param {number} decimals @param {Intl.NumberFormatOptions} options */
function rounded(digits, decimals, options = {}) {
  const wanted = { ...options, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const name = JSON.stringify(wanted);
  if (!formats.has(name)) formats.set(name, new Intl.NumberFormat("en-US", wanted));
  // A string is rounded as the decimal it spells, not as the binary number nearest to it.
  return formats.get(name).format(/** @type {any} */ (digits)).replace("-", "−");
}

/** Decimals that show no 0 or 1 that isn't one. @param {string} digits @param {number} decimals */
function honest(digits, decimals) {
  const size = Math.abs(Number(digits));
  const shown = Number(rounded(String(size), decimals, { useGrouping: false }));
  return [0, 1].includes(shown) && shown !== size ? honest(digits, decimals + 1) : decimals;
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
  return ordinary ? rounded(digits, honest(digits, decimals)) : powerOfTen(digits);
}

/** A whole number of up to nine digits; a longer one as a power of ten. @param {number} value */
export const count = (value) => (value < 1e9 ? fixed(value, 0) : powerOfTen(full(value)));

/** All digits of a number that has few. @param {number} value */
export const plain = (value) => full(value).replace("-", "−");

/** Whole percent, with decimals only where 0 % or 100 % would not be true. @param {number} value */
export function percent(value) {
  const digits = full(value);
  const text = rounded(digits, honest(digits, 2) - 2, { style: "percent" });
  return text.replace("%", "\u00a0%");
}

/** @param {string} digits */
function powerOfTen(digits) {
  const [first, exponent] = rounded(digits, 1, { notation: "scientific" }).split("E");
  const raised = exponent.replace("−", "⁻").replace(/\d/g, (digit) => superscripts[Number(digit)]);
  return `${first} × 10${raised}`;
}
