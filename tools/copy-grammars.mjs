#!/usr/bin/env node
// Puts what Go sources are parsed with beside the built code: the package then runs without the one that has the grammar,
// and the executable that is one file without those that have either.

import { copyFileSync, mkdirSync } from "node:fs";

const target = new URL("../dist/go/", import.meta.url);
mkdirSync(target, { recursive: true });
for (const [from, name] of [
  ["tree-sitter-go/tree-sitter-go.wasm", "tree-sitter-go.wasm"],
  ["web-tree-sitter/web-tree-sitter.wasm", "web-tree-sitter.wasm"],
]) {
  copyFileSync(new URL(import.meta.resolve(from)), new URL(name, target));
}
