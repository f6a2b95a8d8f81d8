/**
 * The mask: grids of scores and weights for up to eight tokens, one row worked out below them.
 *
 * @module mask
 * @typedef {{n: number, order: string, row: number, causal: boolean}} State
 * @typedef {{table: number[][]}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./types.d.ts").Part} Part
 */

import { causalMask, exponentials, softmax, sum } from "../attention.mjs";
import {
  controls, drawing, fixed, hatch, hatched, html, label, number, plain, slider,
} from "./markup.mjs";
import { choices, toggle } from "./options.mjs";

/** Where the first cell stands, right of the queries' numbers and below the keys'. */
const [left, top] = [34, 28];

/** @param {State} state @param {Given} given */
export function values({ n, order, causal }, { table }) {
  const past = causalMask(n);
  /** @param {number[][]} rows @param {number} fill */
  const masked = (rows, fill) =>
    rows.map((row, i) => row.map((entry, j) => (!causal || past[i][j] ? entry : fill)));
  const all = table.slice(0, n).map((row) => row.slice(0, n));
  const scores = order === "after" ? all : masked(all, order === "zero" ? 0 : -Infinity);
  const seen = scores.map(softmax);
  const weights = order === "after" ? masked(seen, 0) : seen;
  const raised = scores.map(exponentials);
  return {
    scores,
    exponentials: raised,
    totals: raised.map(sum),
    weights,
    sums: weights.map(sum),
  };
}

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { n, row } = /** @type {State} */ (frame.state);
  const zero = html`<span>as a score of ${number(0, "0")}, a slip</span>`;
  return html`
    <div class="figure-parts">
      <div class="figure-part">
        <p class="figure-title">Scores</p>
        ${grid(frame, "Scores", hatch(frame, "hidden"), headings(n), scoreCells(values, frame))}
      </div>
      <div class="figure-part">
        <p class="figure-title">Weights</p>
        ${grid(frame, "Weights", "", headings(n), weightCells(values, frame), sums(values))}
      </div>
    </div>
    <p class="figure-hint">A row for each query, a column for each key.</p>
    ${controls(
      frame,
      "figure-parts",
      html`
        <div class="figure-part">
          ${slider(frame, "row", "Query worked out below", number(row, fixed(row, 0), { out: "row" }))}
          ${slider(frame, "n", "Tokens", number(n, fixed(n, 0), { out: "n" }))}
        </div>`,
      html`
        <div class="figure-part">
          ${toggle(frame, "causal", "Causal mask: no token sees a later one")}
          ${choices(frame, "order", "The mask comes", {
            before: "before the softmax",
            after: "after the softmax, a slip",
            zero,
          })}
        </div>`,
    )}
    ${steps(values, frame)}`;
}

/** The side of a cell, in the drawing's pixels: 8 cells fit a phone. @param {number} n */
const cellSize = (n) => Math.min(56, 248 / n);

/** @param {number} n */
const decimals = (n) => (n <= 4 ? 3 : 2);

/** @param {Frame} frame @param {string} title @param {Part} fills @param {...Part[]} cells */
function grid(frame, title, fills, ...cells) {
  const { n, row } = /** @type {State} */ (frame.state);
  const size = cellSize(n);
  return drawing(
    frame,
    {
      name: `${title}: a row for each query, a column for each key`,
      numbers: "steps",
      viewBox: `0 0 340 ${Math.round(top + n * size + 6)}`,
      part: "grid",
    },
    fills,
    html`
      <g>${cells.flat()}</g>
      <rect x="${left - 4}" y="${top + (row - 1) * size - 1}" width="${n * size + 8}"
        height="${size + 2}" rx="4" class="chosen"/>`,
  );
}

/** @param {number} place */
const token = (place, name = "tspan") => label(String(place + 1), "a token's place", name);

/** @param {number} n */
function headings(n) {
  const size = cellSize(n);
  return Array.from({ length: n }, (_, place) => {
    const middle = (place + 0.5) * size;
    return html`
      <text x="${left + middle}" y="18" class="soft">${token(place)}</text>
      <text x="14" y="${top + middle + 5}" class="soft">${token(place)}</text>`;
  });
}

