/**
 * What the toolbar says, in words.
 *
 * @module words
 */

/** @type {Record<string, (label: string, detail: string) => string>} */
const failures = {
  network: (label) => `${capital(label)} could not be fetched. Check the connection, then press Retry.`,
  status: (label, detail) => `${capital(label)} is not where it should be: the server answers ${detail}. Press Retry, or report it.`,
  hash: (label) => `${capital(label)} did not arrive as it was published, so it was not run. Press Retry, or report it.`,
  absent: () => "This copy of the site was built without Python, so code can’t run here. The log of the build says why.",
  insecure: () => "The browser checks Python’s files only on a secure connection. Open this page over HTTPS.",
  start: (label, detail) => `Python did not start: ${detail}`,
  worker: (label, detail) =>
    `The browser refuses the worker in which Python would run, as it does for a page opened from a file. It says: ${detail}`,
};

/** @type {Record<string, (told: any) => (string | Node)[]>} */
const sentences = {
  preparing: () => ["Preparing Python…"],
  loading: (told) =>
    told.bytes < told.total
      ? ["Python and NumPy come first, ", megabytes(told.transfer), " once. ", bar(told)]
      : ["Starting Python…"],
  starting: () => ["Starting Python…"],
  waiting: () => ["Waiting for the run before it…"],
  running: () => ["Running…"],
  copied: () => ["Copied, without prompts and outputs."],
  linked: () => ["Link to your version copied."],
  uncopied: () => ["The browser did not allow copying. Select the code, and copy it by hand."],
  unlinked: ({ address }) => ["The browser did not allow copying. Copy the address of ", link(address), "."],
  unkept: () => ["The browser has no room to keep your version: it lasts as long as this page."],
  kept: () => ["Your version, kept from last time."],
  mine: () => ["Your own version."],
  adopted: () => ["Kept in place of your own."],
  brought: ({ aside }) => [
    "This version came with the link. Read it before you press Run.",
    aside ? " Your own is kept: press My edit to see it, or Keep to put this one in its place." : "",
  ],
  outcome: (told) => [told.ended ? ending(told.ended) : [above(told), verdict(told)].filter(Boolean).join(" ")],
};

/**
 * @param {import("./python.mjs").Told} told
 * @returns {Node[]}
 */
export function describe(told) {
  return (sentences[told.kind]?.(told) ?? []).map((part) =>
    typeof part === "string" ? document.createTextNode(part) : part,
  );
}

/** @param {any} told */
function ending(told) {
  if (told.kind === "failed") return failures[told.reason](told.label, told.detail);
  if (told.kind === "late") return `Stopped after ${told.seconds} seconds, the longest that a run may take.`;
  if (told.kind === "crashed") return "Python gave up, perhaps for want of memory. A fresh one is ready for the next run.";
  return "Stopped.";
}

/** @param {any} told */
function above({ above, changed }) {
  if (!above.length) return "";
  const blocks = above.length === 1 ? "the block above" : `${above.length} blocks above`;
  return changed ? `Ran ${blocks} first, with your changes.` : `Ran ${blocks} first.`;
}

/** @param {any} told */
function verdict({ statements, error, flood, made = [], here }) {
  if (flood) return `Stopped: ${here ? "it" : "a block above"} printed far more than can be shown.`;
  if (error) return here ? "Ended with an error." : "A block above ended with an error.";
  const compared = statements.filter((/** @type {any} */ statement) => statement.printed);
  if (compared.some((/** @type {any} */ statement) => !statement.same)) return "Not the same as on the page.";
  if (compared.length) return "The same as on the page.";
  const printed = statements.some((/** @type {any} */ one) => one.got || one.complaints);
  return printed || !made.length ? "Done." : set(made);
}

/** @param {string[]} names that a block which prints nothing has set */
function set(names) {
  if (names.length === 1) return `${names[0]} is set.`;
  const shown = names.length > 6 ? [...names.slice(0, 5), "others"] : names;
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)} are set.`;
}

/** @param {string} address */
function link(address) {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.textContent = "this link";
  return anchor;
}

/** @param {number} bytes */
function megabytes(bytes) {
  const data = document.createElement("data");
  data.value = String(bytes / 1e6);
  data.textContent = (bytes / 1e6).toFixed(1);
  const size = document.createElement("span");
  size.append(data, " MB");
  return size;
}

/** @param {{ bytes: number, total: number }} told */
function bar({ bytes, total }) {
  const progress = document.createElement("progress");
  Object.assign(progress, { max: total, value: bytes });
  progress.setAttribute("aria-label", "Fetched so far");
  return progress;
}

/** @param {string} label */
function capital(label) {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
