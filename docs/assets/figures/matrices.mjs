/**
 * Matrices: five tokens on their way from X to the output. Each number shows what made it.
 *
 * @module matrices
 * @typedef {Record<string, number | string>} State
 * @typedef {{tokens: string[], roles: string[], starts: Record<string, number[][]>, steps: string[]}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./table.mjs").Lit} Lit
 * @typedef {import("./table.mjs").Matrix} Matrix
 */

import { attentionWeights, matmul, transpose } from "../attention.mjs";
import { controls, fixed, html, number, press, slider } from "./markup.mjs";
import { table } from "./table.mjs";

/** @param {State} state @param {Given} given */
export function values(state, { starts }) {
  const [x, wq, wk, wv] = Object.entries(starts).map(([name, matrix]) =>
    matrix.map((line, i) =>
      line.map((_, j) => /** @type {number} */ (state[`${name}-${i + 1}-${j + 1}`]))));
  const [q, k, v] = [wq, wk, wv].map((w) => matmul(x, w));
  const root = Math.sqrt(k[0].length);
  const dots = matmul(q, transpose(k));
  const weights = attentionWeights(q, k, { causal: true });
  return {
    x, wq, wk, wv, q, k, v, dots, root,
    scores: dots.map((line) => line.map((entry) => entry / root)),
    weights,
    output: matmul(weights, v),
  };
}

const names = {
  x: "X", wq: "W_q", wk: "W_k", wv: "W_v", q: "Q", k: "K", v: "V",
  dots: "Q Kᵀ", scores: "÷ √d", masked: "masked", weights: "weights", output: "output",
};

/** What each step says of itself. @type {Record<string, string>} */
const told = {
  q: "Each row of X, times W_q, gives the token’s query: what it looks for.",
  k: "Each row of X, times W_k, gives the token’s key: what it contains.",
  v: "Each row of X, times W_v, gives the token’s value: what it hands over.",
  dots: "Each query meets each key: a row of Q with a row of K, which is a column of Kᵀ.",
  scores: "Each dot product is divided by √d, where d is the size of a key.",
  masked: "No token may look ahead: scores with later tokens are hidden.",
  weights: "Softmax makes weights of each row: e to the power of each score, divided by their sum.",
  output: "Each row of the weights mixes the values: a row of the weights with a column of V.",
};

/** Every token but the last has its name; that one’s depends on its size. @param {Values} values @param {Given} given */
function tokensOf({ x }, { tokens }) {
  const size = x[x.length - 1][2];
  return [...tokens.slice(0, -1), size > 0 ? "big" : size < 0 ? "small" : "last"];
}

/** @param {number} row @param {number} column */
const ahead = (row, column) => column > row;

/** A number inside arithmetic: in brackets where its minus would meet a sign. @param {number} value */
const inside = (value) => (value < 0 ? html`(${full(value)})` : full(value));

/** @param {number} value */
const full = (value) =>
  number(value, Number.isInteger(value) ? fixed(value, 0) : fixed(value, 2));

