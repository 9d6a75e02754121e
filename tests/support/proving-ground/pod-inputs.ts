// What a Pod's containers read from the cluster: the files of its volumes and the variables of its environment. As with
// a kubelet, a ConfigMap or Secret that is not there keeps the Pod from starting until it is.

import type { ClusterObject, KubernetesApi } from "./kubernetes-api.ts";
import type {
  Container,
  EnvironmentVariable,
  FieldReference,
  FileItem,
  FileSource,
  ObjectName,
  Pod,
  Projection,
  Volume,
} from "./pod.ts";

/** A file of a volume. */
interface VolumeFile {
  /** Relative to the volume. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
}

/** A volume with its content; an empty one that the containers may write to has no files. */
export interface VolumeContent {
  readonly name: string;
  readonly isWritable: boolean;
  readonly files: readonly VolumeFile[];
}

/** Why a Pod cannot start yet, in the words of a kubelet. */
export class NotReadyToStart extends Error {
  override readonly name = "NotReadyToStart";
  readonly reason: "ContainerCreating" | "CreateContainerConfigError";

  constructor(reason: NotReadyToStart["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

type Keys = ReadonlyMap<string, Buffer>;

const defaultFileMode = 0o644;

/** Reads the volumes of a Pod; throws NotReadyToStart while something that they name is not there. */
export async function readVolumes(api: KubernetesApi, pod: Pod): Promise<readonly VolumeContent[]> {
  const volumes: VolumeContent[] = [];
  for (const volume of pod.spec.volumes ?? []) volumes.push(await readVolume(api, pod, volume));
  return volumes;
}

async function readVolume(api: KubernetesApi, pod: Pod, volume: Volume): Promise<VolumeContent> {
  const { name, configMap, secret, downwardAPI, projected } = volume;
  const sources: readonly Projection[] | undefined =
    projected?.sources ??
    (configMap && [{ configMap }]) ??
    (secret && [{ secret: { ...secret, name: secret.secretName } }]) ??
    (downwardAPI && [{ downwardAPI }]);
  if (sources === undefined) return { name, isWritable: true, files: [] };
  const mode = (projected ?? configMap ?? secret ?? downwardAPI)?.defaultMode ?? defaultFileMode;
  const files: VolumeFile[] = [];
  for (const source of sources) files.push(...(await readSource(api, pod, source, mode)));
  return { name, isWritable: false, files };
}

async function readSource(
  api: KubernetesApi,
  pod: Pod,
  source: Projection,
  mode: number,
): Promise<readonly VolumeFile[]> {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source;
  if (configMap) {
    return filesOfKeys(
      configMap,
      await readKeys(api, pod, "configmaps", configMap, "ContainerCreating"),
      mode,
    );
  }
  if (secret) {
    return filesOfKeys(secret, await readKeys(api, pod, "secrets", secret, "ContainerCreating"), mode);
  }
  if (serviceAccountToken) {
    const content = Buffer.from(await requestToken(api, pod, serviceAccountToken));
    return [{ path: serviceAccountToken.path, content, mode }];
  }
  return (downwardAPI?.items ?? []).map((item) => ({
    path: item.path,
    content: Buffer.from(item.fieldRef === undefined ? "" : podField(pod, item.fieldRef)),
    mode: item.mode ?? mode,
  }));
}

function filesOfKeys(source: FileSource & ObjectName, keys: Keys, mode: number): readonly VolumeFile[] {
  const items: readonly FileItem[] = source.items ?? [...keys.keys()].map((key) => ({ key, path: key }));
  return items.flatMap((item) => {
    const content = keys.get(item.key ?? "");
    if (content !== undefined) return [{ path: item.path, content, mode: item.mode ?? mode }];
    if (source.optional) return [];
    throw new NotReadyToStart("ContainerCreating", `"${source.name}" has no key "${item.key}"`);
  });
}

/** The keys of a ConfigMap or Secret; none where it is optional and absent. */
async function readKeys(
  api: KubernetesApi,
  pod: Pod,
  resource: "configmaps" | "secrets",
  { name, optional }: ObjectName,
  reason: NotReadyToStart["reason"],
): Promise<Keys> {
  const path = `/api/v1/namespaces/${pod.metadata.namespace}/${resource}/${name}`;
  type KeyHolder = ClusterObject & {
    readonly data?: Readonly<Record<string, string>>;
    readonly binaryData?: Readonly<Record<string, string>>;
  };
  const object = await api.get<KeyHolder>(path);
  if (object === undefined) {
    if (optional) return new Map();
    throw new NotReadyToStart(reason, `${resource} "${name}" not found`);
  }
  const encoding = resource === "secrets" ? "base64" : "utf8";
  return new Map([
    ...Object.entries(object.data ?? {}).map(([key, text]) => [key, Buffer.from(text, encoding)] as const),
    ...Object.entries(object.binaryData ?? {}).map(
      ([key, text]) => [key, Buffer.from(text, "base64")] as const,
    ),
  ]);
}

/** A token of the Pod's own service account, which ends with the Pod. */
async function requestToken(
  api: KubernetesApi,
  pod: Pod,
  options: NonNullable<Projection["serviceAccountToken"]>,
): Promise<string> {
  const { namespace, name, uid } = pod.metadata;
  return await requestBoundToken(api, pod.spec.serviceAccountName ?? "default", {
    pod: { namespace, name, uid },
    ...options,
  });
}

/** What a token of a service account is for. */
export interface TokenOptions {
  /** The Pod that it ends with. */
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
  readonly audience?: string;
  readonly expirationSeconds?: number;
}

/** Asks for a token of a service account that is bound to a Pod of the same namespace. */
export async function requestBoundToken(
  api: KubernetesApi,
  serviceAccount: string,
  { pod, audience, expirationSeconds }: TokenOptions,
): Promise<string> {
  const path = `/api/v1/namespaces/${pod.namespace}/serviceaccounts/${serviceAccount}/token`;
  const answer = await api.create<{ readonly status: { readonly token: string } }>(path, {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: {
      audiences: audience === undefined ? [] : [audience],
      expirationSeconds: expirationSeconds ?? 3600,
      boundObjectRef: { apiVersion: "v1", kind: "Pod", name: pod.name, uid: pod.uid },
    },
  });
  return answer.status.token;
}

/** The environment of a container, on top of `base`; throws NotReadyToStart while something it names is not there. */
export async function readEnvironment(
  api: KubernetesApi,
  pod: Pod,
  container: Container,
  base: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, string>> {
  const environment = new Map(Object.entries(base));
  for (const { prefix = "", configMapRef, secretRef } of container.envFrom ?? []) {
    const name = configMapRef ?? secretRef;
    if (name === undefined) continue;
    const resource = configMapRef ? "configmaps" : "secrets";
    const keys = await readKeys(api, pod, resource, name, "CreateContainerConfigError");
    for (const [key, content] of keys) environment.set(prefix + key, content.toString("utf8"));
  }
  for (const variable of container.env ?? []) {
    const value = await readVariable(api, pod, variable, environment);
    if (value !== undefined) environment.set(variable.name, value);
  }
  return environment;
}

async function readVariable(
  api: KubernetesApi,
  pod: Pod,
  { value = "", valueFrom }: EnvironmentVariable,
  environment: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  if (valueFrom === undefined) return expandVariables(value, environment);
  const { fieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  if (fieldRef) return podField(pod, fieldRef);
  const reference = configMapKeyRef ?? secretKeyRef;
  // A share of the container's resources; nothing here has a limit.
  if (reference === undefined) return "0";
  const resource = configMapKeyRef ? "configmaps" : "secrets";
  const keys = await readKeys(api, pod, resource, reference, "CreateContainerConfigError");
  const content = keys.get(reference.key);
  if (content !== undefined || reference.optional) return content?.toString("utf8");
  throw new NotReadyToStart(
    "CreateContainerConfigError",
    `${resource} "${reference.name}" has no key "${reference.key}"`,
  );
}

/** Fills `$(NAME)` as Kubernetes does: an unknown name stays as it is, `$$` is a dollar sign. */
export function expandVariables(text: string, environment: ReadonlyMap<string, string>): string {
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (whole, name: string | undefined) =>
    name === undefined ? "$" : (environment.get(name) ?? whole),
  );
}

/** The value of a field of the Pod that containers may ask for; addresses are not known yet. */
function podField({ metadata, spec }: Pod, { fieldPath }: FieldReference): string {
  const entry = /^metadata\.(?<map>labels|annotations)\['(?<key>[^']+)'\]$/.exec(fieldPath)?.groups;
  if (entry) return metadata[entry["map"] as "labels" | "annotations"]?.[entry["key"] ?? ""] ?? "";
  const fields: Readonly<Record<string, string | undefined>> = {
    "metadata.name": metadata.name,
    "metadata.namespace": metadata.namespace,
    "metadata.uid": metadata.uid,
    "spec.nodeName": spec.nodeName,
    "spec.serviceAccountName": spec.serviceAccountName,
  };
  return fields[fieldPath] ?? "";
}
