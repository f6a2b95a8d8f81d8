/**
 * Looks: the weight that each head of a real model gives from one token to another, as a grid of
 * heads; one head enlarged, and the chosen token's row in it as arcs and bars.
 *
 * @module looks
 * @typedef {{sentence: string, row: number, to: number, layer: number, head: number}} State
 * @typedef {{texts: Record<string, string>, layers: number, heads: number, steps: number, listed: number}} Given
 * @typedef {import("./cells.mjs").Stored} Stored
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./types.d.ts").Part} Part
 */

import { rowOf, shortToken, shownToken } from "./cells.mjs";
import {
  at, controls, drawing, fixed, html, label, mark, number, percent, press, slider,
} from "./markup.mjs";

/** The overview: a column for each layer, a row for each head. */
const [wide, high, left, top] = [10, 14, 30, 8];
/** The enlarged head: a square for each pair of tokens. */
const [cell, names, above] = [16, 76, 62];
/** More tokens than these are wider than a phone. */
const most = 16;
/** The row: where tokens stand, how high each is, how long a weight of 1 is. */
const [stand, line, length] = [92, 20, 112];

/** @param {State} state */
export const files = ({ sentence }) => [`../model/${sentence}.json`];

/** @param {State} state @param {Given} given @param {Stored} stored */
export function values({ row, to, layer, head }, { layers, heads, steps, listed }, stored) {
  const { tokens } = stored;
  /** @param {number} length */
  const counted = (length) => Array.from({ length }, (_, index) => index);
  const rows = counted(layers).map((l) => counted(heads).map((h) => rowOf(stored, steps, l, h, row - 1)));
  const between = rows.map((all) => all.map((weights) => weights[to - 1]));
  const best = rows.flatMap((all, l) => all.map((weights, h) => ({
    layer: l,
    head: h,
    weight: weights[to - 1],
    most: weights.indexOf(Math.max(...weights)),
  })));
  return {
    tokens,
    weights: counted(tokens.length).map((i) => {
      const seen = rowOf(stored, steps, layer, head, i);
      return [...seen, ...Array(tokens.length - seen.length).fill(0)];
    }),
    between,
    // Equal weights stay in the heads' order.
    best: best.sort((one, other) => other.weight - one.weight).slice(0, listed),
  };
}

/** @param {number} layer @param {number} head */
const headName = (layer, head, name = "span") => label(`${layer}.${head}`, "a head's name", name);

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { row, to, layer, head } = /** @type {State} */ (frame.state);
  const [from, seen] = [row, to].map((place) => shownToken(values.tokens[place - 1], place - 1));
  return html`
    <p class="figure-title figure-wide">All heads: how much <i>${from}</i> looks at <i>${seen}</i></p>
    ${overview(values, frame)}
    ${controls(frame, "figure-parts", html`
      <div class="figure-part">
        ${!one(frame) && sentences(frame)}
        ${slider(frame, "row", "Token that looks", html`<span>${from}</span>`)}
        ${slider(frame, "to", "Token looked at", html`<span>${seen}</span>`)}
      </div>`, html`
      <div class="figure-part">
        ${slider(frame, "layer", "Layer of the head below", number(layer, fixed(layer, 0), { out: "layer" }))}
        ${slider(frame, "head", "Head in that layer", number(head, fixed(head, 0), { out: "head" }))}
        ${!one(frame) && html`<div class="figure-buttons">
          ${press(frame, { sentence: "trophy-big", row: 11, to: 2, layer: 16, head: 3 }, "it → trophy")}
          ${press(frame, { sentence: "planet", row: 16, to: 6, layer: 18, head: 6 }, "end → rion")}
          ${press(frame, { sentence: "shop", row: 14, to: 4, layer: 24, head: 4 }, "to → Anna")}
        </div>`}
      </div>`)}
    ${bestHeads(values, frame, from, seen)}
    <div class="figure-parts">
      <div class="figure-part"${values.tokens.length > most && html` data-long tabindex="0"`}>
        <p class="figure-title">Head ${headName(layer, head)}: every token’s row</p>
        ${enlarged(values, frame)}
      </div>
      <div class="figure-part">
        <p class="figure-title">Head ${headName(layer, head)}: the row of <i>${from}</i></p>
        ${rowDrawn(values, frame)}
      </div>
    </div>
    ${rowTable(values, frame, from)}
    ${allTable(values, frame, from, seen)}`;
}

/** A picture of a reader's own sentence has no other to choose. @param {Frame} frame */
const one = ({ given }) => Object.keys(/** @type {Given} */ (given).texts).length === 1;

