// Random inputs for real Helm: many in one call, so there is no shrinking; a failure names the seed that repeats it.

import fc from "fast-check";

/** Values of an arbitrary, and the seed that gives them again with CHARTWRIGHT_SEED. */
export interface Sample<Value> {
  readonly seed: number;
  readonly values: readonly Value[];
}

/** Draws `count` values. */
export function sample<Value>(arbitrary: fc.Arbitrary<Value>, count: number): Sample<Value> {
  const given = process.env["CHARTWRIGHT_SEED"];
  const seed = given ? Number(given) : Math.floor(Math.random() * 2 ** 31);
  return { seed, values: fc.sample(arbitrary, { seed, numRuns: count }) };
}
