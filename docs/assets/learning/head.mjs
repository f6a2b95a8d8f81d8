/**
 * One causal head, its loss and the gradient of its loss: the twin of the package's, on flat arrays,
 * because it runs hundreds of times a second.
 *
 * A head is one array of 21 + 4 d rows of d numbers: 16 words, 5 places, W_Q, W_K, W_V and W_O.
 *
 * @module head
 * @typedef {import("./grammar.mjs").Sentences} Sentences
 */
import { uniform } from "./draws.mjs";
import { length, words } from "./grammar.mjs";

export const rows = words.length + length;
export const even = [Math.sqrt(0.5), 1];

/** A head drawn from a seed. @param {number} seed @param {number} d */
export function start(seed, d, spreads = even) {
  const matrices = spreads[1] / Math.sqrt(d);
  return uniform(2 * seed, 0, (rows + 4 * d) * d).map((draw, i) =>
    (draw - 0.5) * Math.sqrt(12) * (i < rows * d ? spreads[0] : matrices));
}

/** Views of the vectors of words and places, and of the matrices. @param {Float64Array} head */
export const parts = (head, d = widthOf(head)) =>
  [0, 1, 2, 3, 4].map((part) =>
    head.subarray(part && (rows + (part - 1) * d) * d, (rows + part * d) * d));

/** d, from the number of numbers: (21 + 4 d) d. @param {Float64Array} head */
export const widthOf = (head) => Math.round((Math.sqrt(rows ** 2 + 16 * head.length) - rows) / 8);

/**
 * Adds `a b` to `out`; a has rows of m numbers, b and out have rows of p. Four rows of b at a time,
 * which is twice as fast as one.
 *
 * @param {Float64Array} out
 * @param {Float64Array} a
 * @param {Float64Array} b
 * @param {number} m
 * @param {number} p
 */
export function addProduct(out, a, b, m, p) {
  for (let i = 0; i * m < a.length; i += 1) {
    const to = i * p;
    let k = 0;
    for (; k + 4 <= m; k += 4) {
      const at = i * m + k;
      const [f, g, h, l] = [a[at], a[at + 1], a[at + 2], a[at + 3]];
      for (let j = 0, from = k * p; j < p; j += 1, from += 1) {
        out[to + j] +=
          f * b[from] + g * b[from + p] + h * b[from + 2 * p] + l * b[from + 3 * p];
      }
    }
    for (; k < m; k += 1) add(out, to, a[i * m + k], b, k * p, p);
  }
  return out;
}

/** The transpose of `a`, which has rows of m numbers. @param {Float64Array} a @param {number} m */
export function flipped(a, m) {
  const n = a.length / m;
  const out = zeros(a.length);
  for (let i = 0; i < n; i += 1) for (let k = 0; k < m; k += 1) out[k * n + i] = a[i * m + k];
  return out;
}

/** @param {number} size */
const zeros = (size) => new Float64Array(size);

/** Adds to the first d entries, from `at` on. @param {Float64Array} out @param {number} factor */
function add(out, at, factor, from, start, d) {
  for (let j = 0; j < d; j += 1) out[at + j] += factor * from[start + j];
}

/**
 * What a head computes on its way to an answer, for n sentences.
 *
 * @param {Float64Array} head
 * @param {Uint8Array} tokens five for each sentence
 * @param {number} scale
 */
export function forward(head, tokens, scale) {
  const d = widthOf(head);
  const n = tokens.length / length;
  const [table, ...matrices] = parts(head);
  // Each vector is multiplied once, and not anew in every sentence.
  const turned = matrices.slice(0, 3).map((w) => addProduct(zeros(rows * d), table, w, d, d));
  const [query, key, value] = [zeros(n * d), zeros(tokens.length * d), zeros(tokens.length * d)];
  const weights = zeros(tokens.length);
  const mixed = zeros(n * d);
  for (let at = 0; at < tokens.length; at += 1) {
    for (const row of [tokens[at], words.length + (at % length)]) {
      add(key, at * d, 1, turned[1], row * d, d);
      add(value, at * d, 1, turned[2], row * d, d);
      if (at % length === length - 1) add(query, Math.floor(at / length) * d, 1, turned[0], row * d, d);
    }
  }
  for (let i = 0; i < n; i += 1) {
    const own = weights.subarray(i * length, (i + 1) * length);
    for (let j = 0; j < length; j += 1) {
      let score = 0;
      for (let e = 0; e < d; e += 1) score += query[i * d + e] * key[(i * length + j) * d + e];
      own[j] = score * scale;
    }
    soften(own);
    for (let j = 0; j < length; j += 1) add(mixed, i * d, own[j], value, (i * length + j) * d, d);
  }
  const output = addProduct(zeros(n * d), mixed, matrices[3], d, d);
  const vectors = table.subarray(0, words.length * d);
  const scores = addProduct(zeros(n * words.length), output, flipped(vectors, d), d, words.length)
    .map((score) => score / Math.sqrt(d));
  return { query, key, value, weights, mixed, output, scores };
}

