// The fields of a Pod that the node stand-in reads, and those of its status that it writes.

import type { ClusterObject, ObjectMetadata } from "./kubernetes-api.ts";

/** A Pod as the API server stores it. */
export interface Pod extends ClusterObject {
  readonly metadata: ObjectMetadata & { readonly namespace: string };
  readonly spec: PodSpec;
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** What a Pod is to be. */
interface PodSpec {
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly hostNetwork?: boolean;
  readonly serviceAccountName?: string;
  readonly restartPolicy: RestartPolicy;
  readonly securityContext?: SecurityContext & { readonly fsGroup?: number };
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

/** Which ends of a container are followed by a new start. */
export type RestartPolicy = "Always" | "OnFailure" | "Never";

/** One container of a Pod. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  /** Of an init container: "Always" makes it one that runs beside the others. */
  readonly restartPolicy?: "Always";
  readonly env?: readonly EnvironmentVariable[];
  readonly envFrom?: readonly EnvironmentSource[];
  readonly volumeMounts?: readonly VolumeMount[];
  readonly securityContext?: SecurityContext;
}

/** As whom a container runs, and what it may write to. */
export interface SecurityContext {
  readonly runAsUser?: number;
  readonly runAsGroup?: number;
  readonly runAsNonRoot?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
}

/** A variable with its value or where that comes from. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: FieldReference;
    readonly resourceFieldRef?: unknown;
    readonly configMapKeyRef?: KeyReference;
    readonly secretKeyRef?: KeyReference;
  };
}

/** A ConfigMap or Secret whose keys all become variables. */
interface EnvironmentSource {
  readonly prefix?: string;
  readonly configMapRef?: ObjectName;
  readonly secretRef?: ObjectName;
}

/** The name of a ConfigMap or Secret in the Pod's namespace. */
export interface ObjectName {
  readonly name: string;
  readonly optional?: boolean;
}

/** One key of a ConfigMap or Secret. */
interface KeyReference extends ObjectName {
  readonly key: string;
}

/** A field of the Pod itself. */
export interface FieldReference {
  readonly fieldPath: string;
}

/** Where a volume stands in a container. */
export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly readOnly?: boolean;
}

/** A volume; kinds that are not named here are empty folders. */
export interface Volume {
  readonly name: string;
  readonly configMap?: FileSource & ObjectName;
  readonly secret?: FileSource & { readonly secretName: string; readonly optional?: boolean };
  readonly downwardAPI?: FileSource;
  readonly projected?: { readonly defaultMode?: number; readonly sources?: readonly Projection[] };
}

/** One part of a projected volume. */
export interface Projection {
  readonly configMap?: FileSource & ObjectName;
  readonly secret?: FileSource & ObjectName;
  readonly downwardAPI?: FileSource;
  readonly serviceAccountToken?: {
    readonly path: string;
    readonly audience?: string;
    readonly expirationSeconds?: number;
  };
}

/** Which files a source gives; all keys where no items are named. */
export interface FileSource {
  readonly defaultMode?: number;
  readonly items?: readonly FileItem[];
}

/** A file of a volume: from a key, or from a field of the Pod. */
export interface FileItem {
  readonly key?: string;
  readonly fieldRef?: FieldReference;
  readonly path: string;
  readonly mode?: number;
}

/** What a container does, as its status says it. */
export type ContainerState =
  | { readonly waiting: { readonly reason: string; readonly message?: string } }
  | { readonly running: { readonly startedAt: string } }
  | { readonly terminated: Termination };

/** How a container ended. */
interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** The path of a Pod in the API. */
export function podPath(pod: Pod): string {
  return `/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}`;
}
