/**
 * Scaling: how large dot products of random vectors get, and what that does to softmax's slope.
 *
 * @module scaling
 * @typedef {{d: number}} State
 * @typedef {import("./figure.mjs").Drawing} Drawing
 */

import { runningDots, softmax, softmaxJacobian, spread, unitEntries } from "../attention.mjs";
import { range, wake as wakeFigure } from "./figure.mjs";
import { at, fixed } from "./printed.mjs";

const largest = 512;
const pairs = 200;
const unit = 1.8;
const [chartWidth, chartHeight] = [270, 140];

const fields = { d: range(64, 1, largest) };

/** Each pair's dot products for every d, made when they are first needed. @type {number[][]} */
let sample = [];

/** @param {number} d */
function dotProducts(d) {
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

/** @param {number} d @param {number} steepness */
const chartPlace = (d, steepness) => ({
  cx: (chartWidth * Math.log2(d)) / 9,
  cy: (-chartHeight * Math.log10(steepness)) / 20,
});

/** @param {number[]} products @param {number} y */
const dots = (products, y) =>
  products.map((product, i) => `M${at(unit * product, y + ((11 * i) % 47) - 23)}h0`).join("");

/** @param {State} state @param {Drawing} drawing */
function draw({ d }, { print, set }) {
  const root = Math.sqrt(d);
  const products = dotProducts(d);
  print("d", d, fixed(d, 0));
  print("root", root, fixed(root));
  print("spread", spread(products), fixed(spread(products)));
  set("band-raw", { x: -unit * root, width: 2 * unit * root });
  set("dots-raw", { d: dots(products, 64) });
  set("dots-scaled", { d: dots(products.map((product) => product / root), 154) });
  for (const [mark, score] of Object.entries({ raw: root, scaled: 1 })) {
    const [weight, other] = softmax([score, -score]);
    print(`score-${mark}`, score, fixed(score));
    print(`weight-${mark}`, weight, fixed(weight, 3));
    print(`other-${mark}`, other, fixed(other, 3));
    print(`slope-${mark}`, slope(score), fixed(slope(score), 3));
  }
  const ratio = slope(1) / slope(root);
  print("ratio", Math.round(ratio), fixed(ratio, 0));
  set("with", chartPlace(d, slope(1)));
  set("without", chartPlace(d, slope(root)));
}

/** @param {State} state */
function say({ d }) {
  const [low, high] = [Math.sqrt(d), 1].map((score) => fixed(slope(score), 3));
  return `Keys of size ${d}: slope ${low} without scaling, ${high} with it.`;
}

/** @param {HTMLElement} root */
export const wake = (root) => wakeFigure(root, { fields, draw, say });
