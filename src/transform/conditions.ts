// Whether an object is rendered at all: one `if` around a whole template, or the name of a template that another includes.

import { lowerCamelCase } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PlannedTemplate } from "../plan/chart-plan.ts";
import type { Edit } from "../template/edit.ts";
import { type Action, type Expression, text, value } from "../template/expression.ts";
import { endOfLine } from "./block-edits.ts";
import { usesCertManager } from "./certificates.ts";
import type { Transform, TransformContext, Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "condition";

interface Condition {
  readonly expression: Expression;
  readonly values: readonly Value[];
}

/** Wraps the template of an object that a value switches off. */
export const conditions: Transform = (manifest, context) => {
  const condition = conditionOf(manifest, context);
  if (!condition) return {};
  return {
    values: condition.values,
    edits: wrapped(manifest, { kind: "if", expression: condition.expression }),
  };
};

/** Makes a named template of the whole: something else renders it, under its own condition. */
export function definition({ manifest, path }: PlannedTemplate, { chart }: TransformContext): Transformed {
  return { edits: wrapped(manifest, { kind: "define", name: namedTemplate(chart.name, path) }) };
}

/** The name of the template in the file at `path`: `templates/_kubevirt-kubevirt.tpl` → `kubevirt.kubevirt-kubevirt`. */
export function namedTemplate(chart: string, path: string): string {
  return `${chart}.${path.replace(/^.*\/_|\.tpl$/g, "")}`;
}

/** The edits that put `first` in front of a whole template, and its end behind it. */
export function wrapped({ document: { root, text: source } }: Manifest, first: Action): readonly Edit[] {
  const start = source.length - source.trimStart().length;
  // Behind blanks at the end of the last line, and behind empty lines that belong to a text.
  const end = endOfLine(source, Math.max(source.trimEnd().length, root?.end ?? 0));
  return [
    { start, end: start, replacement: [first, text("\n")], reason },
    { start: end, end, replacement: [text("\n"), { kind: "end" }], reason },
  ];
}

function conditionOf(manifest: Manifest, context: TransformContext): Condition | undefined {
  const { operator } = context.set;
  const { chart } = context;
  if (operator.crds.some((crd) => crd.manifest === manifest)) return onValue("crds", "enabled");
  if (operator.certificates.includes(manifest)) return { expression: usesCertManager, values: [] };
  const account = chart.serviceAccounts.find((block) => block.manifest === manifest);
  if (account) return onValue(...account.path, "create");
  const customResource = chart.customResources.find((block) => block.customResource.manifest === manifest);
  if (customResource) return onValue(...customResource.metaPath, "create");
  if (operator.monitors.includes(manifest))
    return switchedBy("monitoring", "Monitors and alerts for the Prometheus operator.");
  if (operator.networkPolicies.includes(manifest))
    return switchedBy("networkPolicies", "Network policies of the operator.");
  return foreignNamespace(manifest, context);
}

function onValue(...path: readonly string[]): Condition {
  return { expression: value(...path), values: [] };
}

function switchedBy(key: string, words: string): Condition {
  return {
    expression: value(key, "enabled"),
    values: [
      { path: [key], role: "section", description: words, schema: {} },
      {
        path: [key, "enabled"],
        default: true,
        description: "Whether the chart holds them.",
        schema: { type: "boolean" },
      },
    ],
  };
}

/** A namespace beside the operator's own that the sources bring; it exists in many clusters already. */
function foreignNamespace(manifest: Manifest, { set }: TransformContext): Condition | undefined {
  const namespace = set.operator.namespaces.find((candidate) => candidate.manifest === manifest);
  if (!namespace || namespace.own) return undefined;
  const path = ["namespaces", lowerCamelCase(namespace.name)];
  return {
    expression: value(...path, "create"),
    values: [
      {
        path: ["namespaces"],
        role: "section",
        description: "Namespaces beside the release's own.",
        schema: {},
      },
      { path, role: "section", description: `Namespace "${namespace.name}".`, schema: {} },
      {
        path: [...path, "create"],
        default: true,
        description:
          "Whether the chart creates it; off where it exists. Uninstalling the release deletes it.",
        schema: { type: "boolean" },
      },
    ],
  };
}
