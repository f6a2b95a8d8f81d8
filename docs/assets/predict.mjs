/**
 * Checks a number that the reader typed against the answers that stand in the page. A typed number
 * is right by the site's own rule: when rounding the value to as many digits gives it, exactly.
 *
 * @module predict
 * @typedef {{ text: string, value: string }} Shown a number as printed, and its value in full
 * @typedef {{ units: bigint, places: number }} Decimal units of 10^−places
 */

const minus = /[−–]/g;
const grouped = /^-?\d{1,3}([,.' \u00a0\u2009\u202f]\d{3})+$/;

/**
 * Read a number as people write it: point or comma, signs of all kinds, with or without percent.
 *
 * @param {string} text
 * @param {boolean} whole whether commas and spaces can only part thousands
 * @returns {Decimal | undefined} nothing where the text is no number
 */
export function read(text, whole = false) {
  const bare = text.trim().replace(minus, "-").replace(/^\+/, "");
  const percent = /%$/.test(bare);
  let digits = bare.replace(/\s*%$/, "");
  if (whole && grouped.test(digits)) digits = digits.replace(/[^\d-]/g, "");
  const match = /^(-?)(\d*)(?:[.,](\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(digits);
  if (!match || !(match[2] || match[3])) return undefined;
  const [, sign, before, after = "", exponent = "0"] = match;
  const places = after.length - Number(exponent) + (percent ? 2 : 0);
  const units = BigInt(`${before}${after}`) * (sign ? -1n : 1n);
  return places < 0
    ? { units: units * 10n ** BigInt(-places), places: 0 }
    : { units, places };
}

/**
 * Whether rounding `value` to the digits of `typed` gives `typed`; halfway, both neighbours do. A
 * whole number claims to be exact.
 *
 * @param {Decimal} typed
 * @param {Decimal} value
 */
export function rounds(typed, value) {
  const places = Math.max(typed.places, value.places);
  /** @param {Decimal} number */
  const scaled = (number) => number.units * 10n ** BigInt(places - number.places);
  const distance = scaled(typed) - scaled(value);
  const unit = 10n ** BigInt(places - typed.places);
  if (distance && typed.units % 10n ** BigInt(typed.places) === 0n) return false;
  return 2n * (distance < 0n ? -distance : distance) <= unit;
}

/**
 * Find the answer that a reader's text stands for.
 *
 * @param {string} text
 * @param {Shown[]} answers
 * @returns {number | "unread" | "short" | "unknown"} its place; `short` where fewer digits were
 *   typed than the right answer shows, but fit it as far as they go
 */
export function judge(text, answers) {
  const shown = answers.map((answer) => read(answer.text, !/\.\d/.test(answer.text)));
  const typed = read(text, shown.every((decimal) => decimal?.places === 0));
  if (!typed) return "unread";
  const values = answers.map((answer) => read(answer.value) ?? { units: 0n, places: 0 });
  // A slip's digits may be fewer than those of the answer: exact matches of the print come first.
  const enough = shown.map((decimal) => typed.places >= (decimal?.places ?? 0));
  // But a slip must be typed in full, because 0.3 may mean 0.31 as well as 0.30.
  const same = shown.findIndex((decimal, place) =>
    decimal && (enough[place] || !place) && equal(decimal, typed));
  if (same >= 0) return same;
  const found = values.findIndex((value, place) => enough[place] && rounds(typed, value));
  if (found >= 0) return found;
  return rounds(typed, values[0]) ? "short" : "unknown";
}

/** @param {Decimal} a @param {Decimal} b */
const equal = (a, b) => a.units * 10n ** BigInt(b.places) === b.units * 10n ** BigInt(a.places);

const said = {
  unread: "Type one decimal number, such as 0.5 or 0,5.",
  short: "Right as far as it goes. Can you give one more digit?",
  unknown: "Not quite. Try again, or look at the answer.",
};

/** @param {HTMLFormElement} form */
export function wakePredict(form) {
  if ("awake" in form.dataset) return;
  form.dataset.awake = "";
  for (const control of form.querySelectorAll("input, button")) control.removeAttribute("disabled");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    check(form);
  });
}

/** @param {HTMLFormElement} form */
function check(form) {
  const options = [...form.querySelectorAll(".predict__option")];
  const answers = options.map((option) => {
    const number = /** @type {Element} */ (option.querySelector(".predict__number data"));
    return { text: number.firstChild?.textContent ?? "", value: number.getAttribute("value") ?? "" };
  });
  const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const verdict = judge(input.value, answers);
  const right = verdict === 0;
  const place = /** @type {Element} */ (form.querySelector(".predict__said"));
  place.replaceChildren(
    ...(typeof verdict === "number"
      ? told(right ? "Yes." : "Not quite.", options[verdict])
      : [paragraph(said[verdict])]),
  );
  form.dataset.said = right ? "right" : "wrong";
  input.setAttribute("aria-invalid", String(!right));
  const answer = /** @type {HTMLDetailsElement} */ (form.querySelector("details"));
  if (right) answer.open = true;
}

/** @param {string} verdict @param {Element} option */
function told(verdict, option) {
  const reason = /** @type {Element} */ (option.querySelector(".predict__reason"));
  const copies = [...reason.children].map((part) => /** @type {Element} */ (part.cloneNode(true)));
  copies[0]?.prepend(`${verdict} `);
  return copies;
}

/** @param {string} text */
function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
