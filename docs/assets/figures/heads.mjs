/**
 * Heads: four heads read one sentence; their outputs are put end to end and mixed.
 *
 * @module heads
 * @typedef {{row: number, sharing: string, strength: number}} State
 * @typedef {import("./figure.mjs").Drawing} Drawing
 */

import { cacheBytes, matmul, multiHeadAttention } from "../attention.mjs";
import { choice, pointInside, range, wake as wakeFigure } from "./figure.mjs";
import { fixed, percent, plain } from "./printed.mjs";

const words = ["the", "cat", "sat", "on", "the", "mat"];
const heads = 4;
const size = 2;
const [cell, top] = [24, 46];

const places = [[2, 0], [1, 2], [-1, 2], [-2, 0], [-1, -2], [1, -2]];
const meanings = [[2, 0], [0, 2], [-2, 0], [-1, -2], [2, 0], [-1, 2]];
const nouns = [[0, 0], [3, 0], [0, 1], [0, 0], [0, 0], [3, 0]];
const queries = words.map((_, i) => [...places[Math.max(0, i - 1)], 1, 0, ...meanings[i], 1, 0]);
const keys = words.map((_, i) =>
  [...places[i], ...nouns[i], ...meanings[i], i === 0 ? 2 : 0, 0]);
const values = [
  [1, 0, 0, 1, 2, 0, 1, 1],
  [0, 3, 4, 0, 0, 2, 0, 1],
  [2, 1, 0, 2, 1, 1, 3, 0],
  [1, 1, 1, 0, 0, 1, 2, 2],
  [1, 0, 0, 1, 2, 0, 0, 2],
  [0, 2, 4, 1, 1, 3, 1, 0],
];
const width = heads * size;
/** W_O: it adds to each head's part the next head's. */
const mixing = Array.from({ length: width }, (_, i) =>
  Array.from({ length: width }, (_, j) => Number(i === j || i === (j + size) % width)));
/** @type {Record<string, number>} */
const sharings = { each: 4, pairs: 2, one: 1 };

const fields = {
  row: range(3, 1, words.length),
  sharing: choice("each", Object.keys(sharings)),
  strength: range(1, 0, 2, 0.25),
};

/** @param {State} state */
function compute({ sharing, strength }) {
  const kvHeads = sharings[sharing];
  /** @param {number[][]} rows */
  const shared = (rows) => rows.map((row) => row.slice(0, kvHeads * size));
  const stronger = queries.map((row) => row.map((entry) => entry * strength));
  const options = { heads, kvHeads, causal: true };
  const { output, weights } = multiHeadAttention(stronger, shared(keys), shared(values), options);
  return { output, weights, mixed: matmul(output, mixing), kept: numbersKept(kvHeads) };
}

/** Numbers in the cache for each word: its bytes, were a number one byte. @param {number} kvHeads */
const numbersKept = (kvHeads) =>
  cacheBytes(1, { layers: 1, kvHeads, headSize: size, bytesPerNumber: 1 });

/** @param {State} state @param {Drawing} drawing */
function draw(state, { print, printVector, set, all }) {
  const { output, weights, mixed, kept } = compute(state);
  const row = state.row - 1;
  /** @param {string} part @param {string} text */
  const write = (part, text) => {
    for (const element of all(`[data-part="${part}"]`)) element.textContent = text;
  };
  for (const [head, pattern] of weights.entries()) {
    for (const [i, row] of pattern.entries()) {
      for (let j = 0; j <= i; j += 1) {
        set(`cell-${head + 1}-${i + 1}-${j + 1}`, { "fill-opacity": row[j] });
      }
    }
    const weight = Math.max(...pattern[row]);
    write(`best-${head + 1}`, words[pattern[row].indexOf(weight)]);
    print(`weight-${head + 1}`, weight, percent(weight));
    const own = output[row].slice(head * size, (head + 1) * size);
    printVector(`output-${head + 1}`, own, (entry) => fixed(entry));
  }
  printVector("joined", output[row], (entry) => fixed(entry));
  printVector("mixed", mixed[row], (entry) => fixed(entry));
  print("kept", kept, fixed(kept, 0));
  print("strength", state.strength, plain(state.strength));
  write("word", words[row]);
  set("chosen", { y: top + cell * row - 1 });
}

/** @param {State} state */
function say(state) {
  const told = compute(state).weights.map((pattern, head) => {
    const row = pattern[state.row - 1];
    const weight = Math.max(...row);
    return `head ${head + 1} looks most at “${words[row.indexOf(weight)]}”, ${percent(weight)}`;
  });
  return `Word ${state.row}, “${words[state.row - 1]}”: ${told.join("; ")}.`;
}

/** @param {HTMLElement} root */
export function wake(root) {
  const { change } = wakeFigure(root, { fields, draw, say });
  /** @type {NodeListOf<SVGSVGElement>} */
  const patterns = root.querySelectorAll('[data-part="pattern"]');
  for (const pattern of patterns) {
    pattern.addEventListener("click", (event) => {
      const row = Math.ceil((pointInside(pattern, event).y - top) / cell);
      if (row >= 1 && row <= words.length) change({ row });
    });
  }
}
