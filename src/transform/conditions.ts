// Whether an object is rendered at all: one `if` around a whole template, or the name of a template that another includes.

import { lowerCamelCase } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PlannedTemplate } from "../plan/chart-plan.ts";
import { customResourceBlockOf, isAmong, itemOf, objectKeyOf } from "../plan/lookup.ts";
import type { Edit } from "../template/edit.ts";
import { type Action, call, type Expression, text, value } from "../template/expression.ts";
import { endOfLine } from "./block-edits.ts";
import { usesCertManager } from "./certificates.ts";
import { ownSecrets } from "./object-names.ts";
import { holdsSecret, providerSecret } from "./provider-objects.ts";
import type { Transform, TransformContext, Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "condition";

interface Condition {
  readonly expression: Expression;
  readonly values: readonly Value[];
}

/** Wraps the template of an object that values switch off. */
export const conditions: Transform = (manifest, context) => {
  const found = conditionsOf(manifest, context);
  const [first, second] = found.map(({ expression }) => expression);
  if (!first) return {};
  const expression = second ? call("and", ...found.map((condition) => condition.expression)) : first;
  return {
    values: found.flatMap(({ values }) => values),
    edits: wrapped(manifest, { kind: "if", expression }),
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

function conditionsOf(manifest: Manifest, context: TransformContext): readonly Condition[] {
  return [ofKind(manifest, context), ofForeignNamespace(manifest, context)].flatMap(
    (condition) => condition ?? [],
  );
}

function ofKind(manifest: Manifest, context: TransformContext): Condition | undefined {
  const { operator } = context.set;
  const { chart } = context;
  if (itemOf(operator.crds, manifest)) return onValue("crds", "enabled");
  if (isAmong(operator.certificates, manifest)) return { expression: usesCertManager, values: [] };
  const account = itemOf(chart.serviceAccounts, manifest);
  if (account) return onValue(...account.path, "create");
  const providersOwn = providerSecret(context.set.providers, manifest);
  if (providersOwn) return { expression: holdsSecret(providersOwn), values: [] };
  const secret = itemOf(ownSecrets(context), manifest);
  if (secret) return onValue(...secret.path, "create");
  const customResource = customResourceBlockOf(chart, manifest);
  if (customResource) return onValue(...customResource.metaPath, "create");
  if (isAmong(operator.rbac, manifest)) {
    return switchedBy(["rbac", "create"], "Roles of the operator and their bindings.");
  }
  if (isAmong(operator.monitors, manifest)) {
    return switchedBy(["monitoring", "enabled"], "Monitors and alerts for the Prometheus operator.");
  }
  if (isAmong(operator.networkPolicies, manifest))
    return switchedBy(["networkPolicies", "enabled"], "Network policies of the operator.");
  return ofPriorityClass(manifest, context);
}

function onValue(...path: readonly string[]): Condition {
  return { expression: value(...path), values: [] };
}

/** A switch for all objects of a family, which is on. */
function switchedBy(path: readonly string[], words: string): Condition {
  return {
    expression: value(...path),
    values: [
      { path: path.slice(0, -1), role: "section", description: words, schema: {} },
      switchValue(path, "Whether the chart holds them."),
    ],
  };
}

function switchValue(path: readonly string[], description: string): Value {
  return { path, default: true, description, schema: { type: "boolean" } };
}

/** One for the whole cluster, which may be there already. */
function ofPriorityClass(manifest: Manifest, { set }: TransformContext): Condition | undefined {
  const { priorityClasses } = set.operator;
  if (!isAmong(priorityClasses, manifest)) return undefined;
  const path = ["priorityClasses", objectKeyOf(priorityClasses, manifest)];
  return {
    expression: value(...path, "create"),
    values: [
      {
        path: ["priorityClasses"],
        role: "section",
        description: "Priority classes of the operator's Pods.",
        schema: {},
      },
      { path, role: "section", description: `Priority class "${manifest.reference.name}".`, schema: {} },
      switchValue([...path, "create"], "Whether the chart creates it."),
    ],
  };
}

/** A namespace beside the operator's own, and what the sources put into one. */
function ofForeignNamespace(manifest: Manifest, { set }: TransformContext): Condition | undefined {
  const { operator } = set;
  const brought = itemOf(operator.namespaces, manifest);
  const name = brought ? brought.name : manifest.reference.namespace;
  if (name === undefined || name === operator.sourceNamespace || brought?.own) return undefined;
  const path = ["namespaces", lowerCamelCase(name)];
  const key = brought ? "create" : "enabled";
  const words = brought
    ? "Whether the chart creates it; off where it exists. Uninstalling the release deletes it."
    : "Whether the chart puts the operator's objects into it.";
  return {
    expression: value(...path, key),
    values: [
      {
        path: ["namespaces"],
        role: "section",
        description: "Namespaces beside the release's own.",
        schema: {},
      },
      { path, role: "section", description: `Namespace "${name}".`, schema: {} },
      switchValue([...path, key], words),
    ],
  };
}
