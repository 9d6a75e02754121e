// `npm run e2e`: whole lives of charts on a proving ground, one after the other, with the newest Helms where tools/ has
// built them.

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { ClosingLineReporter } from "../support/closing-line-reporter.ts";
import { LifecycleReporter } from "../support/proving-ground/lifecycle-reporter.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [helm3, helm4] = execFileSync(process.execPath, ["tools/build.mjs", "--find", "helm3", "helm4"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");

const files = readdirSync(fileURLToPath(new URL(".", import.meta.url))).filter((name) =>
  name.endsWith(".e2e.ts"),
);

const config: ViteUserConfig = defineConfig({
  root,
  test: {
    include: ["tests/e2e/**/*.e2e.ts"],
    env: {
      HELM3: process.env["HELM3"] || (helm3 ?? ""),
      HELM4: process.env["HELM4"] || (helm4 ?? ""),
    },
    // The machine's cores belong to the control plane.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ["verbose", new LifecycleReporter(files.length), new ClosingLineReporter()],
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default config;
