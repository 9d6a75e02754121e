#!/usr/bin/env node
// Puts the modules of the command line, which the compiler has left in dist/, together into one file for each command:
// finding and opening two hundred files takes a sixth of a run. What else is in dist/ is the library, and stays as it is.

import { renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = fileURLToPath(new URL("../dist/cli/", import.meta.url));
const bundled = fileURLToPath(new URL("../dist/.cli/", import.meta.url));

await build({
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: `${folder}main.js`,
    outDir: bundled,
    emptyOutDir: true,
    minify: false,
    target: "node20",
    // Beside each other, so that what is found from a module's own place is where it was.
    rolldownOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" } },
  },
});
rmSync(folder, { recursive: true });
renameSync(bundled, folder);
