/**
 * Reads a doctest as it is printed on the page.
 *
 * @module doctest
 */

const PROMPT = /^(?:>>>|\.\.\.)(?: |$)/;

/** @param {string} line */
export function isCode(line) {
  return PROMPT.test(line);
}

/**
 * @param {string} printed
 * @returns {string} the code, without prompts and outputs
 */
export function codeOf(printed) {
  return printed
    .split("\n")
    .filter(isCode)
    .map((line) => line.replace(PROMPT, ""))
    .join("\n");
}
