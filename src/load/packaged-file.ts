// Files that come with chartwright: beside its modules in the package, or inside the executable that is one file.
import { readFileSync } from "node:fs";
import { getAsset, isSea } from "node:sea";

/** Paths below the package's folder. tools/build-executable.mjs puts these and no others into the executable. */
export type PackagedPath =
  | "package.json"
  | "dist/go/tree-sitter-go.wasm"
  | "dist/go/web-tree-sitter.wasm"
  | "dist/page/assets/style.css"
  | "dist/page/assets/script.js"
  | `templates/${string}`;

/** The bytes of a file of the package. */
export function readPackagedFile(path: PackagedPath): Uint8Array {
  // Modules are two folders below the package's own, as sources, compiled and bundled.
  return isSea() ? new Uint8Array(getAsset(path)) : readFileSync(new URL(`../../${path}`, import.meta.url));
}