/**
 * @param {number[][]} rows
 * @param {(entry: number) => {content: Part, look: Part}} cell
 */
function cells(rows, cell) {
  const n = rows.length;
  const size = cellSize(n);
  return rows.flatMap((row, i) => row.map((entry, j) => {
    const [x, y] = [left + j * size, top + i * size];
    const { content, look } = cell(entry);
    return html`
      <rect x="${x + 1}" y="${y + 1}" width="${size - 2}" height="${size - 2}" rx="3" ${look}/>
      <text x="${x + size / 2}" y="${y + size / 2 + 5}" class="${n <= 4 ? "few" : "many"}">${content}</text>`;
  }));
}

/** @param {Frame} frame */
const hidden = (frame) => html`class="cell" fill="${hatched(frame, "hidden")}"`;

/** @param {number} entry */
const score = (entry, name = "span") =>
  (entry === -Infinity ? "−∞" : number(entry, plain(entry), { name }));

/** @param {Values} values @param {Frame} frame */
const scoreCells = ({ scores }, frame) => cells(scores, (entry) => ({
  content: score(entry, "tspan"),
  look: entry === -Infinity ? hidden(frame) : html`class="cell"`,
}));

/** @param {Values} values @param {Frame} frame */
const weightCells = ({ weights }, frame) => cells(weights, (entry) => (entry === 0
  ? { content: number(0, "0", { name: "tspan" }), look: hidden(frame) }
  : {
    content: number(entry, fixed(entry, decimals(weights.length)), { name: "tspan" }),
    look: html`class="cell weight" fill-opacity="${0.5 * entry}"`,
  }));

/** @param {Values} values */
function sums({ sums: totals }) {
  const n = totals.length;
  const x = left + n * cellSize(n) + 31;
  return [
    html`<text x="${x}" y="18" class="soft">sum</text>`,
    ...totals.map((total, i) => {
      const text = fixed(total, decimals(n));
      const look = Number(text) === 1 ? "sum" : "sum wrong";
      return html`
        <text x="${x}" y="${top + (i + 0.5) * cellSize(n) + 5}" class="${look}">
          ${number(total, text, { name: "tspan" })}
        </text>`;
    }),
  ];
}

/** @param {Values} values @param {Frame} frame */
function steps(now, { id, state }) {
  const row = /** @type {number} */ (state.row) - 1;
  return html`
    <table class="figure-table" id="${id}-steps">
      <caption class="figure-said">The chosen query's steps from score to weight</caption>
      <thead>
        <tr>${["key", "score", "exponential", "weight"].map((name) => html`<th scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody data-part="steps">
        ${now.scores[row].map((entry, place) => html`
          <tr>
            <th scope="row">${token(place, "span")}</th>
            <td>${score(entry)}</td>
            ${[now.exponentials, now.weights].map((rows) => html`
              <td>${number(rows[row][place], fixed(rows[row][place], 3))}</td>`)}
          </tr>`)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">sum</th>
          <td></td>
          <td>${number(now.totals[row], fixed(now.totals[row], 3), { out: "sum" })}</td>
          <td>${number(now.sums[row], fixed(now.sums[row], 3), { out: "weight-sum" })}</td>
        </tr>
      </tfoot>
    </table>`;
}

/** @param {Values} values @param {Frame} frame */
export function say({ weights, sums: totals }, { state }) {
  const row = /** @type {number} */ (state.row);
  const said = weights[row - 1].map((weight) => fixed(weight, 3)).join(", ");
  return `Query ${row}: weights ${said}; they add up to ${fixed(totals[row - 1], 3)}.`;
}

/** A tap on a grid chooses its row. @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, { state, change, place }) {
  root.addEventListener("click", (event) => {
    /** @type {SVGSVGElement} */
    const grid = /** @type {Element} */ (event.target).closest('[data-part="grid"]');
    if (!grid) return;
    const row = Math.ceil((place(grid, event).y - top) / cellSize(state().n));
    if (row >= 1 && row <= state().n) change({ row });
  });
}