/** The matrix that the step makes, and those that it is made of. @param {Values} values @param {Frame} frame */
function stage(values, frame) {
  const given = /** @type {Given} */ (frame.given);
  const made = given.steps[/** @type {number} */ (frame.state.step) - 1];
  const tokens = tokensOf(values, given);
  const [inAndOut, all] = [given.roles.slice(0, 2), given.roles];
  const wide = ["v", "output"].includes(made) ? all : ["q", "k"].includes(made) ? inAndOut : tokens;
  const [row, asked] = String(frame.state.cell).split("-").map((part) => Number(part) - 1);
  const column = Math.min(asked, wide.length - 1);
  /** @type {Lit} */
  const sameRow = (i) => i === row;
  /** @type {Lit} */
  const sameColumn = (_, j) => j === column;
  /** @type {Lit} */
  const same = (i, j) => i === row && j === column;
  /** A press on a cell goes to the step that made it. @param {string} name @param {string[]} columns @param {number[][]} numbers @param {Partial<Matrix>} more @returns {Matrix} */
  const matrix = (name, columns, numbers, more = {}) => ({
    title: names[name], rows: tokens, columns, numbers,
    set: (i, j) => `step=${given.steps.indexOf(name) + 1}&cell=${i + 1}-${j + 1}`,
    ...more,
  });
  const scores = matrix("scores", tokens, values.scores);
  const masked = matrix("masked", tokens, values.scores, { hidden: ahead });
  const weights = matrix("weights", tokens, values.weights, { hidden: ahead });
  const turned = matrix("k", tokens, transpose(values.k), {
    title: "Kᵀ", rows: inAndOut, lit: sameColumn,
    set: (i, j) => `step=${given.steps.indexOf("k") + 1}&cell=${j + 1}-${i + 1}`,
  });
  const dots = matrix("dots", tokens, values.dots);
  /** @type {Record<string, Matrix[]>} */
  const parts = {
    q: [matrix("q", inAndOut, values.q)],
    k: [matrix("k", inAndOut, values.k)],
    v: [matrix("v", all, values.v)],
    dots: [matrix("q", inAndOut, values.q, { lit: sameRow }), turned, dots],
    scores: [{ ...dots, lit: same }, scores],
    masked: [{ ...scores, lit: same }, masked],
    weights: [{ ...masked, lit: sameRow }, weights],
    output: [
      { ...weights, lit: sameRow },
      matrix("v", all, values.v, { lit: sameColumn }),
      matrix("output", all, values.output),
    ],
  };
  /** @type {Matrix} */
  const result = {
    ...parts[made].at(-1),
    chosen: same,
    // Beyond the last column the chosen cell stands for one farther right.
    set: (i, j) => `cell=${same(i, j) ? String(frame.state.cell) : `${i + 1}-${j + 1}`}`,
  };
  return { made, row, column, sources: parts[made].slice(0, -1), result };
}

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { steps } = /** @type {Given} */ (frame.given);
  const { made, row, column, sources, result } = stage(values, frame);
  return html`
    ${givens(values, frame, made, row, column)}
    ${controls(frame, "figure-parts", ...changing(frame))}
    ${controls(
      frame,
      "matrices-map",
      html`
        <div class="figure-buttons">
          ${steps.map((step, i) => press(frame, { step: i + 1 }, names[step]))}
        </div>
        <div class="figure-buttons">
          <button type="button" data-do="back">◂ Step back</button>
          <button type="button" data-do="forward">Step forward ▸</button>
        </div>`,
    )}
    <p class="matrices-told">${told[made]}</p>
    <div class="matrices">
      ${sources.map((matrix) => table(matrix, frame))}
      ${table(result, frame)}
    </div>
    <p class="figure-equation matrices-sum" id="${frame.id}-sum">${arithmetic(values, frame)}</p>`;
}

/** X and the matrices that make queries, keys and values of it. @param {Values} values @param {Frame} frame @param {string} made @param {number} row @param {number} column */
function givens(values, frame, made, row, column) {
  const given = /** @type {Given} */ (frame.given);
  const [inAndOut, all] = [given.roles.slice(0, 2), given.roles];
  const making = ["q", "k", "v"].includes(made);
  /** @param {string} owner @returns {Pick<Matrix, "owner" | "set" | "chosen">} */
  const own = (owner) => ({
    owner,
    set: (i, j) => `edit=${owner}-${i + 1}-${j + 1}`,
    chosen: (i, j) => frame.state.edit === `${owner}-${i + 1}-${j + 1}`,
  });
  const x = {
    title: "X", rows: tokensOf(values, given), columns: all, numbers: values.x, ...own("x"),
    lit: (/** @type {number} */ i) => making && i === row,
  };
  const makers = ["q", "k", "v"].map((name) => ({
    title: html`W<sub>${name}</sub>`, rows: all, columns: name === "v" ? all : inAndOut,
    numbers: values[/** @type {"wq"} */ (`w${name}`)], ...own(name),
    lit: (/** @type {number} */ _, /** @type {number} */ j) => made === name && j === column,
  }));
  return html`
    <div class="matrices matrices-given">
      ${[x, ...makers].map((matrix) => table(matrix, frame))}
    </div>`;
}

/** @param {Frame} frame */
function changing(frame) {
  const edit = String(frame.state.edit);
  const value = /** @type {number} */ (frame.state[edit]);
  const [name, row, column] = edit.split("-");
  const { tokens, roles } = /** @type {Given} */ (frame.given);
  const of = name === "x" ? [...tokens.slice(0, -1), "last token"] : roles;
  const where = `${of[Number(row) - 1]}, ${roles[Number(column) - 1]}`;
  const owner = name === "x" ? html`X` : html`W<sub>${name}</sub>`;
  return [
    html`
      <div class="figure-buttons">
        ${press(frame, { "x-5-3": 1 }, "last word: big")}
        ${press(frame, { "x-5-3": -1 }, "last word: small")}
      </div>`,
    slider(frame, edit, html`Chosen number, ${owner}: ${where}`, number(value, fixed(value, 0))),
  ];
}

