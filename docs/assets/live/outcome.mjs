/**
 * What a run has given so far, event by event.
 *
 * @module outcome
 */

/**
 * @typedef {object} Outcome
 * @property {string} code that was run
 * @property {number[]} above which blocks ran before it
 * @property {any[]} statements with what each gave
 * @property {{ block: number, text: string }} [error] that ended it
 * @property {{ block: number }} [flood] which block printed more than can be shown
 * @property {string[]} [made] the names that it set
 * @property {any} [ended] why it did not come to its end
 */

/**
 * @param {Outcome} outcome
 * @param {any} event
 * @returns {Outcome}
 */
export function after(outcome, event) {
  if (event.kind === "begin") return { code: outcome.code, above: event.above, statements: [] };
  const statements = outcome.statements.filter(({ kind }) => kind === "statement");
  if (event.kind === "error") return { ...outcome, statements, error: event };
  if (event.kind === "flood") return { ...outcome, statements, flood: event };
  if (event.kind === "done") return { ...outcome, made: event.made };
  return { ...outcome, statements: [...statements, event] };
}
