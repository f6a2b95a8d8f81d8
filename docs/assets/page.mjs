// What every page does: fetches the script of each part when it is wanted. One that stays away takes no
// other with it, is told where a reader would miss it, and is tried again when the network returns.
// What waits for a script is marked in the page, and style.css says so if none comes.

/**
 * @template T
 * @param {() => Promise<T>} fetchScript
 * @param {(script: T) => unknown} use
 * @param {() => void} [miss] called if the script does not come now
 */
async function load(fetchScript, use, miss = () => {}) {
  let script;
  try {
    script = await fetchScript();
  } catch (error) {
    console.warn("A script stays away:", error);
    addEventListener("online", () => load(fetchScript, use, miss), { once: true });
    return miss();
  }
  return use(script);
}

/** Runs at first, and after each of Material's instant navigations. */
function wake() {
  wakeFigures();
  for (const form of document.querySelectorAll("form.predict:not([data-awake])")) near.observe(form);
  for (const form of document.querySelectorAll("form.quiz")) form.setAttribute("data-ready", "");
  for (const button of document.querySelectorAll("button[data-live]")) button.removeAttribute("disabled");
  wakeCode();
}

function wakeFigures() {
  const notes = document.querySelectorAll("figure:not([data-awake]) [data-note]");
  if (!notes.length) return;
  load(
    () => import("./figures/figure.mjs"),
    () => {},
    () => {
      for (const note of notes) note.textContent = "This figure can’t move: its script did not load.";
    },
  );
}

// A field that checks what is typed into it stays disabled until its reader comes near.
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      wakePrediction(/** @type {HTMLFormElement} */ (target));
    }
  },
  { rootMargin: "400px" },
);

/** @param {HTMLFormElement} form */
function wakePrediction(form) {
  const said = /** @type {Element} */ (form.querySelector("[role=status]"));
  load(
    () => import("./predict.mjs"),
    ({ wakePredict }) => {
      said.textContent = "";
      wakePredict(form);
    },
    () => (said.textContent = "This field can’t check: its script did not load."),
  );
}

// A term has a card with its definition; without one it is a link to the same.
load(
  () => import("./numbers/card.mjs"),
  ({ offer }) =>
    offer({
      id: "term-card",
      owners: "a.term",
      content: async (term) => (await import("./terms.mjs")).define(term),
    }),
);

addEventListener("click", (event) => {
  const flag = /** @type {Element} */ (event.target).closest?.("a.flag");
  if (!(flag instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!document.querySelector("a[data-report]")) return;
  event.preventDefault();
  import("./flags.mjs").then(({ openReports }) => openReports(flag)).catch(() => location.assign(flag.href));
});

// A quiz needs its script only once somebody is there; the first choice waits for it.
for (const moment of ["focusin", "change"]) {
  addEventListener(moment, (event) => {
    const form = /** @type {HTMLFormElement | undefined} */ (
      /** @type {Element} */ (event.target).closest?.("form.quiz")
    );
    if (!form || "awake" in form.dataset) return;
    load(
      () => import("./quiz.mjs"),
      ({ wakeQuiz }) => {
        form.removeAttribute("data-failed");
        wakeQuiz(form);
      },
      () => form.setAttribute("data-failed", ""),
    );
  });
}

// Running code takes scripts of its own. They wait for the first press, or for a version of the
// reader's that was kept here or came with the address.
/** @type {Promise<typeof import("./live/live.mjs")> | undefined} */
let live;

function fetchLive() {
  live ??= import("./live/live.mjs");
  live.catch(() => (live = undefined));
  return live;
}

addEventListener("hashchange", wakeCode);

async function wakeCode() {
  (await live?.catch(() => {}))?.stopLeft();
  if (document.querySelector(".live") && hasVersion()) load(fetchLive, ({ restore }) => restore());
}

function hasVersion() {
  if (location.hash.startsWith("#live=")) return true;
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`live ${location.pathname} `));
  } catch {
    return false;
  }
}

addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest?.("button[data-live]")
  );
  const said = button?.parentElement?.querySelector(".live__said");
  if (!button || !said) return;
  load(
    fetchLive,
    ({ press }) => button.isConnected && press(button),
    () => (said.textContent = "The script could not be fetched. Check the connection, then press again."),
  );
});

// Browsers print a closed disclosure closed.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
    details.setAttribute("open", "");
    addEventListener("afterprint", () => details.removeAttribute("open"), { once: true });
  }
});

/** @type {{ subscribe(listener: () => void): void } | undefined} */
const pages = /** @type {any} */ (globalThis).document$;
if (pages) pages.subscribe(wake);
else wake();
