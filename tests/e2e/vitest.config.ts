// `npm run e2e`: whole lives of charts on proving grounds, several side by side, with the newest Helms where tools/ has
// built them. A file runs once for each Helm, so that a long one does not keep the others waiting at the end.

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { ClosingLineReporter } from "../support/closing-line-reporter.ts";
import { LifecycleReporter } from "../support/proving-ground/lifecycle-reporter.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [helm3, helm4] = execFileSync(process.execPath, ["tools/build.mjs", "--find", "helm3", "helm4"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");

/** Files whose tests are about no Helm, or about both at once. */
const onceOnly = [
  "proving-ground.e2e.ts",
  "refusals.e2e.ts",
  "handover.e2e.ts",
  "values-dry-run.e2e.ts",
  "field-schemas.e2e.ts",
];
const files = readdirSync(fileURLToPath(new URL(".", import.meta.url))).filter((name) =>
  name.endsWith(".e2e.ts"),
);
const majors = ["3", "4"];
const runs = files.length * majors.length - onceOnly.length * (majors.length - 1);

function inFolder(names: readonly string[]): string[] {
  return names.map((name) => `tests/e2e/${name}`);
}

const config: ViteUserConfig = defineConfig({
  root,
  test: {
    env: {
      HELM3: process.env["HELM3"] || (helm3 ?? ""),
      HELM4: process.env["HELM4"] || (helm4 ?? ""),
    },
    projects: [
      ...majors.map((major) => ({
        extends: true as const,
        test: {
          name: `Helm ${major}`,
          include: inFolder(files.filter((name) => !onceOnly.includes(name))),
          env: { CHARTWRIGHT_HELM: major },
        },
      })),
      { extends: true as const, test: { name: "both", include: inFolder(onceOnly) } },
    ],
    // Each has a control plane of its own, which waits about half of the time.
    maxWorkers: 2 * availableParallelism(),
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ["verbose", new LifecycleReporter(runs), new ClosingLineReporter()],
  },
});

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default config;
