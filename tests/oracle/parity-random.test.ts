// Random operators in random styles, compiled and rendered by real Helm in their own namespace: what comes out equals the
// source, but for the labels that Helm's conventions add, nulls in lists of custom resources and what makes a hook; and values
// that add something leave all else alone.

import fc from "fast-check";
import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/kubernetes/object.ts";
import type { Value } from "../../src/transform/value.ts";
import { printYaml } from "../../src/yaml/print.ts";
import { objects } from "../properties/kubernetes-objects.ts";
import { hostileText, jsonValue, styledMapping } from "../properties/styled-yaml.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { comparable } from "./comparable.ts";
import { compileCharts, type Objects, objectsOf, renderChart } from "./rendered-charts.ts";
import { sample } from "./sample.ts";

const operators = objects.chain((drawn) =>
  fc.tuple(...drawn.map((object) => styledMapping(fc.constant(object as Json)))),
);

const specs = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom("a", "b", "spec"),
      hostileText.filter((text) => !text.includes("\n")),
    ),
    jsonValue,
    { maxKeys: 4 },
  )
  // The compiler refuses this key in values, since Helm takes it for a merge.
  .filter((spec) => !JSON.stringify(spec).includes('"<<":'));

describeWithEachHelm("rendered with its defaults,", (helm) => {
  test("an operator of any kind and style equals its source", async () => {
    const { seed, values } = sample(operators, 25);
    for (const documents of values) {
      const text = documents.map((document) => document.text).join("---\n");
      const charts = compileCharts(text, { layout: "one-chart", sourceNamespace: "quay" });
      try {
        const rendered = await renderChart(helm, charts, { namespace: "quay" });
        const source = objectsOf(documents.map(({ data }) => `${printYaml(data)}\n`).join("---\n"));
        const told = `seed ${seed}:\n${text}`;
        expect(Object.keys(rendered).toSorted(), told).toEqual(Object.keys(source).toSorted());
        for (const [name, object] of Object.entries(rendered)) {
          expect(comparable(object), told).toEqual(comparable(source[name] ?? {}));
        }
      } finally {
        charts.remove();
      }
    }
  });

  test("values that add something add just that", async () => {
    const { seed, values } = sample(operators, 15);
    for (const documents of values) {
      const text = documents.map((document) => document.text).join("---\n");
      const charts = compileCharts(text, { layout: "one-chart", sourceNamespace: "quay" });
      try {
        const given = additions(charts.chartSet.charts.flatMap((chart) => chart.values));
        const plain = await renderChart(helm, charts, { namespace: "quay" });
        const rendered = await renderChart(helm, charts, { namespace: "quay", values: given });
        const told = `seed ${seed}:\n${text}`;
        expect(JSON.stringify(rendered), told).toContain(added);
        expect(withoutAdded(rendered), told).toEqual(withoutAdded(plain));
      } finally {
        charts.remove();
      }
    }
  });

  test.each(["crds-and-main", "post-install-cr"])(
    "custom resources of %s equal their source, but for nulls in lists",
    async (layout) => {
      const { seed, values } = sample(specs, 60);
      const resources = values.map((spec, index) => ({
        apiVersion: "example.org/v1",
        kind: "Widget",
        metadata: { name: `w${index}`, namespace: "quay" },
        spec,
      }));
      const text = [crd, ...resources].map((object) => `${printYaml(object)}\n`).join("---\n");
      const options = { layout, uninstall: { strategy: "none" } } as const;
      const charts = compileCharts(text, { ...options, sourceNamespace: "quay" });
      try {
        const objects = await renderChart(helm, charts, { namespace: "quay" });
        const rendered =
          layout === "post-install-cr" ? applied(objects["ConfigMap quay/probe-quay-apply"]) : objects;
        for (const { metadata, spec } of resources) {
          const found = rendered[`Widget quay/${metadata.name}`]?.["spec"] ?? {};
          expect(found, `seed ${seed}: ${JSON.stringify(spec)}`).toEqual(
            JSON.parse(JSON.stringify(withoutNullsInLists(spec))),
          );
        }
      } finally {
        charts.remove();
      }
    },
  );
});

/** The objects in the texts of a ConfigMap. */
function applied(configMap: JsonObject = {}): Objects {
  return Object.assign({}, ...Object.values(configMap["data"] ?? {}).map((text) => objectsOf(String(text))));
}

/** A name that no source has. */
const added = "zz";

/** By its last key, what a value takes that adds to what the source has. */
const addition: Readonly<Record<string, Json>> = {
  commonLabels: { [added]: "1" },
  commonAnnotations: { [added]: "1\n\n\n2" },
  podLabels: { [added]: "1" },
  podAnnotations: { [added]: "1" },
  annotations: { [added]: "1" },
  extraArgs: [added],
  env: { [added]: "1" },
  extraVolumes: [{ name: added, emptyDir: {} }],
  extraVolumeMounts: [{ name: added, mountPath: "/" }],
};

/** Values for every place where something can be added. */
function additions(registry: readonly Value[]): JsonObject {
  const given: Record<string, unknown> = {};
  for (const { path } of registry) {
    const value = addition[path.at(-1) ?? ""];
    if (value === undefined) continue;
    let parent: Record<string, unknown> = given;
    for (const step of path.slice(0, -1)) {
      parent[step] ??= {};
      parent = parent[step] as Record<string, unknown>;
    }
    parent[path.at(-1) ?? ""] = value;
  }
  return given as JsonObject;
}

/** Without what was added, and without what is empty, such as a list that only this filled. */
function withoutAdded(value: Json): Json {
  if (Array.isArray(value)) {
    const own = value.filter((item) => item !== added && !(isObject(item) && item["name"] === added));
    return own.map(withoutAdded);
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, child]): [string, Json][] => {
    const own = withoutAdded(child);
    const isEmpty = Array.isArray(own) ? own.length === 0 : isObject(own) && Object.keys(own).length === 0;
    return key === added || isEmpty ? [] : [[key, own]];
  });
  return Object.fromEntries(kept);
}

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.org" },
  spec: {
    group: "example.org",
    names: { kind: "Widget", plural: "widgets" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
          },
        },
      },
    ],
  },
};

/** Lists without what is null in their maps, as a CRD that leaves content open takes them. */
function withoutNullsInLists(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutNullsInLists(child)]));
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutNulls(child)]));
}
