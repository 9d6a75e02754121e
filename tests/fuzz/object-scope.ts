// What the values of CRDs, Secrets, certificates and whatever else is no workload may change.
import type { Chart, ChartSet } from "../../src/emit/chart.ts";
import { objectKeyOf } from "../../src/plan/lookup.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import type { PathStep } from "../../src/yaml/tree.ts";
import * as expected from "./expected-fields.ts";
import {
  anywhere,
  comingAndGoing,
  isText,
  otherName,
  type Path,
  type Place,
  type Scope,
  type SetValue,
  templateOf,
} from "./scope.ts";

export function crdScope(key: string): Scope {
  const of = ({ object }: RenderedDocument) => object?.kind === "CustomResourceDefinition";
  switch (key) {
    case "enabled":
      return { places: [], comesAndGoes: of };
    case "keep":
      return { places: [{ of, path: ["metadata", "annotations"] }] };
    default:
      return { places: [{ of, path: ["spec", "conversion", "webhook", "clientConfig", "service", "name"] }] };
  }
}

/** What the chart adds to the source: none of its values reaches an object of the source. */
export function addedScope(chart: Chart, path: Path): Scope {
  const [family = "", key = ""] = path;
  const of = isAdded(chart);
  const isSwitch = key === "enabled" || key === "strategy";
  const on = family === "tests" ? [{ path: [family, "enabled"], value: true }] : jobStrategy(chart, family);
  return { ...(isSwitch ? {} : { beside: on }), places: [{ of, path: [] }], comesAndGoes: of };
}

/** Whether no object of the source is in the template. */
export function isAdded(chart: Chart): Place["of"] {
  const own = new Set(chart.objects.map(({ templatePath }) => templatePath));
  return ({ templatePath }) => !own.has(templatePath);
}

function jobStrategy(chart: Chart, family: string): readonly SetValue[] {
  const strategies = chart.plan.uninstall?.strategies ?? [];
  return family === "uninstall" && strategies.includes("job")
    ? [{ path: [family, "strategy"], value: "job" }]
    : [];
}

export function monitoringScope(set: ChartSet, chart: Chart, key: string): Scope {
  const { comesAndGoes } = comingAndGoing(chart, set.plan.operator.monitors);
  const of = comesAndGoes ?? anywhere;
  const paths: Readonly<Record<string, readonly (readonly PathStep[])[]>> = {
    labels: [["metadata", "labels"]],
    namespace: [
      ["metadata", "namespace"],
      ["spec", "namespaceSelector"],
    ],
    interval: [
      ["spec", "endpoints", "*", "interval"],
      ["spec", "podMetricsEndpoints", "*", "interval"],
      ["spec", "groups", "*", "interval"],
    ],
  };
  return key === "enabled"
    ? { places: [], comesAndGoes: of }
    : { places: (paths[key] ?? []).map((path) => ({ of, path })) };
}

export function certificateScope(set: ChartSet, chart: Chart, key: string): Scope {
  const bundles = [
    ["webhooks", "*", "clientConfig", "caBundle"],
    ["spec", "conversion", "webhook", "clientConfig", "caBundle"],
    ["spec", "caBundle"],
  ].map((path) => ({ of: anywhere, path }));
  if (key === "caBundle") {
    return { beside: [{ path: ["certificates", "mode"], value: "manual" }], places: bundles };
  }
  return {
    ...comingAndGoing(chart, set.plan.operator.certificates),
    places: [...bundles, { of: anywhere, path: ["metadata", "annotations"] }],
  };
}

export function configMapScope(set: ChartSet, chart: Chart, key: string, part: string): Scope {
  if (part === "name") return { places: [{ of: anywhere, path: [], allows: isText }] };
  const own = set.plan.operator.configMaps.find(
    (one) => objectKeyOf(set.plan.operator.configMaps, one) === key,
  );
  const of = templateOf(chart, own);
  return { places: [{ of, path: ["data"] }], holds: expected.textsOf(of, "data") };
}

export function secretScope(set: ChartSet, chart: Chart, key: string, part: string): Scope {
  const own = set.plan.operator.secrets.find((one) => objectKeyOf(set.plan.operator.secrets, one) === key);
  const of = templateOf(chart, own);
  const path = ["secrets", key];
  switch (part) {
    case "create":
      return {
        beside: [{ path: [...path, "name"], value: otherName }],
        places: [{ of: anywhere, path: [], allows: isText }],
        comesAndGoes: of,
      };
    case "name":
      return { places: [{ of: anywhere, path: [], allows: isText }] };
    default:
      return {
        places: [
          { of, path: ["data"] },
          { of, path: ["stringData"] },
        ],
        holds: expected.secretTexts(of),
      };
  }
}
