/**
 * The dial: the reader turns the query, by its arrow or by the slider.
 *
 * @module dial
 * @typedef {{angle: number}} State
 * @typedef {import("./figure.mjs").Drawing} Drawing
 */

import { exponentials, scaledDotProductAttention, sum, unitVector } from "../attention.mjs";
import { pointInside, range, wake as wakeFigure } from "./figure.mjs";
import { at, fixed, percent } from "./printed.mjs";

const keys = [[1, 0], [0, 1]];
const values = [[10, 0], [0, 10]];
const radius = 100;
const barLength = 200;
const step = 13;

const fields = { angle: range(0, 0, 359) };

/** @param {State} state */
function compute({ angle }) {
  const query = unitVector(angle);
  const unscaled = scaledDotProductAttention([query], keys, values, { scale: 1 });
  const { output, weights, scores } = scaledDotProductAttention([query], keys, values);
  return {
    query,
    scores: unscaled.scores[0],
    scaled: scores[0],
    exponentials: exponentials(scores[0]),
    weights: weights[0],
    output: output[0],
  };
}

/** @param {State} state @param {Drawing} drawing */
function draw(state, { print, printVector, set }) {
  const now = compute(state);
  print("angle", state.angle, fixed(state.angle, 0));
  for (const [index, weight] of now.weights.entries()) {
    const which = index + 1;
    print(`score-${which}`, now.scores[index], fixed(now.scores[index]));
    print(`scaled-${which}`, now.scaled[index], fixed(now.scaled[index]));
    print(`exponential-${which}`, now.exponentials[index], fixed(now.exponentials[index]));
    print(`weight-step-${which}`, weight, fixed(weight));
    print(`weight-${which}`, weight, percent(weight));
    print(`share-${which}`, weight, fixed(weight));
    set(`bar-${which}`, { width: barLength * weight });
  }
  printVector("output", now.output, (entry) => fixed(entry, 1));
  print("sum", sum(now.exponentials), fixed(sum(now.exponentials)));
  print("weight-sum", sum(now.weights), fixed(sum(now.weights)));
  turn(state.angle, now.query, set);
  mix(now.output, set);
}

/** @param {number} angle @param {number[]} query @param {Drawing["set"]} set */
function turn(angle, [cosine, sine], set) {
  const [x, y] = [radius * cosine, -radius * sine];
  set("query", { transform: `rotate(${at(-angle)})` });
  set("query-name", { x: 56 * cosine - 18 * sine, y: -56 * sine - 18 * cosine + 5 });
  set("shadow-1", { d: `M0 -7H${at(x)}V7H0z` });
  set("shadow-2", { d: `M-7 0V${at(y)}H7V0z` });
  set("dropped", { d: `M${at(x)} 0V${at(y)}H0` });
}

/** @param {number[]} output @param {Drawing["set"]} set */
function mix(output, set) {
  const [x, y] = [step * output[0], -step * output[1]];
  set("part-1", { d: `M0 -6H${at(x)}V6H0z` });
  set("part-2", { d: `M-6 0V${at(y)}H6V0z` });
  set("sum", { d: `M${at(x)} 0V${at(y)}H0` });
  set("output", { cx: x, cy: y });
  set("output-name", { x: x + 12, y: y - 8 });
}

/** @param {State} state */
function say(state) {
  const { weights, output } = compute(state);
  const [first, second] = weights.map(percent);
  const point = output.map((entry) => fixed(entry, 1)).join(", ");
  return `Query at ${state.angle} degrees. Key 1 weighs ${first}, key 2 ${second}. Output ${point}.`;
}

/**
 * Turn the query to where the pointer is.
 *
 * @param {HTMLElement} root
 * @param {(changes: State) => void} change
 */
function followPointer(root, change) {
  /** @type {SVGSVGElement} */
  const circle = root.querySelector('[data-part="dial"]');
  /** @type {SVGElement} */
  const handle = root.querySelector('[data-part="handle"]');
  /** @param {MouseEvent} event */
  const turnTo = (event) => {
    const { x, y } = pointInside(circle, event);
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
  circle.addEventListener("click", turnTo);
}

/**
 * Page keys turn by 15 degrees, a tick of the dial; a range's own step would be a tenth.
 *
 * @param {HTMLElement} root
 * @param {{state: () => State, change: (changes: State) => void}} figure
 */
function turnByPage(root, { state, change }) {
  /** @type {Record<string, number>} */
  const turns = { PageUp: 15, PageDown: -15 };
  /** @type {HTMLInputElement} */
  const slider = root.querySelector('[data-field="angle"]');
  slider.addEventListener("keydown", (event) => {
    const by = turns[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change({ angle: fields.angle.read(String(state().angle + by)).value });
  });
}

/** @param {HTMLElement} root */
export function wake(root) {
  const figure = wakeFigure(root, { fields, draw, say });
  followPointer(root, figure.change);
  turnByPage(root, figure);
}
