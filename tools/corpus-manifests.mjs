// The manifests of the corpus: what `npm run corpus` and `npm run bench:peers` go through.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "../dist/index.js";

const shared = process.env["CHARTWRIGHT_SHARED"] ?? fileURLToPath(new URL("../../shared", import.meta.url));
/** The folder that the manifests are named from. */
export const corpus = join(shared, "corpus");

/**
 * The releases whose paths have all `words`: a folder, or each of its files where two of them define one object, since
 * they are alternatives then. Beside those of peerpods, flags holds settings.
 */
export async function listManifests(words = []) {
  const all = [];
  for (const folder of releaseFolders().filter((path) => words.every((word) => path.includes(word)))) {
    const files = filesIn(folder);
    if (files.length > 1 && (await areAlternatives(folder))) all.push(...files);
    else all.push(folder);
  }
  return all;
}

/** The manifests' files. */
export function filesOf(manifest) {
  return statSync(join(corpus, manifest)).isDirectory() ? filesIn(manifest) : [manifest];
}

/** What the operator is called. */
export function nameOf(manifest) {
  const [first, second] = manifest.split(/[/\\]/);
  return (first === "operators" ? second : first) ?? "operator";
}

async function areAlternatives(folder) {
  const { diagnostics } = await inspect([{ path: join(corpus, folder) }]);
  return diagnostics.some(
    ({ code, position, notes = [] }) =>
      (code === "parse/conflicting-object" || code === "parse/duplicate-object") &&
      notes.some((note) => note.position !== undefined && note.position.source !== position?.source),
  );
}

function releaseFolders() {
  const parts = [
    "kubevirt",
    "cdi",
    "peerpods",
    ...foldersIn("operators").map((name) => join("operators", name)),
  ];
  const releases = parts.flatMap((part) => foldersIn(part).map((version) => join(part, version)));
  return releases.filter(
    (release) => filesIn(release).length > 0 && !release.startsWith(join("peerpods", "flags")),
  );
}

function foldersIn(folder) {
  const names = readdirSync(join(corpus, folder)).sort();
  return names.filter((name) => statSync(join(corpus, folder, name)).isDirectory());
}

function filesIn(folder) {
  const paths = readdirSync(join(corpus, folder), { recursive: true, encoding: "utf8" }).sort();
  return paths.filter((path) => /\.(?:ya?ml|json)$/.test(path)).map((path) => join(folder, path));
}
