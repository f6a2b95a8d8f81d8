/**
 * Sentences of five tokens whose next word can be told: the twin of the package's grammar.
 *
 * @module grammar
 * @typedef {{tokens: Uint8Array, right: Uint8Array}} Sentences five tokens and one answer for each,
 *   as numbers of `words`
 */
import { uniform } from "./draws.mjs";

export const nouns = ("trophy ball book cup lamp doll suitcase box bag jar crate drawer").split(" ");
export const words = [...nouns, "fits-not-in", "it", "big", "small"];
export const length = 5;
/** @type {Record<string, string[]>} */
export const tasks = {
  fits: ["a fits-not-in b it big: a", "a fits-not-in b it small: b"],
  previous: ["c d e a b: a"],
  first: ["a c d e b: a"],
  after: ["b a c d b: a", "c b a d b: a", "c d b a b: a"],
};
export const batch = 64;

const symbols = [..."bacde", ...words];
const forms = Object.fromEntries(Object.entries(tasks).map(([task, told]) =>
  [task, told.map((form) => form.replace(":", "").split(" ").map((word) => symbols.indexOf(word)))]));

/** @param {string} task @param {{form: number, b: number, apart: number[]}[]} chosen */
function written(task, chosen) {
  const tokens = new Uint8Array(length * chosen.length);
  const right = new Uint8Array(chosen.length);
  chosen.forEach(({ form, b, apart }, i) => {
    const meant = [b, ...apart.map((places) => (b + places) % nouns.length)];
    const read = forms[task][form].map((symbol) => meant[symbol] ?? symbol - meant.length);
    tokens.set(read.slice(0, length), length * i);
    right[i] = read[length];
  });
  return { tokens, right };
}

/**
 * The sentences of one step; no noun is 3, 6 or 9 places from b in the list of nouns.
 *
 * @param {string} task
 * @param {number} seed
 * @param {number} step
 * @returns {Sentences}
 */
export function sentences(task, seed, step) {
  const draws = uniform(2 * seed + 1, 10 * batch * step, 10 * batch);
  return written(task, Array.from({ length: batch }, (_, i) => {
    const [b, form, ...ranks] = draws.subarray(10 * i, 10 * i + 10);
    const order = [...ranks.keys()].sort((one, other) => ranks[one] - ranks[other]);
    return {
      form: Math.floor(form * tasks[task].length),
      b: Math.floor(b * nouns.length),
      apart: order.slice(0, 4).map((rank) => [1, 2, 4, 5, 7, 8, 10, 11][rank]),
    };
  }));
}

/** All forms about all nouns that training keeps apart. @param {string} task */
export const heldOut = (task) =>
  written(task, nouns.flatMap((_noun, b) => tasks[task].flatMap((_form, form) =>
    [[3, 6, 9, 3], [6, 9, 3, 6], [9, 3, 6, 9]].map((apart) => ({ form, b, apart })))));
