/**
 * Cost: scores, multiply-adds and cache of a text, and of one twice as long.
 *
 * @module cost
 * @typedef {{n: number, model: string}} State
 * @typedef {{
 *   name: string, layers: number, heads: number, kv_heads: number, head_size: number, matrices: number,
 *   limit: number, limited: "text" | "window", source: string,
 * }} Shape
 * @typedef {{shapes: Record<string, Shape>, most: number}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { cacheBytes, multiplyAdds, scoreCount } from "../attention.mjs";
import { at, controls, count, drawing, fixed, html, mark, number, press } from "./markup.mjs";

/** The slider's stops: one digit and zeros. @param {Given} given */
const stops = ({ most }) => [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((d) => [0, 1, 2, 3, 4, 5].map((p) => d * 10 ** p)),
  most,
].sort((a, b) => a - b);
const side = 90;
const [chartWidth, chartHeight] = [250, 180];
const which = ["n", "twice"];

/** @param {State} state @param {Given} given */
export function values({ n, model }, { shapes }) {
  const { layers, heads, kv_heads: kvHeads, head_size: headSize, matrices } = shapes[model];
  const tokens = [n, 2 * n];
  const pairs = tokens.map((m) => layers * heads * multiplyAdds(m, headSize));
  const alone = tokens.map((m) => matrices * m);
  /** @type {Record<string, number[]>} */
  const costs = {
    scores: tokens.map((m) => scoreCount(m)),
    causal: tokens.map((m) => scoreCount(m, { causal: true })),
    pairs,
    matrices: alone,
    together: pairs.map((work, i) => work + alone[i]),
    cache: tokens.map((m) => cacheBytes(m, { layers, kvHeads, headSize })),
  };
  return {
    tokens,
    costs,
    times: Object.fromEntries(
      Object.entries(costs).map(([name, [once, twice]]) => [name, twice / once])),
    crossing: matrices / (layers * heads * multiplyAdds(1, headSize)),
  };
}

export const actions = {
  /** @param {State} state @param {Given} given */
  twice: ({ n }, { most }) => ({ n: Math.min(2 * n, most) }),
};

/** @param {Values} values @param {Frame} frame */
export const draw = (values, frame) => html`
  <div class="figure-parts">
    <div class="figure-part">${squares(values, frame)}</div>
    <div class="figure-part">${chart(values, frame)}</div>
  </div>
  ${controls(
    frame,
    "figure-parts",
    html`
      <div class="figure-part">
        ${lengthSlider(frame)}
        <div class="figure-buttons">
          <button type="button" data-do="twice">Twice the text</button>
          ${[1000, 32768, frame.given.most].map((to) => press(frame, { n: to }, number(to, fixed(to, 0))))}
        </div>
      </div>`,
    html`<div class="figure-part">${models(frame)}</div>`,
  )}
  ${shape(frame)}${table(values, frame)}`;

/** A slider over stops, which lie ever farther apart. @param {Frame} frame */
function lengthSlider({ id, state, given, awake }) {
  const n = /** @type {number} */ (state.n);
  const all = stops(given);
  const stop = all.filter((length) => length <= n).length - 1;
  return html`
    <div class="figure-slider">
      <label for="${id}-n">Tokens</label>
      <span class="figure-set">${number(n, fixed(n, 0), { out: "n" })}</span>
      <input type="range" id="${id}-n" data-part="stops" min="0" max="${all.length - 1}" step="1"
        value="${stop}"${awake && html` aria-valuetext="${fixed(n, 0)} tokens"`}>
    </div>`;
}

/** @param {Frame} frame */
const models = ({ id, state, given }) => html`
  <label for="${id}-model" class="figure-label">Model</label>
  <select id="${id}-model" data-field="model">
    ${Object.entries(/** @type {Given} */ (given).shapes).map(([key, { name }]) => html`
      <option value="${key}" data-label="a model's name"${key === state.model && html` selected`}>${name}</option>`)}
  </select>`;

/** @param {Values} values @param {Frame} frame */
const squares = ({ tokens }, frame) => html`
  <p class="figure-title">Scores of one head</p>
  ${drawing(
    frame,
    {
      name: "The scores of a text, as a square, inside the square of a text twice as long, which is four times as large. A causal mask keeps the half below the diagonal.",
      numbers: "costs",
      viewBox: `-78 -30 320 ${2 * side + 34}`,
    },
    html`
      <rect width="${2 * side}" height="${2 * side}" class="twice"/>
      <path d="M0 0L${2 * side} ${2 * side}H0z" class="causal"/>
      <rect width="${side}" height="${side}" class="once"/>
      <path d="M0 0L${side} ${side}H0z" class="causal"/>
      ${tokens.map((m, i) => mark(m, fixed(m, 0), (i + 1) * side, -10, { out: `mark-${which[i]}` }))}
      <text x="20" y="-10" class="soft">keys</text>
      <text x="-10" y="${side + 5}" class="soft end">queries</text>`,
  )}
  <p class="figure-hint">Shaded: what a causal mask keeps.</p>`;

/** The chart ends at twice the crossing, where the pairs take twice what the matrices do. @param {number} share */
const place = (share) => ({
  x: (chartWidth * share) / 2,
  line: chartHeight * (1 - share / 4),
  curve: chartHeight * (1 - share ** 2 / 4),
});

