/**
 * Learn: one head of 424 numbers, watched while it learns.
 *
 * @module learn
 * @typedef {{task: string, seed: number, first: string, second: string, last: string, cell: number}} State
 * @typedef {{of: {seed: number, task: string}, head: number[], losses: number[], going: boolean}} Live
 * @typedef {{d: number, limit: number, first: {seed: number, task: string}}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { heldOut, nouns, tasks, words, wordsOf } from "../learning/grammar.mjs";
import { examined, reading, start } from "../learning/head.mjs";
import { belongs, trainer } from "../learning/run.mjs";
import { controls, fixed, html, label, number, percent } from "./markup.mjs";
import { list } from "./options.mjs";
import { buttons, curves, indexAt, most, numbers, pattern, seeds, whole } from "./training.mjs";

const chart = {
  name: "The loss, step by step", numbers: "status", width: 270, height: 130, highest: 3, cut: 3.3,
  parts: 3, looks: ["curve"], guess: Math.log(nouns.length),
};
const names = {
  fits: "which noun is too big or too small",
  previous: "the previous word",
  first: "the first word",
  after: "what came after this noun before",
};

/** @param {State} state */
function sentence({ task, first, second, last }) {
  const free = nouns.filter((noun) => noun !== first && noun !== second);
  const meant = { a: first, b: second, c: free[0], d: free[1], e: free[2] };
  const form = tasks[task].at(last === "small" ? -1 : 0);
  const told = wordsOf(form).map((symbol) => meant[symbol] ?? symbol);
  return { told: told.slice(0, -1), right: told.at(-1) };
}

export const files = () => ["../learning/learn.json"];

/** @param {State} state @param {Given} given @param {Live} [finished] @param {Live} [live] */
export function values(state, { d, first }, finished, live) {
  const run = belongs(live?.of, state) ? live : belongs(first, state) && finished;
  const head = run ? Float64Array.from(run.head) : start(state.seed, d);
  const scale = 1 / Math.sqrt(d);
  const { told, right } = sentence(state);
  const tokens = Uint8Array.from(told, (word) => words.indexOf(word));
  return {
    sentence: told,
    right,
    ...reading(head, tokens, scale),
    numbers: [...head],
    losses: run ? run.losses : [],
    accuracy: examined(head, heldOut(state.task), scale).accuracy,
    ...(run && run === live && { going: live.going }),
  };
}

/** @param {Values} values @param {Frame} frame */
export const draw = (values, frame) => html`
  ${buttons(frame, values.going ? "Pause" : "Train")}
  ${status(values, frame)}
  <div class="figure-parts">
    <div class="figure-part">
      ${curves(frame, [values], chart)}
      ${asked(values, frame)}
      ${pattern(values.sentence, values.weights, frame)}
      ${answers(values, frame)}
    </div>
    <div class="figure-part">${numbers(values.numbers, frame)}</div>
  </div>
  ${controls(
    frame,
    "figure-parts",
    html`<div class="figure-part">${list(frame, "task", "What it is to learn", { names })}</div>`,
    html`<div class="figure-part">${seeds(frame)}</div>`,
  )}`;

/** @param {Values} values @param {Frame} frame */
function status({ losses, accuracy }, { id }) {
  const loss = losses.at(-1);
  return html`
    <p class="learn-status" id="${id}-status">
      <span>step ${whole(losses.length, "steps")}</span>${" · "}
      <span>loss ${loss === undefined ? "not yet known" : number(loss, fixed(loss), { out: "loss" })}</span>${" · "}
      <span>right on ${number(accuracy, percent(accuracy), { out: "accuracy" })} of the sentences held out</span>
    </p>`;
}

/** @param {Values} values @param {Frame} frame */
function asked({ sentence: told }, frame) {
  const { task, first, second } = /** @type {State} */ (frame.state);
  return html`
    <p class="figure-title">A sentence to go on with</p>
    ${controls(
      frame,
      "learn-asked",
      list(frame, "first", "Noun a"),
      list(frame, "second", "Noun b"),
      list(frame, "last", "Last word", { hidden: task !== "fits" }),
    )}
    <p class="learn-sentence">${told.join(" ")} <b>…</b></p>
    ${first === second && html`<p class="figure-hint">The same noun twice: there is nothing to tell apart.</p>`}`;
}

