// Fields that a manifest should not carry: what the API server writes, and a name that it would make up.

import type { Container } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field, isObject, listField, stringField } from "../kubernetes/object.ts";
import { overriddenVariables, podSpecPathOf, variablesReferringTo } from "../kubernetes/pod-spec.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import type { Edit } from "../template/edit.ts";
import { text } from "../template/expression.ts";
import { type Entry, entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import { columnOf, dashBefore, endOfLine, removeEntry, replaceRange } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { combine, type Transform, type Transformed } from "./transform-context.ts";

const reason = "source fields";

/**
 * Takes out `creationTimestamp: null` and `status`, empty CA bundles, rules of aggregated roles, variables that are set
 * again, and gives a `generateName` a name.
 */
export const sourceFields: Transform = (manifest, { chart }) => {
  const containers = workloadBlockOf(chart, manifest)?.workload.containers ?? [];
  return combine([
    ...containers.map((container) => repeatedVariables(manifest, container)),
    ...serverFields(manifest),
    ...emptyCaBundles(manifest),
    aggregatedRules(manifest),
    nameForGenerated(manifest),
  ]);
};

function serverFields(manifest: Manifest): readonly Transformed[] {
  const podSpec = podSpecPathOf(manifest.object.kind);
  const templates = podSpec && podSpec.length > 1 ? [podSpec.slice(0, -1)] : [];
  const timestamps = [[], ...templates].map((path) => [...path, "metadata", "creationTimestamp"]);
  return [
    ...timestamps.map((path) => remove(manifest, path, "the API server sets it")),
    remove(manifest, ["status"], "a status is the controller's to write"),
  ];
}

/** Of two variables of one name the last counts; Helm 4 and server-side apply refuse both. */
function repeatedVariables(manifest: Manifest, { name: container, path }: Container): Transformed {
  const list = nodeAt(manifest.document.root, [...path, "env"]);
  if (list?.kind !== "sequence" || list.flow) return {};
  const { text: source } = manifest.document;
  const env = listField(manifest.object, ...path, "env");
  const overridden = [...overriddenVariables(env)].map((index) => {
    const at = [...path, "env", index];
    const { start = 0, end = 0 } = list.items[index] ?? {};
    const dash = dashBefore(source, start, columnOf(source, list.start));
    const lineStart = source.lastIndexOf("\n", dash - 1) + 1;
    const edit: Edit = { start: lineStart, end: endOfLine(source, end) + 1, replacement: [], reason };
    const variable = stringField(env[index], "name") ?? "";
    const difference: Difference = {
      path: at,
      ...(env[index] === undefined ? {} : { source: env[index] }),
      reason: "a later variable of the same name counts",
    };
    const referring = variablesReferringTo(env, index).map((other) => ({
      message: `"${stringField(env[other], "name")}" refers to this one, and is another text without it`,
      position: positionOf(manifest, [...path, "env", other]),
    }));
    const diagnostic: Diagnostic = {
      severity: "warning",
      code: "transform/duplicate-variable",
      message: `The container "${container}" sets the variable "${variable}" twice.`,
      position: positionOf(manifest, at),
      expected: "each variable once: Helm 4 and server-side apply refuse the second",
      ...(referring.length > 0 ? { notes: referring } : {}),
      hint:
        referring.length > 0
          ? `The chart leaves this one out, so that $(${variable}) stays as it is there: give this one a name of its own in the source.`
          : "The chart leaves this one out, since the last one counts for the process.",
    };
    return { edit, difference, diagnostic };
  });
  return {
    edits: overridden.map(({ edit }) => edit),
    differences: overridden.map(({ difference }) => difference),
    diagnostics: overridden.map(({ diagnostic }) => diagnostic),
  };
}

/** A placeholder that cert-manager or the operator fills; rendering it would wipe what they wrote. */
function emptyCaBundles(manifest: Manifest): readonly Transformed[] {
  const isCrd = manifest.object.kind === "CustomResourceDefinition";
  const webhooks = field(manifest.object, "webhooks");
  const clients: readonly (readonly PathStep[])[] = isCrd
    ? [["spec", "conversion", "webhook", "clientConfig"]]
    : Array.isArray(webhooks)
      ? webhooks.map((_, index) => ["webhooks", index, "clientConfig"])
      : [["spec"]];
  const isApiService = manifest.object.kind === "APIService";
  if (!isCrd && !Array.isArray(webhooks) && !isApiService) return [];
  return clients.map((client) => {
    const bundle = field(manifest.object, ...client, "caBundle");
    return isPlaceholder(bundle)
      ? remove(manifest, [...client, "caBundle"], "another controller fills it in")
      : {};
  });
}

/** Empty, blank, or the base64 of nothing but white space (`Cg==` is a line feed). */
function isPlaceholder(bundle: unknown): boolean {
  if (bundle === null) return true;
  return typeof bundle === "string" && (/^\s*$/.test(bundle) || /^(?:Cg==|Cgo=|)$/.test(bundle.trim()));
}

function remove(manifest: Manifest, path: readonly PathStep[], why: string): Transformed {
  const entry = entryAt(manifest, path);
  const source = field(manifest.object, ...path);
  if (!entry || source === undefined) return {};
  if (path.at(-1) === "creationTimestamp" && source !== null) return {};
  const difference: Difference = { path, source, reason: why };
  return { edits: [removeEntry(manifest.document.text, entry, reason)], differences: [difference] };
}

/**
 * The rules of an aggregated role are the controller's: under server-side apply every upgrade that names them is
 * refused. https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
function aggregatedRules(manifest: Manifest): Transformed {
  const isAggregated =
    manifest.object.kind === "ClusterRole" && isObject(field(manifest.object, "aggregationRule"));
  return isAggregated
    ? remove(manifest, ["rules"], "the controller gathers the rules of an aggregated role")
    : {};
}

/** Helm follows objects by name, so an object must have one. */
function nameForGenerated(manifest: Manifest): Transformed {
  const generated = stringField(manifest.object, "metadata", "generateName");
  const entry = entryAt(manifest, ["metadata", "generateName"]);
  if (!generated || !entry || stringField(manifest.object, "metadata", "name")) return {};
  const { name } = manifest.reference;
  const why = "Helm follows objects by name";
  const empty = entryAt(manifest, ["metadata", "name"]);
  return {
    edits: [
      replaceRange(entry, [text(`name: ${JSON.stringify(name)}`)], reason),
      ...(empty ? [removeEntry(manifest.document.text, empty, reason)] : []),
    ],
    differences: [
      { path: ["metadata", "generateName"], source: generated, reason: why },
      {
        path: ["metadata", "name"],
        ...(empty ? { source: field(manifest.object, "metadata", "name") ?? null } : {}),
        rendered: name,
        reason: why,
      },
    ],
  };
}

function entryAt(manifest: Manifest, path: readonly PathStep[]): Entry | undefined {
  return entryOf(nodeAt(manifest.document.root, path.slice(0, -1)), String(path.at(-1)));
}
