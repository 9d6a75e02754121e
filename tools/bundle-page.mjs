#!/usr/bin/env node
// Makes the script of the report page one file, and puts it and the page's style beside the built code, from where
// `chartwright report` takes them into every page.

import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const source = fileURLToPath(new URL("../src/page/", import.meta.url));
const target = fileURLToPath(new URL("../dist/page/assets/", import.meta.url));

await build({
  configFile: false,
  logLevel: "warn",
  build: {
    lib: {
      entry: `${source}script/main.ts`,
      formats: ["iife"],
      name: "chartwrightReport",
      fileName: () => "script.js",
    },
    outDir: target,
    emptyOutDir: true,
    target: "es2023",
  },
});
copyFileSync(`${source}style.css`, `${target}style.css`);
