/**
 * One block of code on the page: what it prints, the reader's own version, and what a run gave.
 *
 * @module block
 */

import { copy } from "./clipboard.mjs";
import { codeOf } from "./doctest.mjs";
import { createEditor } from "./editor.mjs";
import { after } from "./outcome.mjs";
import { Ended, run } from "./python.mjs";
import { transcript } from "./transcript.mjs";
import { describe } from "./words.mjs";
import { linkTo } from "./edits.mjs";
import { Versions } from "./versions.mjs";

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
    this.versions = new Versions(this.id, codeOf(this.printed));
    /** @type {ReturnType<typeof createEditor> | undefined} */
    this.editor = undefined;
    /** @type {import("./outcome.mjs").Outcome | undefined} what the last run gave */
    this.outcome = undefined;
    /** @type {AbortController | undefined} there while a run is on */
    this.running = undefined;
    this.finished = Promise.resolve();
  }

  /** @param {string} name */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-live="${name}"]`));
  }

  get edited() {
    return this.versions.edited;
  }

  /** What Python needs to know of the block. */
  get request() {
    return { printed: this.printed, edited: this.versions.trusted ?? null };
  }

  run() {
    if (!this.running) this.finished = this.runOnce();
  }

  async runOnce() {
    this.running = new AbortController();
    running.add(this);
    const kept = this.versions.read();
    this.showVersion();
    const code = this.versions.shown;
    const all = allBlocks();
    const index = all.indexOf(this);
    const blocks = all.map((block) => block.request);
    /** @type {import("./outcome.mjs").Outcome} */
    let outcome = { code, above: [], statements: [] };
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
    const changed = outcome.above.some((above) => blocks[above].edited !== null);
    const here = (outcome.error ?? outcome.flood)?.block === index;
    const words = describe({ kind: "outcome", ...outcome, changed, here });
    this.say(kept ? words : [...words, document.createTextNode(" "), ...describe({ kind: "unkept" })]);
    if (outcome.ended?.reason === "network") this.tryAgainOnline();
  }

  tryAgainOnline() {
    const again = () => this.root.isConnected && this.button("run").textContent === "Retry" && this.run();
    addEventListener("online", again, { once: true });
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

  /** @param {import("./outcome.mjs").Outcome} outcome */
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

  async copy() {
    const copied = await copy(this.versions.shown);
    this.say(describe({ kind: copied ? "copied" : "uncopied" }));
  }

  async link() {
    const address = linkTo(this.id, this.versions.shown);
    const copied = await copy(address);
    this.say(describe({ kind: copied ? "linked" : "unlinked", address }));
  }

  /** Lets go of the version that is shown: what remains is the reader's own, or what the page prints. */
  async reset() {
    this.stop();
    await this.finished;
    this.versions.reset();
    this.button("run").textContent = "Run";
    if (this.edited === undefined) this.closeEditor();
    this.outcome = undefined;
    this.showVersion();
    this.say(this.edited === undefined ? [] : describe({ kind: "mine" }));
    this.button("edit").focus();
  }

  /** Shows the reader's own version in place of one that came with a link, or that again. */
  mine() {
    this.versions.turn();
    this.showVersion();
    this.say(describe({ kind: this.versions.showsBrought ? "brought" : "mine", aside: true }));
  }

  keep() {
    const kept = this.versions.adopt();
    this.showVersion();
    this.say(describe({ kind: kept ? "adopted" : "unkept" }));
    this.button("edit").focus();
  }

  edit() {
    if (this.editor) {
      this.closeEditor();
      return;
    }
    this.openEditor();
    this.editor?.area.focus();
  }

  openEditor() {
    if (this.editor) return;
    this.editor = createEditor(this.versions.shown, (text) => this.change(text), () => this.run());
    this.pre.parentElement?.before(this.editor.box);
    this.pre.hidden = true;
    this.button("edit").textContent = "Close";
  }

  closeEditor() {
    if (!this.editor) return;
    this.editor.box.remove();
    this.editor = undefined;
    this.button("edit").textContent = "Edit";
    this.pre.hidden = false;
    this.redraw();
  }

  /** Draws what is shown, with what a run of just this gave. */
  redraw() {
    const outcome = this.outcome?.code === this.versions.shown ? this.outcome : undefined;
    if (outcome) this.draw(outcome);
    else if (this.edited !== undefined) this.draw({ code: this.edited, above: [], statements: [] });
    else this.code.innerHTML = this.original;
    if (this.editor && !outcome) this.pre.hidden = true;
  }

  /** @param {string} text */
  change(text) {
    const kept = this.versions.write(text);
    this.showButtons();
    if (!kept) this.say(describe({ kind: "unkept" }));
  }

  showVersion() {
    const { editor, versions } = this;
    if (editor && editor.area.value !== versions.shown) {
      editor.write(versions.shown);
      this.redraw();
    } else if (!editor) this.redraw();
    this.showButtons();
  }

  showButtons() {
    const { both, brought, showsBrought } = this.versions;
    const own = this.edited !== undefined;
    this.button("reset").hidden = !own && brought === undefined;
    this.button("link").hidden = !own;
    this.button("mine").hidden = !both;
    this.button("mine").textContent = showsBrought ? "My edit" : "The link’s";
    this.button("keep").hidden = !both || !showsBrought;
  }

  /**
   * Shows a version that was kept here, or that came with a link.
   *
   * @param {"kept" | "brought"} origin
   */
  restore(origin) {
    this.openEditor();
    this.showVersion();
    this.say(describe({ kind: origin, aside: this.versions.both }));
  }
}
