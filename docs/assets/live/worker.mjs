/**
 * Python, in a worker of its own: starts once, then runs one request after another.
 *
 * A run can't be interrupted from inside (that would take shared memory, which a plain host such as
 * GitHub Pages doesn't allow), so whoever wants to stop one ends the worker.
 *
 * @module worker
 */

import { Failure, fetchFiles, fetchListing } from "./files.mjs";

/** @type {((request: string, emit: (event: string) => void) => void) | undefined} */
let run;
/** What runs before any page's code. */
let setup = "";

addEventListener("message", async ({ data }) => {
  if (data.kind === "run") runRequest(data);
  else if (data.kind === "start") await start(data.compiled).catch(tellFailure);
});

/** @param {WebAssembly.Module | undefined} compiled from an earlier worker of this visit */
async function start(compiled) {
  const base = new URL("./", import.meta.url);
  const listing = await fetchListing(new URL("runtime.json", base));
  if (!listing.files.length) throw new Failure("absent", "Python");
  const sum = (/** @type {"size" | "transfer"} */ key) =>
    listing.files.reduce((total, file) => total + file[key], 0);
  let bytes = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const tell = () => postMessage({ kind: "loading", bytes, total: sum("size"), transfer: sum("transfer"), seconds: listing.seconds });
  tell();
  const contents = await fetchFiles(base, listing.files, (more) => {
    bytes += more;
    soon ??= setTimeout(() => {
      soon = undefined;
      tell();
    }, 50);
  });
  clearTimeout(soon);
  postMessage({ kind: "starting" });
  setup = listing.setup;
  run = await boot(contents, listing.lock, compiled).catch((error) => {
    throw new Failure("start", "Python", String(error));
  });
  postMessage({ kind: "ready" });
}

/** @param {unknown} error */
function tellFailure(error) {
  const { reason = "start", label = "Python", detail = String(error) } = /** @type {any} */ (error);
  postMessage({ kind: "failed", reason, label, detail });
}

/**
 * @param {Map<string, Uint8Array<ArrayBuffer>>} contents
 * @param {object} lock
 * @param {WebAssembly.Module | undefined} compiled
 */
async function boot(contents, lock, compiled) {
  const { loadPyodide } = await importContent(contents, "pyodide.mjs");
  const { default: createPyodideModule } = await importContent(contents, "pyodide.asm.mjs");
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  // Pyodide asks for these two by address; it gets the bytes that were checked.
  globalThis.fetch = async (address) => new Response(contents.get(nameIn(address)), typeOf(address));
  // What is compiled once serves the next worker too, which makes it ready in half the time.
  WebAssembly.instantiateStreaming = async (response, imports) => {
    const module = compiled ?? (await WebAssembly.compileStreaming(response));
    postMessage({ kind: "compiled", module });
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const python = await loadPyodide({
    indexURL: new URL("./", import.meta.url).href,
    lockFileContents: JSON.stringify(lock),
    createPyodideModule,
  });
  Object.assign(globalThis, { fetch });
  Object.assign(WebAssembly, { instantiateStreaming });
  for (const [name, content] of contents) {
    if (name.endsWith(".whl")) python.unpackArchive(content, "wheel");
  }
  return python.pyimport("attention_docs.live.running").run;
}

/**
 * @param {Map<string, Uint8Array<ArrayBuffer>>} contents
 * @param {string} name
 */
async function importContent(contents, name) {
  const address = URL.createObjectURL(new Blob([contents.get(name)], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {RequestInfo | URL} address */
function nameIn(address) {
  return new URL(String(address), import.meta.url).pathname.split("/").at(-1);
}

/** @param {RequestInfo | URL} address */
function typeOf(address) {
  return { headers: nameIn(address).endsWith(".wasm") ? { "Content-Type": "application/wasm" } : {} };
}

/** @param {{ request: object }} data */
function runRequest({ request }) {
  try {
    run(JSON.stringify({ ...request, setup }), (event) => postMessage({ kind: "event", event: JSON.parse(event) }));
    postMessage({ kind: "ended" });
  } catch (error) {
    postMessage({ kind: "crashed", detail: String(error) });
  }
}
