// What Material's own script leaves out for keys and for the clipboard.

const drawer = /** @type {HTMLInputElement} */ (document.getElementById("__drawer"));
const menu = /** @type {HTMLButtonElement} */ (document.querySelector(".menu"));

menu.addEventListener("click", () => open(!drawer.checked));
drawer.addEventListener("change", () => menu.setAttribute("aria-expanded", String(drawer.checked)));

/** @param {boolean} wanted */
function open(wanted) {
  drawer.checked = wanted;
  drawer.dispatchEvent(new Event("change"));
}

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "k") {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (document.querySelector(".md-search__input"))?.focus();
  } else if (event.key === "Escape" && drawer.checked) {
    open(false);
    menu.focus();
  }
});

// An open menu covers the page, so it is the next stop, and closes once the focus is elsewhere.
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Tab" || event.shiftKey || !drawer.checked) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */ (document.querySelector(".md-sidebar--primary a"))?.focus();
});

addEventListener("focusin", ({ target }) => {
  const inside = /** @type {Element} */ (target).closest(".menu, .md-sidebar--primary");
  if (drawer.checked && !inside) open(false);
});

// A formula is in the page twice, as glyphs and as MathML. The clipboard gets its TeX instead.
addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection?.rangeCount || !event.clipboardData) return;
  const range = selection.getRangeAt(0).cloneRange();
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = document.createElement("div");
  copied.append(range.cloneContents());
  const formulas = /** @type {NodeListOf<HTMLElement>} */ (copied.querySelectorAll(".katex"));
  if (!formulas.length) return;
  for (const formula of formulas) {
    const sign = formula.closest(".katex-display") ? "$$" : "$";
    formula.replaceWith(`${sign}${formula.dataset.tex}${sign}`);
  }
  // Only what is in the page has its lines broken where a reader sees them broken.
  document.querySelector("article")?.append(copied);
  event.clipboardData.setData("text/plain", copied.innerText.trim());
  copied.remove();
  event.clipboardData.setData("text/html", copied.innerHTML);
  event.preventDefault();
});

// Paper shows all of the code that stands in an editor, not its box.
addEventListener("beforeprint", () => {
  const editors = /** @type {NodeListOf<HTMLTextAreaElement>} */ (
    document.querySelectorAll(".live__editor textarea")
  );
  for (const editor of editors) {
    const code = document.createElement("code");
    code.textContent = editor.value;
    const printed = document.createElement("pre");
    printed.className = "printed";
    printed.append(code);
    editor.parentElement?.after(printed);
    addEventListener("afterprint", () => printed.remove(), { once: true });
  }
});

/** @param {Node} node */
function formulaAround(node) {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(".katex-display") ?? element?.closest(".katex");
}
