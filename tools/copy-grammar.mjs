#!/usr/bin/env node
// Puts the grammar of Go beside the built code, so that the package runs without the one that the grammar comes in.

import { copyFileSync, mkdirSync } from "node:fs";

const target = new URL("../dist/go/", import.meta.url);
mkdirSync(target, { recursive: true });
copyFileSync(
  new URL(import.meta.resolve("tree-sitter-go/tree-sitter-go.wasm")),
  new URL("tree-sitter-go.wasm", target),
);
