/**
 * The versions of a block's code: the page's, the reader's own, and one that came with a link. What is
 * shown is what runs. The reader's own is kept in this browser; only the reader puts another in its place.
 *
 * @module versions
 */

import * as edits from "./edits.mjs";

export class Versions {
  /**
   * @param {string} id of the block
   * @param {string} page
   */
  constructor(id, page) {
    this.id = id;
    this.page = page;
    /** @type {string | undefined} */
    this.mine = undefined;
    /** @type {string | undefined} what this tab has kept, so that it forgets nothing else */
    this.kept = undefined;
    /** @type {string | undefined} */
    this.brought = undefined;
    this.showsBrought = false;
    /** A version that came with a link is not run before its reader has pressed Run on it. */
    this.unread = false;
  }

  get shown() {
    return (this.showsBrought ? this.brought : this.mine) ?? this.page;
  }

  /** @returns {string | undefined} what is shown, where it is not the page's */
  get edited() {
    return this.shown === this.page ? undefined : this.shown;
  }

  /** @returns {string | undefined} what runs when a block further down needs this one */
  get trusted() {
    return this.unread && this.showsBrought ? this.mine : this.edited;
  }

  /** Whether there are two that differ from the page, one of them out of sight. */
  get both() {
    return this.brought !== undefined && this.mine !== undefined;
  }

  /** @param {string} text that was kept at an earlier visit */
  recall(text) {
    this.mine = this.kept = text;
  }

  /** @param {string} text that came with a link */
  bring(text) {
    this.brought = text;
    this.showsBrought = this.unread = true;
    if (text === this.mine) this.drop();
  }

  /**
   * @param {string} text that was typed
   * @returns {boolean} whether it is kept, where it should be
   */
  write(text) {
    if (this.showsBrought) this.brought = text;
    else this.mine = text === this.page ? undefined : text;
    return this.showsBrought || this.save();
  }

  /**
   * What came with a link is the reader's own once it is run, if there is no other.
   *
   * @returns {boolean} as from write
   */
  read() {
    this.unread = false;
    return this.showsBrought && this.mine === undefined ? this.adopt() : true;
  }

  /** Shows the other of two versions. */
  turn() {
    this.showsBrought = !this.showsBrought;
  }

  /**
   * Puts what came with a link in the place of the reader's own.
   *
   * @returns {boolean} as from write
   */
  adopt() {
    this.mine = this.edited;
    this.drop();
    return this.save();
  }

  /** Lets go of the version that is shown. */
  reset() {
    if (this.showsBrought) return this.drop();
    this.mine = undefined;
    this.save();
  }

  drop() {
    this.brought = undefined;
    this.showsBrought = this.unread = false;
  }

  save() {
    const { id, mine } = this;
    const saved = mine === undefined ? edits.forget(id, this.kept) : edits.keep(id, mine);
    if (saved) this.kept = mine;
    return saved;
  }
}
