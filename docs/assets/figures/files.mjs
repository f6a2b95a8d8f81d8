/**
 * Fetches the files that figures need, each once.
 *
 * @module files
 */

/** @type {Map<string, Promise<void>>} */
const fetching = new Map();

/** @param {Map<string, any>} kept @param {string} path */
async function get(kept, path) {
  try {
    const response = await fetch(new URL(path, import.meta.url));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    kept.set(path, await response.json());
  } finally {
    fetching.delete(path);
  }
}

/** Put the contents of files where they are kept. @param {Map<string, any>} kept @param {string[]} paths */
export const fetchInto = (kept, paths) => Promise.all(paths.map((path) => {
  if (!kept.has(path) && !fetching.has(path)) fetching.set(path, get(kept, path));
  return fetching.get(path);
}));
