/**
 * Scaling: how large dot products of random vectors get, and what that does to softmax's slope.
 *
 * @module scaling
 * @typedef {{d: number}} State
 * @typedef {{largest: number, pairs: number}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { runningDots, softmax, softmaxJacobian, spread, unitEntries } from "../attention.mjs";
import {
  at, controls, drawing, fixed, full, html, label, mark, number, press, slider,
} from "./markup.mjs";

/** Pixels of one unit, of a dot product and of a scaled one: the largest of the sample fits. */
const [unit, scaledUnit] = [1.8, 30];
const [chartWidth, chartHeight] = [260, 140];
/** Powers of ten on the way down: the least steep slope stays above the axis. */
const decades = 22;
const marks = ["raw", "scaled"];

/** Each pair's dot products for every d, made when they are first needed. @type {number[][]} */
let sample = [];

/** @param {number} d @param {Given} given */
function dotProducts(d, { largest, pairs }) {
  if (sample.length === 0) {
    /** @param {number} row */
    const entries = (row) => unitEntries(row * largest, largest);
    sample = Array.from({ length: pairs }, (_, pair) =>
      runningDots(entries(pair), entries(pairs + pair)));
  }
  return sample.map((products) => products[d - 1]);
}

/** p₁ p₂, not p (1 − p): 1 − p has no digits left once p is all but 1. @param {number} score */
const slope = (score) => -softmaxJacobian([score, -score])[0][1];

/** @param {State} state @param {Given} given */
export function values({ d }, given) {
  const root = Math.sqrt(d);
  const products = dotProducts(d, given);
  return {
    products,
    root,
    spread: spread(products),
    scores: [root, 1],
    weights: [root, 1].map((score) => softmax([score, -score])),
    slopes: [slope(root), slope(1)],
    ratio: slope(1) / slope(root),
    vanishing: Array.from({ length: 37 }, (_, step) => slope(2 ** (step / 8))),
  };
}

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { d } = /** @type {State} */ (frame.state);
  return html`
    <div class="figure-parts">
      <div class="figure-part">${cloud(values, frame)}</div>
      <div class="figure-part">${chart(values, frame)}</div>
    </div>
    ${controls(
      frame,
      "",
      slider(frame, "d", "Size d of a key", number(d, fixed(d, 0), { out: "d" })),
      html`
        <div class="figure-buttons">
          ${[1, 16, 64, 512].map((to) =>
            press(frame, { d: to }, html`d = ${number(to, fixed(to, 0))}`))}
        </div>`,
    )}
    ${table(values, frame)}`;
}

/** A line of dots over the band of their typical size. @param {number[]} products @param {number} typical @param {number} y @param {number} unit */
function lane(products, typical, y, unit) {
  // By number, far from those of the neighbours, so that few dots hide others.
  // Whole pixels will do for dots of five, and the page is shorter by what hundredths would take.
  const dots = products.map((product, i) =>
    `M${Math.round(unit * product)} ${y + ((11 * i) % 47) - 23}h0`);
  return html`
    <path d="M-150 ${y}H150" class="hairline"/>
    <rect x="${-unit * typical}" y="${y - 30}" width="${2 * unit * typical}" height="60" class="band"/>
    <path d="${dots}" class="dots"/>`;
}

/** @param {Values} values @param {Frame} frame */
function cloud({ products, root, spread: measured }, frame) {
  const { pairs } = /** @type {Given} */ (frame.given);
  const picture = drawing(
    frame,
    {
      name: "The dot products of random queries and keys, as a cloud of points on a line, and the same points divided by the square root of d",
      numbers: "spread",
      viewBox: "-160 0 320 240",
    },
    html`
      <text x="-150" y="22" class="name start">q · k</text>
      <text x="-150" y="142" class="name start">q · k ÷ √d</text>`,
    lane(products, root, 64, unit),
    [-60, -30, 0, 30, 60].map((place) => mark(place, fixed(place, 0), unit * place, 112)),
    lane(products.map((product) => product / root), 1, 184, scaledUnit),
    [-4, -2, 0, 2, 4].map((place) => mark(place, fixed(place, 0), scaledUnit * place, 234)),
  );
  return html`
    <p class="figure-title">How large dot products get</p>
    ${picture}
    <p class="figure-hint" id="${frame.id}-spread">${number(pairs, fixed(pairs, 0))} random pairs, on a scale for each line. Band: √d = ${number(root, fixed(root), { out: "root" })}. Measured spread: ${number(measured, fixed(measured), { out: "spread" })}.</p>`;
}

