/**
 * The package's arithmetic, for the browser: the same equations, names and rules as the Python
 * functions, on plain arrays. A test holds each function to its Python twin over random inputs.
 *
 * Arguments are trusted: the figures check what readers and links ask for before they compute.
 *
 * @module attention
 * @typedef {number[]} Vector one row
 * @typedef {number[][]} Matrix rows of one length
 * @typedef {{causal?: boolean, mask?: boolean[][], scale?: number}} Options
 */

/** @param {Vector} x */
export const sum = (x) => x.reduce((total, entry) => total + entry, 0);

/** @param {Vector} x */
export const exponentials = (x) => x.map(Math.exp);

/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => sum(a.map((entry, i) => entry * b[i]));

/** The dot products of the first 1, 2, 3… entries. @param {Vector} a @param {Vector} b */
export function runningDots(a, b) {
  let total = 0;
  return a.map((entry, i) => (total += entry * b[i]));
}

/** @param {Matrix} a @returns {Matrix} */
export const transpose = (a) => (a[0] ?? []).map((_, column) => a.map((row) => row[column]));

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
export function matmul(a, b) {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/**
 * `[cos, sin]` of an angle in whole degrees, exact at every quarter turn.
 *
 * @param {number} degrees
 * @returns {Vector}
 */
export function unitVector(degrees) {
  const rest = ((degrees % 90) + 90) % 90;
  const cosine = Math.cos((rest * Math.PI) / 180);
  const sine = Math.sin((rest * Math.PI) / 180);
  const turned = [[cosine, sine], [-sine, cosine], [-cosine, -sine], [sine, -cosine]];
  const quarter = ((Math.floor(degrees / 90) % 4) + 4) % 4;
  return turned[quarter].map((entry) => entry + 0);
}

/**
 * Entries of a fixed random sample, by their numbers: mean 0, spread 1. Each is its number
 * scrambled by the last steps of MurmurHash3, so that the package draws the same sample.
 *
 * @param {number} first
 * @param {number} count
 * @returns {Vector}
 */
export const unitEntries = (first, count) =>
  Array.from({ length: count }, (_, i) => {
    let bits = first + i;
    for (const [shift, factor] of [[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]]) {
      bits = Math.imul(bits ^ (bits >>> shift), factor);
    }
    return ((bits >>> 0) / 2 ** 32 - 0.5) * Math.sqrt(12);
  });

/** The square root of the mean square. @param {Vector} x */
export const spread = (x) => Math.sqrt(dot(x, x) / x.length);

/**
 * Positive weights that add up to 1; NaN where every score is −∞.
 *
 * @param {Vector} x scores
 * @returns {Vector}
 */
export function softmax(x) {
  const largest = Math.max(...x);
  const shifted = exponentials(x.map((score) => score - largest));
  const total = sum(shifted);
  return shifted.map((entry) => entry / total);
}

/**
 * Which keys each query may see; the last query lines up with the last key.
 *
 * @param {number} nQuery
 * @param {number} nKey
 * @returns {boolean[][]}
 */
export const causalMask = (nQuery, nKey = nQuery) =>
  Array.from({ length: nQuery }, (_, i) =>
    Array.from({ length: nKey }, (_, j) => j <= i + nKey - nQuery));

/**
 * How much of each value each query takes: a softmax over the keys that it may see. A query with
 * nothing to see gets zeros.
 *
 * @param {Matrix} query
 * @param {Matrix} key
 * @param {Options} options
 * @returns {Matrix}
 */
export function attentionWeights(query, key, options = {}) {
  const { causal = false, mask, scale = 1 / Math.sqrt(query[0].length) } = options;
  const past = causalMask(query.length, key.length);
  /** @param {number} i @param {number} j */
  const sees = (i, j) => (!causal || past[i][j]) && (mask?.[i][j] ?? true);
  const scores = query.map((q, i) =>
    key.map((k, j) => (sees(i, j) ? dot(q, k) * scale : -Infinity)));
  return scores.map((row) =>
    row.every((score) => score === -Infinity) ? row.map(() => 0) : softmax(row));
}

/**
 * The average of the values, each weighted by how well its key matches the query.
 *
 * @param {Matrix} query
 * @param {Matrix} key
 * @param {Matrix} value
 * @param {Options} options
 */
export const scaledDotProductAttention = (query, key, value, options = {}) =>
  matmul(attentionWeights(query, key, options), value);

/** How fast a softmax weight grows with its own score. @param {number} weight */
export const softmaxSlope = (weight) => weight * (1 - weight);

/**
 * How fast each weight grows with each score: entry [i][j] is the slope of weight i in score j.
 *
 * @param {Vector} x scores
 * @returns {Matrix}
 */
export function softmaxJacobian(x) {
  const weights = softmax(x);
  return weights.map((p, i) => weights.map((other, j) => p * ((i === j ? 1 : 0) - other)));
}

/** Scores of one head over n tokens. @param {number} n @param {{causal?: boolean}} options */
export const scoreCount = (n, { causal = false } = {}) => (causal ? (n * (n + 1)) / 2 : n * n);

/**
 * Multiply-adds of one head over n tokens: those of Q Kᵀ and of weights V.
 *
 * @param {number} n
 * @param {number} d
 * @param {{dValue?: number, causal?: boolean}} options
 */
export const multiplyAdds = (n, d, { dValue = d, causal = false } = {}) =>
  scoreCount(n, { causal }) * (d + dValue);

/**
 * Bytes that the keys and values of n tokens take in a cache.
 *
 * @param {number} n
 * @param {{layers: number, kvHeads: number, headSize: number, bytesPerNumber?: number}} shape
 */
export const cacheBytes = (n, { layers, kvHeads, headSize, bytesPerNumber = 2 }) =>
  2 * n * layers * kvHeads * headSize * bytesPerNumber;

/**
 * One matrix for each head, from rows that hold all heads side by side.
 *
 * @param {Matrix} x
 * @param {number} heads
 * @returns {Matrix[]}
 */
export const splitHeads = (x, heads) =>
  Array.from({ length: heads }, (_, head) =>
    x.map((row) => row.slice((head * row.length) / heads, ((head + 1) * row.length) / heads)));

/** Rows that hold all heads side by side. @param {Matrix[]} heads @returns {Matrix} */
export const mergeHeads = (heads) => heads[0].map((_, i) => heads.flatMap((head) => head[i]));

/** Heads of keys or values for so many query heads: neighbours get the same. @param {Matrix[]} shared @param {number} heads */
export const repeatHeads = (shared, heads) =>
  Array.from({ length: heads }, (_, head) => shared[Math.floor((head * shared.length) / heads)]);

/**
 * Attention of several heads side by side; neighbouring query heads share a head of keys and values
 * where there are fewer of those.
 *
 * @param {Matrix} query
 * @param {Matrix} key
 * @param {Matrix} value
 * @param {{heads: number, kvHeads?: number} & Options} options
 */
export function multiHeadAttention(query, key, value, { heads, kvHeads = heads, ...options }) {
  const keys = repeatHeads(splitHeads(key, kvHeads), heads);
  const values = repeatHeads(splitHeads(value, kvHeads), heads);
  return mergeHeads(splitHeads(query, heads).map((q, head) =>
    scaledDotProductAttention(q, keys[head], values[head], options)));
}
