/**
 * What is seen of a head while it learns: the buttons, the curve of its loss, the weights of one
 * sentence, and all its numbers as squares, of which one is chosen and can be changed.
 *
 * @module training
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { words } from "../learning/grammar.mjs";
import {
  at, controls, drawing, fixed, full, hatch, hatched, html, label, mark, number, slider,
} from "./markup.mjs";

/** @param {Frame} frame @param {string} text what the first button says while nothing is trained */
export const buttons = (frame, text) => controls(
  frame,
  "learn-buttons",
  html`
    <div class="figure-buttons">
      <button type="button" class="learn-go" data-train="go">${text}</button>
      <button type="button" data-train="step">Step</button>
      <button type="button" data-train="again">Start again</button>
    </div>`,
);

/** @param {number} value @param {string} [out] */
export const whole = (value, out) => number(value, fixed(value, 0), { out });

/** The control for the seed. @param {Frame} frame */
export const seeds = (frame) =>
  slider(frame, "seed", "Start, by its seed", whole(/** @type {number} */ (frame.state.seed), "seed"));

/**
 * The losses of some heads, each a curve with a dot where it ends, above an axis of as many times the
 * limit of steps as they need.
 *
 * @param {Frame} frame
 * @param {{losses: number[]}[]} runs
 * @param {object} chart
 * @param {string} chart.name
 * @param {string} chart.numbers
 * @param {number} chart.width
 * @param {number} chart.height
 * @param {number} chart.highest the loss at the top of the axis
 * @param {number} chart.cut what a larger loss is drawn as
 * @param {number} chart.parts of the axis, between its numbers
 * @param {string[]} chart.looks of the curves
 * @param {number} [chart.guess] a loss to compare with
 */
export function curves(frame, runs, { width, height, highest, cut, parts, looks, guess, ...named }) {
  const { limit } = /** @type {{limit: number}} */ (frame.given);
  const every = Math.max(1, ...runs.map(({ losses }) => Math.ceil(losses.length / limit)));
  const last = limit * every;
  /** @param {number} step */
  const across = (step) => (width * step) / last;
  /** @param {number} loss */
  const down = (loss) => height * (1 - Math.min(loss, cut) / highest);
  const picture = drawing(
    frame,
    { ...named, viewBox: `-34 -16 ${width + 50} ${height + 44}` },
    guess && html`
      <path d="M0 ${down(guess)}H${width}" class="dropped"/>
      <text x="${width}" y="${down(guess) - 6}" class="soft end">a blind guess at a noun</text>`,
    html`<path d="M0 0V${height}H${width}" class="axis"/>`,
    [...Array(highest + 1).keys()].map((loss) =>
      mark(loss, fixed(loss, 0), -8, down(loss) + 5, { look: "soft end" })),
    [...Array(parts + 1).keys()].map((part) => (part * last) / parts).map((step) =>
      mark(step, fixed(step, 0), across(step), height + 20)),
    runs.map(({ losses }, i) => {
      const points = losses.map((loss, step) => [across(step), down(loss)])
        .filter((_, step) => step % every === 0 || step === losses.length - 1);
      if (points.length === 0) return undefined;
      const [x, y] = points.at(-1);
      return html`
        <path d="M${points.map((point) => at(...point)).join("L")}h0" class="${looks[i]}"/>
        <circle cx="${x}" cy="${y}" r="5" class="${i ? "fill-ink" : "fill-query"}"/>`;
    }),
  );
  return html`<p class="figure-title">Loss, step by step</p>${picture}`;
}

const [cell, left, top] = [44, 84, 70];

/** A weight in its cell, which has room for two decimals. @param {number} weight @param {number} x @param {number} y */
function told(weight, x, y) {
  if (weight < 0.005) return "";
  return weight >= 0.995 && weight < 1
    ? html`<text x="${x}" y="${y}" class="weight" data-label="a bound">&gt; 0.99</text>`
    : mark(weight, fixed(weight), x, y, { look: "weight" });
}

