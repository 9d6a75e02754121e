// Small file trees for tests: written from, and read back into, a record of paths and texts. Whole charts are golden.ts.

import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes `files` (path below `folder` → content), making folders as needed. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Every file below `folder` with its text; empty folders end in `/`, links are not followed. */
export function readFiles(folder: string, prefix = ""): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder).toSorted();
  if (entries.length === 0 && prefix !== "") return { [prefix]: "" };
  return Object.assign(
    {},
    ...entries.map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return { [prefix + name]: "(link)" };
      return stats.isDirectory()
        ? readFiles(path, `${prefix}${name}/`)
        : { [prefix + name]: readFileSync(path, "utf8") };
    }),
  );
}