/**
 * The 5 × 5 weights of one sentence, and each word's probability to come next.
 *
 * @param {Float64Array} head
 * @param {Uint8Array} tokens
 * @param {number} scale
 */
export function reading(head, tokens, scale) {
  const d = widthOf(head);
  const [table, ...matrices] = parts(head);
  const [query, key] = matrices.slice(0, 2).map((w) => {
    const turned = addProduct(zeros(rows * d), table, w, d, d);
    return Array.from(tokens, (token, place) => Array.from({ length: d }, (_, e) =>
      turned[token * d + e] + turned[(words.length + place) * d + e]));
  });
  const weights = query.map((asks, i) => {
    const own = Float64Array.from(key, (each, j) =>
      j > i ? -Infinity : scale * each.reduce((sum, entry, e) => sum + entry * asks[e], 0));
    soften(own);
    return [...own];
  });
  const { scores: answers } = forward(head, tokens, scale);
  soften(answers);
  return { weights, answers: [...answers] };
}

/**
 * The share of sentences that are given their right word, and how steep softmax is in them:
 * p (1 − p) of the largest weight, on average.
 *
 * @param {Float64Array} head
 * @param {Sentences} sentences
 * @param {number} scale
 */
export function examined(head, { tokens, right }, scale) {
  const { scores, weights } = forward(head, tokens, scale);
  let [rights, slope] = [0, 0];
  for (const [i, wanted] of right.entries()) {
    const own = scores.subarray(i * words.length, (i + 1) * words.length);
    if (own.indexOf(Math.max(...own)) === wanted) rights += 1;
    const p = Math.max(...weights.subarray(i * length, (i + 1) * length));
    slope += p * (1 - p);
  }
  return { accuracy: rights / right.length, slope: slope / right.length };
}

/** Turns scores into weights, in place, and returns the logarithm of what they were divided by. */
function soften(/** @type {Float64Array} */ scores) {
  let [largest, total] = [-Infinity, 0];
  for (const score of scores) largest = score > largest || score !== score ? score : largest;
  for (let j = 0; j < scores.length; j += 1) total += scores[j] = Math.exp(scores[j] - largest);
  for (let j = 0; j < scores.length; j += 1) scores[j] /= total;
  return largest + Math.log(total);
}

/**
 * The mean loss of some sentences, and how fast it grows with each number of the head.
 *
 * @param {Float64Array} head
 * @param {Sentences} sentences
 * @param {number} scale
 */
export function lossAndGradient(head, { tokens, right }, scale) {
  const d = widthOf(head);
  const n = right.length;
  const [table, ...matrices] = parts(head);
  const { query, key, value, weights, mixed, output, scores } = forward(head, tokens, scale);
  let loss = 0;
  for (let i = 0; i < n; i += 1) {
    const own = scores.subarray(i * words.length, (i + 1) * words.length);
    const wanted = own[right[i]];
    loss += (soften(own) - wanted) / n;
    own[right[i]] -= 1;
  }
  const inScores = scores.map((entry) => entry / (n * Math.sqrt(d)));
  const vectors = table.subarray(0, words.length * d);
  const inOutput = addProduct(zeros(n * d), inScores, vectors, words.length, d);
  const inMixed = addProduct(zeros(n * d), inOutput, flipped(matrices[3], d), d, d);

  const inTurned = [0, 1, 2].map(() => zeros(rows * d));
  const inQuery = zeros(d);
  const inWeights = zeros(length);
  for (let i = 0; i < n; i += 1) {
    let mean = 0;
    for (let j = 0; j < length; j += 1) {
      let sum = 0;
      for (let e = 0; e < d; e += 1) sum += inMixed[i * d + e] * value[(i * length + j) * d + e];
      inWeights[j] = sum;
      mean += sum * weights[i * length + j];
    }
    inQuery.fill(0);
    for (let j = 0; j < length; j += 1) {
      const at = i * length + j;
      const inScore = weights[at] * (inWeights[j] - mean) * scale;
      add(inQuery, 0, inScore, key, at * d, d);
      for (const row of [tokens[at], words.length + j]) {
        add(inTurned[1], row * d, inScore, query, i * d, d);
        add(inTurned[2], row * d, weights[at], inMixed, i * d, d);
      }
    }
    const last = (i + 1) * length - 1;
    for (const row of [tokens[last], rows - 1]) add(inTurned[0], row * d, 1, inQuery, 0, d);
  }

  const gradient = zeros(head.length);
  const [inTable, ...inMatrices] = parts(gradient);
  addProduct(inTable, flipped(inScores, words.length), output, n, d);
  for (let w = 0; w < 3; w += 1) {
    addProduct(inTable, inTurned[w], flipped(matrices[w], d), d, d);
    addProduct(inMatrices[w], flipped(table, d), inTurned[w], rows, d);
  }
  addProduct(inMatrices[3], flipped(mixed, d), inOutput, n, d);
  return { loss, gradient };
}