/** @param {Values} values @param {Frame} frame */
function answers({ answers: all, right }, { id }) {
  const five = all.map((probability, i) => ({ probability, word: words[i] }))
    .sort((one, other) => other.probability - one.probability).slice(0, 5);
  return html`
    <table class="figure-table learn-answers" id="${id}-answers">
      <caption class="figure-said">The five likeliest answers</caption>
      <tbody>
        ${five.map(({ probability, word }, i) => html`
          <tr>
            <th scope="row">${word}${word === right && html` <span class="learn-right">✓<span class="figure-said"> right</span></span>`}</th>
            <td class="learn-bar"><svg class="figure-svg" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${100 * probability}" height="10" class="fill-query"/></svg></td>
            <td>${probability < 0.0005 ? label("< 0.1\u00a0%", "a bound") : number(probability, percent(probability), { out: `answer-${i + 1}` })}</td>
          </tr>`)}
      </tbody>
    </table>`;
}

/** @param {Values} values @param {Frame} frame */
export function say({ sentence: told, answers: all, right, losses, accuracy }) {
  const probability = Math.max(...all);
  return `After ${losses.length} steps: “${told.join(" ")}” goes on with “${words[all.indexOf(probability)]}”, ${percent(probability)}; right would be “${right}”. Right on ${percent(accuracy)} of the sentences held out.`;
}

/** @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, hands) {
  const { state, given: { d, limit, first }, fetched, warn, change, ask, place } = hands;
  const { running, picture } = trainer(root, hands, {
    of: ({ seed, task }) => ({ seed, task }),
    heads: ({ seed, task }) => [{ seed, task, d }],
    until: (done) => limit * (Math.floor(done / limit) + 1),
    every: 100,
    live: ([run]) => run?.head && { head: run.head, losses: run.losses },
    told: ([{ losses, accuracy }]) =>
      `Step ${losses.length}: loss ${fixed(losses.at(-1))}, right on ${percent(accuracy)}.`,
    failed: (failed) => `${failed} Training stopped. Press “Start again”.`,
  });

  /** @param {HTMLInputElement} input */
  async function put(input) {
    const text = input.value;
    const wanted = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(wanted)) return warn(`“${text.slice(0, 20)}” is not a number.`);
    const value = Math.min(most, Math.max(-most, wanted));
    warn(value === wanted ? "" : `${text.slice(0, 20)} is not from −${most} to ${most}; taken: ${fixed(value, 0)}.`);
    if (value !== wanted) input.value = String(value);
    const index = state().cell - 1;
    const [run] = running({ from: belongs(first, state()) && (await fetched())[0] });
    run.change(index, value);
    return picture();
  }

  // The build leaves the field empty, where a number would stand with nothing behind it.
  const [field, slide] = root.querySelectorAll("[data-train=value]");
  field.setAttribute("value", slide.getAttribute("value"));
  for (const [event, type] of [["change", "number"], ["input", "range"]]) {
    root.addEventListener(event, ({ target }) => {
      const input = /** @type {HTMLInputElement} */ (target);
      if (input.dataset.train === "value" && input.type === type) put(input);
    });
  }
  root.addEventListener("pointerdown", (event) => {
    /** @type {SVGSVGElement} */
    const picture = /** @type {Element} */ (event.target).closest('[data-part="numbers"]');
    if (!picture) return;
    const { x, y } = place(picture, event);
    const index = indexAt(x, y, d);
    if (index !== undefined) change({ cell: index + 1 });
  });
  // Up and down go from row to row, as in the picture.
  root.addEventListener("keydown", (event) => {
    const { dataset } = /** @type {HTMLElement} */ (event.target);
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (dataset.field !== "cell" || !rows) return;
    event.preventDefault();
    ask({ cell: String(state().cell + rows * d) });
  });
}
