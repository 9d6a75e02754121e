// Whether an object is rendered at all: one `if` around a whole template.

import { lowerCamelCase } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import { type Expression, text, value } from "../template/expression.ts";
import { endOfLine } from "./block-edits.ts";
import { usesCertManager } from "./certificates.ts";
import type { Transform, TransformContext } from "./transform-context.ts";
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
  const { text: source } = manifest.document;
  const start = source.length - source.trimStart().length;
  // Behind blanks at the end of the last line, which belongs whole to what it holds.
  const end = endOfLine(source, source.trimEnd().length);
  return {
    values: condition.values,
    edits: [
      {
        start,
        end: start,
        replacement: [{ kind: "if", expression: condition.expression }, text("\n")],
        reason,
      },
      { start: end, end, replacement: [text("\n"), { kind: "end" }], reason },
    ],
  };
};

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
