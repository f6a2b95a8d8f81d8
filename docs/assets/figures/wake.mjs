/**
 * Loads the module of each figure as it comes near, and no other; again after an instant
 * navigation. What a figure shows until then is drawn already.
 *
 * @module wake
 */

const begun = new WeakSet();

/** @param {HTMLElement} figure */
async function wakeFigure(figure) {
  if (begun.has(figure)) return;
  begun.add(figure);
  try {
    const { wake } = await import(`./${figure.dataset.figure}.mjs`);
    wake(figure);
  } catch (error) {
    console.warn(`The figure “${figure.dataset.figure}” stays still:`, error);
  }
}

const nearing = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      nearing.unobserve(target);
      wakeFigure(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "200px" },
);

let byKeys = false;

function watchAll() {
  /** @type {NodeListOf<HTMLElement>} */
  const figures = document.querySelectorAll("figure[data-figure]");
  for (const figure of figures) {
    if (byKeys) wakeFigure(figure);
    else nearing.observe(figure);
  }
}

// Keys pass over controls that are not awake, however near they will have brought them: a reader
// who moves by keys gets all figures at once.
addEventListener("keydown", ({ key }) => {
  if (key !== "Tab" || byKeys) return;
  byKeys = true;
  watchAll();
});

// Material for MkDocs announces every page that it shows, by a load or by instant navigation.
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(watchAll);
else watchAll();
