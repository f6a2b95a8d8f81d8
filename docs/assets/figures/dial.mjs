/**
 * The dial: the reader turns the query, by its arrow or by the slider.
 *
 * @module dial
 * @typedef {{angle: number}} State
 * @typedef {{keys: number[][], values: number[][]}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { attentionWeights, dot, exponentials, matmul, sum, unitVector } from "../attention.mjs";
import {
  at, controls, drawing, fixed, hatch, hatched, html, label, number, percent, press, slider, vector,
} from "./markup.mjs";

const subscripts = "₁₂";
const radius = 100;
const barLength = 200;
/** How far apart two whole numbers are on the axes of the output. */
const step = 13;
const far = 10 * step;

/** @param {State} state @param {Given} given */
export function values({ angle }, { keys, values: each }) {
  const query = unitVector(angle);
  const scores = keys.map((key) => dot(key, query));
  const scaled = scores.map((score) => score / Math.sqrt(query.length));
  const raised = exponentials(scaled);
  const weights = attentionWeights([query], keys);
  return {
    query,
    size: query.length,
    scores,
    scaled,
    exponentials: raised,
    total: sum(raised),
    weights: weights[0],
    whole: sum(weights[0]),
    output: matmul(weights, each)[0],
  };
}

/** @param {Values} values @param {Frame} frame */
export const draw = (values, frame) => html`
  <div class="figure-parts">
    <div class="figure-part">
      <p class="figure-title">A query between two keys</p>
      ${circle(values, frame)}
      ${controls(
        frame,
        "",
        slider(frame, "angle", "Query angle in degrees", angle(frame)),
        html`
          <div class="figure-buttons">
            ${[0, 45, 90].map((to) =>
              press(frame, { angle: to }, html`${number(to, fixed(to, 0))}°`))}
          </div>`,
      )}
    </div>
    <div class="figure-part">
      <p class="figure-title">The weights, and the output</p>
      ${bars(values, frame)}${equation(values, frame)}${plane(values, frame)}
    </div>
  </div>
  ${steps(values)}`;

/** @param {Frame} frame */
function angle({ state }) {
  const degrees = /** @type {number} */ (state.angle);
  return html`<span>${number(degrees, fixed(degrees, 0), { out: "angle" })}°</span>`;
}

/** @param {string} letter @param {number} which @param {number} x @param {number} y */
const name = (letter, which, x, y) => html`
  <text x="${x}" y="${y}" class="name fill-${String(which + 1)}">
    ${label(letter + subscripts[which], "a vector's name", "tspan")}
  </text>`;

/** @param {number} which @param {string} shaft @param {string} head @param {number} x @param {number} y */
const arrow = (which, shaft, head, x, y) => html`
  <g>
    <path d="${shaft}" class="stroke-${which + 1}" stroke-width="3.5"/>
    <path d="${head}" class="fill-${which + 1}"/>
    ${name("k", which, x, y)}
  </g>`;

/** @param {Values} values @param {Frame} frame */
function circle({ query: [cosine, sine] }, frame) {
  const { angle } = frame.state;
  const [x, y] = [radius * cosine, -radius * sine];
  const ticks = Array.from({ length: 24 }, (_, i) => unitVector(15 * i)).map(([c, s]) =>
    `M${at((radius - 5) * c, (5 - radius) * s)}L${at(radius * c, -radius * s)}`);
  return drawing(
    frame,
    {
      name: "A query, drawn as an arrow that turns between two keys",
      numbers: "equation",
      viewBox: "-140 -130 280 240",
      part: "dial",
    },
    hatch(frame, "2"),
    html`
      <circle r="${radius}" class="ring"/>
      <path d="${ticks}" class="hairline"/>
      <path d="M0 -7H${x}V7H0z" class="soft-1"/>
      <path d="M-7 0V${y}H7V0z" fill="${hatched(frame, "2")}"/>
      <path d="M${x} 0V${y}H0" class="dropped"/>
      ${arrow(0, `M0 0H${radius - 10}`, `M${radius} 0l-13 -6v12z`, radius + 18, 5)}
      ${arrow(1, `M0 0V${10 - radius}`, `M0 ${-radius}l-6 13h12z`, 0, -radius - 12)}
      <circle r="4" class="fill-ink"/>
      <g transform="rotate(${-angle})">
        <path d="M0 0H${radius - 24}" class="stroke-query" stroke-width="5"/>
        <path d="M${radius} 0l-16 -9v18zM${radius - 14} 0l-16 -9v18z" class="fill-query"/>
        <circle cx="${radius - 8}" r="28" class="handle" data-part="handle"/>
      </g>
      <text x="${56 * cosine - 18 * sine}" y="${-56 * sine - 18 * cosine + 5}"
        class="name fill-query">q</text>`,
  );
}

/** @param {number} which */
const keyName = (which) => label("k" + subscripts[which], "a key's name");