/** @param {string[]} read @param {number[][]} weights @param {Frame} frame */
export function pattern(read, weights, frame) {
  const picture = drawing(
    frame,
    {
      name: "The weights: a row for each word that asks, a column for each word it looks back at",
      numbers: "answers",
      viewBox: `0 0 ${left + 5 * cell + 6} ${top + 5 * cell + 4}`,
    },
    hatch(frame, "hidden"),
    read.map((word, j) => html`
      <text transform="translate(${left + cell * j + 26} ${top - 6}) rotate(-38)" class="start">${word}</text>`),
    read.map((word, i) => html`
      <text x="${left - 6}" y="${top + cell * i + 27}" class="end">${word}</text>`),
    weights.map((row, i) => row.map((weight, j) => html`
      <rect x="${left + cell * j + 1}" y="${top + cell * i + 1}" width="${cell - 2}" height="${cell - 2}"
        rx="2" ${j > i ? html`class="hidden" fill="${hatched(frame, "hidden")}"` : html`class="cell" fill-opacity="${0.5 * weight}"`}/>
      ${j <= i && told(weight, left + cell * j + cell / 2, top + cell * i + 27)}`)).flat(),
  );
  return html`
    <p class="figure-title">Weights, a row for each word that asks</p>
    ${picture}
    <p class="figure-hint">Where nothing is printed, the weight is below half a percent.</p>`;
}

/** The side of a cell, and where the vectors and the matrices begin. */
const [side, vectors, matrices] = [15, 78, 222];
/** How far from zero a number can be put. */
export const most = 4;

const blocks = [
  { name: "words", rows: 16, x: vectors, y: 18 },
  { name: "places", rows: 5, x: vectors, y: 18 + 16 * side + 24 },
  ...["Q", "K", "V", "O"].map((name, i) => ({ name, rows: 8, x: matrices, y: 18 + i * (8 * side + 24) })),
];
const bottom = blocks.at(-1).y + 8 * side + 4;

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
 * @param {Frame} frame
 */
export function numbers(all, frame) {
  const { cell: chosen } = /** @type {{cell: number}} */ (frame.state);
  const { d } = /** @type {{d: number}} */ (frame.given);
  const value = all[chosen - 1];
  const set = full(Math.round(value * 1000) / 1000);
  const { block, row, column, x, y } = placeOf(chosen - 1, d);
  const owner = block.name === "words" ? `vector of ${words[row]}`
    : block.name === "places" ? label(`vector of place ${row + 1}`, "a place") : html`W<sub>${block.name}</sub>, ${label(`row ${row + 1}`, "a place")}`;
  const picture = drawing(
    frame,
    {
      name: "All numbers of the head, as squares: the larger the number, the larger its square; filled above zero, hollow below",
      numbers: "chosen",
      viewBox: `0 0 345 ${bottom}`,
      part: "numbers",
    },
    blocks.map(({ name, rows, x, y }) => html`
      <text x="${x}" y="${y - 5}" class="start">${name.length > 1 ? name : html`W<tspan dy="3" font-size="10">${name}</tspan>`}</text>
      <rect x="${x}" y="${y}" width="${d * side}" height="${rows * side}" class="field"/>`),
    [...words, "1", "2", "3", "4", "5"].map((name, i) => html`
      <text x="${vectors - 5}" y="${placeOf(i * d, d).y + 11}" class="small end"${i >= words.length && html` data-label="a place"`}>${name}</text>`),
    html`<path d="${squares(all, d, 1)}" class="positive"/>
      <path d="${squares(all, d, -1)}" class="negative"/>
      <rect x="${x}" y="${y}" width="${side}" height="${side}" class="chosen"/>`,
  );
  return html`
    <p class="figure-title">All ${whole(all.length, "count")} numbers</p>
    ${picture}
    <p class="figure-hint" id="${frame.id}-chosen">${owner}, ${label(`entry ${column + 1}`, "a place")}: ${number(value, fixed(value, 3), { out: "chosen" })}</p>
    ${controls(
      frame,
      "",
      slider(frame, "cell", "Choose a number", whole(chosen, "cell")),
      html`
        <div class="figure-slider">
          <label for="${frame.id}-slide">Change it</label>
          <input type="number" class="learn-value" data-train="value" step="0.1" min="${-most}" max="${most}"
            ${frame.awake && html`value="${set}"`} aria-label="Its value">
          <input type="range" id="${frame.id}-slide" data-train="value" step="0.001" min="${-most}" max="${most}"
            value="${set}">
        </div>`,
    )}`;
}
