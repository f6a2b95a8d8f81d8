/**
 * Trains in a worker, so that the page stays quick. It does nothing that it isn't asked for, and
 * answers each message with one `Told`: to train, a page asks for steps again and again; to pause,
 * it stops asking.
 *
 * @module worker
 * @typedef {import("./training.mjs").Settings} Settings
 * @typedef {import("./training.mjs").Asked} Asked
 *
 * @typedef {object} Message
 * @property {Settings} [start] start again, with these settings
 * @property {Float64Array} [head] numbers that the reader changed: all of them, in order
 * @property {Asked} [ask] the sentence to tell about, from now on
 * @property {number} [steps] how many steps to do
 * @property {number} [within] but stop after so many milliseconds
 *
 * @typedef {object} Told
 * @property {number} done steps since the start
 * @property {number[]} losses those of the steps just done, each before its step
 * @property {Float64Array} head a copy
 * @property {number[][]} weights 5 × 5
 * @property {number[]} answers probabilities of the 16 words
 * @property {number} accuracy on the sentences held out
 * @property {number} slope of softmax there, on average
 * @property {string} [failed] why no more steps can be done
 */
import { Training } from "./training.mjs";

/** @type {Training} */
let training;
/** @type {Asked} */
let asked = { first: 0, second: 6, last: "big" };

/** @param {Message} message @returns {Told} */
function told({ start, head, ask, steps = 0, within = Infinity }) {
  if (start) training = new Training(start);
  if (head) training.head.set(head);
  asked = ask ?? asked;
  const losses = [];
  let failed;
  const end = performance.now() + within;
  while (losses.length < steps && !failed && performance.now() < end) {
    const loss = training.step();
    if (Number.isFinite(loss)) losses.push(loss);
    else failed = `The loss is ${loss} after ${training.steps} steps.`;
  }
  const { steps: done, head: numbers } = training;
  return { done, losses, head: numbers.slice(), failed, ...training.examined(), ...training.ask(asked) };
}

addEventListener("message", ({ data }) => postMessage(told(data)));
