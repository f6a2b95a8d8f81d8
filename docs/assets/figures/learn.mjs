/**
 * Learn: one head of 424 numbers, watched while it learns.
 *
 * @module learn
 * @typedef {{task: string, seed: number, first: string, second: string, last: string, cell: number}} State
 * @typedef {{seed: number, task: string, head: number[], losses: number[], going?: boolean, failed?: string}} Live
 * @typedef {{d: number, limit: number, first: {seed: number, task: string}}} Given
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { heldOut, nouns, tasks, words } from "../learning/grammar.mjs";
import { examined, reading, start } from "../learning/head.mjs";
import {
  at, controls, drawing, fixed, html, label, mark, number, percent, slider,
} from "./markup.mjs";
import { list } from "./options.mjs";
import { pattern } from "./pattern.mjs";
import { indexAt, most, numbers } from "./squares.mjs";

const [chartWidth, chartHeight, highest] = [270, 130, 3];
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
  const told = form.replace(":", "").split(" ").map((symbol) => meant[symbol] ?? symbol);
  return { told: told.slice(0, -1), right: told.at(-1) };
}

/** @param {{seed: number, task: string}} run @param {State} state */
const belongs = (run, { seed, task }) => run?.seed === seed && run.task === task;

export const files = () => ["../learning/learn.json"];

/** @param {State} state @param {Given} given @param {Live} [finished] @param {Live} [live] */
export function values(state, { d, first }, finished, live) {
  const rested = belongs(first, state) && finished;
  const run = belongs(live, state) ? live : rested;
  const head = run ? Float64Array.from(run.head) : start(state.seed, d);
  const scale = 1 / Math.sqrt(d);
  const { told, right } = sentence(state);
  const tokens = Uint8Array.from(told, (word) => words.indexOf(word));
  return {
    sentence: told,
    right,
    ...reading(head, tokens, scale),
    numbers: [...head],
    losses: run?.losses ?? [],
    accuracy: examined(head, heldOut(state.task), scale).accuracy,
    ...(run && run === live && { live }),
  };
}

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { seed } = /** @type {State} */ (frame.state);
  return html`
    ${controls(
      frame,
      "learn-buttons",
      html`
        <div class="figure-buttons">
          <button type="button" class="learn-go" data-train="go">${values.live?.going ? "Pause" : "Train"}</button>
          <button type="button" data-train="step">Step</button>
          <button type="button" data-train="again">Start again</button>
        </div>`,
    )}
    ${status(values, frame)}
    <div class="figure-parts">
      <div class="figure-part">
        ${curve(values, frame)}
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
      html`<div class="figure-part">${slider(frame, "seed", "Start, by its seed", number(seed, fixed(seed, 0), { out: "seed" }))}</div>`,
    )}`;
}

/** @param {Values} values @param {Frame} frame */
function status({ losses, accuracy }, { id }) {
  const loss = losses.at(-1);
  return html`
    <p class="learn-status" id="${id}-status">
      <span>step ${number(losses.length, fixed(losses.length, 0), { out: "steps" })}</span>${" · "}
      <span>loss ${loss === undefined ? "not yet known" : number(loss, fixed(loss), { out: "loss" })}</span>${" · "}
      <span>right on ${number(accuracy, percent(accuracy), { out: "accuracy" })} of the sentences held out</span>
    </p>`;
}

