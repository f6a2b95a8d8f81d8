/**
 * Cost: scores, multiply-adds and cache of a text, and of one twice as long.
 *
 * @module cost
 * @typedef {{n: number, model: string}} State
 * @typedef {import("./figure.mjs").Drawing} Drawing
 * @typedef {{
 *   layers: number, heads: number, kvHeads: number, headSize: number, source: string,
 * }} Shape
 */

import { cacheBytes, multiplyAdds, scoreCount } from "../attention.mjs";
import { choice, range, wake as wakeFigure } from "./figure.mjs";
import { count, fixed } from "./printed.mjs";

const hub = "https://github.com/huggingface/transformers/blob/main/src/transformers/models";

/**
 * What each model's attention is made of, and the public source that says so.
 *
 * @type {Record<string, Shape>}
 */
const shapes = {
  "gpt-2": {
    ...{ layers: 12, heads: 12, kvHeads: 12, headSize: 64 },
    source: "https://github.com/openai/gpt-2/blob/master/src/model.py",
  },
  "llama-2-7b": {
    ...{ layers: 32, heads: 32, kvHeads: 32, headSize: 128 },
    source: `${hub}/llama/configuration_llama.py`,
  },
  "mistral-7b": {
    ...{ layers: 32, heads: 32, kvHeads: 8, headSize: 128 },
    source: `${hub}/mistral/configuration_mistral.py`,
  },
  "llama-3-70b": {
    ...{ layers: 80, heads: 64, kvHeads: 8, headSize: 128 },
    source: "https://github.com/meta-llama/llama-models/blob/main/models/sku_list.py",
  },
};
const most = 10 ** 6;
const powers = [0, 1, 2, 3, 4, 5].map((power) => 10 ** power);
const lengths = [...powers.flatMap((ten) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((d) => d * ten)), most];
const [chartWidth, chartHeight] = [250, 180];

const fields = { n: range(1000, 1, most), model: choice("llama-2-7b", Object.keys(shapes)) };

const actions = { twice: (/** @type {State} */ { n }) => ({ n: Math.min(2 * n, most) }) };

/** @param {number} n @param {number} scores */
const chartPlace = (n, scores) => ({
  cx: (chartWidth * Math.log10(n)) / 6.5,
  cy: chartHeight * (1 - Math.log10(scores) / 13),
});

/** @param {number} size @returns {[number, string]} */
function inUnit(size) {
  const power = Math.floor(Math.log2(size) / 10);
  return [size / 1024 ** power, ["B", "KiB", "MiB", "GiB", "TiB"][power]];
}

/** @param {number} n @param {Shape} shape @returns {Record<string, number>} */
function costs(n, shape) {
  return {
    scores: scoreCount(n),
    causal: scoreCount(n, { causal: true }),
    "multiply-adds": shape.layers * shape.heads * multiplyAdds(n, shape.headSize),
    cache: cacheBytes(n, shape),
  };
}

/** @param {State} state @param {Drawing} drawing */
function draw({ n, model }, { print, set, all }) {
  const shape = shapes[model];
  const [once, twice] = [n, 2 * n].map((tokens) => costs(tokens, shape));
  for (const [which, cost] of Object.entries({ n: once, twice })) {
    const tokens = which === "n" ? n : 2 * n;
    print(which, tokens, fixed(tokens, 0));
    print(`mark-${which}`, tokens, fixed(tokens, 0));
    set(`dot-${which}`, chartPlace(tokens, cost.scores));
    for (const name of ["scores", "causal", "multiply-adds"]) {
      print(`${name}-${which}`, cost[name], count(cost[name]));
    }
    const [value, unit] = inUnit(cost.cache);
    print(`cache-${which}`, value, fixed(value, 1));
    for (const element of all(`[data-part="unit-${which}"]`)) element.textContent = unit;
  }
  for (const name of Object.keys(once)) {
    print(`${name}-times`, twice[name] / once[name], fixed(twice[name] / once[name], 3));
  }
  print("layers", shape.layers, fixed(shape.layers, 0));
  print("heads", shape.heads, fixed(shape.heads, 0));
  print("kv-heads", shape.kvHeads, fixed(shape.kvHeads, 0));
  print("head-size", shape.headSize, fixed(shape.headSize, 0));
  set("source", { href: shape.source });
  for (const slider of all('[data-part="stops"]')) {
    const stop = lengths.findLastIndex((length) => length <= n);
    /** @type {HTMLInputElement} */ (slider).value = String(stop);
    slider.setAttribute("aria-valuetext", `${fixed(n, 0)} tokens`);
  }
}

/** @param {State} state */
function say({ n, model }) {
  const { scores, cache } = costs(n, shapes[model]);
  const [value, unit] = inUnit(cache);
  return `${fixed(n, 0)} tokens: ${count(scores)} scores a head, ${fixed(value, 1)} ${unit} of cache.`;
}

/** @param {HTMLElement} root */
export function wake(root) {
  const { change } = wakeFigure(root, { fields, draw, say, actions });
  /** @type {HTMLInputElement} */
  const stops = root.querySelector('[data-part="stops"]');
  stops.addEventListener("input", () => change({ n: lengths[Number(stops.value)] }));
}
