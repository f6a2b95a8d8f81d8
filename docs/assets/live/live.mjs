/**
 * The toolbars' entry: loaded at the first press, or where a version of the reader's own is waiting.
 *
 * @module live
 */

import { allBlocks, blockOf, stopLeft } from "./block.mjs";
import * as edits from "./edits.mjs";

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("./live.css", import.meta.url).href;
// An instant navigation replaces what stands in the head, and leaves the end of the body.
document.body.append(sheet);

/** @param {HTMLElement} button */
export function press(button) {
  const block = blockOf(/** @type {HTMLElement} */ (button.closest(".live")));
  const action = /** @type {"run" | "edit" | "copy" | "reset" | "link" | "mine" | "keep" | "stop"} */ (button.dataset.live);
  block[action]();
}

export { stopLeft };

/** Brings back the reader's versions on a page that has just been opened. */
export function restore() {
  const blocks = allBlocks();
  const kept = edits.keptHere(blocks.map((block) => block.id));
  for (const block of blocks) {
    const text = kept.get(block.id);
    if (text === undefined || block.versions.mine !== undefined) continue;
    block.versions.recall(text);
    block.restore("kept");
  }
  const brought = edits.brought();
  if (!brought) return;
  const block = blocks.find(({ id }) => id === brought.id);
  if (!block) return tellOutdated();
  block.versions.bring(brought.text);
  block.restore(block.versions.showsBrought ? "brought" : "kept");
  block.root.scrollIntoView({ block: "center" });
}

function tellOutdated() {
  const note = document.createElement("p");
  note.className = "live__outdated";
  note.setAttribute("role", "status");
  note.textContent = "The link that brought you here holds a version of a block that this page no longer has.";
  document.querySelector("article h1")?.after(note);
}
