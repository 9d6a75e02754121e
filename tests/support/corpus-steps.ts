// The steps from one release to the next that the corpus has: of each operator with several releases, and of each file
// where the files of a release are alternatives.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "../../src/convert.ts";
import type { Corpus } from "./corpus.ts";

/** Two releases of one operator: folders or files below the corpus's own folder. */
export interface ReleaseStep {
  readonly operator: string;
  readonly older: string;
  readonly newer: string;
}

/** The steps by operator, oldest first. */
export async function releaseSteps(corpus: Corpus): Promise<readonly ReleaseStep[]> {
  const own = ["kubevirt", "cdi"].map((operator) => ({ operator, folder: `corpus/${operator}` }));
  const others = corpus
    .list("corpus/operators")
    .filter((name) => !name.includes("."))
    .map((operator) => ({ operator, folder: `corpus/operators/${operator}` }));
  const steps: ReleaseStep[] = [];
  for (const { operator, folder } of [...own, ...others]) {
    const versions = corpus.list(folder).filter((name) => /\d/.test(name) && !/\.[a-z]+$/.test(name));
    for (const [index, version] of versions.slice(1).entries()) {
      const [older, newer] = [`${folder}/${versions[index]}`, `${folder}/${version}`];
      for (const file of await partsOf(corpus, older, newer)) {
        steps.push({ operator, older: join(older, file), newer: join(newer, file) });
      }
    }
  }
  return steps;
}

/** "" for the folders as they are; the files that both have, where those of one are alternatives. */
async function partsOf(corpus: Corpus, older: string, newer: string): Promise<readonly string[]> {
  const folders = [older, newer].map((folder) => corpus.path(folder));
  const [before = [], after = []] = folders.map((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.ya?ml$/.test(name)),
  );
  if (before.length < 2 && after.length < 2) return [""];
  const areAlternatives = await Promise.all(folders.map(repeatsObjects));
  if (!areAlternatives.includes(true)) return [""];
  return before.filter((name) => after.includes(name)).sort();
}

async function repeatsObjects(folder: string): Promise<boolean> {
  const { diagnostics } = await inspect([{ path: folder }]);
  return diagnostics.some(
    ({ code }) => code === "parse/conflicting-object" || code === "parse/duplicate-object",
  );
}
