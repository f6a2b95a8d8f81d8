/**
 * Keeps the reader's versions in this browser, and turns one into a link.
 *
 * A block's id changes with its text, so what belongs to an earlier text is never found again.
 *
 * @module edits
 */

const LINK = "#live=";

/** @param {string} [path] */
function prefix(path = location.pathname) {
  return `live ${path} `;
}

/**
 * @param {string} id
 * @param {string} text
 * @returns {boolean} whether it is kept; with no storage, or none left, it lasts as long as the page
 */
export function keep(id, text) {
  try {
    localStorage.setItem(prefix() + id, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Forgets a version, unless another one was kept since, in another tab.
 *
 * @param {string} id
 * @param {string | undefined} text
 * @returns {boolean} true: with no storage, nothing was kept
 */
export function forget(id, text) {
  try {
    if (localStorage.getItem(prefix() + id) === text) localStorage.removeItem(prefix() + id);
    return true;
  } catch {
    return true;
  }
}

/**
 * Drops what belongs to blocks that the page no longer has.
 *
 * @param {string[]} ids
 * @returns {Map<string, string>} the versions of this page's blocks
 */
export function keptHere(ids) {
  /** @type {Map<string, string>} */
  const found = new Map();
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix())) continue;
      const id = key.slice(prefix().length);
      if (ids.includes(id)) found.set(id, localStorage.getItem(key) ?? "");
      else localStorage.removeItem(key);
    }
  } catch {
    // No storage, so nothing was kept.
  }
  return found;
}

/**
 * @param {string} id
 * @param {string} text
 */
export function linkTo(id, text) {
  const bytes = new TextEncoder().encode(text);
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = packed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}${LINK}${id}.${safe}`;
}

/** @returns {{ id: string, text: string } | undefined} the version that the page's address holds */
export function brought() {
  if (!location.hash.startsWith(LINK)) return undefined;
  const [id, packed = ""] = location.hash.slice(LINK.length).split(".");
  try {
    const bytes = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    return { id, text: new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))) };
  } catch {
    return { id: "", text: "" };
  }
}
