/**
 * Resting: the share of a real model's attention that goes to the first token, layer by layer in a
 * chosen sentence, and in one text that is cut off after more and more tokens.
 *
 * @module resting
 * @typedef {{tokens: number, share: number, heads_that_look_there_most: number}} Length
 * @typedef {{byLayer: Record<string, number[]>, byLength: Length[]}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { controls, drawing, fixed, html, label, mark, number, percent } from "./markup.mjs";
import { choices } from "./options.mjs";

const [left, width, height] = [48, 282, 150];

/** @param {{sentence: string}} state @param {Given} given */
export const values = ({ sentence }, { byLayer, byLength }) =>
  ({ shares: byLayer[sentence], lengths: byLength });

/** @param {Values} values @param {Frame} frame */
export const draw = ({ shares, lengths }, frame) => html`
  <div class="figure-parts">
    <div class="figure-part">
      <p class="figure-title">By layer</p>
      ${bars(frame, {
        name: "The share of the first token, a bar for each layer",
        numbers: "layers",
        shares,
        marked: [0, 10, 20, 29].map((layer) => ({ place: layer, value: layer })),
        axis: "layer",
      })}
    </div>
    <div class="figure-part">
      <p class="figure-title">By length of the text</p>
      ${bars(frame, {
        name: "The share of the first token, a bar for each length of the text",
        numbers: "lengths",
        shares: lengths.map(({ share }) => share),
        marked: lengths.map(({ tokens }, place) => ({ place, value: tokens })),
        axis: "tokens in the text",
      })}
    </div>
  </div>
  ${controls(frame, "", choices(frame, "sentence", "Sentence", {
    "trophy-big": "trophy, too big",
    "trophy-small": "trophy, too small",
    planet: "planet",
    shop: "shop",
  }))}
  <table class="figure-table" id="${frame.id}-lengths">
    <caption class="figure-said">What the last token gives to the first, by length of the text</caption>
    <thead>
      <tr><th scope="col">tokens</th><th scope="col">share of the first</th><th scope="col">heads that look there most</th></tr>
    </thead>
    <tbody>
      ${lengths.map(({ tokens, share, heads_that_look_there_most: heads }) => html`
        <tr>
          <th scope="row">${number(tokens, fixed(tokens, 0))}</th>
          <td>${number(share, percent(share))}</td>
          <td>${number(heads, fixed(heads, 0))}</td>
        </tr>`)}
    </tbody>
  </table>
  <details class="figure-details">
    <summary>The shares by layer as a table</summary>
    <table class="figure-table" id="${frame.id}-layers">
      <caption class="figure-said">The share of the first token in each layer</caption>
      <thead><tr><th scope="col">layer</th><th scope="col">share of the first</th></tr></thead>
      <tbody>
        ${shares.map((share, layer) => html`
          <tr>
            <th scope="row">${label(String(layer), "a layer's place")}</th>
            <td>${number(share, percent(share), { out: `layer-${layer}` })}</td>
          </tr>`)}
      </tbody>
    </table>
  </details>`;

/**
 * @param {Frame} frame
 * @param {{name: string, numbers: string, shares: number[], marked: {place: number, value: number}[], axis: string}} options
 */
function bars(frame, { name, numbers, shares, marked, axis }) {
  const each = width / shares.length;
  return drawing(
    frame,
    { name, numbers, viewBox: `0 -10 340 ${height + 56}` },
    [0, 0.5, 1].map((share) => html`
      <path d="M${left} ${height * (1 - share)}h${width}" class="hairline"/>
      ${mark(share, percent(share), left - 6, height * (1 - share) + 5, { look: "soft end" })}`),
    shares.map((share, place) => html`
      <rect x="${left + each * (place + 0.1)}" y="${height * (1 - share)}" width="${0.8 * each}" height="${height * share}" class="edge-query"/>`),
    marked.map(({ place, value }) => mark(value, fixed(value, 0), left + each * (place + 0.5), height + 20)),
    html`<text x="${left + width / 2}" y="${height + 40}" class="soft">${axis}</text>`,
  );
}

/** @param {Values} values */
export function say({ shares }) {
  const most = Math.max(...shares);
  return `The first token gets most in layer ${shares.indexOf(most)}: ${percent(most)}.`;
}
