// A chart that is broken on purpose: the fuzz must find it.
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { ObjectRules } from "../support/object-rules.ts";
import { RenderServer } from "../support/render-server.ts";
import { describeWith } from "../support/requirement.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { FuzzedCharts } from "./fuzzed-charts.ts";

const source = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: loom
  namespace: loom
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: loom
  namespace: loom
spec:
  replicas: 1
  selector:
    matchLabels: {app: loom}
  template:
    metadata:
      labels: {app: loom}
    spec:
      serviceAccountName: loom
      containers:
        - name: weaver
          image: example.com/weaver:v1
          env:
            - {name: MODE, value: plain}
        - name: proxy
          image: example.com/proxy:v1
          resources:
            limits: {cpu: 100m}
`;

const faults = [
  {
    name: "a value that changes nothing",
    from: ".Values.loom.nodeSelector",
    to: ".Values.nothing",
    words: /changes nothing/,
  },
  {
    name: "a value that changes another container",
    from: ".Values.loom.containers.proxy.resources",
    to: ".Values.loom.resources",
    words: /containers\.1\.resources/,
  },
  {
    name: "a value in the wrong field",
    from: "tolerations:",
    to: "topologySpreadConstraints:",
    words: /tolerations|topologySpreadConstraints/,
  },
  {
    name: "a text that becomes a number",
    from: "(toString $variable)",
    to: "(atoi (toString $variable))",
    words: /MODE|the API server refuses/,
  },
  {
    name: "a field that the API server does not know",
    from: "priorityClassName: {{",
    to: "priorityClass: {{",
    words: /unknown field/,
  },
  { name: "a template that fails", from: "{{ . | quote }}", to: "{{ .name | quote }}", words: /Helm 3: / },
];

const servers = [RenderServer.start("3"), RenderServer.start("4"), ObjectRules.start()];
for (const server of servers) server?.stop();
const missing = servers.every((server) => server !== undefined)
  ? undefined
  : "run: node tools/build.mjs render-helm3 render-helm4 validate-objects";

describeWith({ name: "render servers", missing, requiredInCi: false }, "a broken chart is found", () => {
  test("a chart that is right has no faults", async () => {
    expect(await faultsOf((text) => text)).toEqual([]);
  });

  test.each(faults)("$name", async ({ from, to, words }) => {
    let count = 0;
    const found = await faultsOf((text) => {
      count += text.split(from).length - 1;
      return text.replaceAll(from, to);
    });
    expect(count).toBeGreaterThan(0);
    expect(found.filter((fault) => words.test(fault)).length).toBeGreaterThan(0);
  });
});

async function faultsOf(change: (template: string) => string): Promise<readonly string[]> {
  const compiled = compile([{ name: "loom.yaml", text: source }], { name: "loom" }).chartSet;
  const helm3 = RenderServer.start("3");
  const helm4 = RenderServer.start("4");
  const rules = ObjectRules.start();
  if (!compiled || !helm3 || !helm4 || !rules) throw new Error("nothing to fuzz");
  try {
    const charts = await FuzzedCharts.open(changed(compiled, change), temporaryFolder(), {
      helms: [helm3, helm4],
      rules,
    });
    const found: string[] = [];
    for (const trial of [...charts.alone(1, 2), ...charts.together(1, 5), ...charts.wrongTypes()]) {
      found.push(...(await trial()).faults);
    }
    return found;
  } finally {
    for (const server of [helm3, helm4, rules]) server.stop();
  }
}

function changed(set: ChartSet, change: (template: string) => string): ChartSet {
  const charts = set.charts.map((chart) => ({
    ...chart,
    files: new Map(
      [...chart.files].map(([path, text]): [string, string] => [
        path,
        path.startsWith("templates/") ? change(text) : text,
      ]),
    ),
  }));
  return { ...set, charts };
}
