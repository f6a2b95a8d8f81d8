/**
 * All numbers of a head as squares, of which one is chosen and can be changed.
 *
 * @module squares
 */

import { words } from "../learning/grammar.mjs";
import { at, controls, drawing, fixed, full, html, label, number, slider } from "./markup.mjs";

/** The side of a cell, and where the vectors and the matrices begin. */
const [side, vectors, matrices] = [15, 78, 222];
/** How far from zero a number can be put. */
export const most = 4;

const blocks = [
  { name: "words", rows: 16, x: vectors, y: 18 },
  { name: "places", rows: 5, x: vectors, y: 18 + 16 * side + 24 },
  ...["Q", "K", "V", "O"].map((name, i) => ({ name, rows: 8, x: matrices, y: 18 + i * (8 * side + 24) })),
];
const height = blocks.at(-1).y + 8 * side + 4;

/** Where a number stands: its block, row and column. @param {number} index @param {number} d */
function placeOf(index, d) {
  const column = index % d;
  let row = Math.floor(index / d);
  const block = blocks.find(({ rows }) => row < rows || ((row -= rows), false));
  return { block, row, column, x: block.x + side * column, y: block.y + side * row };
}

/** Which number stands at a point of the picture. @param {number} x @param {number} y @param {number} d */
export function indexAt(x, y, d) {
  const all = [...Array(21 * d + 4 * d ** 2).keys()];
  return all.find((index) => {
    const spot = placeOf(index, d);
    return x >= spot.x && x < spot.x + side && y >= spot.y && y < spot.y + side;
  });
}

/** Squares, as large as the numbers are. @param {number[]} all @param {number} d @param {number} sign */
const squares = (all, d, sign) => all.map((value, index) => {
  const size = Math.min(side - 2, (side - 2) * Math.sqrt(Math.abs(value) / 3));
  const { x, y } = placeOf(index, d);
  return value * sign > 0 && `M${at(x + (side - size) / 2, y + (side - size) / 2)}h${at(size)}v${at(size)}h${at(-size)}z`;
}).filter(Boolean).join("");

/**
 * The picture, and the controls that choose a number and change it.
 *
 * @param {number[]} all
 * @param {import("./types.d.ts").Frame} frame
 */
export function numbers(all, frame) {
  const { cell: chosen } = /** @type {{cell: number}} */ (frame.state);
  const { d } = /** @type {{d: number}} */ (frame.given);
  const value = all[chosen - 1];
  const { block, row, column, x, y } = placeOf(chosen - 1, d);
  const owner = block.name === "words" ? `vector of ${words[row]}`
    : block.name === "places" ? label(`vector of place ${row + 1}`, "a place") : html`W<sub>${block.name}</sub>, ${label(`row ${row + 1}`, "a place")}`;
  const picture = drawing(
    frame,
    {
      name: "All numbers of the head, as squares: the larger the number, the larger its square; filled above zero, hollow below",
      numbers: "chosen",
      viewBox: `0 0 345 ${height}`,
      part: "numbers",
    },
    blocks.map(({ name, rows, x, y }) => html`
      <text x="${x}" y="${y - 5}" class="start">${name.length > 1 ? name : html`W<tspan dy="3" font-size="10">${name}</tspan>`}</text>
      <rect x="${x}" y="${y}" width="${d * side}" height="${rows * side}" class="field"/>`),
    words.map((word, i) => html`<text x="${vectors - 5}" y="${18 + side * i + 11}" class="small end">${word}</text>`),
    [1, 2, 3, 4, 5].map((place, i) => html`<text x="${vectors - 5}" y="${blocks[1].y + side * i + 11}" class="small end" data-label="a place">${String(place)}</text>`),
    html`<path d="${squares(all, d, 1)}" class="positive"/>
      <path d="${squares(all, d, -1)}" class="negative"/>
      <rect x="${x}" y="${y}" width="${side}" height="${side}" class="chosen"/>`,
  );
  return html`
    <p class="figure-title">All ${number(all.length, fixed(all.length, 0), { out: "count" })} numbers</p>
    ${picture}
    <p class="figure-hint" id="${frame.id}-chosen">${owner}, ${label(`entry ${column + 1}`, "a place")}: ${number(value, fixed(value, 3), { out: "chosen" })}</p>
    ${controls(
      frame,
      "",
      slider(frame, "cell", "Choose a number", number(chosen, fixed(chosen, 0), { out: "cell" })),
      html`
        <div class="figure-slider">
          <label for="${frame.id}-slide">Change it</label>
          <input type="number" class="learn-value" data-train="value" step="0.1" min="${-most}" max="${most}"
            ${frame.awake && html`value="${full(Math.round(value * 1000) / 1000)}"`} aria-label="Its value">
          <input type="range" id="${frame.id}-slide" data-train="value" step="0.001" min="${-most}" max="${most}"
            value="${full(Math.round(value * 1000) / 1000)}">
        </div>`,
    )}`;
}
