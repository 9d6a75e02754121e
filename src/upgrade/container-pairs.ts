// The containers of a workload in two releases, by their names.
import {
  field,
  isObject,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import { podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { ReleasedObject } from "./finding.ts";
import type { ObjectPair } from "./object-pairs.ts";

/** An env variable, and where it stands; of several of one name the last, which counts. */
interface Variable {
  readonly entry: JsonObject;
  readonly index: number;
}

/** One container of one release. */
export interface ReleasedContainer {
  readonly container: JsonObject;
  /** The pod spec that it is in. */
  readonly podSpec: JsonObject;
  readonly env: ReadonlyMap<string, Variable>;
}

/** A container as both releases have it, or as one has. */
export interface ContainerPair {
  readonly name: string;
  readonly older?: ReleasedContainer;
  readonly newer?: ReleasedContainer;
  readonly olderPath: readonly PathStep[];
  readonly newerPath: readonly PathStep[];
}

/** A pod spec, and where it stands in its object. */
export interface PodSpec {
  readonly spec: JsonObject;
  readonly path: readonly PathStep[];
}

/** The pod spec of a workload; undefined for what runs no Pods. */
export function podSpecOf({ object }: ReleasedObject): PodSpec | undefined {
  const path = podSpecPathOf(object.kind);
  return path === undefined ? undefined : { spec: objectField(object, ...path), path };
}

/** The containers of a workload, in the order of the newer release, those that are gone behind. */
export function pairContainers({ older, newer }: Partial<ObjectPair>): readonly ContainerPair[] {
  const [before, after] = [containersOf(older), containersOf(newer)];
  const names = [...after.keys(), ...[...before.keys()].filter((name) => !after.has(name))];
  return names.map((name) => {
    const [then, now] = [before.get(name), after.get(name)];
    return {
      name,
      ...(then ? { older: then.container } : {}),
      ...(now ? { newer: now.container } : {}),
      olderPath: then?.path ?? [],
      newerPath: now?.path ?? [],
    };
  });
}

function containersOf(
  object: ReleasedObject | undefined,
): ReadonlyMap<string, { readonly container: ReleasedContainer; readonly path: readonly PathStep[] }> {
  const pod = object && podSpecOf(object);
  if (!pod) return new Map();
  const found = ["initContainers", "containers"].flatMap((list) =>
    listField(pod.spec, list).flatMap((container, index) => {
      const name = stringField(container, "name");
      if (name === undefined || !isObject(container)) return [];
      const path = [...pod.path, list, index];
      return [
        [name, { container: { container, podSpec: pod.spec, env: variablesOf(container) }, path }] as const,
      ];
    }),
  );
  return new Map(found);
}

function variablesOf(container: JsonObject): ReadonlyMap<string, Variable> {
  return new Map(
    listField(container, "env").flatMap((entry, index) => {
      const name = field(entry, "name");
      return typeof name === "string" && isObject(entry) ? [[name, { entry, index }] as const] : [];
    }),
  );
}