/** @param {Frame} frame */
const sentences = ({ id, state, given }) => html`
  <label for="${id}-sentence" class="figure-label">Sentence</label>
  <select id="${id}-sentence" data-field="sentence">
    ${Object.entries(/** @type {Given} */ (given).texts).map(([key, text]) => html`
      <option value="${key}"${key === state.sentence && html` selected`}>${text}</option>`)}
  </select>`;

/** @param {Values} values @param {Frame} frame */
function overview({ between }, frame) {
  const { layer, head } = /** @type {State} */ (frame.state);
  const [across, down] = [wide * between.length, high * between[0].length];
  /** @param {number} place */
  const layerMark = (place) => mark(place, fixed(place, 0), left + wide * (place + 0.5), top + down + 18);
  return drawing(
    frame,
    {
      name: "All heads: a column for each layer, a row for each head of it, darker for more weight",
      numbers: "all",
      viewBox: `0 0 340 ${top + down + 42}`,
      part: "overview",
    },
    html`<rect x="${left}" y="${top}" width="${across}" height="${down}" class="hidden"/>`,
    between.map((weights, l) => weights.map((weight, h) => weight > 0 && html`
      <path d="M${at(left + wide * l, top + high * h)}h${wide - 1}v${high - 1}h${1 - wide}z" class="cell" fill-opacity="${weight}"/>`)).flat(),
    [0, 10, 20, 29].filter((place) => place < between.length).map(layerMark),
    [0, 4, 8].filter((place) => place < between[0].length).map((place) =>
      mark(place, fixed(place, 0), left - 8, top + high * (place + 0.5) + 5, { look: "soft end" })),
    html`
      <text x="${left + across / 2}" y="${top + down + 36}" class="soft">layer</text>
      <text transform="translate(10 ${top + down / 2}) rotate(-90)" class="soft">head</text>
      <rect x="${left + wide * layer - 2.5}" y="${top + high * head - 2.5}" width="${wide + 4}" height="${high + 4}" rx="3" class="chosen"/>`,
  );
}

/** @param {Values} values @param {Frame} frame @param {string} from @param {string} seen */
const bestHeads = ({ best, tokens }, frame, from, seen) => html`
  <table class="figure-table">
    <caption>Heads that look from <i>${from}</i> to <i>${seen}</i> most</caption>
    <thead>
      <tr>
        <th scope="col">head</th><th scope="col">weight</th><th scope="col">looks most at</th><td></td>
      </tr>
    </thead>
    <tbody>
      ${best.map(({ layer, head, weight, most }, place) => html`
        <tr>
          <th scope="row" id="${frame.id}-best-${String(place)}">${headName(layer, head)}</th>
          <td>${number(weight, percent(weight))}</td>
          <td>${shownToken(tokens[most], most)}</td>
          <td>${controls(frame, "", showHead(frame, place, layer, head))}</td>
        </tr>`)}
    </tbody>
  </table>`;

/** A button that is called after its row. @param {Frame} frame @param {number} place @param {number} layer @param {number} head */
const showHead = ({ id, state }, place, layer, head) => html`
  <button type="button" data-set="layer=${String(layer)}&amp;head=${String(head)}" id="${id}-show-${String(place)}"
    aria-pressed="${String(state.layer === layer && state.head === head)}"
    aria-labelledby="${id}-show-${String(place)} ${id}-best-${String(place)}">Show</button>`;

/** @param {Values} values @param {Frame} frame */
function enlarged({ tokens, weights }, frame) {
  const { row } = /** @type {State} */ (frame.state);
  const side = cell * tokens.length;
  return drawing(
    frame,
    {
      name: "The enlarged head: a row for each token that looks, a column for each token looked at, darker for more weight",
      numbers: "given",
      viewBox: `0 0 ${Math.max(340, names + side + 8)} ${above + side + 4}`,
      part: "enlarged",
    },
    html`<path d="${`M${at(names, above)}${tokens.map(() => `h${cell}v${cell}`).join("")}H${names}z`}" class="hidden"/>`,
    tokens.map((token, place) => html`
      <text transform="translate(${names + cell * place + 12} ${above - 6}) rotate(-60)" class="start">${shortToken(token, place)}</text>
      <text x="${names - 6}" y="${above + cell * place + 13}" class="end">${shortToken(token, place)}</text>`),
    weights.map((all, i) => all.slice(0, i + 1).map((weight, j) => weight > 0 && html`
      <path d="M${at(names + cell * j, above + cell * i)}h${cell - 1}v${cell - 1}h${1 - cell}z" class="cell" fill-opacity="${weight}"/>`)).flat(),
    html`<rect x="${names - 2.5}" y="${above + cell * (row - 1) - 2.5}" width="${cell * row + 4}" height="${cell + 4}" rx="3" class="chosen"/>`,
  );
}

