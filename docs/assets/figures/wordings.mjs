/**
 * Wordings: how far the odds of trophy against suitcase move when "small" becomes "big", in each of the
 * wordings in which a real model was asked.
 *
 * @module wordings
 * @typedef {{trophy: number, suitcase: number, log_odds: number}} Odds
 * @typedef {{wording: string, small: Odds, big: Odds, moved: number}} Asked
 * @typedef {ReturnType<typeof values>} Values
 * @typedef {import("./types.d.ts").Frame} Frame
 */

import { controls, drawing, fixed, html, mark, number } from "./markup.mjs";
import { choices } from "./options.mjs";

const letters = "ABCDEF";
/** Pixels of one unit of log-odds, where 0 is, and how high a row is. */
const [unit, zero, high] = [76, 92, 34];

/** @param {{wording: string}} state @param {{asked: Record<string, Asked>}} given */
export const values = ({ wording }, { asked }) => ({
  small: asked[wording].small,
  big: asked[wording].big,
  all: Object.values(asked).map(({ small, big, moved }) =>
    ({ small: small.log_odds, big: big.log_odds, moved })),
});

/** What the model reads after the sentence: the lines of a chat are told by its own marks. @param {string} wording */
const shown = (wording) => wording
  .replace("<|im_start|>user\n", "[user] ").replace("<|im_end|>\n<|im_start|>assistant\n", " [assistant] ")
  .replace("{text}", "…").replace("{word}", "big or small").replaceAll("\n", " ");

/** @param {Values} values @param {Frame} frame */
export function draw(values, frame) {
  const { asked } = /** @type {{asked: Record<string, Asked>}} */ (frame.given);
  const texts = Object.entries(asked).map(([key, { wording }], i) =>
    [key, html`<b>${letters[i]}</b> ${shown(wording)}`]);
  return html`
    <p class="figure-title figure-wide">Does one word turn the answer?</p>
    ${lines(values, frame)}
    <p class="figure-hint figure-wide">
      Hollow: after “too small”. Full: after “too big”. Right of the upright line the model finds <i>trophy</i> likelier, left
      of it <i>suitcase</i>. To turn with the word, a pair would have to cross the line.
    </p>
    ${controls(frame, "", choices(frame, "wording", "After the sentence, the model reads", Object.fromEntries(texts)))}
    ${chosen(values, frame)}
    ${table(values, frame)}`;
}

/** @param {Values} values @param {Frame} frame */
function lines({ all }, frame) {
  const own = frame.fields.wording.options.indexOf(String(frame.state.wording));
  const height = high * all.length;
  return drawing(
    frame,
    {
      name: "The log-odds of trophy against suitcase in each wording, after small and after big",
      numbers: "odds",
      viewBox: `0 -24 340 ${height + 50}`,
    },
    html`
      <rect x="2" y="${high * own + 2}" width="336" height="${high - 4}" rx="4" class="own"/>
      <text x="${zero - 8}" y="-8" class="end soft">suitcase</text>
      <text x="${zero + 8}" y="-8" class="start soft">trophy</text>
      <path d="M${zero} -20V${height}" class="stroke-ink"/>`,
    [-1, 0, 1, 2, 3].map((odds) => mark(odds, fixed(odds, 0), zero + unit * odds, height + 20)),
    all.map(({ small, big }, place) => {
      const y = high * (place + 0.5);
      return html`
        <text x="10" y="${y + 5}" class="start name">${letters[place]}</text>
        <path d="M${zero + unit * small} ${y}H${zero + unit * big}" class="stroke-query" stroke-width="3"/>
        <circle cx="${zero + unit * small}" cy="${y}" r="6" class="hollow"/>
        <circle cx="${zero + unit * big}" cy="${y}" r="6" class="fill-query"/>`;
    }),
  );
}

/** @param {number} share */
const share = (share) => number(share, `${fixed(100 * share, 1)}\u00a0%`);

/** @param {Values} values @param {Frame} frame */
const chosen = ({ small, big }, { fields, state }) => html`
  <table class="figure-table">
    <caption>Wording ${letters[fields.wording.options.indexOf(String(state.wording))]}: how likely the next word is</caption>
    <thead><tr><th scope="col">next word</th><th scope="col">too small</th><th scope="col">too big</th></tr></thead>
    <tbody>
      <tr><th scope="row">trophy</th><td>${share(small.trophy)}</td><td>${share(big.trophy)}</td></tr>
      <tr><th scope="row">suitcase</th><td>${share(small.suitcase)}</td><td>${share(big.suitcase)}</td></tr>
    </tbody>
  </table>`;

/** @param {Values} values @param {Frame} frame */
const table = ({ all }, { id }) => html`
  <table class="figure-table" id="${id}-odds">
    <caption>Log-odds of trophy against suitcase</caption>
    <thead>
      <tr><th scope="col">wording</th><th scope="col">too small</th><th scope="col">too big</th><th scope="col">moved by</th></tr>
    </thead>
    <tbody>
      ${all.map(({ small, big, moved }, place) => html`
        <tr>
          <th scope="row">${letters[place]}</th>
          ${[small, big, moved].map((odds) => html`<td>${number(odds, fixed(odds))}</td>`)}
        </tr>`)}
    </tbody>
  </table>`;

/** @param {Values} values */
export const say = ({ small, big }) =>
  `Trophy: ${fixed(100 * small.trophy, 1)} % after small, ${fixed(100 * big.trophy, 1)} % after big. `
  + `Suitcase: ${fixed(100 * small.suitcase, 1)} % after small, ${fixed(100 * big.suitcase, 1)} % after big.`;
