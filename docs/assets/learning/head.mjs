/**
 * One causal head, its loss and the gradient of its loss: the twin of the package's, on flat arrays,
 * because it runs hundreds of times a second.
 *
 * A head is one array of 21 + 4 d rows of d numbers: 16 words, 5 places, W_Q, W_K, W_V and W_O.
 *
 * @module head
 * @typedef {import("./grammar.mjs").Sentences} Sentences
 */
import { length, uniform, words } from "./grammar.mjs";

const rows = words.length + length;

/** A head drawn from a seed. @param {number} seed @param {number} d */
export const start = (seed, d) => uniform(2 * seed, 0, (rows + 4 * d) * d).map((draw, i) =>
  (draw - 0.5) * Math.sqrt(12) * (i < rows * d ? Math.sqrt(0.5) : 1 / Math.sqrt(d)));

/** d, from the number of numbers: (21 + 4 d) d. @param {Float64Array} head */
const widthOf = (head) => Math.round((Math.sqrt(rows ** 2 + 16 * head.length) - rows) / 8);

/** Views of the vectors of words and places, and of the matrices. @param {Float64Array} head @param {number} d */
const parts = (head, d) => [0, 1, 2, 3, 4].map((part) =>
  head.subarray(part && (rows + (part - 1) * d) * d, (rows + part * d) * d));

/** @param {number} size */
const zeros = (size) => new Float64Array(size);

/**
 * Adds a row of `from`, times a factor, to a row of `out`; rows have d numbers.
 *
 * @param {Float64Array} out
 * @param {number} to
 * @param {number} factor
 * @param {Float64Array} from
 * @param {number} row
 * @param {number} d
 */
function add(out, to, factor, from, row, d) {
  for (let j = 0; j < d; j += 1) out[to * d + j] += factor * from[row * d + j];
}

/**
 * The dot product of row i of a and row j of b, which have d numbers.
 *
 * @param {Float64Array} a
 * @param {number} i
 * @param {Float64Array} b
 * @param {number} j
 * @param {number} d
 */
function dot(a, i, b, j, d) {
  let sum = 0;
  for (let e = 0; e < d; e += 1) sum += a[i * d + e] * b[j * d + e];
  return sum;
}

/**
 * `a b`, added to what is in `out`; a has rows of m numbers, b and out have rows of p. Four rows of b
 * at a time, which is twice as fast as one.
 *
 * @param {Float64Array} a
 * @param {Float64Array} b
 * @param {number} m
 * @param {number} p
 */
function product(a, b, m, p, out = zeros((a.length / m) * p)) {
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
    for (; k < m; k += 1) add(out, i, a[i * m + k], b, k, p);
  }
  return out;
}

/** The transpose of `a`, which has rows of m numbers. @param {Float64Array} a @param {number} m */
function flipped(a, m) {
  const n = a.length / m;
  const out = zeros(a.length);
  for (let i = 0; i < n; i += 1) for (let k = 0; k < m; k += 1) out[k * n + i] = a[i * m + k];
  return out;
}

/** Visits the two rows of the table whose sum is a token's. @param {Uint8Array} tokens @param {(row: number, at: number) => void} visit */
const eachRow = (tokens, visit) => tokens.forEach((token, at) => {
  visit(token, at);
  visit(words.length + (at % length), at);
});

/** Turns scores into weights, in place, and returns the logarithm of what they were divided by. */
function soften(/** @type {Float64Array} */ scores) {
  let [largest, total] = [-Infinity, 0];
  for (const score of scores) largest = score > largest || score !== score ? score : largest;
  for (let j = 0; j < scores.length; j += 1) total += scores[j] = Math.exp(scores[j] - largest);
  for (let j = 0; j < scores.length; j += 1) scores[j] /= total;
  return largest + Math.log(total);
}

/**
 * The weights that one row gives to the five of its sentence; those after it are hidden.
 *
 * @param {{query: Float64Array, key: Float64Array}} turned
 * @param {number} row
 * @param {number} scale
 * @param {number} d
 */
function look({ query, key }, row, scale, d) {
  const first = row - (row % length);
  const weights = zeros(length).map((_, j) =>
    first + j > row ? -Infinity : scale * dot(query, row, key, first + j, d));
  soften(weights);
  return weights;
}

