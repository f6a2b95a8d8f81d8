/**
 * Loads the module of each figure as it comes near, and no other; again after an instant
 * navigation. What a figure shows until then is drawn already.
 *
 * @module wake
 */

const nearing = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      nearing.unobserve(target);
      wakeFigure(target);
    }
  },
  { rootMargin: "200px" },
);

/** @param {HTMLElement} figure */
async function wakeFigure(figure) {
  try {
    const { wake } = await import(`./${figure.dataset.figure}.mjs`);
    wake(figure);
  } catch (error) {
    console.warn(`The figure “${figure.dataset.figure}” stays still:`, error);
  }
}

const begun = new WeakSet();

function watchAll() {
  for (const figure of document.querySelectorAll("figure[data-figure]")) {
    if (begun.has(figure)) continue;
    begun.add(figure);
    nearing.observe(figure);
  }
}

if (globalThis.document$) globalThis.document$.subscribe(watchAll);
else watchAll();
