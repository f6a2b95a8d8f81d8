/**
 * What figures are written with: numbers, each beside the value that it rounds; markup; and the
 * controls and drawings that all figures share. Pure text: the build runs it without a page.
 *
 * @module markup
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./types.d.ts").Part} Part
 * @typedef {import("./types.d.ts").State} State
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
 * Round, halves away from zero, with more decimals where the asked ones would show a 0 or 1 that
 * isn't one.
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

/** @param {string} digits */
function powerOfTen(digits) {
  const text = format(1, { notation: "scientific" }).format(/** @type {any} */ (digits));
  const [first, exponent] = text.split("E");
  const raised = exponent.replace("-", "⁻").replace(/\d/g, (digit) => superscripts[Number(digit)]);
  return `${first.replace("-", "−")} × 10${raised}`;
}

/**
 * The first 12 significant digits, the most that agree on all processors; whole numbers keep all of
 * theirs. Every text below is rounded from these.
 *
 * @param {number} value
 */
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

/** Write coordinates, in hundredths, for a path or a transform. @param {number[]} coordinates */
export const at = (...coordinates) =>
  coordinates.map((entry) => Math.round(entry * 100) / 100 + 0).join(" ");

class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** @type {Record<string, string>} */
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {Part | Part[]} part @returns {string} */
function written(part) {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(written).join("");
  if (typeof part === "number") return at(part);
  return part ? part.replace(/[&<>"]/g, (sign) => escapes[sign]) : "";
}

/** @param {string} text */
const unbroken = (text) =>
  text
    .replace(/>\s*\n\s*/g, ">")
    .replace(/\s*\n\s*</g, "<")
    .replace(/^\s*\n\s*$/, "")
    .replace(/\s*\n\s*/g, " ");

/** @type {WeakMap<TemplateStringsArray, string[]>} */
const templates = new WeakMap();

/**
 * HTML and SVG as a template. Strings put into it are escaped, numbers are coordinates and rounded to
 * hundredths, lists are joined, and false or undefined is left out. Line breaks beside tags are for
 * the source's reader and vanish.
 *
 * @param {TemplateStringsArray} strings
 * @param {...(Part | Part[])} parts
 */
export function html(strings, ...parts) {
  if (!templates.has(strings)) templates.set(strings, strings.map(unbroken));
  return new Markup(String.raw({ raw: templates.get(strings) }, ...parts.map(written)));
}

/**
 * An element that shows `text` and carries the value that the text rounds, as `data-value`; `out` is
 * the name by which others find it, `name` is `tspan` inside SVG.
 *
 * @param {number} value
 * @param {string} text
 * @param {{out?: string, name?: string}} options
 */
export const number = (value, text, { out, name = "span" } = {}) =>
  html`<${name} data-value="${full(value)}"${out && html` data-out="${out}"`}>${text}</${name}>`;

/**
 * A number at a place of a drawing, such as the end of an axis.
 *
 * @param {number} value
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{look?: string, out?: string}} options
 */
export const mark = (value, text, x, y, { look = "soft", out } = {}) =>
  html`<text x="${x}" y="${y}" class="${look}">${number(value, text, { out, name: "tspan" })}</text>`;

/**
 * A row of numbers, which carries all their values, as JSON; each is named `out` and its place from 1.
 *
 * @param {number[]} entries
 * @param {{decimals?: number, out?: string}} options
 */
export function vector(entries, { decimals = 2, out } = {}) {
  const shown = entries.map((entry, i) =>
    html`${i > 0 && ", "}${number(entry, fixed(entry, decimals), { out: out && `${out}-${i + 1}` })}`);
  const values = `[${entries.map(full).join(", ")}]`;
  return html`<span data-value="${values}"${out && html` data-out="${out}"`}>[${shown}]</span>`;
}

/** An element whose numerals are a name. @param {string} text @param {string} why @param {string} name */
export const label = (text, why, name = "span") =>
  html`<${name} data-label="${why}">${text}</${name}>`;

/** The text of a setting, in an address or an attribute. @param {import("./types.d.ts").Value} value */
export const setting = (value) =>
  typeof value === "boolean" ? String(Number(value)) : String(value);

/**
 * The most that a setting may be: others may limit it.
 *
 * @param {import("./types.d.ts").Field} field
 * @param {State} state
 */
export const mostOf = ({ most, within, limits }, state) =>
  /** @type {number} */ (within ? limits?.[String(state[within])] ?? state[within] : most);

/**
 * A group of controls, which keeps its place, unseen and out of reach, until the figure is awake.
 *
 * @param {Frame} frame
 * @param {string} look `figure-parts` for two columns
 * @param {...Part | Part[]} children
 */
export const controls = ({ awake }, look, ...children) =>
  html`<div class="${`figure-controls ${look}`.trim()}"${!awake && html` inert`}>${children}</div>`;

/**
 * A range input for the setting `field`, with its value `shown` beside the label.
 *
 * @param {Frame} frame
 * @param {string} field
 * @param {Part} text
 * @param {Part} shown
 * @param {{hidden?: boolean}} options
 */
export function slider({ id, fields, state }, field, text, shown, { hidden = false } = {}) {
  const { least, step } = fields[field];
  return html`
    <div class="figure-slider"${hidden && html` hidden`}>
      <label for="${id}-${field}">${text}</label>
      <span class="figure-set">${shown}</span>
      <input type="range" id="${id}-${field}" data-field="${field}" min="${least}"
        max="${mostOf(fields[field], state)}" step="${step}" value="${setting(state[field])}">
    </div>`;
}

/**
 * A button that changes some settings.
 *
 * @param {Frame} frame
 * @param {State} changes
 * @param {Part} text
 */
export function press({ state }, changes, text) {
  const set = Object.entries(changes).map(([field, to]) => `${field}=${setting(to)}`).join("&");
  const pressed = Object.entries(changes).every(([field, to]) => state[field] === to);
  return html`
    <button type="button" data-set="${set}" aria-pressed="${String(pressed)}">${text}</button>`;
}

/**
 * A drawing; to a screen reader it is one picture, named by `name`, and the element whose id ends in
 * `numbers` has its numbers.
 *
 * @param {Frame} frame
 * @param {{name: string, numbers: string, viewBox: string, part?: string}} options
 * @param {...Part | Part[]} shapes
 */
export const drawing = ({ id }, { name, numbers, viewBox, part }, ...shapes) => html`
  <svg role="img" aria-label="${name}" aria-describedby="${id}-${numbers}" viewBox="${viewBox}"
    class="figure-svg"${part && html` data-part="${part}"`}>${shapes}</svg>`;

/**
 * A hatched fill: it tells key 2 from 1 without colour, or what is hidden from a query.
 *
 * @param {Frame} frame
 * @param {"2" | "hidden"} kind
 */
export const hatch = ({ id }, kind) => html`
  <defs>
    <pattern id="${id}-hatch-${kind}" width="6" height="6" patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)">
      <rect width="6" height="6" class="soft-${kind}"/>
      <path d="M0 0V6" class="stroke-${kind}" stroke-width="3"/>
    </pattern>
  </defs>`;

/** The value of `fill` that names a `hatch`. @param {Frame} frame @param {"2" | "hidden"} kind */
export const hatched = ({ id }, kind) => `url(#${id}-hatch-${kind})`;