/** Where the chart shows a slope: d by powers of two, slopes by powers of ten. @param {number} d @param {number} steepness */
const place = (d, steepness) =>
  [(chartWidth * Math.log2(d)) / 9, (-chartHeight * Math.log10(steepness)) / decades];

/** @param {Values} values @param {Frame} frame */
function chart({ slopes, vanishing }, frame) {
  const { d } = /** @type {State} */ (frame.state);
  const [x, low] = place(d, slopes[0]);
  const [, high] = place(d, slopes[1]);
  const curve = vanishing.map((steepness, step) => at(...place(2 ** (step / 4), steepness)));
  const up = [{ power: 1, text: "0.1" }, { power: 10, text: "10⁻¹⁰" }, { power: 20, text: "10⁻²⁰" }];
  const picture = drawing(
    frame,
    {
      name: "The slope of softmax against d, by powers of ten: level with scaling, falling away without",
      numbers: "slopes",
      viewBox: `-44 -24 330 ${chartHeight + 54}`,
    },
    html`<path d="M0 0V${chartHeight}H${chartWidth}" class="axis"/>`,
    up.map(({ power, text }) =>
      mark(10 ** -power, text, -8, (chartHeight * power) / decades + 5, { look: "soft end" })),
    [1, 8, 64, 512].map((size) => mark(size, fixed(size, 0), place(size, 1)[0], chartHeight + 22)),
    html`
      <path d="M0 ${high}H${chartWidth}" class="stroke-query" stroke-width="4"/>
      <path d="M${curve.join("L")}" class="vanishing"/>
      <text x="${chartWidth}" y="${high - 12}" class="fill-query end">with ÷ √d</text>
      <text x="180" y="100" class="end">without</text>
      <circle cx="${x}" cy="${high}" r="7" class="fill-query"/>
      <circle cx="${x}" cy="${low}" r="7" class="fill-ink"/>`,
  );
  return html`
    <p class="figure-title">How steep softmax is there</p>
    ${picture}
    <p class="figure-hint">The slope ${label("p (1 − p)", "a formula")}, from small d to large; the scale goes by powers of ten.</p>`;
}

/** @param {Values} values @param {Frame} frame */
function table({ scores, weights, slopes, ratio }, { id }) {
  const times = Math.round(Number(full(ratio)));
  const lines = [
    { title: "typical scores, ±", out: "score", cells: scores, decimals: 2 },
    { title: "larger weight", out: "weight", cells: weights.map(([larger]) => larger), decimals: 3 },
    { title: "smaller weight", out: "other", cells: weights.map(([, other]) => other), decimals: 3 },
    { title: "slope", out: "slope", cells: slopes, decimals: 3 },
  ];
  return html`
    <table class="figure-table" id="${id}-slopes">
      <caption class="figure-said">Weights and slopes of two typical scores</caption>
      <thead><tr><td></td><th scope="col">without ÷ √d</th><th scope="col">with ÷ √d</th></tr></thead>
      <tbody>
        ${lines.map(({ title, out, cells, decimals }) => html`
          <tr>
            <th scope="row">${title}</th>
            ${cells.map((cell, i) => html`
              <td>${number(cell, fixed(cell, decimals), { out: `${out}-${marks[i]}` })}</td>`)}
          </tr>`)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">steeper with ÷ √d</th>
          <td colspan="2">${number(times, fixed(times, 0), { out: "ratio" })} times</td>
        </tr>
      </tfoot>
    </table>`;
}

/** @param {Values} values @param {Frame} frame */
export function say({ slopes }, { state }) {
  const [low, high] = slopes.map((steepness) => fixed(steepness, 3));
  return `Keys of size ${state.d}: slope ${low} without scaling, ${high} with it.`;
}
