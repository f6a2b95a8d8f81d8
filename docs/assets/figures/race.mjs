/**
 * Race: two heads learn the same, from the same start, one with and one without ÷ √d.
 *
 * @module race
 * @typedef {{d: string, optimizer: string, rate: string, seed: number}} State
 * @typedef {{losses: number[], accuracy: number, slopes: number[]}} Run
 * @typedef {{limit: number, first: State}} Given
 * @typedef {{state: State, runs: Run[], going: boolean}} Live
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { at, controls, drawing, fixed, html, mark, number, percent, slider } from "./markup.mjs";
import { list } from "./options.mjs";

const [width, height, highest] = [300, 150, 4];
const lanes = [
  { name: "with ÷ √d", out: "with", look: "curve" },
  { name: "without", out: "without", look: "curve without" },
];
const optimizers = { sgd: "plain gradient descent", adam: "Adam" };

/** @param {State} one @param {State} other */
const same = (one, other) => Object.keys(one).every((field) => one[field] === other[field]);

export const files = () => ["../learning/race.json"];

/** @param {State} state @param {Given} given @param {{runs: Run[]}} finished @param {Live} [live] @returns {{runs: Run[], going?: boolean}} */
export function values(state, { first }, finished, live) {
  if (live && same(live.state, state)) return { runs: live.runs, going: live.going };
  return { runs: same(first, state) ? finished.runs : [] };
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
          <button type="button" class="learn-go" data-train="go">${values.going ? "Pause" : "Train both"}</button>
          <button type="button" data-train="step">Step</button>
          <button type="button" data-train="again">Start again</button>
        </div>`,
    )}
    <div class="figure-parts">
      <div class="figure-part">${chart(values, frame)}</div>
      <div class="figure-part">${table(values, frame)}</div>
    </div>
    ${controls(
      frame,
      "figure-parts",
      html`
        <div class="figure-part">
          ${list(frame, "d", "Size d")}
          ${slider(frame, "seed", "Start, by its seed", number(seed, fixed(seed, 0), { out: "seed" }))}
        </div>`,
      html`
        <div class="figure-part">
          ${list(frame, "optimizer", "Way to step", { names: optimizers })}
          ${list(frame, "rate", "Rate")}
        </div>`,
    )}`;
}

/** @param {Values} values @param {Frame} frame */
function chart({ runs }, frame) {
  const { limit } = /** @type {Given} */ (frame.given);
  /** @param {number} step @param {number} loss */
  const place = (step, loss) =>
    [(width * step) / limit, height * (1 - Math.min(loss, 1.06 * highest) / highest)];
  const picture = drawing(
    frame,
    {
      name: "The loss of both heads, step by step",
      numbers: "fared",
      viewBox: `-34 -16 ${width + 50} ${height + 44}`,
    },
    html`<path d="M0 0V${height}H${width}" class="axis"/>`,
    [0, 1, 2, 3, 4].map((loss) =>
      mark(loss, fixed(loss, 0), -8, place(0, loss)[1] + 5, { look: "soft end" })),
    [0, limit / 2, limit].map((step) => mark(step, fixed(step, 0), place(step, 0)[0], height + 20)),
    runs.map((run, i) => run.losses.length > 0 && ends(run, i, place)),
  );
  return html`
    <p class="figure-title">Loss, step by step</p>
    ${picture}
    <p class="figure-hint">Solid: with ÷ √d. Dashed: without.</p>`;
}

/** A curve, and a dot where it ends. @param {Run} run @param {number} i @param {(step: number, loss: number) => number[]} place */
function ends({ losses }, i, place) {
  const points = losses.map((loss, step) => place(step, loss));
  const [x, y] = points.at(-1);
  return html`
    <path d="M${points.map((point) => at(...point)).join("L")}h0" class="${lanes[i].look}"/>
    <circle cx="${x}" cy="${y}" r="5" class="${i ? "fill-ink" : "fill-query"}"/>`;
}

