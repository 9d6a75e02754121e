// The files that a chart for several providers has of each.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/build.ts";
import { writeFiles } from "../support/folder-content.ts";
import { repositoryFolder } from "../support/repository.ts";
import { makeFolder, temporaryFolder } from "../support/temporary-folder.ts";

const manifests = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: bay }
data: { PROVIDER: pier, POOL: inner }
---
apiVersion: v1
kind: Secret
metadata: { name: credentials, namespace: bay }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: daemon, namespace: bay }
spec:
  selector: { matchLabels: { app: daemon } }
  template:
    metadata: { labels: { app: daemon } }
    spec:
      containers:
        - name: daemon
          image: example.org/daemon:v1
          envFrom:
            - configMapRef: { name: settings }
            - secretRef: { name: credentials }
`;

const setting = (env: string, more = "") => `        - { env: ${env}${more} }\n`;
const project = (quay: string) => `apiVersion: chartwright/v1
kind: ChartProject
name: bay
sources: [{ path: bay.yaml }]
flags:
  groups:
    pier:
      settings:
${setting("POOL", ", default: outer, description: Which berths")}    quay:
      settings:
${quay}providers: { default: pier, configMap: settings, variable: PROVIDER, secret: credentials }
`;

async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const { chartSet, diagnostics } = await build(folder);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return chartSet?.charts[0]?.files ?? new Map();
}

describe("a change of one provider", () => {
  let before: ReadonlyMap<string, string>;
  let after: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const folder = makeFolder();
    writeFiles(folder, { "bay.yaml": manifests, "chartwright.yaml": project(setting("IMAGE")) });
    before = await filesOf(folder);
    const more = [
      setting("IMAGE", ", required: true"),
      setting("KEY", ", required: true, secret: true"),
      setting("TAGS"),
    ];
    writeFiles(folder, { "chartwright.yaml": project(more.join("")) });
    after = await filesOf(folder);
    rmSync(folder, { recursive: true });
  });

  test("changes the files that are called after it, and the one schema that Helm reads", () => {
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    expect(paths.filter((path) => before.get(path) !== after.get(path)).toSorted()).toEqual([
      "providers/quay-secrets.yaml",
      "providers/quay.yaml",
      "templates/_provider-quay.tpl",
      "values.schema.json",
    ]);
  });
});

test("what the chart sets is shown as the default, and what people wrote into the project's files stays", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "bay.yaml": manifests,
    "chartwright.yaml": project(setting("IMAGE")),
    "providers/quay.yaml": "providerConfigs:\n  quay:\n    # Ours, of May\n    IMAGE: may.img\n",
  });
  const files = await filesOf(folder);
  expect(files.get("providers/pier.yaml")).toMatch(/## Default: "inner"\n {4}# POOL: "inner"/);
  expect(files.get("providers/quay.yaml")).toMatch(
    /provider: quay\n[\s\S]*# Ours, of May\n {4}## Default: ""\n {4}IMAGE: may.img/,
  );
  expect(files.has("providers/pier-secrets.yaml")).toBe(false);
});

test("the example's files say nothing secret of what the sources hold", () => {
  const quay = readFileSync(
    join(repositoryFolder, "examples/mooring/charts/mooring/providers/quay.yaml"),
    "utf8",
  );
  expect(quay).not.toMatch(/QUAY_KEY|QUAY_PASS/);
});
