// Go files from the disk, and the grammar that they are read with.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { GoFiles } from "../go/packages.ts";

/** Reads from the disk; what cannot be read is not there. */
export const goFilesOnDisk: GoFiles = {
  list(folder) {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name);
    } catch {
      return [];
    }
  },
  read(path) {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    // A byte-order mark in front is no part of the program (https://go.dev/ref/spec#Source_code_representation).
    return readFileSync(path, "utf8").replace(/^\ufeff/, "");
  },
};

/** The WebAssembly of Go's grammar: beside the built code; in a checkout, in the package that the build takes it from. */
export function readGoGrammar(): Uint8Array {
  const built = fileURLToPath(new URL("../go/tree-sitter-go.wasm", import.meta.url));
  const file = existsSync(built)
    ? built
    : createRequire(import.meta.url).resolve("tree-sitter-go/tree-sitter-go.wasm");
  return readFileSync(file);
}
