// The objects that a hook of a chart applies in an upgrade: manifests in a ConfigMap of the chart, which a Job mounts. They are
// the chart's as those of its templates are, but of no release: Helm deletes none of them.
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import {
  type Json,
  type KubernetesObject,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import { RenderedReader } from "../verify/rendered.ts";
import { podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject } from "./finding.ts";

/** An object that stands in a ConfigMap until a hook applies it. */
export interface AppliedObject extends ReleasedObject {
  readonly carrier: ReleasedObject;
  /** The key of the ConfigMap's data. */
  readonly key: string;
}

/** The namespace that an object comes into where `current` is that of whoever applies it; none of a cluster-wide one. */
export type NamespaceOf = (object: KubernetesObject, current?: string) => string | undefined;

/** What the hooks among `hooks` apply, from ConfigMaps among these and the chart's `objects`. */
export function appliedObjects(
  objects: readonly ReleasedObject[],
  hooks: readonly ReleasedObject[],
  namespaceOf: NamespaceOf,
): readonly AppliedObject[] {
  const mounted = new Set(hooks.filter(applies).flatMap(mountedMaps));
  if (mounted.size === 0) return [];
  const reader = new RenderedReader();
  return [...objects, ...hooks]
    .filter((one) => one.object.kind === "ConfigMap" && mounted.has(placeOf(one)))
    .flatMap((carrier) =>
      Object.entries(objectField(carrier.object, "data")).flatMap(([key, text]) =>
        reader.read(String(text)).flatMap(({ object }): readonly AppliedObject[] => {
          if (!object) return [];
          const namespace = namespaceOf(object, carrier.namespace);
          const placeOf = () => carrier.placeOf(["data", key]);
          return [{ chart: carrier.chart, object, namespace, placeOf, carrier, key }];
        }),
      ),
    );
}

/** Whether a hook runs in upgrades and is told to apply something. */
function applies(hook: ReleasedObject): boolean {
  const pod = podSpecOf(hook);
  if (!pod || !hookEventsOf(hook.object).some((event) => event.endsWith("-upgrade"))) return false;
  const words = ["initContainers", "containers"].flatMap((list) =>
    listField(pod.spec, list).flatMap((container: Json) => [
      ...listField(container, "command"),
      ...listField(container, "args"),
    ]),
  );
  return words.some((word) => /(?:^|\s)(?:apply|create|replace)(?:\s|$)/.test(String(word)));
}

function mountedMaps(hook: ReleasedObject): readonly string[] {
  return allReferences(podSpecOf(hook)?.spec)
    .filter(({ kind, path }) => kind === "ConfigMap" && path[0] === "volumes")
    .map(({ name }) => `${hook.namespace ?? ""}/${name}`);
}

function placeOf({ object, namespace }: ReleasedObject): string {
  return `${namespace ?? ""}/${stringField(object, "metadata", "name") ?? ""}`;
}

/** `released` without the manifests that it carries for a hook: they are compared as objects. */
export function withoutCarried(released: ReleasedObject, applied: readonly AppliedObject[]): ReleasedObject {
  const keys = new Set(applied.filter(({ carrier }) => carrier === released).map(({ key }) => key));
  if (keys.size === 0) return released;
  const data = Object.entries(objectField(released.object, "data")).filter(([key]) => !keys.has(key));
  return { ...released, object: { ...released.object, data: Object.fromEntries(data) } };
}
