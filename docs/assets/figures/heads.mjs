/**
 * Heads: four heads read one sentence; their outputs are put end to end and mixed.
 *
 * @module heads
 * @typedef {{row: number, sharing: string, strength: number}} State
 * @typedef {{
 *   words: string[], names: string[], queries: number[][], keys: number[][], values: number[][],
 *   mixing: number[][], kvHeads: Record<string, number>,
 * }} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import {
  attentionWeights, cacheBytes, matmul, multiHeadAttention, repeatHeads, splitHeads,
} from "../attention.mjs";
import {
  controls, drawing, fixed, hatch, hatched, html, label, number, percent, plain, press, slider, vector,
} from "./markup.mjs";

const subscripts = "₁₂₃₄";
const [cell, left, top] = [24, 70, 58];

/** @param {State} state @param {Given} given */
export function values({ row, sharing, strength }, given) {
  const heads = given.names.length;
  const kvHeads = given.kvHeads[sharing];
  const size = given.queries[0].length / heads;
  /** @param {number[][]} rows */
  const shared = (rows) => rows.map((entries) => entries.slice(0, kvHeads * size));
  const queries = given.queries.map((entries) => entries.map((entry) => entry * strength));
  const [keys, each] = [shared(given.keys), shared(given.values)];
  const repeated = repeatHeads(splitHeads(keys, kvHeads), heads);
  const weights = splitHeads(queries, heads).map((own, head) =>
    attentionWeights(own, repeated[head], { causal: true }));
  const options = { heads, kvHeads, causal: true };
  const joined = multiHeadAttention(queries, keys, each, options)[row - 1];
  return {
    weights,
    outputs: weights.map((_, head) => joined.slice(head * size, (head + 1) * size)),
    joined,
    mixed: matmul([joined], given.mixing)[0],
    // The numbers kept for each word: the bytes of its cache, were a number one byte.
    kept: cacheBytes(1, { layers: 1, kvHeads, headSize: size, bytesPerNumber: 1 }),
  };
}

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { row, strength } = /** @type {State} */ (frame.state);
  const { words } = /** @type {Given} */ (frame.given);
  return html`
    <div class="figure-patterns">
      ${values.weights.map((pattern, head) => patternOf(frame, head, pattern))}
    </div>
    ${controls(
      frame,
      "figure-parts",
      html`
        <div class="figure-part">
          ${slider(frame, "row", "Query’s word", html`<span>${words[row - 1]}</span>`)}
        </div>`,
      html`
        <div class="figure-part">
          <p class="figure-label">Keys and values of the heads</p>
          <div class="figure-buttons">
            ${press(frame, { sharing: "each" }, "own")}
            ${press(frame, { sharing: "pairs" }, "shared by two")}
            ${press(frame, { sharing: "one" }, "by all")}
          </div>
        </div>`,
    )}
    ${table(values, frame)}
    <p class="figure-joined">Put end to end: ${vector(values.joined, { out: "joined" })}</p>
    <p class="figure-joined">Mixed by the matrix W<sub>O</sub>, which here adds to each head’s part the next head’s, and to the last the first’s: ${vector(values.mixed, { out: "mixed" })}</p>
    <p class="figure-hint figure-wide">The cache keeps ${number(values.kept, fixed(values.kept, 0), { out: "kept" })} numbers for each word: the entries of its keys and values. The fewer heads have their own, the fewer they are.</p>
    ${controls(
      frame,
      "",
      slider(frame, "strength", "Multiply the queries by", number(strength, plain(strength), { out: "strength" })),
    )}`;
}

/** @param {number} head */
const headName = (head) => label(`head${subscripts[head]}`, "a head's name");

/** @param {Frame} frame @param {number} head @param {number[][]} pattern */
function patternOf(frame, head, pattern) {
  const { words, names } = /** @type {Given} */ (frame.given);
  const { row } = /** @type {State} */ (frame.state);
  const ahead = words.flatMap((_, i) => words.slice(i + 1).map((_, k) =>
    `M${left + cell * (i + k + 1) + 1} ${top + cell * i + 1}h22v22h-22z`));
  const picture = drawing(
    frame,
    {
      name: `Pattern of the head for ${names[head]}: a row for each query’s word, a column for each key’s, darker for more weight`,
      numbers: "heads",
      viewBox: "0 0 214 182",
      part: "pattern",
    },
    head === 0 && hatch(frame, "hidden"),
    words.map((word, j) => html`
      <text transform="translate(${left + cell * j + 16} ${top - 6}) rotate(-50)">${word}</text>`),
    words.map((word, i) => html`
      <text x="${left - 8}" y="${top + cell * i + 17}" class="end">${word}</text>`),
    html`<path d="${ahead}" class="hidden" fill="${hatched(frame, "hidden")}"/>`,
    pattern.map((weights, i) => weights.slice(0, i + 1).map((weight, j) => html`
      <rect x="${left + cell * j + 1}" y="${top + cell * i + 1}" width="${cell - 2}"
        height="${cell - 2}" rx="2" class="cell" fill-opacity="${weight}"/>`)).flat(),
    html`
      <rect x="${left - 2}" y="${top + cell * (row - 1) - 1}" width="${cell * words.length + 4}"
        height="${cell + 2}" rx="3" class="chosen"/>`,
  );
  return html`
    <div class="figure-part">
      <p class="figure-title">${headName(head)} ${names[head]}</p>
      ${picture}
    </div>`;
}

/** The word that the chosen one looks most at, and its weight. @param {number[]} weights @param {string[]} words */
function best(weights, words) {
  const weight = Math.max(...weights);
  return { word: words[weights.indexOf(weight)], weight };
}

/** @param {Values} values @param {Frame} frame */
function table({ weights, outputs }, { id, state, given }) {
  const rows = weights.map((pattern, head) => {
    const { word, weight } = best(pattern[/** @type {number} */ (state.row) - 1], given.words);
    return html`
      <tr>
        <th scope="row">${headName(head)}</th>
        <td>${word}</td>
        <td>${number(weight, percent(weight), { out: `weight-${head + 1}` })}</td>
        <td>${vector(outputs[head], { out: `output-${head + 1}` })}</td>
      </tr>`;
  });
  return html`
    <table class="figure-table" id="${id}-heads">
      <caption class="figure-said">What each head gives the chosen word</caption>
      <thead>
        <tr>${["head", "looks most at", "weight", "output"].map((name) => html`<th scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>`;
}

/** @param {Values} values @param {Frame} frame */
export function say({ weights }, { state, given }) {
  const row = /** @type {number} */ (state.row);
  const said = weights.map((pattern, head) => {
    const { word, weight } = best(pattern[row - 1], given.words);
    return `head ${head + 1} looks most at “${word}”, ${percent(weight)}`;
  });
  return `Word ${row}, “${given.words[row - 1]}”: ${said.join("; ")}.`;
}

/** A tap on a pattern chooses its row. @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, { change, place, given }) {
  root.addEventListener("click", (event) => {
    /** @type {SVGSVGElement} */
    const pattern = /** @type {Element} */ (event.target).closest('[data-part="pattern"]');
    if (!pattern) return;
    const row = Math.ceil((place(pattern, event).y - top) / cell);
    if (row >= 1 && row <= given.words.length) change({ row });
  });
}
