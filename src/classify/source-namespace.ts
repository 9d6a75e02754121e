// Which namespace the sources call the operator's own.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { groupKind, listField, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { Workload } from "./operator.ts";

/**
 * The namespace of most workloads; without one, that of most service accounts, then of those that bindings name
 * (manifests applied with `kubectl -n` carry it there), then the only one that any object is in, then the only Namespace
 * object. Of a tie it is the one that the sources create: another was there before them, and is somebody else's. A tie
 * that this does not settle is an error.
 */
export function findSourceNamespace(
  manifests: readonly Manifest[],
  workloads: readonly Workload[],
  diagnostics: Diagnostic[],
): string | undefined {
  const running = workloads.filter(({ kind }) => kind !== "Job" && kind !== "CronJob" && kind !== "Pod");
  const created = new Set(
    manifests
      .filter(({ reference }) => groupKind(reference) === "/Namespace")
      .map(({ reference }) => reference.name),
  );
  const candidates = [
    (running.length > 0 ? running : workloads).map(({ manifest }) => manifest),
    manifests.filter(({ reference }) => groupKind(reference) === "/ServiceAccount"),
  ];
  for (const group of candidates) {
    const places = group.flatMap((manifest) =>
      manifest.reference.namespace ? [{ namespace: manifest.reference.namespace, manifest }] : [],
    );
    if (places.length > 0) return mostFrequent(places, created, diagnostics);
  }
  const bound = manifests.flatMap((manifest) =>
    listField(manifest.object, "subjects").flatMap((subject) => {
      const namespace = stringField(subject, "namespace");
      return stringField(subject, "kind") === "ServiceAccount" && namespace ? [{ namespace, manifest }] : [];
    }),
  );
  if (bound.length > 0) return mostFrequent(bound, created, diagnostics);
  const named = [manifests.flatMap(({ reference }) => reference.namespace ?? []), [...created]];
  // Objects in kube-system alone are additions to the cluster, not an operator that runs there.
  const only = named.map((names) => [...new Set(names)]).find((names) => names.length > 0) ?? [];
  return only.length === 1 && !only[0]?.startsWith("kube-") ? only[0] : undefined;
}

interface Place {
  readonly namespace: string;
  readonly manifest: Manifest;
}

function mostFrequent(
  places: readonly Place[],
  created: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): string | undefined {
  const counts = new Map<string, Place[]>();
  for (const place of places) counts.set(place.namespace, [...(counts.get(place.namespace) ?? []), place]);
  const most = Math.max(...[...counts.values()].map(({ length }) => length));
  const tied = [...counts.values()].filter(({ length }) => length === most);
  const own = tied.filter(([place]) => place !== undefined && created.has(place.namespace));
  const [first, second] = own.length === 1 ? own : tied;
  if (first?.[0] && second?.[0]) {
    diagnostics.push({
      severity: "error",
      code: "classify/namespace-tie",
      message: `The operator's own namespace is not clear: "${first[0].namespace}" and "${second[0].namespace}" hold equally many of its workloads.`,
      position: second[0].manifest.position,
      notes: [{ message: `"${first[0].namespace}" is used here`, position: first[0].manifest.position }],
      found: `${first.length} in each`,
      expected: "one namespace that the release's namespace takes the place of",
      hint: `Say which: --source-namespace ${first[0].namespace}`,
    });
  }
  return first?.[0]?.namespace;
}
