// Fields that a manifest should not carry: what the API server writes, and a name that it would make up.
import { field, isObject, stringField } from "../kubernetes/object.ts";
import { podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { Manifest } from "../parse/manifest.ts";
import { text } from "../template/expression.ts";
import { type Entry, entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import { removeEntry, replaceRange } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { combine, type Transform, type Transformed } from "./transform-context.ts";

const reason = "source fields";

/** Takes out `creationTimestamp: null` and `status`, empty CA bundles, rules of aggregated roles, and gives a `generateName` a name. */
export const sourceFields: Transform = (manifest) =>
  combine([
    ...serverFields(manifest),
    ...emptyCaBundles(manifest),
    aggregatedRules(manifest),
    nameForGenerated(manifest),
  ]);

function serverFields(manifest: Manifest): readonly Transformed[] {
  const podSpec = podSpecPathOf(manifest.object.kind);
  const templates = podSpec && podSpec.length > 1 ? [podSpec.slice(0, -1)] : [];
  const timestamps = [[], ...templates].map((path) => [...path, "metadata", "creationTimestamp"]);
  return [
    ...timestamps.map((path) => remove(manifest, path, "the API server sets it")),
    remove(manifest, ["status"], "a status is the controller's to write"),
  ];
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
  return {
    edits: [replaceRange(entry, [text(`name: ${JSON.stringify(name)}`)], reason)],
    differences: [
      { path: ["metadata", "generateName"], source: generated, reason: why },
      { path: ["metadata", "name"], rendered: name, reason: why },
    ],
  };
}

function entryAt(manifest: Manifest, path: readonly PathStep[]): Entry | undefined {
  return entryOf(nodeAt(manifest.document.root, path.slice(0, -1)), String(path.at(-1)));
}
