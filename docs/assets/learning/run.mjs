/**
 * Has workers train the heads of a figure, as its buttons say: asks for some steps for each picture
 * that the screen shows.
 *
 * @module run
 * @typedef {import("../figures/types.d.ts").State} State
 * @typedef {import("./worker.mjs").Settings} Settings
 * @typedef {import("./worker.mjs").Told} Told
 */

/** Whether a state has all settings of a run. @param {State | undefined} run @param {State} state */
export const belongs = (run, state) =>
  run !== undefined && Object.entries(run).every(([field, value]) => state[field] === value);

/** One head in a worker of its own. */
class Run {
  /** @type {Map<number, number>} what the reader changed while the worker was at work */
  #changed = new Map();
  #busy = false;
  going = false;
  /** @type {number[]} */
  losses = [];

  /**
   * @param {Settings} settings
   * @param {{told: () => void, missed: () => void, from?: {head: number[], losses: number[]}}} options
   *   `from`: a head that has been trained before
   */
  constructor(settings, { told, missed, from }) {
    this.told = told;
    this.worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module", name: "Training" });
    this.worker.addEventListener("message", ({ data }) => this.#take(data));
    this.worker.addEventListener("error", missed);
    if (from) this.losses = [...from.losses];
    this.#post({ settings, head: from?.head });
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
    this.told();
    if (this.going) requestAnimationFrame(() => this.going && this.#ask());
  }

  #ask() {
    if (this.#busy) return;
    const head = this.#changed.size > 0 ? this.head : undefined;
    this.#changed.clear();
    this.#post({ head, steps: Math.min(this.pace, this.until - this.losses.length), within: 50 });
  }

  /** Train until so many steps are done, a few at a time. @param {number} until @param {number} pace */
  go(until, pace) {
    Object.assign(this, { until, pace, going: true });
    // Before its first answer the worker is busy; it goes on from there.
    this.#ask();
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

/**
 * Trains heads as the buttons say.
 *
 * @template {State} S
 * @param {HTMLElement} root
 * @param {import("../figures/types.d.ts").Hands<S>} hands
 * @param {object} own
 * @param {(state: S) => State} own.of the settings of a state that its heads belong to
 * @param {(state: S) => Settings[]} own.heads
 * @param {(done: number) => number} own.until which step to train to
 * @param {number} own.every how many steps go by untold
 * @param {(runs: Run[]) => object | undefined} own.live what the figure shows of them
 * @param {(runs: Run[]) => string} own.told
 * @param {(failed: string, run: number) => string} own.failed
 */
export function trainer(root, { state, show, tell, warn }, own) {
  /** @type {Run[]} */
  let runs = [];
  /** @type {State} */
  let of;
  let spoken = 0;
  const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 50 : 2;
  const going = () => runs.some((run) => run.going);
  const missed = () => warn("This figure can’t train: its script did not load.");

  function end() {
    for (const run of runs) run.end();
    runs = [];
    spoken = 0;
  }

  function picture() {
    const live = own.live(runs);
    if (live) show({ ...live, of, going: going() });
    const failures = runs.flatMap(({ failed }, i) => (failed ? [own.failed(failed, i)] : []));
    if (failures.length > 0) warn(failures.join(" "));
  }

  function told() {
    if (!root.isConnected || !belongs(of, state())) return end();
    picture();
    const done = Math.min(...runs.map(({ losses }) => losses.length));
    if (going() ? done < spoken + own.every : done === spoken) return undefined;
    spoken = done;
    return tell(own.told(runs));
  }

  /** The heads at work, or else new ones. @param {{from?: any, anew?: boolean}} options */
  function running({ from, anew = false }) {
    if (runs.length > 0 && !anew && belongs(of, state())) return runs;
    end();
    of = own.of(state());
    runs = own.heads(state()).map((settings) => new Run(settings, { told, missed, from }));
    return runs;
  }

  function press(/** @type {string} */ name) {
    warn("");
    if (name === "go" && going()) {
      for (const run of runs) run.going = false;
      return picture();
    }
    const over = runs.every(({ losses, failed }) => failed || losses.length >= own.until(losses.length));
    running({ anew: name === "again" || over });
    if (name === "again") return undefined;
    for (const run of runs) {
      const [done, until] = [run.losses.length, own.until(run.losses.length)];
      run.go(name === "go" ? until : Math.min(until, done + 1), pace);
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
  return { running, picture };
}
