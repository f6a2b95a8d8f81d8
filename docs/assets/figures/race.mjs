/**
 * Race: two heads learn the same, from the same start, one with and one without ÷ √d.
 *
 * @module race
 * @typedef {{d: string, optimizer: string, rate: string, seed: number}} State
 * @typedef {{losses: number[], accuracy: number, slopes: number[]}} Run
 * @typedef {{limit: number, first: State}} Given
 * @typedef {{of: State, runs: Run[], going: boolean}} Live
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { belongs, trainer } from "../learning/run.mjs";
import { controls, fixed, html, number, percent } from "./markup.mjs";
import { list } from "./options.mjs";
import { buttons, curves, seeds } from "./training.mjs";

const lanes = [
  { name: "with ÷ √d", out: "with", look: "curve" },
  { name: "without", out: "without", look: "curve without" },
];
const optimizers = { sgd: "plain gradient descent", adam: "Adam" };

const chart = {
  name: "The loss of both heads, step by step", numbers: "fared", width: 300, height: 150, highest: 4,
  cut: 4.24, parts: 2, looks: lanes.map(({ look }) => look),
};

export const files = () => ["../learning/race.json"];

/** @param {State} state @param {Given} given @param {{runs: Run[]}} finished @param {Live} [live] @returns {{runs: Run[], going?: boolean}} */
export function values(state, { first }, finished, live) {
  if (belongs(live?.of, state)) return { runs: live.runs, going: live.going };
  return { runs: belongs(first, state) ? finished.runs : [] };
}

/** @param {Values} values @param {Frame} frame */
export const draw = (values, frame) => html`
  ${buttons(frame, values.going ? "Pause" : "Train both")}
  <div class="figure-parts">
    <div class="figure-part">
      ${curves(frame, values.runs, chart)}
      <p class="figure-hint">Solid: with ÷ √d. Dashed: without.</p>
    </div>
    <div class="figure-part">${table(values, frame)}</div>
  </div>
  ${controls(
    frame,
    "figure-parts",
    html`<div class="figure-part">${list(frame, "d", "Size d")}${seeds(frame)}</div>`,
    html`
      <div class="figure-part">
        ${list(frame, "optimizer", "Way to step", { names: optimizers })}
        ${list(frame, "rate", "Rate")}
      </div>`,
  )}`;

/** @param {Values} values @param {Frame} frame */
function table({ runs }, { id }) {
  const none = "–";
  const lines = [
    { title: "steps", out: "steps", told: ({ losses }) => losses.length, print: (value) => fixed(value, 0) },
    { title: "loss", out: "loss", told: ({ losses }) => losses.at(-1), print: (value) => fixed(value) },
    { title: "right, held out", out: "right", told: ({ accuracy }) => accuracy, print: percent },
    { title: "slope at the start", out: "began", told: ({ slopes }) => slopes[0], print: (value) => fixed(value, 3) },
    { title: "slope now", out: "ended", told: ({ slopes }) => slopes[1], print: (value) => fixed(value, 3) },
  ];
  return html`
    <table class="figure-table" id="${id}-fared">
      <caption class="figure-said">How both heads fare</caption>
      <thead><tr><td></td>${lanes.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${lines.map(({ title, out, told, print }) => html`
          <tr>
            <th scope="row">${title}</th>
            ${lanes.map((lane, i) => {
              const value = runs[i] && told(runs[i]);
              return html`<td>${value === undefined ? none : number(value, print(value), { out: `${out}-${lane.out}` })}</td>`;
            })}
          </tr>`)}
      </tbody>
    </table>`;
}

/** @param {Values} values */
export function say({ runs }) {
  const told = runs.flatMap((run, i) => (run.losses.length > 0
    ? [`${lanes[i].name}, loss ${fixed(run.losses.at(-1))}, right on ${percent(run.accuracy)}`] : []));
  return told.length > 0 ? `After ${runs[0].losses.length} steps: ${told.join("; ")}.` : "Both heads wait at their start.";
}

/** @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, hands) {
  trainer(root, hands, {
    of: (state) => state,
    heads: ({ d, seed, optimizer, rate }) => [true, false].map((scaled) =>
      ({ d: Number(d), seed, optimizer, rate: Number(rate), scaled })),
    until: () => hands.given.limit,
    every: 50,
    live: (runs) => ({
      runs: !runs.every(({ head }) => head) ? [] : runs.map(({ losses, accuracy, beginning, slope }) =>
        ({ losses, accuracy, slopes: [beginning, slope] })),
    }),
    told: (runs) => say({ runs }),
    failed: (failed, i) => `${lanes[i].name}: ${failed} Training stopped.`,
  });
}