/** @param {Values} values @param {Frame} frame */
function chart({ tokens: [n], crossing }, frame) {
  const curve = Array.from({ length: 17 }, (_, i) => place(i / 8)).map(({ x, curve }) => at(x, curve));
  const [meeting, end, here] = [place(1), place(2), place(n / crossing)];
  const picture = drawing(
    frame,
    {
      name: "The multiply-adds of a text against its length: a straight line for the matrices, a curve for the pairs of tokens, which starts below the line, crosses it, and leaves it behind",
      numbers: "costs",
      viewBox: `-52 -14 320 ${chartHeight + 40}`,
    },
    html`
      <path d="M0 0V${chartHeight}H${chartWidth}" class="axis"/>
      <path d="M0 ${chartHeight}L${end.x} ${end.line}" class="matrices-line"/>
      <path d="M${curve.join("L")}" class="full"/>
      <path d="M${meeting.x} ${meeting.line}V${chartHeight}" class="dropped"/>
      <text x="${end.x - 42}" y="16" class="fill-query end">pairs of tokens</text>
      <text x="${end.x}" y="${meeting.line + 20}" class="end">matrices</text>`,
    [1, 2].map((share) =>
      mark(Math.round(share * crossing), fixed(Math.round(share * crossing), 0), place(share).x, chartHeight + 20)),
    n <= 2 * crossing && html`
      <circle cx="${here.x}" cy="${here.line}" r="6" class="dot-matrices"/>
      <circle cx="${here.x}" cy="${here.curve}" r="7" class="dot-n"/>`,
  );
  return html`
    <p class="figure-title">Multiply-adds, against tokens</p>
    ${picture}
    <p class="figure-hint">${n <= 2 * crossing
    ? "A multiply-add is a multiplication whose result is added to a sum."
    : html`${number(n, fixed(n, 0))} tokens lie farther right than this graph reaches.`}</p>`;
}

/** @param {Frame} frame */
function shape({ state, given }) {
  const { layers, heads, kv_heads: kvHeads, head_size: headSize, limit, limited, source } =
    /** @type {Given} */ (given).shapes[String(state.model)];
  /** @param {number} value @param {string} out */
  const whole = (value, out) => number(value, fixed(value, 0), { out });
  return html`<p class="figure-hint figure-wide">${whole(layers, "layers")} layers; in each, ${whole(heads, "heads")} heads of size ${whole(headSize, "head-size")}, and ${whole(kvHeads, "kv-heads")} of keys and values, ${number(2, "2")} bytes a number (<a href="${source}">source</a>). ${limited === "text"
    ? html`It was made for texts of up to ${whole(limit, "limit")} tokens. Beyond that, the numbers say what it would need if it could go on.`
    : html`Each layer looks back ${whole(limit, "limit")} tokens at most. Beyond that, the numbers say what it would need if it looked at all.`}</p>`;
}

/** A size in the largest unit of which it holds one. @param {number} size */
function inUnit(size) {
  const power = Math.floor(Math.log2(size) / 10);
  return { value: size / 1024 ** power, unit: ["B", "KiB", "MiB", "GiB", "TiB"][power] };
}

const names = {
  scores: "scores of one head",
  causal: "with a causal mask",
  pairs: "multiply-adds, pairs of tokens",
  matrices: "multiply-adds, matrices",
  together: "multiply-adds, together",
  cache: "KV cache",
};

/** @param {Values} values @param {Frame} frame */
function table({ tokens, costs, times }, { id }) {
  /** @param {string} name @param {number} i */
  const cell = (name, i) => {
    const out = `${name}-${which[i]}`;
    if (name !== "cache") return number(costs[name][i], count(costs[name][i]), { out });
    const { value, unit } = inUnit(costs.cache[i]);
    const size = number(value, fixed(value, 1), { out });
    return html`<span>${size} <span data-part="unit-${which[i]}">${unit}</span></span>`;
  };
  return html`
    <table class="figure-table" id="${id}-costs">
      <caption class="figure-said">What the text costs, and what twice the text does</caption>
      <thead>
        <tr>
          <td></td>
          ${tokens.map((m, i) => html`
            <th scope="col">${number(m, fixed(m, 0), { out: which[i] })} tokens</th>`)}
          <th scope="col">times</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(names).map(([name, title]) => html`
          <tr>
            <th scope="row">${title}</th>
            <td>${cell(name, 0)}</td>
            <td>${cell(name, 1)}</td>
            <td>${number(times[name], fixed(times[name], 3), { out: `${name}-times` })}</td>
          </tr>`)}
      </tbody>
    </table>`;
}

/** @param {Values} values */
export function say({ tokens: [n], costs }) {
  const { value, unit } = inUnit(costs.cache[0]);
  return `${fixed(n, 0)} tokens: ${count(costs.scores[0])} scores a head, ${fixed(value, 1)} ${unit} of cache.`;
}

/** @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, { change, given }) {
  /** @type {HTMLInputElement} */
  const slider = root.querySelector('[data-part="stops"]');
  slider.addEventListener("input", () => change({ n: stops(given)[Number(slider.value)] }));
}
