/**
 * One block of code on the page: what it prints, the reader's own version, and what a run gave.
 *
 * @module block
 */

import { codeOf } from "./doctest.mjs";
import { createEditor } from "./editor.mjs";
import { Ended, run } from "./python.mjs";
import { transcript } from "./transcript.mjs";
import { describe } from "./words.mjs";
import * as edits from "./edits.mjs";

/** @type {WeakMap<Element, Block>} */
const known = new WeakMap();

/** @type {Set<Block>} */
const running = new Set();

/** Ends what still runs on a page that has been left. */
export function stopLeft() {
  for (const block of running) if (!block.root.isConnected) block.stop();
}

/** @returns {Block[]} all blocks of the page, in order */
export function allBlocks() {
  return Array.from(document.querySelectorAll(".live"), (root) => blockOf(/** @type {HTMLElement} */ (root)));
}

/** @param {HTMLElement} root */
export function blockOf(root) {
  const block = known.get(root) ?? new Block(root);
  known.set(root, block);
  return block;
}

export class Block {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.block ?? "";
    this.pre = /** @type {HTMLPreElement} */ (root.querySelector("pre"));
    this.code = /** @type {HTMLElement} */ (root.querySelector("code"));
    this.said = /** @type {HTMLElement} */ (root.querySelector(".live__said"));
    this.original = this.code.innerHTML;
    this.printed = this.code.textContent ?? "";
    this.page = codeOf(this.printed);
    /** @type {string | undefined} the reader's version, where it differs from the page's */
    this.edited = undefined;
    /** A version that came with a link is not run before its reader has pressed Run on it. */
    this.unread = false;
    /** @type {HTMLTextAreaElement | undefined} */
    this.editor = undefined;
    /** @type {any} what the last run gave */
    this.outcome = undefined;
    /** @type {AbortController | undefined} there while a run is on */
    this.running = undefined;
    this.finished = Promise.resolve();
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-live="${name}"]`));
  }

  get text() {
    return this.edited ?? this.page;
  }

  /** What Python needs to know of the block. */
  get request() {
    return { printed: this.printed, edited: this.unread ? null : (this.edited ?? null) };
  }

  run() {
    if (!this.running) this.finished = this.runOnce();
  }

  async runOnce() {
    this.running = new AbortController();
    running.add(this);
    this.unread = false;
    edits.keep(this.id, this.edited);
    const all = allBlocks();
    const index = all.indexOf(this);
    const blocks = all.map((block) => block.request);
    /** @type {any} */
    let outcome = { above: [], statements: [] };
    let drawing = 0;
    this.showRunning(true);
    try {
      await run(
        { blocks, index },
        (told) => {
          if (told.kind !== "event") return this.say(describe(told));
          outcome = after(outcome, told.event);
          if (told.event.kind !== "partial") return undefined;
          return (drawing ||= requestAnimationFrame(() => {
            drawing = 0;
            this.draw(outcome);
          }));
        },
        this.running.signal,
      );
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      outcome.ended = error.told;
    } finally {
      this.running = undefined;
      running.delete(this);
      this.showRunning(false);
    }
    cancelAnimationFrame(drawing);
    const failed = outcome.ended?.kind === "failed";
    this.button("run").textContent = failed ? "Retry" : "Run";
    if (!failed) this.draw(outcome);
    const changed = outcome.above.some((/** @type {number} */ above) => blocks[above].edited !== null);
    this.say(describe({ kind: "outcome", ...outcome, changed, here: outcome.error?.block === index }));
  }

  stop() {
    this.running?.abort();
  }

  /** @param {boolean} on */
  showRunning(on) {
    if (on) this.button("run").setAttribute("aria-disabled", "true");
    else this.button("run").removeAttribute("aria-disabled");
    const stop = this.button("stop");
    if (!on && document.activeElement === stop) this.button("run").focus();
    stop.hidden = !on;
    this.root.toggleAttribute("data-running", on);
  }

  /** @param {any} outcome */
  draw(outcome) {
    this.outcome = outcome;
    const shown = transcript(this, outcome);
    // An open editor shows the code already.
    this.pre.hidden = this.editor !== undefined && !shown.hasChildNodes();
    this.code.replaceChildren(shown);
  }

  /** @param {Node[]} words */
  say(words) {
    this.said.replaceChildren(...words);
  }

  copy() {
    navigator.clipboard.writeText(this.text).then(
      () => this.say(describe({ kind: "copied" })),
      () => this.say(describe({ kind: "refused" })),
    );
  }

  link() {
    const address = edits.linkTo(this.id, this.text);
    navigator.clipboard.writeText(address).then(
      () => this.say(describe({ kind: "linked" })),
      () => this.say(describe({ kind: "refused" })),
    );
  }

  /** Goes back to what the page prints. */
  async reset() {
    this.stop();
    await this.finished;
    this.edited = undefined;
    this.unread = false;
    edits.keep(this.id, undefined);
    this.outcome = undefined;
    this.showEdited();
    this.closeEditor();
    this.code.innerHTML = this.original;
    this.button("run").textContent = "Run";
    this.say([]);
    this.button("edit").focus();
  }

  edit() {
    if (this.editor) {
      this.closeEditor();
      return;
    }
    this.openEditor();
    this.editor?.focus();
  }

  openEditor() {
    if (this.editor) return;
    const { box, area } = createEditor(this.text, (text) => this.change(text), () => this.run());
    this.editor = area;
    this.pre.parentElement?.before(box);
    this.pre.hidden = true;
    this.button("edit").textContent = "Close";
  }

  closeEditor() {
    if (!this.editor) return;
    this.editor.closest(".live__editor")?.remove();
    this.editor = undefined;
    this.button("edit").textContent = "Edit";
    this.pre.hidden = false;
    if (this.outcome || this.edited !== undefined) this.draw(this.outcome ?? { statements: [] });
    else this.code.innerHTML = this.original;
  }

  /** @param {string} text */
  change(text) {
    this.edited = text === this.page ? undefined : text;
    if (!this.unread) edits.keep(this.id, this.edited);
    this.showEdited();
  }

  showEdited() {
    const own = this.edited !== undefined;
    this.button("reset").hidden = !own;
    this.button("link").hidden = !own;
  }

  /**
   * Shows a version that was kept here, or that came with a link.
   *
   * @param {string} text
   * @param {"kept" | "brought"} origin
   */
  restore(text, origin) {
    this.unread = origin === "brought";
    this.edited = text === this.page ? undefined : text;
    this.showEdited();
    this.openEditor();
    this.say(describe({ kind: origin }));
  }
}

/**
 * @param {any} outcome
 * @param {any} event
 */
function after(outcome, event) {
  if (event.kind === "begin") return { above: event.above, statements: [] };
  const statements = outcome.statements.filter((/** @type {any} */ statement) => statement.kind === "statement");
  if (event.kind === "error") return { ...outcome, statements, error: event };
  if (event.kind === "done") return { ...outcome, done: true };
  return { ...outcome, statements: [...statements, event] };
}
