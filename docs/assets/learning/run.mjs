/**
 * Has a worker train a head: asks it for some steps for each picture that the screen shows.
 *
 * @module run
 * @typedef {import("./training.mjs").Settings} Settings
 * @typedef {import("./worker.mjs").Told} Told
 */

/** One head in a worker of its own. */
export class Run {
  /** @type {Map<number, number>} what the reader changed while the worker was at work */
  #changed = new Map();
  #busy = false;
  going = false;
  /** @type {number[]} */
  losses = [];

  /**
   * @param {Settings} settings
   * @param {{told: (run: Run) => void, missed: () => void, from?: {head: number[], losses: number[]}}} options
   *   `from`: a head that has been trained before
   */
  constructor(settings, { told, missed, from }) {
    this.settings = settings;
    this.told = told;
    this.worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module", name: "Training" });
    this.worker.addEventListener("message", ({ data }) => this.#take(data));
    this.worker.addEventListener("error", missed);
    if (from) this.losses = [...from.losses];
    this.#post({ start: settings, ...(from && { head: Float64Array.from(from.head) }) });
  }

  /** @param {import("./worker.mjs").Message} message */
  #post(message) {
    this.#busy = true;
    this.worker.postMessage(message);
  }

  /** @param {Told} told */
  #take({ losses, head, accuracy, slope, failed }) {
    this.#busy = false;
    for (const loss of losses) this.losses.push(loss);
    for (const [index, value] of this.#changed) head[index] = value;
    this.beginning ??= slope;
    Object.assign(this, { head, accuracy, slope, failed });
    if (failed || this.losses.length >= this.until) this.going = false;
    this.told(this);
    if (this.going) requestAnimationFrame(() => this.going && this.#ask());
  }

  #ask() {
    if (this.#busy) return;
    const head = this.#changed.size > 0 ? this.head : undefined;
    this.#changed.clear();
    const steps = Math.min(this.pace, this.until - this.losses.length);
    this.#post({ ...(head && { head }), steps, within: 50 });
  }

  /** Train until so many steps are done, a few at a time. @param {number} until @param {number} pace */
  go(until, pace) {
    Object.assign(this, { until, pace, going: true });
    // Before its first answer the worker is busy; it goes on from there.
    this.#ask();
  }

  pause() {
    this.going = false;
  }

  /** Change one number by hand. @param {number} index @param {number} value */
  change(index, value) {
    this.#changed.set(index, value);
    if (this.head) this.head[index] = value;
  }

  end() {
    this.going = false;
    this.worker.terminate();
  }
}
