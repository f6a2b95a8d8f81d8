/**
 * A plain text area for code: it grows with its text, and keeps the indentation.
 *
 * @module editor
 */

/**
 * @param {string} text
 * @param {(text: string) => void} changed
 * @param {() => void} run
 */
export function createEditor(text, changed, run) {
  const box = document.createElement("div");
  box.className = "live__editor";
  const area = document.createElement("textarea");
  Object.assign(area, { value: text, spellcheck: false, wrap: "off", autocapitalize: "off", autocomplete: "off" });
  area.setAttribute("aria-label", "Your version of this code");
  const hint = document.createElement("p");
  hint.className = "live__hint";
  hint.textContent = `${navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl"}+Enter runs. Escape, then Tab, leaves the text.`;
  const fit = () => (area.rows = area.value.split("\n").length);
  fit();
  let leaving = false;
  area.addEventListener("input", () => {
    fit();
    changed(area.value);
  });
  area.addEventListener("blur", () => (leaving = false));
  area.addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    } else if (event.key === "Tab" && plain && !event.shiftKey && !leaving) {
      event.preventDefault();
      insert("    ");
    } else if (event.key === "Enter" && plain && !event.shiftKey) {
      event.preventDefault();
      insert(`\n${indentation(area)}`);
    }
    // Shift+Tab always leaves, and Escape lets the next Tab leave.
    if (event.key !== "Shift") leaving = event.key === "Escape";
  });
  box.append(area, hint);
  // A browser puts the cursor at the end, and scrolls there.
  area.setSelectionRange(0, 0);
  const write = (/** @type {string} */ text) => {
    area.value = text;
    area.setSelectionRange(0, 0);
    fit();
  };
  return { box, area, write };
}

/**
 * Types text where the cursor is, so that the browser's own undo takes it back.
 *
 * @param {string} text
 */
function insert(text) {
  document.execCommand("insertText", false, text);
}

/** @param {HTMLTextAreaElement} area */
function indentation(area) {
  const line = area.value.slice(0, area.selectionStart).split("\n").at(-1) ?? "";
  const own = line.match(/^ */)?.[0] ?? "";
  return line.trimEnd().endsWith(":") ? `${own}    ` : own;
}