/**
 * What a head computes on its way to an answer, for n sentences: only their last rows ask.
 *
 * @param {Float64Array} head
 * @param {Uint8Array} tokens five for each sentence
 * @param {number} scale
 */
function forward(head, tokens, scale) {
  const d = widthOf(head);
  const n = tokens.length / length;
  const [table, ...matrices] = parts(head, d);
  const [query, key, value] = matrices.slice(0, 3).map((w) => {
    // Each vector is multiplied once, and not anew in every sentence.
    const turned = product(table, w, d, d);
    const out = zeros(tokens.length * d);
    eachRow(tokens, (row, at) => add(out, at, 1, turned, row, d));
    return out;
  });
  const mixed = zeros(n * d);
  const weights = Array.from({ length: n }, (_, i) => {
    const own = look({ query, key }, (i + 1) * length - 1, scale, d);
    own.forEach((weight, j) => add(mixed, i, weight, value, i * length + j, d));
    return own;
  });
  const output = product(mixed, matrices[3], d, d);
  const vectors = table.subarray(0, words.length * d);
  const scores = product(output, flipped(vectors, d), d, words.length)
    .map((score) => score / Math.sqrt(d));
  return { d, n, table, matrices, query, key, value, weights, mixed, output, vectors, scores };
}

/** The scores of sentence i for all words. @param {Float64Array} scores @param {number} i */
const scoresOf = (scores, i) => scores.subarray(i * words.length, (i + 1) * words.length);

/**
 * The 5 × 5 weights of one sentence, and each word's probability to come next.
 *
 * @param {Float64Array} head
 * @param {Uint8Array} tokens
 * @param {number} scale
 */
export function reading(head, tokens, scale) {
  const { d, scores, ...turned } = forward(head, tokens, scale);
  soften(scores);
  const weights = Array.from(tokens, (_, row) => [...look(turned, row, scale, d)]);
  return { weights, answers: [...scores] };
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
  const { n, scores, weights } = forward(head, tokens, scale);
  let [accuracy, slope] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    const own = scoresOf(scores, i);
    if (own.indexOf(Math.max(...own)) === right[i]) accuracy += 1;
    const p = Math.max(...weights[i]);
    slope += p * (1 - p);
  }
  return { accuracy: accuracy / n, slope: slope / n };
}

/**
 * The mean loss of some sentences, and how fast it grows with each number of the head.
 *
 * @param {Float64Array} head
 * @param {Sentences} sentences
 * @param {number} scale
 */
export function lossAndGradient(head, { tokens, right }, scale) {
  const { d, n, table, matrices, query, key, value, weights, mixed, output, vectors, scores } =
    forward(head, tokens, scale);
  let loss = 0;
  for (let i = 0; i < n; i += 1) {
    const own = scoresOf(scores, i);
    const wanted = own[right[i]];
    loss += (soften(own) - wanted) / n;
    own[right[i]] -= 1;
  }
  const inScores = scores.map((entry) => entry / (n * Math.sqrt(d)));
  const inOutput = product(inScores, vectors, words.length, d);
  const inMixed = product(inOutput, flipped(matrices[3], d), d, d);

  const [inQuery, inKey, inValue] = [0, 1, 2].map(() => zeros(tokens.length * d));
  for (let i = 0; i < n; i += 1) {
    const last = (i + 1) * length - 1;
    const inWeights = weights[i].map((_, j) => dot(inMixed, i, value, i * length + j, d));
    const mean = dot(inWeights, 0, weights[i], 0, length);
    weights[i].forEach((weight, j) => {
      const at = i * length + j;
      const inScore = weight * (inWeights[j] - mean) * scale;
      add(inQuery, last, inScore, key, at, d);
      add(inKey, at, inScore, query, last, d);
      add(inValue, at, weight, inMixed, i, d);
    });
  }

  const gradient = zeros(head.length);
  const [inTable, ...inMatrices] = parts(gradient, d);
  product(flipped(inScores, words.length), output, n, d, inTable);
  [inQuery, inKey, inValue].forEach((inRows, w) => {
    const inTurned = zeros(rows * d);
    eachRow(tokens, (row, at) => add(inTurned, row, 1, inRows, at, d));
    product(inTurned, flipped(matrices[w], d), d, d, inTable);
    product(flipped(table, d), inTurned, rows, d, inMatrices[w]);
  });
  product(flipped(mixed, d), inOutput, n, d, inMatrices[3]);
  return { loss, gradient };
}