/** @param {Values} values @param {Frame} frame */
function rowDrawn({ tokens, weights }, frame) {
  const { row, to } = /** @type {State} */ (frame.state);
  const seen = weights[row - 1].slice(0, row);
  const own = line * (row - 0.5);
  return drawing(
    frame,
    {
      name: "The chosen token's row: arcs to the tokens that it looks at, thicker for more weight, and a bar for each",
      numbers: "given",
      viewBox: `0 0 340 ${line * tokens.length + 4}`,
    },
    seen.map((weight, place) => {
      const y = line * (place + 0.5);
      const bend = Math.min(10 + 5 * (row - 1 - place), stand);
      return weight > 0 && place < row - 1 && html`
        <path d="M${at(stand, own)}C${at(stand - bend, own)} ${at(stand - bend, y)} ${at(stand, y)}" class="arc" stroke-width="${0.5 + 7 * weight}" stroke-opacity="${0.25 + 0.75 * weight}"/>`;
    }),
    tokens.map((token, place) => html`
      <text x="${stand + 6}" y="${line * (place + 0.5) + 5}" class="${`start${place === row - 1 || place === to - 1 ? " name" : place >= row ? " soft" : ""}`}">${shortToken(token, place)}</text>`),
    seen.map((weight, place) => html`
      <rect x="${stand + 82}" y="${line * place + 3}" width="${length * weight}" height="${line - 6}" rx="2" class="edge-query"/>
      ${mark(weight, percent(weight), 340, line * (place + 0.5) + 5, { look: "end" })}`),
  );
}

/** @param {Values} values @param {Frame} frame @param {string} from */
const rowTable = ({ tokens, weights }, { id, state }, from) => html`
  <details class="figure-details">
    <summary>The row of <i>${from}</i> as a table</summary>
    <table class="figure-table" id="${id}-given">
      <caption class="figure-said">What the chosen token gives to each, in the enlarged head</caption>
      <thead><tr><th scope="col">token looked at</th><th scope="col">weight</th></tr></thead>
      <tbody>
        ${weights[Number(state.row) - 1].slice(0, Number(state.row)).map((weight, place) => html`
          <tr>
            <th scope="row">${shownToken(tokens[place], place)}</th>
            <td>${number(weight, percent(weight))}</td>
          </tr>`)}
      </tbody>
    </table>
  </details>`;

/** @param {number} weight */
function wholePercent(weight) {
  const rounded = Math.round(100 * weight);
  return number(rounded, fixed(rounded, 0));
}

/** @param {Values} values @param {Frame} frame @param {string} from @param {string} seen */
const allTable = ({ between }, { id }, from, seen) => html`
  <details class="figure-details">
    <summary>All heads as a table, in whole percent</summary>
    <table class="figure-table figure-tight" id="${id}-all">
      <caption class="figure-said">The weight from ${from} to ${seen} in each head, in whole percent: a row for each layer, a column for each head</caption>
      <thead>
        <tr>
          <th scope="col">layer</th>
          ${between[0].map((_, head) => html`<th scope="col">${label(String(head), "a head's place")}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${between.map((weights, layer) => html`
          <tr>
            <th scope="row">${label(String(layer), "a layer's place")}</th>
            ${weights.map((weight) => html`<td>${wholePercent(weight)}</td>`)}
          </tr>`)}
      </tbody>
    </table>
  </details>`;

/** @param {Values} values @param {Frame} frame */
export function say({ tokens, weights }, { state }) {
  const { row, to, layer, head } = /** @type {State} */ (state);
  return `Head ${layer}.${head}: “${tokens[row - 1].trim()}” gives “${tokens[to - 1].trim()}” ${percent(weights[row - 1][to - 1])}.`;
}

/** A tap on the overview chooses a head, one on the enlarged head a row. @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, { ask, place }) {
  root.addEventListener("click", (event) => {
    /** @type {SVGSVGElement} */
    const drawing = /** @type {Element} */ (event.target).closest("svg[data-part]");
    if (!drawing) return;
    const { x, y } = place(drawing, event);
    if (drawing.dataset.part === "enlarged") ask({ row: String(Math.ceil((y - above) / cell)) });
    else ask({ layer: String(Math.floor((x - left) / wide)), head: String(Math.floor((y - top) / high)) });
  });
}
