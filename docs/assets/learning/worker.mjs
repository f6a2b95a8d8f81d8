/**
 * Trains a head in a worker, so that the page stays quick, by the same numbers as the package from
 * the same seed. It does nothing that it isn't asked for, and answers each message with one `Told`:
 * to train, a page asks for steps again and again; to pause, it stops asking.
 *
 * @module worker
 *
 * @typedef {object} Settings
 * @property {number} seed 0 to 2³¹ − 1
 * @property {number} d
 * @property {boolean} [scaled] divide the scores of attention by √d
 * @property {"adam" | "sgd"} [optimizer]
 * @property {number} [rate]
 * @property {string} [task] one of `tasks`
 *
 * @typedef {object} Message
 * @property {Settings} [settings] start again, with these
 * @property {Float64Array} [head] numbers that the reader changed: all of them, in order
 * @property {number} [steps] how many steps to do
 * @property {number} [within] but stop after so many milliseconds
 *
 * @typedef {object} Told
 * @property {number[]} losses those of the steps just done, each before its step
 * @property {Float64Array} head a copy
 * @property {number} accuracy on the sentences held out, whose nouns never met in training
 * @property {number} slope of softmax there, on average
 * @property {string} [failed] why no more steps can be done
 */
import { heldOut, sentences } from "./grammar.mjs";
import { examined, lossAndGradient, start } from "./head.mjs";

class Training {
  /** @param {Settings} settings */
  constructor({ seed, d, scaled = true, optimizer = "adam", rate = 0.01, task = "fits" }) {
    Object.assign(this, { seed, optimizer, rate, task });
    this.scale = scaled ? 1 / Math.sqrt(d) : 1;
    this.head = start(seed, d);
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
    gradient.forEach((slope, i) => {
      mean[i] = 0.9 * mean[i] + 0.1 * slope;
      square[i] = 0.999 * square[i] + 0.001 * slope * slope;
      head[i] -= rate * (mean[i] / faded / (Math.sqrt(square[i] / fadedSquare) + 1e-8));
    });
  }
}

/** @type {Training} */
let training;

/** @param {Message} message @returns {Told} */
function told({ settings, head, steps = 0, within = Infinity }) {
  if (settings) training = new Training(settings);
  if (head) training.head.set(head);
  const losses = [];
  let failed;
  const end = performance.now() + within;
  while (losses.length < steps && !failed && performance.now() < end) {
    const loss = training.step();
    if (Number.isFinite(loss)) losses.push(loss);
    else failed = `The loss is ${loss} after ${training.steps} steps.`;
  }
  return {
    losses, head: training.head.slice(), failed,
    ...examined(training.head, training.test, training.scale),
  };
}

addEventListener("message", ({ data }) => postMessage(told(data)));
