/**
 * Trains a head by the same numbers as the package, from the same seed.
 *
 * @module training
 * @typedef {object} Settings
 * @property {number} seed 0 to 2³¹ − 1
 * @property {number} [d]
 * @property {boolean} [scaled] divide the scores of attention by √d
 * @property {"adam" | "sgd"} [optimizer]
 * @property {number} [rate]
 * @property {string} [task] one of `tasks`
 * @property {number[]} [spreads]
 * @typedef {{first: number, second: number, last: "big" | "small"}} Asked
 */
import { heldOut, sentences, words } from "./grammar.mjs";
import { even, examined, lossAndGradient, reading, start } from "./head.mjs";

export const rates = { adam: 0.01, sgd: 0.1 };

/** A head that is being trained. Its numbers may be changed by hand between two steps. */
export class Training {
  /** @param {Settings} settings */
  constructor({ seed, d = 8, scaled = true, optimizer = "adam", rate, task = "fits", spreads = even }) {
    Object.assign(this, { seed, d, optimizer, task });
    this.rate = rate ?? rates[optimizer];
    this.scale = scaled ? 1 / Math.sqrt(d) : 1;
    this.head = start(seed, d, spreads);
    this.mean = this.head.map(() => 0);
    this.square = this.head.map(() => 0);
    this.steps = 0;
    this.test = heldOut(task);
  }

  /** One step against the gradient; the loss before it. A loss that is no number changes nothing. */
  step() {
    const drawn = sentences(this.task, this.seed, this.steps);
    const { loss, gradient } = lossAndGradient(this.head, drawn, this.scale);
    if (!Number.isFinite(loss)) return loss;
    this.steps += 1;
    if (this.optimizer === "adam") this.#adam(gradient);
    else gradient.forEach((slope, i) => (this.head[i] -= this.rate * slope));
    return loss;
  }

  /** @param {Float64Array} gradient */
  #adam(gradient) {
    const { head, mean, square, rate } = this;
    const [faded, fadedSquare] = [1 - 0.9 ** this.steps, 1 - 0.999 ** this.steps];
    for (let i = 0; i < head.length; i += 1) {
      mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
      square[i] = 0.999 * square[i] + 0.001 * gradient[i] * gradient[i];
      head[i] -= rate * (mean[i] / faded / (Math.sqrt(square[i] / fadedSquare) + 1e-8));
    }
  }

  /** How it does on sentences whose nouns never met in training. */
  examined() {
    return examined(this.head, this.test, this.scale);
  }

  /** The share of right answers to them. */
  accuracy() {
    return this.examined().accuracy;
  }

  /**
   * The 5 × 5 weights of a sentence about two nouns, and each word's probability to come next.
   *
   * @param {Asked} asked
   */
  ask({ first, second, last }) {
    const tokens = Uint8Array.of(
      first, words.indexOf("fits-not-in"), second, words.indexOf("it"), words.indexOf(last));
    return reading(this.head, tokens, this.scale);
  }
}
