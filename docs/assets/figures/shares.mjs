/**
 * Shares: how many heads learn, and how soon, with and without ÷ √d.
 *
 * @module shares
 * @typedef {{show: "shares" | "medians"}} State
 * @typedef {{
 *   sizes: number[], limit: number,
 *   methods: {optimizer: string, rate: number, shares: number[], medians: number[]}[],
 *   starts: {spreads: number[][], shares: number[], medians: number[]},
 * }} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { controls, drawing, fixed, html, number, percent, plain } from "./markup.mjs";
import { choices } from "./options.mjs";

const [wide, high, bar] = [84, 98, 46];
/** What fills a bar: all heads, or as many steps. */
const full = { shares: 1, medians: 250 };
const names = { shares: "how many of the heads learn", medians: "how many steps half of those need" };

/** @param {State} state @param {Given} given */
export const values = ({ show }, { methods, starts }) => ({
  methods: methods.map((method) => method[show]),
  starts: starts[show],
});

/** @param {Values} values @param {Frame} frame */
export function draw({ methods, starts }, frame) {
  const { show } = /** @type {State} */ (frame.state);
  const { sizes, methods: told, starts: { spreads } } = /** @type {Given} */ (frame.given);
  const picture = drawing(
    frame,
    { name: names[show], numbers: "key", viewBox: `0 0 ${sizes.length * wide} ${methods.length * high + 22}` },
    sizes.map((d, i) => html`
      <text x="${wide * i + 38}" y="14">d = ${number(d, fixed(d, 0), { name: "tspan" })}</text>`),
    methods.map((row, i) => html`
      <text x="0" y="${22 + high * i + 14}" class="start soft">${told[i].optimizer}, rate ${number(told[i].rate, plain(told[i].rate), { name: "tspan" })}</text>
      ${pairs(row).map((pair, j) => bars(pair, show, wide * j, 22 + high * i + 24))}`),
  );
  const columns = 3;
  const others = drawing(
    frame,
    { name: `${names[show]}, from other starts`, numbers: "key", viewBox: `0 0 ${columns * 110} ${2 * high}` },
    pairs(starts).map((pair, i) => {
      const [x, y] = [110 * (i % columns), high * Math.floor(i / columns)];
      const [words, matrices] = spreads[i];
      return html`
        <text x="${x}" y="${y + 14}" class="start soft">${number(words, fixed(words), { name: "tspan" })} and ${number(matrices, plain(matrices), { name: "tspan" })}</text>
        ${bars(pair, show, x, y + 24)}`;
    }),
  );
  return html`
    <div class="figure-parts">
      <div class="figure-part"><p class="figure-title">By size, way to step and rate</p>${picture}</div>
      <div class="figure-part">
        <p class="figure-title">From other starts</p>
        ${others}
        <p class="figure-hint">Spread of the vectors, and of the matrices times √d, where d = ${number(64, "64")}, plain, rate ${number(0.1, "0.1")}.</p>
        <p class="figure-hint" id="${frame.id}-key">Filled bars: with ÷ √d. Hollow bars: without. A dash: none of the heads learned.</p>
        ${controls(frame, "", choices(frame, "show", "The bars show", names))}
      </div>
    </div>`;
}

/** With and without. @param {number[]} row */
const pairs = (row) => row.flatMap((value, i) => (i % 2 ? [] : [[value, row[i + 1]]]));

/** @param {number[]} pair @param {State["show"]} show @param {number} x @param {number} y */
const bars = (pair, show, x, y) => pair.map((value, i) => {
  const tall = Math.max(1, bar * Math.min(1, value / full[show]));
  const text = show === "shares" ? percent(value) : plain(value);
  return html`
    <rect x="${x + 38 * i + 1}" y="${y + 14 + bar - tall}" width="32" height="${tall}" class="${i ? "without" : "with"}"/>
    <text x="${x + 38 * i + 17}" y="${y + 10 + bar - tall}" class="told">${show === "medians" && value === 0 ? "–" : number(value, text, { name: "tspan" })}</text>`;
});

/** @param {Values} values @param {Frame} frame */
export function say({ methods }, { state, given }) {
  const { show } = /** @type {State} */ (state);
  const print = show === "shares" ? percent : (/** @type {number} */ steps) => (steps ? plain(steps) : "none learned");
  return methods.map((row, i) => `${given.methods[i].optimizer}, ${given.methods[i].rate}: ${pairs(row).map(([one, other], j) =>
    `d ${given.sizes[j]}, with ${print(one)}, without ${print(other)}`).join("; ")}`).join(". ");
}
