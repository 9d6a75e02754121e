// One seed for all random inputs of a run, a new one each time: the run's last lines name it where a test failed, and
// CHARTWRIGHT_SEED repeats it. CHARTWRIGHT_RUNS multiplies how many inputs real Helm is given.

import fc from "fast-check";

/** The seed of this run; set for all processes by the configuration that starts them. */
export function seedOfRun(): number {
  const given = process.env["CHARTWRIGHT_SEED"];
  return given ? Number(given) : Math.floor(Math.random() * 2 ** 31);
}

if (process.env["VITEST"]) fc.configureGlobal({ seed: seedOfRun() });
