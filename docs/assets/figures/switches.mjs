/**
 * Switches: eight heads of a real model, each on or off; how likely the name's next piece then is, beside
 * what comes of switching off as many others.
 *
 * @module switches
 * @typedef {{name: string, random: number, here: number}} Head
 * @typedef {{draws: number, least: number, quartiles: number[], most: number, below_half: number}} Others
 * @typedef {{heads: Head[], others: Others, on: number}} Given
 * @typedef {{probability: number[], likeliest: string[], its_probability: number[]}} Stored
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./types.d.ts").State} State
 */

import { shownToken } from "./cells.mjs";
import { controls, drawing, fixed, html, label, mark, number, percent, press } from "./markup.mjs";
import { toggle } from "./options.mjs";

const [left, width] = [20, 300];

/** The place of a switch's setting is that of its head. @param {Head} head */
const setting = ({ name }) => `off-${name}`;

export const files = () => ["../model/combinations.json"];

/** @param {State} state @param {Given} given @param {Stored} stored */
export function values(state, { heads }, { probability, likeliest, its_probability: its }) {
  const off = heads.map((head) => state[setting(head)] === true);
  const index = off.reduce((sum, is, place) => sum + (is ? 2 ** place : 0), 0);
  return {
    off: off.filter(Boolean).length,
    probability: probability[index],
    likeliest: likeliest[index],
    itsProbability: its[index],
  };
}

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { heads } = /** @type {Given} */ (frame.given);
  /** @param {boolean} to */
  const all = (to) => Object.fromEntries(heads.map((head) => [setting(head), to]));
  return html`
    <p class="figure-title figure-wide">
      <span>“Nobody has visited Zend…” goes on with “rion”: ${number(values.probability, percent(values.probability), { out: "probability" })}</span>
    </p>
    ${picture(values, frame)}
    ${controls(frame, "", html`
      <fieldset class="figure-choices figure-many">
        <legend>Switch off</legend>
        ${heads.map((head) => toggle(frame, setting(head), html`head ${headName(head)}`))}
      </fieldset>`, html`
      <div class="figure-buttons">
        ${press(frame, all(true), "All of them off")}
        ${press(frame, all(false), "All on")}
      </div>`)}
    ${results(values, frame)}
    ${table(frame)}`;
}

/** @param {Head} head */
const headName = ({ name }) => label(name, "a head's name");

/** @param {number} share */
const x = (share) => left + width * share;

/** @param {Values} values @param {Frame} frame */
function picture({ probability }, frame) {
  const { least, quartiles: [low, middle, high], most } = /** @type {Given} */ (frame.given).others;
  return drawing(
    frame,
    {
      name: "How likely the name's next piece is, as a bar; below it, the same with eight other heads switched off, drawn at random many times",
      numbers: "results",
      viewBox: "0 0 340 132",
    },
    [0, 0.25, 0.5, 0.75, 1].map((share) => html`
      <path d="M${x(share)} 4V108" class="hairline"/>${mark(share, percent(share), x(share), 126)}`),
    html`
      <rect x="${left}" y="10" width="${width * probability}" height="30" rx="2" class="edge-query"/>
      <text x="${left}" y="64" class="start soft">others off, at random</text>
      <path d="M${x(least)} 86H${x(most)}" class="stroke-ink"/>
      <rect x="${x(low)}" y="76" width="${width * (high - low)}" height="20" class="box"/>
      <path d="M${x(middle)} 74V98" class="stroke-ink" stroke-width="3"/>`,
  );
}

/** @param {Values} values @param {Frame} frame */
function results({ off, probability, likeliest, itsProbability }, { id, given }) {
  const { others, on } = /** @type {Given} */ (given);
  const rows = [
    { title: html`these heads off, ${number(off, fixed(off, 0), { out: "off" })} of ${number(given.heads.length, fixed(given.heads.length, 0))}`, cell: probability },
    { title: html`then the likeliest: <i>${shownToken(likeliest, 1)}</i>`, cell: itsProbability },
    { title: "all heads on", cell: on },
    { title: html`eight others off, the middle of ${number(others.draws, fixed(others.draws, 0))} draws`, cell: others.quartiles[1] },
  ];
  return html`
    <table class="figure-table" id="${id}-results">
      <caption class="figure-said">How likely the next piece is</caption>
      <tbody>
        ${rows.map(({ title, cell }) => html`
          <tr><th scope="row">${title}</th><td>${number(cell, percent(cell))}</td></tr>`)}
      </tbody>
    </table>`;
}

/** @param {Frame} frame */
const table = ({ given }) => html`
  <table class="figure-table">
    <caption>How much each looks at what followed the last time</caption>
    <thead><tr><th scope="col">head</th><th scope="col">random text</th><th scope="col">this sentence</th></tr></thead>
    <tbody>
      ${/** @type {Given} */ (given).heads.map((head) => html`
        <tr>
          <th scope="row">${headName(head)}</th>
          <td>${number(head.random, percent(head.random))}</td>
          <td>${number(head.here, percent(head.here))}</td>
        </tr>`)}
    </tbody>
  </table>`;

/** @param {Values} values */
export const say = ({ off, probability, likeliest, itsProbability }) =>
  `${off} of the heads off: “rion” ${percent(probability)}. Likeliest: “${likeliest}”, ${percent(itsProbability)}.`;
