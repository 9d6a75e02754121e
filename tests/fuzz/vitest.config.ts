// `npm run fuzz`: the values of the corpus' charts, changed at random.
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { ClosingLineReporter } from "../support/closing-line-reporter.ts";
import { seedOfRun } from "../support/seed.ts";

const seed = seedOfRun();

const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/fuzz/*.fuzz.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { CHARTWRIGHT_SEED: String(seed) },
    setupFiles: ["tests/support/seed.ts"],
    reporters: ["dot", new ClosingLineReporter(seed)],
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default config;
