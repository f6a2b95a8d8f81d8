// What every page does: fetches the script of each part when it is wanted. One that stays away takes no
// other with it. Runs again after each of Material's instant navigations.

function wake() {
  wakeFigures();
  for (const form of document.querySelectorAll("form.predict:not([data-awake])")) near.observe(form);
  wakeCode();
}

async function wakeFigures() {
  const notes = document.querySelectorAll("figure:not([data-awake]) [data-note]");
  if (notes.length === 0 || (await load("./figures/figure.mjs"))) return;
  for (const note of notes) note.textContent = "This figure can’t move: its script did not load.";
}

addEventListener("online", wakeFigures);

/**
 * Loads a script that the page can do without: blocked or offline, it is told and left.
 *
 * @param {string} path
 */
function load(path) {
  return import(path).catch((error) => console.warn(`${path} stays away:`, error));
}

// A field that checks what is typed into it stays disabled until its reader comes near.
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      load("./predict.mjs").then((predict) => {
        if (predict) predict.wakePredict(target);
        else target.querySelector("[role=status]").textContent = "This field can’t check: its script did not load.";
      });
    }
  },
  { rootMargin: "400px" },
);

// A term has a card with its definition; without one it is a link to the same.
load("./numbers/card.mjs").then((cards) =>
  cards?.offer({
    id: "term-card",
    owners: "a.term",
    content: async (/** @type {HTMLElement} */ term) => (await import("./terms.mjs")).define(term),
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
  addEventListener(moment, async (event) => {
    const form = /** @type {Element} */ (event.target).closest?.("form.quiz");
    if (!form) return;
    const quiz = await load("./quiz.mjs");
    quiz?.wakeQuiz(form);
  });
}

// Running code takes scripts of its own. They wait for the first press, or for a version of the
// reader's that was kept here or came with the address.
/** @type {Promise<typeof import("./live/live.mjs")> | undefined} */
let live;

function loadLive() {
  live ??= import("./live/live.mjs");
  live.catch(() => (live = undefined));
  return live;
}

addEventListener("hashchange", wakeCode);

async function wakeCode() {
  (await live)?.stopLeft();
  if (document.querySelector(".live") && hasVersion()) (await loadLive()).restore();
}

function hasVersion() {
  if (location.hash.startsWith("#live=")) return true;
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`live ${location.pathname} `));
  } catch {
    return false;
  }
}

addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest?.("button[data-live]");
  if (!button) return;
  try {
    (await loadLive()).press(/** @type {HTMLElement} */ (button));
  } catch {
    const said = button.parentElement?.querySelector(".live__said");
    if (said) said.textContent = "The script could not be fetched. Check the connection, then press again.";
  }
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
