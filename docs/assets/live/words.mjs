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
};

/** @type {Record<string, (told: any) => (string | Node)[]>} */
const sentences = {
  preparing: () => ["Preparing Python…"],
  loading: (told) =>
    told.bytes < told.total
      ? ["Python and NumPy come first, ", megabytes(told.transfer), " once. ", bar(told)]
      : ["Starting Python…"],
  starting: () => ["Starting Python…"],
  running: () => ["Running…"],
  copied: () => ["Copied, without prompts and outputs."],
  linked: () => ["Link to your version copied."],
  refused: () => ["The browser did not allow copying."],
  kept: () => ["Your version, kept from last time."],
  brought: () => ["This version came with the link. Read it before you press Run."],
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
function verdict({ statements, error, here }) {
  if (error) return here ? "Ended with an error." : "A block above ended with an error.";
  const compared = statements.filter((/** @type {any} */ statement) => statement.printed);
  if (compared.some((/** @type {any} */ statement) => !statement.same)) return "Not the same as on the page.";
  return compared.length ? "The same as on the page." : "Done.";
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