/** The chosen number's arithmetic, in full. @param {Values} values @param {Frame} frame */
function arithmetic(values, frame) {
  const { made, row, column } = stage(values, frame);
  /** @param {number[]} a @param {number[]} b @param {number} result */
  const product = (a, b, result) => html`
    ${a.map((entry, i) => html`<span>${i > 0 && "+ "}${inside(entry)} × ${inside(b[i])}</span> `)}<span>= ${full(result)}</span>`;
  const one = values.dots[row][column];
  const score = values.scores[row][column];
  if (made === "q") return product(values.x[row], transpose(values.wq)[column], values.q[row][column]);
  if (made === "k") return product(values.x[row], transpose(values.wk)[column], values.k[row][column]);
  if (made === "v") return product(values.x[row], transpose(values.wv)[column], values.v[row][column]);
  if (made === "dots") return product(values.q[row], values.k[column], one);
  const tokens = tokensOf(values, /** @type {Given} */ (frame.given));
  if (made === "output") {
    const seen = row + 1;
    return product(
      values.weights[row].slice(0, seen),
      values.v.slice(0, seen).map((line) => line[column]),
      values.output[row][column],
    );
  }
  if (made === "scores") return html`<span>${full(one)} ÷ √${full(values.root ** 2 === 2 ? 2 : Math.round(values.root ** 2))} = ${full(one)} ÷ ${number(values.root, fixed(values.root, 3))}</span> <span>= ${full(score)}</span>`;
  if (ahead(row, column)) {
    return html`<span>${tokens[column]} comes after ${tokens[row]}:</span> <span>${made === "masked" ? "the score is hidden" : "e to the power of −∞ is nothing, so no weight"}</span>`;
  }
  if (made === "masked") return html`<span>${tokens[row]} may look at ${tokens[column]}:</span> <span>the score ${full(score)} stays</span>`;
  /** @param {number} exponent */
  const power = (exponent) => html`e<sup>${full(exponent)}</sup>`;
  const below = values.scores[row].slice(0, row + 1).map((exponent, i) => html`<span>${i > 0 ? "+ " : "("}${power(exponent)}${i === row && ")"}</span> `);
  return html`<span>${power(score)} ÷</span> ${below}<span>= ${full(values.weights[row][column])}</span>`;
}

/** @param {Values} values @param {Frame} frame */
export function say(values, frame) {
  const { made, row, column, result } = stage(values, frame);
  const where = `${names[made]}, row ${result.rows[row]}, column ${result.columns[column]}`;
  return `${where}: ${result.hidden?.(row, column) ? "hidden" : fixed(result.numbers[row][column])}.`;
}

export const actions = {
  /** @param {State} state */
  back: ({ step }) => ({ step: Math.max(1, Number(step) - 1) }),
  /** @param {State} state @param {Given} given */
  forward: ({ step }, { steps }) => ({ step: Math.min(steps.length, Number(step) + 1) }),
};

/** @type {Record<string, [number, number]>} */
const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * A cell is pressed by pointer, Enter or Space; arrow keys go from cell to cell, and press it.
 *
 * @param {HTMLElement} root
 * @param {import("./types.d.ts").Hands<State>} hands
 */
export function interact(root, { ask }) {
  /** @param {Event} event */
  const cellOf = (event) =>
    /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest(".cell[data-set]"));
  /** @param {HTMLElement} cell */
  const press = (cell) => ask(Object.fromEntries(new URLSearchParams(cell.dataset.set)));
  root.addEventListener("click", (event) => cellOf(event) && press(cellOf(event)));
  root.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    const move = moves[event.key];
    if (event.key !== "Enter" && event.key !== " " && !move) return;
    event.preventDefault();
    if (!move) return press(cell);
    const place = /** @type {HTMLTableCellElement} */ (cell.parentElement);
    const line = /** @type {HTMLTableRowElement} */ (place.parentElement);
    const body = /** @type {HTMLTableSectionElement} */ (line.parentElement);
    /** @type {HTMLElement} */
    const next = body.rows[line.sectionRowIndex + move[0]]?.cells[place.cellIndex + move[1]]?.querySelector(".cell");
    if (!next) return;
    // A cell of an earlier step is only looked at: pressing it would lead away.
    if (next.hasAttribute("aria-pressed")) press(next);
    next.focus();
  });
}
