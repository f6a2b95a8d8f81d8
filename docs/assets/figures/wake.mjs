/**
 * Loads the module of each figure on the page, and no other; again after an instant navigation.
 *
 * @module wake
 */

const begun = new WeakSet();

function wakeAll() {
  for (const root of document.querySelectorAll("figure[data-figure]")) {
    if (begun.has(root)) continue;
    begun.add(root);
    import(`./${root.dataset.figure}.mjs`).then(
      ({ wake }) => wake(root),
      (error) => console.warn(`The figure “${root.dataset.figure}” stays still:`, error),
    );
  }
}

wakeAll();
globalThis.document$?.subscribe(wakeAll);
