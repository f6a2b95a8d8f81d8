/**
 * A matrix as a table of cells, each of which can be pressed, lit or hidden.
 *
 * @module table
 * @typedef {(row: number, column: number) => boolean} Lit
 * @typedef {{
 *   title: import("./types.d.ts").Part, rows: string[], columns: string[], numbers: number[][],
 *   hidden?: Lit, lit?: Lit, owner?: string, set: (row: number, column: number) => string, chosen?: Lit,
 * }} Matrix
 */

import { fixed, html, number } from "./markup.mjs";

/** A number as short as a cell needs; words for what would take many digits. @param {number} value */
function short(value) {
  const text = fixed(value, Number.isInteger(value) ? 0 : Math.abs(value) < 99 ? 2 : 1);
  if (text.length <= 6) return text;
  return Math.abs(value) < 0.5 ? "tiny" : "nearly";
}

/** @param {number} value @param {{out?: string}} options */
function shown(value, options = {}) {
  const text = short(value);
  if (text === "tiny") return html`<small>tiny</small>`;
  if (text === "nearly") return html`<small>≈ ${number(Math.round(value), fixed(Math.round(value), 0))}</small>`;
  return number(value, text, options);
}

/** @param {Matrix} matrix @param {import("./types.d.ts").Frame} frame */
export function table({ title, rows, columns, numbers, hidden, lit, owner, set, chosen }, { awake }) {
  const hasChosen = chosen && numbers.some((line, i) => line.some((_, j) => chosen(i, j)));
  /** @param {number} value @param {number} i @param {number} j */
  const cell = (value, i, j) => {
    const out = owner && `${owner}-${i + 1}-${j + 1}`;
    const text = hidden?.(i, j) ? html`<span class="figure-said">hidden</span>` : shown(value, { out });
    const look = ["cell", hidden?.(i, j) && "cell-hidden", chosen?.(i, j) && "cell-chosen"].filter(Boolean).join(" ");
    if (!awake) return html`<span class="${look}">${text}</span>`;
    // One stop by Tab for each matrix; arrow keys go on from there.
    const stop = hasChosen ? chosen(i, j) : i + j === 0;
    return html`
      <span class="${look}" role="button" tabindex="${stop ? "0" : "-1"}" data-set="${set(i, j)}"${chosen && html` aria-pressed="${String(chosen(i, j))}"`}>${text}</span>`;
  };
  return html`
    <table class="matrix${chosen && !owner && " matrix-result"}">
      <caption>${title} <span>${number(rows.length, fixed(rows.length, 0))} × ${number(columns.length, fixed(columns.length, 0))}</span></caption>
      <thead>
        <tr><td></td>${columns.map((name) => html`<th scope="col"><span>${name}</span></th>`)}</tr>
      </thead>
      <tbody>
        ${numbers.map((line, i) => html`
          <tr>
            <th scope="row">${rows[i]}</th>
            ${line.map((value, j) => html`<td${lit?.(i, j) && html` class="lit"`}>${cell(value, i, j)}</td>`)}
          </tr>`)}
      </tbody>
    </table>`;
}
