// Custom resources that are not the same in all overlays, and an overlay that has none: in every layout each provider's
// objects equal its overlay, and what a user sets wins over the provider's own.

import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileOverlays } from "../../src/compile-overlays.ts";
import { fileTree } from "../../src/convert.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { field } from "../../src/kubernetes/object.ts";
import { type LayoutName, layoutNames } from "../../src/project/project.ts";
import { verify } from "../../src/verify/verify.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { type CompiledCharts, renderChart } from "./rendered-charts.ts";

const crd = (more = "") => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: moorings.example.org}
spec:
  group: example.org
  names: {kind: Mooring, plural: moorings, singular: mooring, listKind: MooringList}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              depth: {type: integer}
              image: {type: string}
              lines: {type: array, items: {type: string}}
              lamps: {type: object, properties: {red: {type: integer}, green: {type: integer}}}
${more}---
`;

const operator = `apiVersion: v1
kind: ServiceAccount
metadata: {name: agent, namespace: moor}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: agent, namespace: moor}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - name: agent
        image: example.org/agent:1.0.0
---
`;

const mooring = (spec: string, metadata = "") => `apiVersion: example.org/v1
kind: Mooring
metadata: {name: main, namespace: moor${metadata}}
spec: ${spec}
`;

const dock = mooring("{depth: 3, lines: [a, b], lamps: {red: 1, green: 2}}");
const pier = mooring(
  "{depth: 5, lines: [a, b], image: 'example.org/mooring:2', lamps: {red: 1, green: 3}}",
  ", labels: {side: lee}",
);

function compile(layout: LayoutName, texts: Readonly<Record<string, string>>) {
  const overlays = Object.entries(texts).map(([provider, text]) => ({
    provider,
    sources: [{ name: `${provider}.yaml`, text }],
  }));
  const rebuild = () => {
    const { chartSet, diagnostics } = compileOverlays(overlays, { name: "quay", layout });
    if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
    return chartSet;
  };
  return { chartSet: rebuild(), rebuild };
}

const overlaid = {
  dock: crd() + operator + dock,
  pier: crd() + operator + pier,
  mole: crd() + operator,
};

describeWithEachHelm("custom resources that overlays have otherwise", (helm) => {
  async function findings(layout: LayoutName, texts: Readonly<Record<string, string>>) {
    const { chartSet, rebuild } = compile(layout, texts);
    const { objects, checks, summary } = await verify(chartSet, { helms: [helm.path], rebuild });
    const found = [...objects, ...checks].flatMap((one) => one.findings);
    return { passed: summary.passed, found };
  }

  test.each(layoutNames)("are rendered for each provider, in the layout %s", async (layout) => {
    expect(await findings(layout, overlaid)).toEqual({ passed: true, found: [] });
  });

  test.each(["crds-and-main", "post-install-cr"] as const)(
    "are so with CRDs that overlays have otherwise or not at all, in the layout %s",
    async (layout) => {
      const deeper = crd("              chains: {type: integer}\n");
      const texts = { ...overlaid, pier: deeper + operator + pier, mole: operator };
      expect(await findings(layout, texts)).toEqual({ passed: true, found: [] });
    },
  );
});

describeWithEachHelm("a custom resource of overlays", (helm) => {
  let charts: CompiledCharts;
  beforeAll(() => {
    const { chartSet } = compile("crds-and-main", overlaid);
    const folder = makeFolder();
    writeTree(folder, fileTree(chartSet));
    charts = { chartSet, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  });
  afterAll(() => charts.remove());

  const spec = async (...flags: readonly string[]) => {
    const objects = await renderChart(helm, charts, { namespace: "moor", flags });
    return field(objects["Mooring moor/main"] ?? {}, "spec");
  };

  test.each([
    {
      name: "has its provider's fields",
      flags: ["provider=pier"],
      expected: {
        depth: 5,
        image: "example.org/mooring:2",
        lines: ["a", "b"],
        lamps: { red: 1, green: 3 },
      },
    },
    {
      name: "has a field of the user's, merged into a map",
      flags: ["mooring.depth=9,mooring.lamps.green=7"],
      expected: { depth: 9, lines: ["a", "b"], lamps: { red: 1, green: 7 } },
    },
    {
      name: "loses a field for null, the shared and the provider's own",
      flags: ["mooring.depth=null,mooring.lines=null,mooring.lamps.green=null"],
      expected: { lamps: { red: 1 } },
    },
    {
      name: "has its images from the user's registry",
      flags: ["provider=pier,global.imageRegistry=mirror.example.com,mooring.lamps=null"],
      expected: { depth: 5, image: "mirror.example.com/mooring:2", lines: ["a", "b"] },
    },
    { name: "is not there for a provider without", flags: ["provider=mole"], expected: undefined },
  ])("$name", async ({ flags, expected }) => {
    expect(await spec(...flags.flatMap((setting) => ["--set", setting]))).toEqual(expected);
  });
});
