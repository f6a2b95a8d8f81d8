/**
 * Draws code and what it gave, in the way in which a doctest is printed.
 *
 * @module transcript
 */

import { isCode } from "./doctest.mjs";

/**
 * @param {import("./block.mjs").Block} block whose open editor shows the code: then only lines that gave
 *   something are drawn
 * @param {import("./outcome.mjs").Outcome} outcome
 */
export function transcript(block, { code: ran, statements, error }) {
  const drawn = document.createDocumentFragment();
  const lines = ran === block.versions.page ? printedLines(block) : ownLines(ran);
  let next = 0;
  for (const statement of statements) {
    if (!block.editor) drawn.append(...lines.slice(next, statement.first).flatMap(untouched));
    next = statement.first + statement.lines;
    const own = lines.slice(statement.first, next);
    const failed = error && statement === statements.at(-1) ? [failure(error.text)] : [];
    const gave = [...result(statement, own.at(-1)?.output ?? []), ...failed];
    if (!block.editor || gave.length) drawn.append(...own.flatMap((line, index) => code(line, index > 0)), ...gave);
  }
  if (!block.editor) drawn.append(...lines.slice(next).flatMap(untouched));
  if (error && !statements.length) drawn.append(failure(error.text));
  return drawn;
}

/**
 * @param {Line} line one that was not run, or is no code
 * @returns {(Node | string)[]}
 */
function untouched(line) {
  return line.prompted || line.text ? [...code(line, false), ...line.output] : [];
}

/**
 * @param {Line} line
 * @param {boolean} goesOn whether the statement began on an earlier line
 * @returns {(Node | string)[]}
 */
function code(line, goesOn) {
  return [...(line.prompted ? [line.prompted] : [part("gp", goesOn ? "... " : ">>> "), line.text]), "\n"];
}

/** @typedef {{ prompted?: Node, text: string, output: Node[] }} Line a line of code, and what stands below it */

/**
 * @param {import("./block.mjs").Block} block
 * @returns {Line[]} the page's own lines, as they are coloured there
 */
function printedLines(block) {
  const texts = block.printed.split("\n");
  /** @type {Line[]} */
  const lines = [];
  for (const [index, markup] of block.original.split("\n").entries()) {
    const template = document.createElement("template");
    template.innerHTML = markup;
    if (isCode(texts[index])) lines.push({ prompted: template.content, text: texts[index], output: [] });
    else if (texts[index]) lines.at(-1)?.output.push(template.content, document.createTextNode("\n"));
  }
  return lines;
}

/**
 * @param {string} code
 * @returns {Line[]}
 */
function ownLines(code) {
  return code.replace(/\n+$/, "").split("\n").map((text) => ({ text, output: [] }));
}

/**
 * @param {any} statement
 * @param {Node[]} printed the page's own output, where it is the page's own code
 */
function result(statement, printed) {
  const shown = [];
  if (statement.complaints) shown.push(part("live__complaint", statement.complaints));
  if (statement.same && printed.length) shown.unshift(...printed);
  else if (statement.same === false) {
    shown.unshift(tagged("del", "page", statement.printed), tagged("ins", "now", statement.got));
  } else if (statement.got) shown.unshift(output("go", statement.got));
  if (statement.dropped_characters) shown.push(part("live__cut", `${cut(statement)}\n`));
  return shown;
}

/** @param {any} statement whose output was cut */
function cut(statement) {
  const inside = !statement.got.endsWith("\n");
  const count = inside ? statement.dropped_characters : statement.dropped_lines;
  const what = inside ? "character" : "line";
  return `${count.toLocaleString("en")} more ${what}${count === 1 ? " is" : "s are"} not shown.`;
}

/**
 * @param {"del" | "ins"} kind
 * @param {string} word
 * @param {string} text
 */
function tagged(kind, word, text) {
  const element = document.createElement(kind);
  element.append(part("live__tag", word), " ", output("", text || "nothing\n"));
  return element;
}

/**
 * @param {string} name
 * @param {string} text
 */
function output(name, text) {
  if (/^<svg\s[^]*<\/svg>\s*$/.test(text)) return drawing(text);
  const element = part(name, text);
  if (text.split("\n").length > 14) {
    // What scrolls must be within reach of the keyboard.
    element.className += " live__long";
    element.tabIndex = 0;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", "Output");
  }
  return element;
}

/** A drawing in SVG, as an image: what stands in one runs no scripts, and fetches nothing. @param {string} svg */
function drawing(svg) {
  const image = new Image();
  image.className = "live__drawing";
  image.alt = "The drawing";
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return image;
}

/** @param {string} text */
function failure(text) {
  return part("live__error", text);
}

/**
 * @param {string} name
 * @param {string} text
 */
function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}
