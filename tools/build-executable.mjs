#!/usr/bin/env node
// Puts the command line and the Node that runs this script into one file, which needs neither Node nor npm where it runs:
//   node tools/build-executable.mjs [FILE]        FILE is dist/executable/chartwright where none is given
// Node's own way (https://nodejs.org/api/single-executable-applications.html): the modules become one, which is written into a
// copy of Node together with the files that come with the package.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "postject";
import { build } from "vite";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const executable = resolve(process.argv[2] ?? join(packageFolder, "dist/executable/chartwright"));
const work = mkdtempSync(join(tmpdir(), "chartwright-executable-"));

/** Those that src/load/packaged-file.ts reads. */
const packagedPaths = [
  "package.json",
  "dist/go/tree-sitter-go.wasm",
  "dist/go/web-tree-sitter.wasm",
  "dist/page/assets/style.css",
  "dist/page/assets/script.js",
  ...readdirSync(join(packageFolder, "templates"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(packageFolder, join(entry.parentPath, entry.name)).replaceAll(sep, "/")),
];

try {
  await bundle();
  writeFileSync(
    join(work, "sea.json"),
    JSON.stringify({
      main: join(work, "main.cjs"),
      output: join(work, "blob"),
      disableExperimentalSEAWarning: true,
      assets: Object.fromEntries(packagedPaths.map((path) => [path, join(packageFolder, path)])),
    }),
  );
  execFileSync(process.execPath, ["--experimental-sea-config", join(work, "sea.json")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  mkdirSync(dirname(executable), { recursive: true });
  rmSync(executable, { force: true });
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  await inject(executable, "NODE_SEA_BLOB", readFileSync(join(work, "blob")), {
    sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  });
} finally {
  rmSync(work, { recursive: true });
}

/** All modules as one of CommonJS, the only kind that Node starts from inside itself. */
async function bundle() {
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true, external: ["openpgp"] },
    build: {
      ssr: join(packageFolder, "dist/cli/main.js"),
      outDir: work,
      minify: true,
      target: "node20",
      rolldownOptions: { output: { format: "cjs", codeSplitting: false, entryFileNames: "main.cjs" } },
    },
  });
}
