/**
 * The page's side of Python: one worker for all blocks of all pages of a visit.
 *
 * @module python
 */

/** @typedef {{ kind: string, [key: string]: any }} Told */
/** @typedef {(told: Told) => void} Listener */

/** Ends a run; `told` says why, in the same form in which the worker tells things. */
export class Ended extends Error {
  /** @param {Told} told */
  constructor(told) {
    super(told.kind);
    this.told = told;
  }
}

/** @type {Worker | undefined} */
let worker;
/** @type {Worker | undefined} has loaded its script, and waits */
let spare;
/** @type {Promise<void> | undefined} settled once the worker is ready, or failed */
let ready;
/** @type {(reason: Ended) => void} */
let abandon = () => {};
/** @type {Listener} who hears what the worker tells */
let listener = () => {};
/** @type {Told} the last thing that was told of the start, for whoever comes later */
let loading = { kind: "preparing" };
let started = false;
/** @type {WebAssembly.Module | undefined} */
let compiled;
let secondsAllowed = 0;
let queue = Promise.resolve();
let waiting = 0;

/**
 * Runs a request after those before it.
 *
 * @param {object} request
 * @param {Listener} hear is told of each event of the start and of the run
 * @param {AbortSignal} signal ends the run, or the wait for it
 * @returns {Promise<void>} rejected with Ended if the run did not come to its end
 */
export function run(request, hear, signal) {
  if (waiting) hear({ kind: "waiting" });
  waiting += 1;
  const turn = queue.then(() => runNow(request, hear, signal)).finally(() => (waiting -= 1));
  queue = turn.catch(() => {});
  // A run that waits for its turn ends at once, and the turn passes it over.
  const stopped = new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(new Ended({ kind: "stopped" }))),
  );
  return Promise.race([turn, stopped]);
}

/**
 * @param {object} request
 * @param {Listener} hear
 * @param {AbortSignal} signal
 */
async function runNow(request, hear, signal) {
  if (signal.aborted) throw new Ended({ kind: "stopped" });
  const stop = () => restart({ kind: "stopped" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let limit;
  signal.addEventListener("abort", stop);
  try {
    listener = hear;
    hear(loading);
    await (ready ??= start());
    await new Promise((resolve, reject) => {
      abandon = reject;
      listener = (told) => {
        if (told.kind === "ended") resolve(undefined);
        else if (told.kind === "crashed") restart(told);
        else hear(told);
      };
      hear({ kind: "running" });
      limit = setTimeout(() => restart({ kind: "late", seconds: secondsAllowed }), secondsAllowed * 1000);
      worker?.postMessage({ kind: "run", request });
    });
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", stop);
    listener = () => {};
    abandon = () => {};
  }
}

/** @returns {Promise<void>} */
function start() {
  started = false;
  let own = spare;
  spare = undefined;
  try {
    own ??= createWorker();
  } catch (error) {
    return Promise.resolve().then(() => {
      ready = undefined;
      throw new Ended({ kind: "failed", reason: "worker", label: "Python", detail: String(error) });
    });
  }
  worker = own;
  return new Promise((resolve, reject) => {
    abandon = reject;
    /** @param {Told} told */
    const fail = (told) => {
      if (worker === own) end();
      reject(new Ended(told));
    };
    own.addEventListener("message", ({ data }) => {
      if (worker !== own) return;
      if (data.kind === "failed") fail(data);
      else if (data.kind === "compiled") compiled = data.module;
      else if (data.kind === "ready") {
        started = true;
        keepSpare();
        resolve();
      } else {
        if (!started) loading = data;
        secondsAllowed = data.seconds ?? secondsAllowed;
        listener(data);
      }
    });
    own.addEventListener("error", (event) => {
      event.preventDefault();
      // A script that can't be had gives no message; one that can't be run does.
      const reason = event.message ? "start" : "network";
      fail({ kind: "failed", reason, label: "Python", detail: event.message });
    });
    own.postMessage({ kind: "start", compiled });
  });
}

function createWorker() {
  return new Worker(new URL("./worker.mjs", import.meta.url), { type: "module", name: "Python" });
}

/** Loads the script of the next worker, which may be wanted when there is no network. */
function keepSpare() {
  const own = (spare ??= createWorker());
  own.addEventListener("error", () => {
    if (spare === own) spare = undefined;
  });
}

function end() {
  worker?.terminate();
  worker = ready = undefined;
  loading = { kind: "preparing" };
}

/**
 * Ends the worker. One that was running is replaced at once, so that the next run need not wait; one
 * that was still loading is not, because whoever stops a download wants it to stop.
 *
 * @param {Told} why
 */
function restart(why) {
  const replace = started;
  end();
  abandon(new Ended(why));
  if (!replace) return;
  ready = start();
  ready.catch(() => {});
}
