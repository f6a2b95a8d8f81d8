/**
 * Loads the module of each figure on the page, and no other; again after an instant navigation.
 *
 * @module wake
 */

const begun = new WeakSet();

function wakeAll() {
  /** @type {NodeListOf<HTMLElement>} */
  const figures = document.querySelectorAll("figure[data-figure]");
  for (const root of figures) {
    if (begun.has(root)) continue;
    begun.add(root);
    import(`./${root.dataset.figure}.mjs`).then(
      ({ wake }) => wake(root),
      (error) => console.warn(`The figure “${root.dataset.figure}” stays still:`, error),
    );
  }
}

wakeAll();
// Material for MkDocs announces every page that it shows, by a load or by instant navigation.
/** @type {any} */ (globalThis).document$?.subscribe(wakeAll);
