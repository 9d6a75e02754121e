// Random inputs for real Helm: many in one call, so there is no shrinking; the run's seed repeats a failure.

import fc from "fast-check";
import { seedOfRun } from "../support/seed.ts";

/** Values of an arbitrary, and the seed that gives them again with CHARTWRIGHT_SEED. */
export interface Sample<Value> {
  readonly seed: number;
  readonly values: readonly Value[];
}

/** Draws `count` values, or as many times that as CHARTWRIGHT_RUNS says. */
export function sample<Value>(arbitrary: fc.Arbitrary<Value>, count: number): Sample<Value> {
  const seed = seedOfRun();
  const runs = Number(process.env["CHARTWRIGHT_RUNS"] || 1);
  return { seed, values: fc.sample(arbitrary, { seed, numRuns: count * runs }) };
}
