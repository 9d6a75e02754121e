// The shared folder beside the repository: release manifests of real operators (corpus/) and small inputs of one fault
// class each (cases/). It is not part of the repository, so its tests are skipped loudly where it is missing; where it
// is there, closing-line-reporter.ts lets no corpus test of a CI run be skipped.

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "vitest";
import { repositoryFolder } from "./repository.ts";
import { describeWith } from "./requirement.ts";

/** The first word of the title of every suite that needs the shared folder. */
export const corpusTitle = "corpus:";

/** Paths in the shared folder. */
export interface Corpus {
  /** The full path of a file or folder, such as "corpus/kubevirt/v1.9.0/kubevirt-operator.yaml". */
  path(name: string): string;
  /** The sorted names in a folder, such as "corpus/operators"; none where the shared folder is missing. */
  list(folder: string): readonly string[];
}

/** Says whether the shared folder is there. */
export function hasCorpus(): boolean {
  return existsSync(join(sharedFolder(), "corpus"));
}

/** A `describe` for tests on the corpus; they list and name files through what the body is given. */
export function describeWithCorpus(title: string, body: (corpus: Corpus) => void): void {
  const isThere = hasCorpus();
  const given = process.env["CHARTWRIGHT_SHARED"];
  // A folder that was named and is wrong is a mistake, not an absence.
  if (!isThere && given) {
    throw new Error(`CHARTWRIGHT_SHARED is "${given}", which holds no folder "corpus"`);
  }
  const requirement = {
    name: "corpus",
    missing: isThere
      ? undefined
      : "set CHARTWRIGHT_SHARED to the shared folder, or put it beside the repository",
    requiredInCi: false,
  };
  describeWith(requirement, `${corpusTitle} ${title}`, () => {
    body(corpusIn(sharedFolder()));
    // Tests made from a listing do not exist without the corpus; this one keeps the suite in the count.
    if (!isThere) test("the corpus is there", () => undefined);
  });
}

function sharedFolder(): string {
  return resolve(process.env["CHARTWRIGHT_SHARED"] || join(repositoryFolder, "..", "shared"));
}

function corpusIn(folder: string): Corpus {
  return {
    path: (name) => join(folder, name),
    list: (name) => (existsSync(folder) ? readdirSync(join(folder, name)).sort() : []),
  };
}