/** @param {Values} values @param {Frame} frame */
function table({ runs }, { id }) {
  const none = "–";
  const lines = [
    { title: "steps", out: "steps", told: ({ losses }) => losses.length, print: (value) => fixed(value, 0) },
    { title: "loss", out: "loss", told: ({ losses }) => losses.at(-1), print: (value) => fixed(value) },
    { title: "right, held out", out: "right", told: ({ accuracy }) => accuracy, print: percent },
    { title: "slope at the start", out: "began", told: ({ slopes }) => slopes[0], print: (value) => fixed(value, 3) },
    { title: "slope now", out: "ended", told: ({ slopes }) => slopes[1], print: (value) => fixed(value, 3) },
  ];
  return html`
    <table class="figure-table" id="${id}-fared">
      <caption class="figure-said">How both heads fare</caption>
      <thead><tr><td></td>${lanes.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${lines.map(({ title, out, told, print }) => html`
          <tr>
            <th scope="row">${title}</th>
            ${lanes.map((lane, i) => {
              const value = runs[i] && told(runs[i]);
              return html`<td>${value === undefined ? none : number(value, print(value), { out: `${out}-${lane.out}` })}</td>`;
            })}
          </tr>`)}
      </tbody>
    </table>`;
}

/** @param {Values} values */
export function say({ runs }) {
  const told = runs.flatMap((run, i) => (run.losses.length > 0
    ? [`${lanes[i].name}, loss ${fixed(run.losses.at(-1))}, right on ${percent(run.accuracy)}`] : []));
  return told.length > 0 ? `After ${runs[0].losses.length} steps: ${told.join("; ")}.` : "Both heads wait at their start.";
}

/** @param {HTMLElement} root @param {import("./types.d.ts").Hands<State>} hands */
export function interact(root, { state, given, show, tell, warn }) {
  /** @type {import("../learning/run.mjs").Run[]} */
  let pair = [];
  /** @type {State} */
  let racing;
  let spoken = 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function end() {
    for (const run of pair) run.end();
    pair = [];
    spoken = 0;
  }

  const going = () => pair.some((run) => run.going);

  function picture() {
    const begun = pair.every(({ head }) => head);
    const runs = pair.map(({ losses, accuracy, beginning, slope }) =>
      ({ losses, accuracy, slopes: [beginning, slope] }));
    show({ state: racing, runs: begun ? runs : [], going: going() });
  }

  function told() {
    if (!root.isConnected || !same(racing, state())) return end();
    picture();
    const failed = pair.map(({ failed }, i) => failed && `${lanes[i].name}: ${failed} Training stopped.`);
    warn(failed.filter(Boolean).join(" "));
    const done = Math.min(...pair.map(({ losses }) => losses.length));
    if (going() ? done < spoken + 50 : done === spoken) return undefined;
    spoken = done;
    return tell(say({ runs: pair.map(({ losses, accuracy }) => ({ losses, accuracy, slopes: [] })) }));
  }

  async function press(/** @type {string} */ name) {
    if (name === "go" && going()) {
      for (const run of pair) run.pause();
      return picture();
    }
    const over = pair.length > 0 && pair.every(({ losses, failed }) => failed || losses.length >= given.limit);
    if (!pair.length || name === "again" || over || !same(racing, state())) {
      end();
      warn("");
      const { Run } = await import("../learning/run.mjs");
      end();
      racing = state();
      const missed = () => warn("This figure can’t train: its script did not load.");
      const { d, seed, optimizer, rate } = racing;
      pair = [true, false].map((scaled) =>
        new Run({ d: Number(d), seed, optimizer, rate: Number(rate), scaled }, { told, missed }));
    }
    if (name === "again") return undefined;
    for (const run of pair) {
      if (run.failed) continue;
      const until = name === "step" ? Math.min(given.limit, run.losses.length + 1) : given.limit;
      run.go(until, still ? 50 : 2);
    }
    return name === "go" && picture();
  }

  root.addEventListener("click", ({ target }) => {
    const { train, do: action } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
    if (train) press(train);
    if (action === "reset") {
      end();
      show(undefined);
    }
  });
}
