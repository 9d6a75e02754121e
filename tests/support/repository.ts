// Where things of this repository are, as seen from the tests, whatever folder they are run in.

import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const repositoryFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** A folder for what tests unpack or keep between runs; `npm ci` empties it. */
export const cacheFolder: string = fileURLToPath(
  new URL("../../node_modules/.cache/chartwright", import.meta.url),
);

/** What the operator of an example publishes, below the example's folder: of several releases the one that its charts are of. */
export function releaseOf(example: string): string {
  return example === "tidegate" ? "release/v0.9.2" : "release";
}

/** The folder with the manifests of an example. */
export function releaseFolder(example: string): string {
  return join(repositoryFolder, "examples", example, releaseOf(example));
}