/** @param {Values} values @param {Frame} frame */
const bars = ({ weights }, frame) => html`
  <div class="figure-bars">
    ${weights.map((weight, which) => html`
      <span class="figure-key-${which + 1}">${keyName(which)}</span>
      <svg viewBox="0 0 202 24" preserveAspectRatio="none" aria-hidden="true" class="figure-svg">
        <rect x="1" y="1" width="${barLength * weight}" height="22" rx="3" class="edge-${which + 1}"
          ${which === 1 && html`fill="${hatched(frame, "2")}" `}data-part="bar-${which + 1}"/>
      </svg>
      <span class="figure-weight">
        ${number(weight, percent(weight), { out: `weight-${which + 1}` })}
      </span>`)}
  </div>`;

/** @param {Values} values @param {Frame} frame */
function equation({ weights, output }, { id, given }) {
  const terms = weights.map((weight, which) => html`
    <span>${which === 0 ? "output = " : "+ "}${number(weight, fixed(weight), { out: `share-${which + 1}` })} × ${vector(given.values[which], { decimals: 0 })}</span>${" "}`);
  return html`
    <p class="figure-equation" id="${id}-equation">
      ${terms}<span>= ${vector(output, { decimals: 1, out: "output" })}</span>
    </p>`;
}

/** @param {Values} values @param {Frame} frame */
function plane({ output }, frame) {
  const [x, y] = [step * output[0], -step * output[1]];
  return drawing(
    frame,
    {
      name: "The output, drawn as a point on the line from the first value to the second",
      numbers: "equation",
      viewBox: `-40 ${-far - 20} 280 ${far + 52}`,
    },
    html`
      <path d="M0 ${-far - 12}V0H${far + 12}" class="hairline"/>
      <path d="M0 ${-far}L${far} 0" class="dropped"/>
      <path d="M0 -6H${x}V6H0z" class="soft-1"/>
      <path d="M-6 0V${y}H6V0z" fill="${hatched(frame, "2")}"/>
      <path d="M${x} 0V${y}H0" class="dropped"/>
      <circle cx="${far}" r="5" class="fill-1"/>
      <circle cy="${-far}" r="5" class="fill-2"/>
      ${name("v", 0, far, 24)}${name("v", 1, -20, 5 - far)}
      <circle cx="${x}" cy="${y}" r="7" class="fill-ink"/>
      <text x="${x + 12}" y="${y - 8}" class="name start">output</text>`,
  );
}

/** @param {Values} values */
function steps(now) {
  const columns = {
    score: now.scores,
    scaled: now.scaled,
    exponential: now.exponentials,
    "weight-step": now.weights,
  };
  return html`
    <table class="figure-table">
      <caption class="figure-said">The steps from score to weight</caption>
      <thead>
        <tr>
          <th scope="col">key</th>
          <th scope="col">dot product <span>q · k</span></th>
          <th scope="col">score <span>÷ √${number(now.size, fixed(now.size, 0))}</span></th>
          <th scope="col">exponential</th>
          <th scope="col">weight <span>÷ sum</span></th>
        </tr>
      </thead>
      <tbody>
        ${now.weights.map((_, which) => html`
          <tr>
            <th scope="row" class="figure-key-${which + 1}">${keyName(which)}</th>
            ${Object.entries(columns).map(([out, column]) => html`
              <td>${number(column[which], fixed(column[which]), { out: `${out}-${which + 1}` })}</td>`)}
          </tr>`)}
        <tr>
          <th scope="row">sum</th>
          <td></td>
          <td></td>
          <td>${number(now.total, fixed(now.total), { out: "sum" })}</td>
          <td>${number(now.whole, fixed(now.whole), { out: "weight-sum" })}</td>
        </tr>
      </tbody>
    </table>`;
}

/** @param {Values} values @param {Frame} frame */
export function say({ weights, output }, { state }) {
  const [first, second] = weights.map(percent);
  const point = output.map((entry) => fixed(entry, 1)).join(", ");
  return `Query at ${state.angle} degrees. Key 1 weighs ${first}, key 2 ${second}. Output ${point}.`;
}

/**
 * The arrow follows the pointer that drags it. Page keys turn by 15 degrees, a tick of the dial; a
 * range's own step would be a tenth.
 *
 * @param {HTMLElement} root
 * @param {import("./types.d.ts").Hands<State>} hands
 */
export function interact(root, { state, change, ask, place }) {
  /** @type {SVGSVGElement} */
  const dial = root.querySelector('[data-part="dial"]');
  /** @type {SVGElement} */
  const handle = root.querySelector('[data-part="handle"]');
  /** @param {MouseEvent} event */
  const turnTo = (event) => {
    const { x, y } = place(dial, event);
    const degrees = Math.round((Math.atan2(-y, x) * 180) / Math.PI);
    change({ angle: (degrees + 360) % 360 });
  };
  // Touching the arrow turns it; touching the figure anywhere else scrolls the page. The style
  // touch-action says so too, but browsers heed it only on whole drawings.
  handle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) turnTo(event);
  });
  dial.addEventListener("click", turnTo);
  /** @type {Record<string, number>} */
  const turns = { PageUp: 15, PageDown: -15 };
  root.querySelector('[data-field="angle"]').addEventListener("keydown", (event) => {
    const by = turns[/** @type {KeyboardEvent} */ (event).key];
    if (by === undefined) return;
    event.preventDefault();
    ask({ angle: String(state().angle + by) });
  });
}
