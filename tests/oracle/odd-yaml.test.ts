// YAML and JSON in shapes that are rare and right: what real Helm renders from the chart is what real kubectl reads from
// the source. Each text is one source, or several documents.

import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm, kubectl } from "../support/helm.ts";
import { compileCharts, type Objects, objectsOf, renderChart } from "./rendered-charts.ts";

function configMap(data: string, name = "a"): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: quay\ndata:\n${data}`;
}

function deployment(podSpec: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: a, namespace: quay}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
${podSpec}`;
}

const json = (data: string) =>
  `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "quay"}, "data": ${data}}`;

const longName = ["a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61)].join(".");

const texts: Readonly<Record<string, string>> = {
  "an explicit key": configMap("  ? x\n  : y\n"),
  "a block string as a key": configMap("  ? |-\n    x\n  : z\n"),
  "block strings with empty lines as key and value": configMap("  ? |-\n    x\n  : |+\n    z\n\n  b: c\n"),
  "explicit keys of metadata":
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  ? name\n  : a\n  namespace: quay\n  ? labels\n  : app: x\n",
  "an explicit key at the root": configMap("  a: b\n").replace("metadata:\n  name", "? metadata\n: name"),
  "explicit keys of a Pod's fields": deployment(
    "      ? nodeSelector\n      : a: b\n      containers:\n      - ? name\n        : m\n        ? image\n        : a:1\n        ? resources\n        : {}\n",
  ),
  "explicit keys of a variable": deployment(
    "      containers:\n      - name: m\n        ? env\n        : - ? name\n            : A\n            ? value\n            : b\n          - name: C\n            ? valueFrom\n            : fieldRef: {fieldPath: x}\n",
  ),
  "an explicit key in a flow map": configMap("").replace(/data:\n$/, "data: {? x : z}\n"),
  "a document that is indented as a whole": configMap("  a: |+\n    b\n\n\n").replace(/^(?=.)/gm, "  "),
  "JSON with pairs of escapes for one character": json('{"a": "\\ud83d\\ude00 \\u00e9 \\/ \\b\\f"}'),
  "JSON with control characters as they are": json('{"a": "x\u007fy\u0080z"}'),
  "JSON with escaped keys": json('{"\\ud83d\\ude00": "x", "a/b": "\\u0000"}'),
  "JSON documents without a separator": `${json('{"a": "}"}')}\n${json("{}").replace('"a"', '"b"')}`,
  "a byte-order mark in front of a later document": `${configMap("  a: b\n")}---\n\ufeff${configMap("  a: c\n", "b")}`,
  "a next-line character in quotes": configMap("  a: 'x\u0085y'\n"),
  "a next-line character in a block string": configMap("  a: |\n    x\u0085    y\n"),
  "a no-break space at the end": configMap("  a: x\n  b: \u00a0\n"),
  "names as long as Kubernetes allows":
    configMap("  a: b\n", longName) +
    `---\n${configMap("  a: c\n", `${longName.slice(0, -1)}e`)}` +
    `---\n${configMap("  a: d\n", longName).replace("namespace: quay", `namespace: ${"q".repeat(63)}`)}`,
  "braces in keys, comments and block strings": configMap(
    '  # {{ end }} {{/*\n  "{{ a }}": b # {{- if }}\n  x{{y}}: d\n  c: | # {{ h }}\n    {{- range }}\n    {{{{}}\n    {\n  d: "{"\n',
  ),
  "tabs behind colons, values and headers": configMap(
    '  a:\tb\n  c:\t"d"\t# x\n  e: f \t\n  g: |\t\n    h\ti\n    \tj\n',
  ),
  "Windows line ends": configMap("  a: |+\n    x\n    y\n\n  b: 'p\n\n    q'\n").replaceAll("\n", "\r\n"),
  "indentation in block headers": configMap("  a: |2\n      x\n     y\n  b: >1-\n    z\n   w\n"),
  "comments in every place":
    "# top\napiVersion: v1 # b\n# c\nkind: ConfigMap\nmetadata: # d\n  # e\n  name: a # f\n    # deeper\n  namespace: quay\ndata: # g\n# h\n  a: b # i\n      # j\n # k\n",
};

describeWithEachHelm("Helm renders as kubectl reads", (helm) => {
  const expected = new Map<string, Objects>();
  beforeAll(async () => {
    for (const [name, text] of Object.entries(texts)) expected.set(name, await readByKubectl(name, text));
  });

  test.each(Object.keys(texts))("%s", async (name) => {
    const charts = compileCharts(texts[name] ?? "", { sourceNamespace: "quay" });
    try {
      const rendered = await renderChart(helm, charts, { namespace: "quay" });
      expect(withoutMetadataMaps(rendered)).toEqual(withoutMetadataMaps(expected.get(name) ?? {}));
    } finally {
      charts.remove();
    }
  });
});

/** What kubectl makes of a source without asking a cluster. */
async function readByKubectl(name: string, text: string): Promise<Objects> {
  const args = ["annotate", "--local", "--filename", "-", "read=true", "--output", "json"];
  const result = await kubectl()?.run(args, { stdin: text });
  if (result?.status !== 0) throw new Error(`${name}: ${result?.stderr ?? "there is no kubectl"}`);
  return objectsOf(result.stdout);
}

/** The objects but for the labels and annotations that Helm's conventions or the reading put on them. */
function withoutMetadataMaps(objects: Objects): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(objects).map(([name, { metadata, ...fields }]) => {
      const { labels, annotations: _, ...kept } = metadata as JsonObject;
      const app = (labels as JsonObject | undefined)?.["app"];
      return [name, { ...fields, metadata: { ...kept, ...(app === undefined ? {} : { labels: { app } }) } }];
    }),
  );
}