/** @param {Values} values @param {Frame} frame */
function curve({ losses }, frame) {
  const { limit } = /** @type {Given} */ (frame.given);
  const last = limit * Math.max(1, Math.ceil(losses.length / limit));
  const every = last / limit;
  /** @param {number} loss */
  const height = (loss) => chartHeight * (1 - Math.min(loss, 1.1 * highest) / highest);
  const points = losses.flatMap((loss, step) =>
    step % every && step < losses.length - 1 ? [] : [at((chartWidth * step) / last, height(loss))]);
  const guess = Math.log(nouns.length);
  const picture = drawing(
    frame,
    { name: "The loss, step by step", numbers: "status", viewBox: `-34 -16 ${chartWidth + 50} ${chartHeight + 44}` },
    html`<path d="M0 ${height(guess)}H${chartWidth}" class="dropped"/>
      <text x="${chartWidth}" y="${height(guess) - 6}" class="soft end">a blind guess at a noun</text>
      <path d="M0 0V${chartHeight}H${chartWidth}" class="axis"/>`,
    [0, 1, 2, 3].map((loss) => mark(loss, fixed(loss, 0), -8, height(loss) + 5, { look: "soft end" })),
    [0, last / 3, (2 * last) / 3, last].map((step) =>
      mark(step, fixed(step, 0), (chartWidth * step) / last, chartHeight + 20)),
    points.length > 1 && html`<path d="M${points.join("L")}" class="curve"/>`,
    points.length > 0 && html`<circle cx="${Number(points.at(-1).split(" ")[0])}" cy="${Number(points.at(-1).split(" ")[1])}" r="5" class="fill-query"/>`,
  );
  return html`<p class="figure-title">Loss, step by step</p>${picture}`;
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
export function interact(root, { state, given, fetched, show, tell, warn, change, ask, place }) {
  /** @type {import("../learning/run.mjs").Run | undefined} */
  let run;
  let spoken = 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function end() {
    run?.end();
    run = undefined;
  }

  /** @param {import("../learning/run.mjs").Run} run */
  const shown = ({ head, losses, going, failed, settings }) =>
    ({ seed: settings.seed, task: settings.task, head, losses, going, failed });

  /** @param {import("../learning/run.mjs").Run} told */
  function told(told) {
    if (!root.isConnected || !belongs(told.settings, state())) return end();
    show(shown(told));
    if (told.failed) warn(`${told.failed} Training stopped. Press “Start again”.`);
    const done = told.losses.length;
    if (told.going ? done < spoken + 100 : done === spoken) return undefined;
    spoken = done;
    return tell(`Step ${done}: loss ${fixed(told.losses.at(-1) ?? 0)}, right on ${percent(told.accuracy)}.`);
  }

  /** A head in a worker: the one at work, or else a new one. @param {{from?: Live, anew?: boolean}} options */
  async function running({ from, anew = false }) {
    if (run && !anew && belongs(run.settings, state())) return run;
    end();
    spoken = 0;
    const { Run } = await import("../learning/run.mjs");
    const { seed, task } = state();
    const missed = () => warn("This figure can’t train: its script did not load.");
    end();
    run = new Run({ seed, task, d: given.d }, { told, missed, from });
    return run;
  }

  async function press(/** @type {string} */ name) {
    warn("");
    if (run?.going && name === "go") {
      run.pause();
      return show(shown(run));
    }
    const own = await running({ anew: name === "again" });
    if (name === "again") return undefined;
    const done = own.losses.length;
    return name === "step"
      ? own.go(done + 1, 1)
      : own.go(given.limit * (Math.floor(done / given.limit) + 1), still ? 50 : 2);
  }

  /** @param {HTMLInputElement} input */
  async function put(input) {
    const text = input.value;
    const wanted = text.trim() === "" ? NaN : Number(text);
    if (Number.isNaN(wanted)) return warn(`“${text.slice(0, 20)}” is not a number.`);
    const value = Math.min(most, Math.max(-most, wanted));
    warn(value === wanted ? "" : `${text.slice(0, 20)} is not from −${most} to ${most}; taken: ${fixed(value, 0)}.`);
    if (value !== wanted) input.value = String(value);
    const index = state().cell - 1;
    const from = belongs(given.first, state()) && (await fetched())[0];
    const own = await running({ from });
    own.change(index, value);
    return own.head && show(shown(own));
  }

  // The build leaves the field empty, where a number would stand with nothing behind it.
  const [field, slide] = root.querySelectorAll("[data-train=value]");
  field.setAttribute("value", slide.getAttribute("value"));
  root.addEventListener("click", ({ target }) => {
    const { train, do: action } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
    if (train) press(train);
    if (action === "reset") {
      end();
      show(undefined);
    }
  });
  root.addEventListener("change", ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    if (input.dataset.train === "value" && input.type === "number") put(input);
  });
  root.addEventListener("input", ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    if (input.dataset.train === "value" && input.type === "range") put(input);
  });
  root.addEventListener("pointerdown", (event) => {
    /** @type {SVGSVGElement} */
    const picture = /** @type {Element} */ (event.target).closest('[data-part="numbers"]');
    if (!picture) return;
    const { x, y } = place(picture, event);
    const index = indexAt(x, y, given.d);
    if (index !== undefined) change({ cell: index + 1 });
  });
  // Up and down go from row to row, as in the picture.
  root.addEventListener("keydown", (event) => {
    const { dataset } = /** @type {HTMLElement} */ (event.target);
    const rows = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (dataset.field !== "cell" || !rows) return;
    event.preventDefault();
    ask({ cell: String(state().cell + rows * given.d) });
  });
}
