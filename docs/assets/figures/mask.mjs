/**
 * The mask: grids of scores and weights for up to eight tokens, one row worked out below them.
 *
 * @module mask
 * @typedef {{n: number, order: string, row: number, causal: boolean}} State
 * @typedef {import("./figure.mjs").Drawing} Drawing
 * @typedef {Record<string, string | number | undefined>} Look
 */

import { causalMask, exponentials, softmax, sum } from "../attention.mjs";
import { choice, flag, pointInside, range, wake as wakeFigure } from "./figure.mjs";
import { fixed, label, number, plain, tag } from "./printed.mjs";

const table = [
  [1, 0, 2, 1, 0, 3, 1, 2],
  [1, 2, 3, 0, 1, 2, 0, 1],
  [2, 0, 1, 3, 2, 0, 1, 0],
  [0, 1, 3, 2, 0, 1, 2, 1],
  [3, 1, 0, 1, 2, 2, 0, 3],
  [0, 2, 1, 0, 3, 1, 1, 2],
  [1, 0, 2, 3, 1, 0, 2, 0],
  [2, 3, 0, 1, 0, 2, 1, 1],
];
const [left, top] = [34, 28];

const fields = {
  n: range(3, 2, table.length),
  order: choice("before", ["before", "after", "zero"]),
  row: range(2, 1, table.length),
  causal: flag(true),
};

/** @param {State} state @returns {State} */
const consistent = (state) => ({ ...state, row: Math.min(state.row, state.n) });

/** @param {State} state */
function compute({ n, order, causal }) {
  const past = causalMask(n);
  /** @param {number} i @param {number} j */
  const sees = (i, j) => !causal || past[i][j];
  /** @param {number[][]} rows @param {number} fill */
  const masked = (rows, fill) => rows.map((row, i) => row.map((x, j) => (sees(i, j) ? x : fill)));
  const plainScores = table.slice(0, n).map((row) => row.slice(0, n));
  const hiding = order === "zero" ? 0 : -Infinity;
  const scores = order === "after" ? plainScores : masked(plainScores, hiding);
  const weights = scores.map(softmax);
  return {
    scores,
    exponentials: scores.map(exponentials),
    weights: order === "after" ? masked(weights, 0) : weights,
  };
}

/** @param {number} n */
const cellSize = (n) => Math.min(56, 248 / n);
/** @param {number} n */
const decimals = (n) => (n <= 4 ? 3 : 2);

/** @param {number} n */
function headings(n) {
  const size = cellSize(n);
  return table.slice(0, n).flatMap((_, place) => {
    const middle = (place + 0.5) * size;
    return [[left + middle, 18], [14, top + middle + 5]].map(([x, y]) =>
      tag("text", { x, y, class: "soft" }, label(String(place + 1), "a token's place", "tspan")));
  });
}

/** @param {number} i @param {number} j @param {number} n @param {Element | string} content @param {Look} look */
function cell(i, j, n, content, look) {
  const size = cellSize(n);
  const [x, y] = [left + j * size, top + i * size];
  const place = { x: x + size / 2, y: y + size / 2 + 5, class: n <= 4 ? "few" : "many" };
  return [
    tag("rect", { x: x + 1, y: y + 1, width: size - 2, height: size - 2, rx: 3, ...look }),
    tag("text", place, content),
  ];
}

/** @param {number[][]} rows @param {(entry: number) => [Element | string, Look]} look */
const cells = (rows, look) =>
  rows.flatMap((row, i) => row.flatMap((entry, j) => cell(i, j, rows.length, ...look(entry))));

/** @param {number[][]} weights */
function sums(weights) {
  const n = weights.length;
  const size = cellSize(n);
  const x = left + n * size + 31;
  return [
    tag("text", { x, y: 18, class: "soft" }, "sum"),
    ...weights.map((row, i) => {
      const text = fixed(sum(row), decimals(n));
      const place = { x, y: top + (i + 0.5) * size + 5 };
      const name = Number(text) === 1 ? "sum" : "sum wrong";
      return tag("text", { ...place, class: name }, number(sum(row), text, "tspan"));
    }),
  ];
}

/** @param {number} entry @param {string} [name] */
const score = (entry, name) =>
  (entry === -Infinity ? "−∞" : number(entry, plain(entry), name));

/** @param {ReturnType<typeof compute>} rows @param {number} row */
function steps({ scores, exponentials: raised, weights }, row) {
  return scores.map((_, place) =>
    tag(
      "tr",
      {},
      tag("th", { scope: "row" }, label(String(place + 1), "a token's place")),
      tag("td", {}, score(scores[row][place])),
      ...[raised, weights].map((part) =>
        tag("td", {}, number(part[row][place], fixed(part[row][place], 3)))),
    ));
}

/** @param {State} state @param {Drawing} drawing */
function draw(state, { root, print, set, all }) {
  const { n, row } = state;
  const now = compute(state);
  const size = cellSize(n);
  const hidden = { class: "cell", fill: `url(#${root.id}-hatch-hidden)` };
  /** @param {string} part @param {Element[]} elements */
  const fill = (part, ...elements) => all(`[data-part="${part}"]`)[0].replaceChildren(...elements);
  fill("scores", ...headings(n), ...cells(now.scores, (entry) =>
    [score(entry, "tspan"), entry === -Infinity ? hidden : { class: "cell" }]));
  fill("weights", ...headings(n), ...cells(now.weights, (entry) => (entry === 0
    ? [number(0, "0", "tspan"), hidden]
    : [
      number(entry, fixed(entry, decimals(n)), "tspan"),
      { class: "cell weight", "fill-opacity": 0.5 * entry },
    ])), ...sums(now.weights));
  fill("steps", ...steps(now, row - 1));
  set("chosen", { y: top + (row - 1) * size - 1, width: n * size + 8, height: size + 2 });
  set("grid", { viewBox: `0 0 340 ${Math.round(top + n * size + 6)}` });
  for (const slider of all('[data-field="row"]')) slider.setAttribute("max", String(n));
  print("n", n, fixed(n, 0));
  print("row", row, fixed(row, 0));
  const [total, whole] = [sum(now.exponentials[row - 1]), sum(now.weights[row - 1])];
  print("sum", total, fixed(total, 3));
  print("weight-sum", whole, fixed(whole, 3));
}

/** @param {State} state */
function say(state) {
  const weights = compute(state).weights[state.row - 1];
  const told = weights.map((weight) => fixed(weight, 3)).join(", ");
  return `Query ${state.row}: weights ${told}; they add up to ${fixed(sum(weights), 3)}.`;
}

/** @param {HTMLElement} root */
export function wake(root) {
  const { state, change } = wakeFigure(root, { fields, draw, say, consistent });
  /** @type {NodeListOf<SVGSVGElement>} */
  const grids = root.querySelectorAll('[data-part="grid"]');
  for (const grid of grids) {
    grid.addEventListener("click", (event) => {
      const row = Math.ceil((pointInside(grid, event).y - top) / cellSize(state().n));
      if (row >= 1 && row <= state().n) change({ row });
    });
  }
}
