// The section `providers` of the project file: one operator for several providers, of which a value chooses one. Its
// schema is providers-schema.ts.
import type { ProjectSource } from "./project.ts";

/** How the charts serve several providers. Each is a group of `flags` that no other group includes, or an overlay. */
export interface ProjectProviders {
  /** The provider that the value `provider` names unless a user says otherwise. */
  readonly default: string;
  /** The ConfigMap whose keys are the provider's settings. */
  readonly configMap: string;
  /** The key of the ConfigMap that holds the provider's name; default: none. */
  readonly variable?: string;
  /** The Secret whose keys are the provider's secret settings. */
  readonly secret?: string;
  /** Secrets that hold files, by their names. */
  readonly files?: Readonly<Record<string, ProjectSecretFiles>>;
  /** One whole rendering of the operator for each provider. */
  readonly overlays?: Readonly<Record<string, ProjectOverlay>>;
}

/** A Secret that holds files, such as SSH keys or certificates. */
export interface ProjectSecretFiles {
  /** The providers that have it, each with files of its own in its `providerSecrets`; default: one for all. */
  readonly providers?: readonly string[];
  /** The value for each key of the Secret: its name, and whether it holds the file in base64, as a binary one has to be. */
  readonly keys: Readonly<Record<string, string | ProjectSecretFile>>;
  /** Below `secrets`, where the files of one for all stand; default: after the Secret's name, such as `tlsCerts`. */
  readonly values?: string;
  /** The folder in which the containers that read the settings find the files; default: where the sources mount it. */
  readonly mountPath?: string;
  /** Below `secrets`, the name of an existing one; default: such as `existingSshKeySecretName`. */
  readonly existing?: string;
}

export interface ProjectSecretFile {
  readonly value: string;
  readonly base64?: boolean;
}

export interface ProjectOverlay {
  readonly sources: readonly ProjectSource[];
  /** The group of `flags` with its settings; default: the one of its name, if there is one. */
  readonly group?: string;
}

/** A folder in a container: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/ */
export const mountPath: RegExp = /^\/[^:]+$/;
export const expectedMountPath = "an absolute path without a colon, such as /etc/certificates";

/** The name of a Secret: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
export const secretName: RegExp =
  /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
export const expectedSecretName = "the name of a Secret: lowercase letters, digits, dashes and dots";

/** A key of its data: https://kubernetes.io/docs/concepts/configuration/secret/ */
export const secretKey: RegExp = /^(?!\.\.?$)[-._a-zA-Z0-9]{1,253}$/;
export const expectedSecretKey = "a key of a Secret: letters, digits, dashes, underscores and dots";

/** A key of values that needs no quotes in `--set`. */
export const valuesKey: RegExp = /^[A-Za-z_][A-Za-z0-9_-]*$/;
export const expectedValuesKey = "letters, digits, dashes and underscores, such as tlsCerts";

/** The providers whose parts charts for `provider` alone are made of; undefined for all. */
export function providersFor(
  providers: ProjectProviders | undefined,
  provider: string | undefined,
): readonly string[] | undefined {
  return provider === undefined || !providers ? undefined : [...new Set([providers.default, provider])];
}

/** The section `providers` with the overlays of some alone. */
export function withOverlaysOf(
  providers: ProjectProviders | undefined,
  names: readonly string[],
): { readonly providers?: ProjectProviders } {
  if (!providers?.overlays) return {};
  const overlays = Object.entries(providers.overlays).filter(([name]) => names.includes(name));
  return { providers: { ...providers, overlays: Object.fromEntries(overlays) } };
}
