/**
 * A figure's settings, and how they stand in the page's address. What a link asks for is read as
 * text, held to the setting's range, and told to the reader where it had to be changed.
 *
 * @module state
 * @typedef {number | string | boolean} Value
 * @typedef {Record<string, Value>} State
 */

/**
 * @template {Value} V
 * @typedef {{first: V, read: (text: string) => {value: V, told?: string}}} Field
 */

/**
 * @template {State} S
 * @typedef {{[Name in keyof S]: Field<S[Name]>}} Fields
 */

/**
 * A number from `least` to `most`, on steps of `step`.
 *
 * @param {number} first
 * @param {number} least
 * @param {number} most
 * @param {number} step
 * @returns {Field<number>}
 */
export const range = (first, least, most, step = 1) => ({
  first,
  read(text) {
    const wanted = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(wanted)) return { value: first, told: "is not a number" };
    const held = Math.min(most, Math.max(least, wanted));
    // Steps are counted, then scaled down, so that 0.3 is 3 / 10 and not 3 × 0.1.
    const value = Math.round(held / step) / Math.round(1 / step) + 0;
    const reason = held === wanted ? "lies between two steps" : `is not from ${least} to ${most}`;
    return value === wanted ? { value } : { value, told: reason };
  },
});

/** One of `options`. @param {string} first @param {string[]} options @returns {Field<string>} */
export const choice = (first, options) => ({
  first,
  read: (text) =>
    options.includes(text)
      ? { value: text }
      : { value: first, told: `is none of ${options.join(", ")}` },
});

/** Yes or no, written 1 or 0. @param {boolean} first @returns {Field<boolean>} */
export const flag = (first) => ({
  first,
  read: (text) =>
    ["0", "1"].includes(text)
      ? { value: text === "1" }
      : { value: first, told: "is neither 0 nor 1" },
});

/** @param {Value} value */
export const written = (value) => (typeof value === "boolean" ? String(Number(value)) : String(value));

/**
 * @template {State} S
 * @param {Fields<S>} fields
 * @returns {S}
 */
export const firstState = (fields) =>
  /** @type {S} */ (
    Object.fromEntries(Object.entries(fields).map(([name, { first }]) => [name, first])));

/**
 * Read the settings that an address holds under `prefix`.
 *
 * @template {State} S
 * @param {Fields<S>} fields
 * @param {string} prefix
 * @param {string} search the address's query
 * @returns {{state: S, told: string[]}}
 */
export function fromAddress(fields, prefix, search) {
  /** @type {State} */
  const state = firstState(fields);
  const asked = new URLSearchParams(search);
  const told = [];
  for (const [name, field] of Object.entries(fields)) {
    const text = asked.get(prefix + name);
    if (text === null) continue;
    const { value, told: reason } = field.read(text);
    state[name] = value;
    if (reason) {
      told.push(`The link’s ${name} “${text.slice(0, 20)}” ${reason}; shown: ${written(value)}.`);
    }
  }
  return { state: /** @type {S} */ (state), told };
}

/**
 * Return `address` with the settings that differ from the figure's first ones, and no others.
 *
 * @template {State} S
 * @param {Fields<S>} fields
 * @param {string} prefix
 * @param {S} state
 * @param {string} address
 */
export function toAddress(fields, prefix, state, address) {
  const url = new URL(address);
  for (const [name, { first }] of Object.entries(fields)) {
    if (state[name] === first) url.searchParams.delete(prefix + name);
    else url.searchParams.set(prefix + name, written(state[name]));
  }
  return url;
}
