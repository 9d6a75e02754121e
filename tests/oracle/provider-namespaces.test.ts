// Settings of providers that name the operator's own namespace follow the release, through real Helm.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileOverlays } from "../../src/compile-overlays.ts";
import { fileTree } from "../../src/convert.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import type { SettingGroup } from "../../src/flags/setting.ts";
import { field } from "../../src/kubernetes/object.ts";
import { verify } from "../../src/verify/verify.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { type CompiledCharts, renderChart } from "./rendered-charts.ts";

const overlay = (provider: string, ...settings: readonly string[]) => ({
  provider,
  sources: [
    {
      name: `${provider}.yaml`,
      text: `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: bay-system }
data:
  PROVIDER: ${provider}
${settings.map((setting) => `  ${setting}\n`).join("")}---
apiVersion: v1
kind: Service
metadata: { name: proxy, namespace: bay-system }
spec: { selector: { app: daemon }, ports: [{ port: 80 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: daemon, namespace: bay-system }
spec:
  selector: { matchLabels: { app: daemon } }
  template:
    metadata: { labels: { app: daemon } }
    spec:
      containers:
        - { name: main, image: "example.org/daemon:v1", envFrom: [{ configMapRef: { name: settings } }] }
`,
    },
  ],
});

const group = (name: string): SettingGroup => ({
  name,
  includes: [],
  settings: ["PROXY", "POOL", "TEXT"].map((env) => ({
    ...{ env, type: "string", default: "", secret: false, hidden: false, description: "", group: name },
    required: env === "PROXY",
    position: { source: "main.go", line: 1, column: 1, text: "" },
  })),
});

const text = 'a "b" \\ {{ x }} of bay-system,\nand bay-systems';

let charts: CompiledCharts;
beforeAll(() => {
  const { chartSet, diagnostics } = compileOverlays(
    [
      overlay("pier", "PROXY: http://proxy.bay-system.svc:80", "POOL: inner"),
      overlay("quay", "PROXY: proxy.bay-system:81", `TEXT: ${JSON.stringify(text)}`),
    ],
    {
      name: "quay",
      providers: {
        project: { default: "pier", configMap: "settings", variable: "PROVIDER" },
        groups: [group("pier"), group("quay")],
        positionOf: () => ({ source: "chartwright.yaml", line: 1, column: 1, text: "" }),
      },
    },
  );
  if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const folder = makeFolder();
  writeTree(folder, fileTree(chartSet));
  charts = { chartSet, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
});
afterAll(() => charts.remove());

describeWithEachHelm("settings that name the namespace", (helm) => {
  const settings = async (...flags: readonly string[]) => {
    const objects = await renderChart(helm, charts, { flags });
    const [, found] = Object.entries(objects).find(([name]) => name.startsWith("ConfigMap ")) ?? [];
    return field(found, "data");
  };

  test("are each overlay's own, and move with the release", async () => {
    const report = await verify(charts.chartSet, { helms: [helm.path] });
    const findings = [...report.objects, ...report.checks].flatMap((one) => one.findings);
    expect(findings).toEqual([]);
  });

  test("name the release's namespace, or that of namespaceOverride", async () => {
    expect(await settings()).toEqual({ PROVIDER: "pier", PROXY: "http://proxy.bay.svc:80", POOL: "inner" });
    expect(await settings("--set", "provider=quay,namespaceOverride=sea")).toEqual({
      PROVIDER: "quay",
      PROXY: "proxy.sea:81",
      TEXT: text.replace("bay-system,", "sea,"),
    });
  });

  test("give way to values, to null too", async () => {
    expect(await settings("--set", "providerConfigs.pier.PROXY=x,providerConfigs.pier.POOL=null")).toEqual({
      PROVIDER: "pier",
      PROXY: "x",
    });
    expect(await settings("--set", "provider=quay,providerConfigs.quay.TEXT=null")).toEqual({
      PROVIDER: "quay",
      PROXY: "proxy.bay:81",
    });
  });
});
