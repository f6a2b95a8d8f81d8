/**
 * The weights of one short sentence: a row for each word that asks, a column for each it looks back at.
 *
 * @module pattern
 */

import { drawing, fixed, hatch, hatched, html, mark } from "./markup.mjs";

const [cell, left, top] = [44, 84, 70];

/** A weight in its cell, which has room for two decimals. @param {number} weight @param {number} x @param {number} y */
function told(weight, x, y) {
  if (weight < 0.005) return "";
  return weight >= 0.995 && weight < 1
    ? html`<text x="${x}" y="${y}" class="weight" data-label="a bound">&gt; 0.99</text>`
    : mark(weight, fixed(weight), x, y, { look: "weight" });
}

/** @param {string[]} read @param {number[][]} weights @param {import("./types.d.ts").Frame} frame */
export function pattern(read, weights, frame) {
  const picture = drawing(
    frame,
    {
      name: "The weights: a row for each word that asks, a column for each word it looks back at",
      numbers: "answers",
      viewBox: `0 0 ${left + 5 * cell + 6} ${top + 5 * cell + 4}`,
    },
    hatch(frame, "hidden"),
    read.map((word, j) => html`
      <text transform="translate(${left + cell * j + 26} ${top - 6}) rotate(-38)" class="start">${word}</text>`),
    read.map((word, i) => html`
      <text x="${left - 6}" y="${top + cell * i + 27}" class="end">${word}</text>`),
    weights.map((row, i) => row.map((weight, j) => html`
      <rect x="${left + cell * j + 1}" y="${top + cell * i + 1}" width="${cell - 2}" height="${cell - 2}"
        rx="2" ${j > i ? html`class="hidden" fill="${hatched(frame, "hidden")}"` : html`class="cell" fill-opacity="${0.5 * weight}"`}/>
      ${j <= i && told(weight, left + cell * j + cell / 2, top + cell * i + 27)}`)).flat(),
  );
  return html`
    <p class="figure-title">Weights, a row for each word that asks</p>
    ${picture}
    <p class="figure-hint">Where nothing is printed, the weight is below half a percent.</p>`;
}
