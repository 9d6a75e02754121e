// `npm run fuzz`: changes the values of the corpus' charts, one by one and in random combinations, renders them with Helm 3
// and 4, and says where a value does not do what it promises (tests/fuzz). Words choose manifests: `npm run fuzz -- kueue`.
//   --seed N     the random values of an earlier run, which printed it
//   --runs N     how many values each setting is given (2)
//   --sample N   only so many changes of each manifest, chosen by the seed
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, runs: { type: "string" }, sample: { type: "string" } },
});
const seed = values.seed ?? process.env["CHARTWRIGHT_SEED"] ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}: npm run fuzz -- --seed ${seed} gives the same values`);
const root = fileURLToPath(new URL("..", import.meta.url));
const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/fuzz/vitest.config.ts"];
const { status } = spawnSync(process.execPath, args, {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    CHARTWRIGHT_SEED: seed,
    CHARTWRIGHT_FUZZ_WORDS: positionals.join(" "),
    ...(values.runs === undefined ? {} : { CHARTWRIGHT_FUZZ_RUNS: values.runs }),
    ...(values.sample === undefined ? {} : { CHARTWRIGHT_FUZZ_SAMPLE: values.sample }),
  },
});
process.exitCode = status ?? 1;
