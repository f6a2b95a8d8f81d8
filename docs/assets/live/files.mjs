/**
 * Fetches the runtime's files, each checked against its SHA-256 before anybody may use it.
 *
 * The browser's own cache keeps files for minutes on many hosts; Cache Storage keeps them until they
 * change, and works without a network.
 *
 * @module files
 */

/** @typedef {{ path: string, label: string, sha256: string, size: number, transfer: number }} Listed */
/** @typedef {{ seconds: number, setup: string, lock: object, files: Listed[] }} Listing */

const STORE = "live python";

/** What went wrong with a file, for the page to put into words. */
export class Failure extends Error {
  /**
   * @param {"network" | "status" | "hash" | "absent" | "insecure" | "start"} reason
   * @param {string} label
   * @param {string} [detail]
   */
  constructor(reason, label, detail = "") {
    super(`${label}: ${reason} ${detail}`);
    Object.assign(this, { reason, label, detail });
  }
}

/** @returns {Promise<Cache | undefined>} nothing where the browser keeps no storage for this site */
async function openStore() {
  return globalThis.caches?.open(STORE).catch(() => undefined);
}

/**
 * @param {URL} address
 * @returns {Promise<Listing>} today's list, or the last one seen where there is no network
 */
export async function fetchListing(address) {
  const store = await openStore();
  try {
    const response = await fetch(address, { cache: "no-cache" });
    if (!response.ok) throw new Failure("status", "the list of files", String(response.status));
    // That of an earlier build goes: its address differs in the query.
    await store?.delete(address, { ignoreSearch: true });
    await store?.put(address, response.clone()).catch(() => {});
    return await response.json();
  } catch (error) {
    const kept = await store?.match(address, { ignoreSearch: true });
    if (kept) return kept.json();
    throw error instanceof Failure ? error : new Failure("network", "the list of files");
  }
}

/**
 * @param {URL} base what the paths are relative to
 * @param {Listed[]} files
 * @param {(bytes: number) => void} arrived called with the size of each piece
 * @returns {Promise<Map<string, Uint8Array<ArrayBuffer>>>} the content of each file, by its name
 */
export async function fetchFiles(base, files, arrived) {
  if (!globalThis.crypto?.subtle) throw new Failure("insecure", "");
  const store = await openStore();
  const entries = files.map(async (file) => {
    const address = new URL(file.path, base).href;
    const content = (await kept(store, address, file, arrived)) ?? (await fetchFile(store, address, file, arrived));
    return /** @type {const} */ ([file.path.split("/").at(-1) ?? "", content]);
  });
  // All are let finish, so that a retry finds in the store what did arrive.
  const failed = (await Promise.allSettled(entries)).find((entry) => entry.status === "rejected");
  if (failed) throw /** @type {PromiseRejectedResult} */ (failed).reason;
  dropOthers(store, base, files);
  return new Map(await Promise.all(entries));
}

/**
 * @param {Cache | undefined} store
 * @param {string} address
 * @param {Listed} file
 * @param {(bytes: number) => void} arrived
 */
async function kept(store, address, file, arrived) {
  const response = await store?.match(address).catch(() => undefined);
  if (!response) return undefined;
  const content = new Uint8Array(await response.arrayBuffer());
  if (!(await matches(content, file))) return undefined;
  arrived(content.length);
  return content;
}

/**
 * @param {Cache | undefined} store
 * @param {string} address
 * @param {Listed} file
 * @param {(bytes: number) => void} arrived
 */
async function fetchFile(store, address, file, arrived) {
  // A second time past the browser's cache: it may hold the file of an earlier build.
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const content = await download(address, file, cache, arrived);
    if (await matches(content, file)) {
      const headers = { "Content-Type": "application/octet-stream" };
      await store?.put(address, new Response(content, { headers })).catch(() => {});
      return content;
    }
    arrived(-content.length);
  }
  throw new Failure("hash", file.label);
}

/**
 * @param {string} address
 * @param {Listed} file
 * @param {RequestCache} cache
 * @param {(bytes: number) => void} arrived
 */
async function download(address, file, cache, arrived) {
  let response;
  try {
    response = await fetch(address, { cache });
  } catch {
    throw new Failure("network", file.label);
  }
  if (!response.ok) throw new Failure("status", file.label, String(response.status));
  const content = new Uint8Array(file.size);
  let length = 0;
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > file.size) {
        await reader.cancel();
        return content.subarray(0, length);
      }
      content.set(value, length);
      length += value.length;
      arrived(value.length);
    }
  } catch {
    arrived(-length);
    throw new Failure("network", file.label);
  }
  return content.subarray(0, length);
}

/**
 * @param {Uint8Array<ArrayBuffer>} content
 * @param {Listed} file
 */
async function matches(content, file) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === file.sha256;
}

/**
 * Forgets the files of earlier releases, but not those of other sites on the same host.
 *
 * @param {Cache | undefined} store
 * @param {URL} base
 * @param {Listed[]} files
 */
async function dropOthers(store, base, files) {
  if (!store) return;
  const wanted = new Set(files.map((file) => new URL(file.path, base).href));
  for (const { url } of await store.keys()) {
    const listing = new URL(url).pathname.endsWith(".json");
    if (url.startsWith(base.href) && !listing && !wanted.has(url)) await store.delete(url);
  }
}
