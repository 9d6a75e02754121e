#!/usr/bin/env node
// Puts what Go sources are parsed with beside the built code: the package then runs without the one that has the grammar,
// and the executable that is one file without those that have either.

import { copyFileSync, mkdirSync } from "node:fs";

const target = new URL("../dist/go/", import.meta.url);
mkdirSync(target, { recursive: true });
copy(import.meta.resolve("tree-sitter-go/tree-sitter-go.wasm"), "tree-sitter-go.wasm");
copy(import.meta.resolve("web-tree-sitter/web-tree-sitter.wasm"), "web-tree-sitter.wasm");

/** Copies the file at the address `from`. */
function copy(from, name) {
  copyFileSync(new URL(from), new URL(name, target));
}
