/**
 * The stored weights of a real model, and how its tokens are shown.
 *
 * @module cells
 * @typedef {{tokens: string[], layers: number, heads: number, cells: string}} Stored
 */

/** How many letters of a token a drawing has room for. */
const most = 9;

/** @type {WeakMap<Stored, Uint8Array>} */
const decoded = new WeakMap();

/** A byte for each weight that is not hidden by the mask. @param {Stored} stored */
function bytes(stored) {
  if (!decoded.has(stored)) {
    decoded.set(stored, Uint8Array.from(atob(stored.cells), (sign) => sign.charCodeAt(0)));
  }
  return decoded.get(stored);
}

/**
 * The weights that one token gives in one head, itself and all tokens before it.
 *
 * @param {Stored} stored
 * @param {number} steps how many make a weight of 1
 * @param {number} layer
 * @param {number} head
 * @param {number} row from 0
 */
export function rowOf(stored, steps, layer, head, row) {
  const n = stored.tokens.length;
  const start = ((layer * stored.heads + head) * n * (n + 1)) / 2 + (row * (row + 1)) / 2;
  return Array.from(bytes(stored).subarray(start, start + row + 1), (step) => step / steps);
}

/** A token without its space; a plus tells one that goes on with the word before. @param {string} token @param {number} place */
export const shownToken = (token, place) =>
  (place > 0 && /^[a-z]/.test(token) ? `+${token}` : token.trim() || (token.includes("\n") ? "¶" : "␣"));

/** A token where a drawing has room for so many letters. @param {string} token @param {number} place */
export function shortToken(token, place) {
  const letters = [...shownToken(token, place)];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
}
