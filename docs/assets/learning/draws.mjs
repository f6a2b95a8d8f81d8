/**
 * Random numbers that are the same in Python and in every browser, to the last bit.
 *
 * @module draws
 */

/** @param {number} bits */
function mix(bits) {
  for (const [shift, factor] of [[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]]) {
    bits = Math.imul(bits ^ (bits >>> shift), factor);
  }
  return bits;
}

/**
 * Numbers from 0 up to, not including, 1: SplitMix's walk through MurmurHash3's last steps.
 *
 * @param {number} stream which sequence, from 0 to 2³² − 1
 * @param {number} first
 * @param {number} count
 */
export function uniform(stream, first, count) {
  const start = mix(stream);
  return Float64Array.from({ length: count }, (_, i) =>
    (mix(start + Math.imul(first + i + 1, 0x9e3779b9)) >>> 0) / 2 ** 32);
}
