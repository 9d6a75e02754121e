// Go files from the disk, and what they are parsed with.
import { readdirSync, readFileSync, statSync } from "node:fs";
import type { GoFiles } from "../go/packages.ts";
import type { GoGrammar } from "../go/syntax.ts";
import { readPackagedFile } from "./packaged-file.ts";

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

/** What Go sources are parsed with: the WebAssembly of the parser, and of Go's grammar. */
export function readGoGrammar(): GoGrammar {
  return {
    parser: readPackagedFile("dist/go/web-tree-sitter.wasm"),
    language: readPackagedFile("dist/go/tree-sitter-go.wasm"),
  };
}
