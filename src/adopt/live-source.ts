// Where live objects come from: a cluster that answers, or a dump of one.
import type { KubernetesObject, ObjectReference } from "../kubernetes/object.ts";
import type { ReleaseName } from "./ownership.ts";
import type { KnownRelease } from "./releases.ts";

/** What the API server said to one object, without storing it. */
export interface Probe {
  /** The object as it would be; absent when it was refused. */
  readonly result?: KubernetesObject;
  /** The API server's words on fields that others manage. */
  readonly conflict?: string;
  /** The API server's words on what it does not let anybody change. */
  readonly refusal?: string;
}

/** Answers about what is live. */
export interface LiveSource {
  readonly kind: "cluster" | "dump";
  /** The version of Kubernetes, such as `v1.34.4`; undefined where nobody tells. */
  version(): Promise<string | undefined>;
  /** The live ones of these objects; the namespace of one of a cluster-scoped kind does not count. */
  read(references: readonly ObjectReference[]): Promise<readonly KubernetesObject[]>;
  /** The namespaces in which an object of this kind and name is. */
  namespacesOf(reference: ObjectReference): Promise<readonly string[]>;
  /** What a server-side apply would make of the object; undefined where nobody can be asked. */
  probe(object: KubernetesObject): Promise<Probe | undefined>;
  /** Those of these releases that Helm keeps records of, with what they hold. */
  releases(names: readonly ReleaseName[]): Promise<readonly KnownRelease[]>;
  /** Objects of the same kinds, in the namespace or with one of the labels, which may have come with the operator. */
  relatives(
    kinds: readonly ObjectReference[],
    namespace: string,
    labels: readonly string[],
  ): Promise<readonly KubernetesObject[]>;
  /** Those whose kind is not served. */
  unknownKinds(references: readonly ObjectReference[]): Promise<readonly ObjectReference[]>;
}
