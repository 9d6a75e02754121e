import { defineConfig, type ViteUserConfig } from "vitest/config";
import { ClosingLineReporter } from "./tests/support/closing-line-reporter.ts";
import { seedOfRun } from "./tests/support/seed.ts";

const seed = seedOfRun();

// Real Helm processes are the oracle of many tests, so a test may take seconds on two loaded cores.
const config: ViteUserConfig = defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { CHARTWRIGHT_SEED: String(seed) },
    setupFiles: ["tests/support/seed.ts"],
    reporters: ["default", new ClosingLineReporter(seed)],
    coverage: { provider: "v8", include: ["src/**"], reporter: ["text-summary", "html"] },
  },
});

export default config;
