/**
 * Sentences of five tokens whose next word can be told, and the random numbers that choose them: the
 * twin of the package's draws and grammar, the same in every browser to the last bit.
 *
 * @module grammar
 * @typedef {{tokens: Uint8Array, right: Uint8Array}} Sentences five tokens and one answer for each,
 *   as numbers of `words`
 */

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

/** @param {number} bits */
function mix(bits) {
  for (const [shift, factor] of [[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]]) {
    bits = Math.imul(bits ^ (bits >>> shift), factor);
  }
  return bits;
}

/**
 * Numbers from 0 up to, not including, 1: SplitMix's walk through MurmurHash3's last steps.
 *
 * @param {number} stream which sequence, from 0 to 2³² − 1
 * @param {number} first
 * @param {number} count
 */
export const uniform = (stream, first, count) => new Float64Array(count).map((_, i) =>
  (mix(mix(stream) + Math.imul(first + i + 1, 0x9e3779b9)) >>> 0) / 2 ** 32);

/** The words of a form, the answer last. @param {string} form */
export const wordsOf = (form) => form.replace(":", "").split(" ");

/** @param {string} task @param {{form: number, b: number, apart: number[]}[]} chosen */
function written(task, chosen) {
  const forms = tasks[task].map(wordsOf);
  const read = chosen.map(({ form, b, apart }) => forms[form].map((word) => {
    const place = [..."bacde"].indexOf(word);
    return place < 0 ? words.indexOf(word) : (b + [0, ...apart][place]) % nouns.length;
  }));
  return {
    tokens: Uint8Array.from(read.flatMap((sentence) => sentence.slice(0, length))),
    right: Uint8Array.from(read, (sentence) => sentence[length]),
  };
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
