// The programs that build a kustomize directory, each alone on a PATH: kustomize as tools/ builds it, and kubectl.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { packagedTools } from "../../tools/packaged-helm.mjs";
import { describeWith } from "./requirement.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { builtTool } from "./tool.ts";

const programs: Readonly<Record<KustomizeProgram, () => string | undefined>> = {
  kustomize: () => builtTool("kustomize"),
  kubectl: () => packagedTools("4")?.kubectl,
};

/** What can build a kustomize directory. */
export type KustomizeProgram = "kustomize" | "kubectl";

/** A PATH for the running test that holds only `names`. */
export function pathWith(...names: readonly KustomizeProgram[]): string {
  const folder = join(temporaryFolder(), "bin");
  mkdirSync(folder);
  for (const name of names) {
    const found = programs[name]();
    if (found === undefined) throw new Error(`${name} is missing`);
    symlinkSync(found, join(folder, name));
  }
  return folder;
}

/** A `describe` for tests of each program; one that is missing is skipped loudly, and kubectl must be there in CI. */
export function describeWithEachKustomize(title: string, body: (program: KustomizeProgram) => void): void {
  for (const name of ["kustomize", "kubectl"] as const) {
    const requirement = {
      name,
      missing:
        programs[name]() === undefined
          ? name === "kustomize"
            ? "run: node tools/build.mjs kustomize"
            : "it comes from npm for Linux x64"
          : undefined,
      requiredInCi: name === "kubectl" && process.platform === "linux" && process.arch === "x64",
    };
    describeWith(requirement, `${title} [${name}]`, () => body(name));
  }
}
