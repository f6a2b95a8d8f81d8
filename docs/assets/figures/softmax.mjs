/**
 * Softmax: three to five scores on a number line, and their weights. A dashed mark shows where each
 * weight would be if nothing were added to all scores and nothing multiplied.
 *
 * @module softmax
 * @typedef {Record<string, number>} State `count`, `factor`, `shift`, and `score-1` to `score-5`
 * @typedef {import("./figure.mjs").Drawing} Drawing
 */

import { exponentials, softmax, sum } from "../attention.mjs";
import { range, wake as wakeFigure } from "./figure.mjs";
import { at, fixed, percent, plain } from "./printed.mjs";

const first = [1, 2, 3, 0, -1];
const rowHeight = 34;
const unit = 11;
const middle = 170;
const barLength = 190;

const fields = {
  count: range(3, 3, first.length),
  factor: range(1, 0, 2, 0.25),
  shift: range(0, -4, 4, 0.5),
  ...Object.fromEntries(first.map((score, i) => [`score-${i + 1}`, range(score, -4, 4, 0.1)])),
};

/** @param {State} state */
function compute(state) {
  const own = first.map((_, index) => state[`score-${index + 1}`]);
  // Settings come in tenths and quarters: fortieths are free of what binary fractions add.
  const scores = own.map((score) => Math.round(40 * (score * state.factor + state.shift)) / 40);
  /** @param {number[]} all */
  const here = (all) => all.map((score, index) => (index < state.count ? score : -Infinity));
  return {
    own,
    scores,
    exponentials: exponentials(here(scores)),
    weights: softmax(here(scores)),
    before: softmax(here(own)),
  };
}

/** @param {State} state @param {Drawing} drawing */
function draw(state, { print, set, show }) {
  const now = compute(state);
  print("shift", state.shift, plain(state.shift));
  print("factor", state.factor, plain(state.factor));
  for (const index of first.keys()) {
    const which = index + 1;
    const [score, weight] = [now.scores[index], now.weights[index]];
    print(`own-${which}`, now.own[index], plain(now.own[index]));
    print(`score-${which}`, score, plain(score));
    print(`exponential-${which}`, now.exponentials[index], fixed(now.exponentials[index], 3));
    print(`weight-${which}`, weight, fixed(weight, 3));
    print(`percent-${which}`, weight, percent(weight));
    set(`stem-${which}`, { d: `M${middle} 0H${at(middle + unit * score)}` });
    set(`dot-${which}`, { cx: middle + unit * score });
    set(`bar-${which}`, { width: barLength * weight });
    set(`ghost-${which}`, { d: `M${at(30 + barLength * now.before[index])} -15V15` });
    show(`row-${which}`, which <= state.count);
    show(`slider-${which}`, which <= state.count);
  }
  print("sum", sum(now.exponentials), fixed(sum(now.exponentials), 3));
  print("weight-sum", sum(now.weights), fixed(sum(now.weights), 3));
  const height = rowHeight * state.count;
  set("zero", { d: `M${middle} 24V${height + 24}` });
  for (const part of ["line", "bars"]) set(part, { viewBox: `0 0 310 ${height + 30}` });
}

/** @param {State} state */
function say(state) {
  const { weights } = compute(state);
  const told = weights.slice(0, state.count).map(percent).join(", ");
  return `Scores times ${plain(state.factor)} plus ${plain(state.shift)}. Weights ${told}.`;
}

/** @param {HTMLElement} root */
export const wake = (root) => wakeFigure(root, { fields, draw, say });
