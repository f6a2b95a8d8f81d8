/**
 * Softmax: three to five scores on a number line, and their weights. A dashed mark shows where each
 * weight would be if nothing were added to all scores and nothing multiplied.
 *
 * @module softmax
 * @typedef {Record<string, number>} State `count`, `factor`, `shift`, and `score-1` to `score-5`
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { exponentials, softmax, sum } from "../attention.mjs";
import {
  controls, drawing, fixed, html, label, mark, number, percent, plain, press, slider,
} from "./markup.mjs";

const subscripts = "₁₂₃₄₅";
const rowHeight = 34;
/** Pixels of one unit of score. */
const unit = 11;
const middle = 170;
const barLength = 190;

/** @param {State} state */
export function values(state) {
  const own = [1, 2, 3, 4, 5].map((which) => state[`score-${which}`]);
  // Settings come in tenths and quarters: fortieths are free of what binary fractions add.
  const scores = own.map((score) => Math.round(40 * (score * state.factor + state.shift)) / 40);
  /** @param {number[]} all */
  const here = (all) => all.map((score, index) => (index < state.count ? score : -Infinity));
  const [raised, weights] = [exponentials(here(scores)), softmax(here(scores))];
  return {
    own,
    scores,
    exponentials: raised,
    total: sum(raised),
    weights,
    whole: sum(weights),
    before: softmax(here(own)),
  };
}

/** @param {Values} values @param {Frame} frame */
export const draw = (values, frame) => html`
  <div class="figure-parts">
    <div class="figure-part"><p class="figure-title">Scores</p>${line(values, frame)}</div>
    <div class="figure-part">
      <p class="figure-title">Weights</p>
      ${bars(values, frame)}
      <p class="figure-hint">
        Dashed: the weights before anything is added to all scores or multiplied.
      </p>
    </div>
  </div>
  ${controls(
    frame,
    "figure-parts",
    html`<div class="figure-part">${ownSliders(values, frame)}</div>`,
    html`<div class="figure-part">${sharedSliders(frame)}</div>`,
  )}
  ${steps(values, frame)}`;

/** @param {number} index */
const name = (index, element = "tspan") =>
  label(`x${subscripts[index]}`, "a score's name", element);

/** A row of a drawing for each score; those beyond the count are hidden. @param {Frame} frame @param {number} index @param {any} shapes */
const row = ({ state }, index, shapes) => html`
  <g transform="translate(0 ${rowHeight * (index + 0.5) + 24})"${index >= state.count && html` display="none"`}>
    <text x="12" y="5" class="name">${name(index)}</text>${shapes}
  </g>`;

/** @param {Values} values @param {Frame} frame */
function line({ scores }, frame) {
  const height = rowHeight * /** @type {number} */ (frame.state.count);
  return drawing(
    frame,
    {
      name: "The scores, as points on a number line",
      numbers: "steps",
      viewBox: `0 0 310 ${height + 30}`,
    },
    [-8, -4, 0, 4, 8].map((score) => mark(score, fixed(score, 0), middle + unit * score, 16)),
    html`<path d="M${middle} 24V${height + 24}" class="zero"/>`,
    scores.map((score, index) => row(frame, index, html`
      <path d="M30 0H${middle + 12 * unit}" class="hairline"/>
      <path d="M${middle} 0H${middle + unit * score}" class="stroke-query" stroke-width="4"/>
      <circle cx="${middle + unit * score}" r="8" class="fill-query"/>`)),
  );
}

/** @param {Values} values @param {Frame} frame */
const bars = ({ weights, before }, frame) => drawing(
  frame,
  {
    name: "The weights, as bars",
    numbers: "steps",
    viewBox: `0 0 310 ${rowHeight * /** @type {number} */ (frame.state.count) + 30}`,
  },
  [0, 0.5, 1].map((share) => mark(share, plain(share), 30 + barLength * share, 16)),
  weights.map((weight, index) => row(frame, index, html`
    <rect x="30" y="-11" width="${barLength * weight}" height="22" rx="3" class="edge-query"/>
    <path d="M${30 + barLength * before[index]} -15V15" class="ghost"/>
    ${mark(weight, fixed(weight, 3), 306, 6, { look: "result end", out: `bar-${index + 1}` })}`)),
);

/** @param {Values} values @param {Frame} frame */
const ownSliders = ({ own }, frame) => html`
  <div class="figure-buttons">
    ${[3, 4, 5].map((to) => press(frame, { count: to }, html`${number(to, fixed(to, 0))} scores`))}
  </div>
  ${own.map((score, index) => slider(
    frame,
    `score-${index + 1}`,
    html`<span>Score ${name(index, "span")}</span>`,
    number(score, plain(score), { out: `own-${index + 1}` }),
    { hidden: index >= frame.state.count },
  ))}`;

/** @param {Frame} frame */
function sharedSliders(frame) {
  const { shift, factor } = /** @type {State} */ (frame.state);
  return html`
    <div class="figure-buttons">
      ${press(frame, { shift: 3 }, html`Add ${number(3, "3")} to all`)}
      ${press(frame, { factor: 2 }, "Double all")}
    </div>
    ${slider(frame, "shift", "Add to all scores", number(shift, plain(shift), { out: "shift" }))}
    ${slider(frame, "factor", "Multiply all scores by", number(factor, plain(factor), { out: "factor" }))}`;
}

/** @param {Values} values @param {Frame} frame */
const steps = (now, { id, state }) => html`
  <table class="figure-table" id="${id}-steps">
    <caption class="figure-said">The steps from score to weight</caption>
    <thead>
      <tr><td></td><th scope="col">score</th><th scope="col">exponential</th><th scope="col">weight</th></tr>
    </thead>
    <tbody>
      ${now.scores.map((score, index) => html`
        <tr${index >= state.count && html` hidden`}>
          <th scope="row">${name(index, "span")}</th>
          <td>${number(score, plain(score), { out: `score-${index + 1}` })}</td>
          ${Object.entries({ exponential: now.exponentials, weight: now.weights }).map(([out, column]) => html`
            <td>${number(column[index], fixed(column[index], 3), { out: `${out}-${index + 1}` })}</td>`)}
        </tr>`)}
      <tr>
        <th scope="row">sum</th>
        <td></td>
        <td>${number(now.total, fixed(now.total, 3), { out: "sum" })}</td>
        <td>${number(now.whole, fixed(now.whole, 3), { out: "weight-sum" })}</td>
      </tr>
    </tbody>
  </table>`;

/** @param {Values} values @param {Frame} frame */
export function say({ weights }, frame) {
  const { count, factor, shift } = /** @type {State} */ (frame.state);
  const said = weights.slice(0, count).map(percent).join(", ");
  return `Scores times ${plain(factor)} plus ${plain(shift)}. Weights ${said}.`;
}
