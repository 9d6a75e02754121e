// One seed for every property test of a run: CHARTWRIGHT_SEED repeats a failure, and CI sets it, so that a change is
// judged by what it changes and not by luck. Runs at the desk draw new inputs each time.

import fc from "fast-check";

const seed = process.env["CHARTWRIGHT_SEED"];
if (seed) fc.configureGlobal({ seed: Number(seed) });
