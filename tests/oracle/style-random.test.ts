// However the sources are written, values do the same: one operator in random styles, rendered with nothing set and with
// a value of almost every kind, gives the objects that its plain text gives.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { splitStream } from "../../src/yaml/stream.ts";
import { styledMapping } from "../properties/styled-yaml.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { kitchenSink } from "./kitchen-sink.ts";
import { compileCharts, type Given, type Objects, renderChart } from "./rendered-charts.ts";
import { sample } from "./sample.ts";

const documents = splitStream(kitchenSink).map(({ text }) => {
  const result = parseDocument(text);
  if (!result.ok) throw new Error(result.fault.message);
  return result.document.data as Json;
});

const second = { customResource: { create: true } };
const givens: readonly Given[] = [
  { values: second },
  {
    values: {
      ...second,
      global: { imageRegistry: "registry.local:5000", imagePullSecrets: [{ name: "mine" }] },
      commonLabels: { team: "a" },
      commonAnnotations: { note: "b" },
      certificates: { mode: "manual", caBundle: "Y2E=" },
      webhooks: { ships: { timeoutSeconds: null, objectSelector: { matchLabels: { a: "b" } } } },
      pier: {
        replicas: 4,
        tolerations: null,
        env: { MODE: null, POD: "fixed", NEW: 1 },
        extraArgs: ["--more"],
        extraVolumes: [{ name: "more", emptyDir: {} }],
        extraVolumeMounts: [{ name: "more", mountPath: "/more" }],
        podLabels: { z: "1" },
        podAnnotations: { z: "2" },
        image: { pullPolicy: "" },
        serviceAccount: { name: "other", annotations: { role: "c" } },
        containers: { proxy: { resources: { limits: { cpu: "2" } } } },
      },
      plain: { livenessProbe: { exec: { command: ["true"] } }, strategy: { type: "Recreate" } },
      berth: { depth: 3, features: [], mooring: { lines: null } },
    },
  },
];

describeWithEachHelm("whatever the style of the sources,", (helm) => {
  test("the same objects come out, with nothing set and with much set", async () => {
    const expected = await rendered(kitchenSink);
    const { seed, values } = sample(
      fc.tuple(...documents.map((document) => styledMapping(fc.constant(document)))),
      8,
    );
    for (const drawn of values) {
      const text = drawn.map((document) => document.text).join("---\n");
      expect(await rendered(text), `seed ${seed}:\n${text}`).toEqual(expected);
    }
  });

  async function rendered(text: string): Promise<readonly Objects[]> {
    const charts = compileCharts(text, { layout: "one-chart", uninstall: { strategy: "none" } });
    try {
      return await Promise.all(givens.map((given) => renderChart(helm, charts, given)));
    } finally {
      charts.remove();
    }
  }
});
