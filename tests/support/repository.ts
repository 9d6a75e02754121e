// Where things of this repository are, as seen from the tests, whatever folder they are run in.

import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const repositoryFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** A folder for what tests unpack or keep between runs; `npm ci` empties it. */
export const cacheFolder: string = fileURLToPath(
  new URL("../../node_modules/.cache/chartwright", import.meta.url),
);
