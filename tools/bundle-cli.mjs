#!/usr/bin/env node
// Puts the modules of the command line, which the compiler has left in dist/, together into one file for each command:
// finding and opening two hundred files takes a sixth of a run. All that the compiler has left stays, as the library.

import { readdirSync, renameSync, rmSync } from "node:fs";
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
    rolldownOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name].[hash].chunk.js" } },
  },
});
for (const file of readdirSync(folder)) if (file.endsWith(".chunk.js")) rmSync(folder + file);
// Beside main.js, so that what is found from a module's own place is where it was.
for (const file of readdirSync(bundled)) renameSync(bundled + file, folder + file);
rmSync(bundled, { recursive: true });
