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
  /** The key of the values for each key of the Secret. */
  readonly keys: Readonly<Record<string, string>>;
  /** Below `secrets`, where the files of one for all stand; default: after the Secret's name, such as `tlsCerts`. */
  readonly values?: string;
  /** Below `secrets`, the name of an existing one; default: such as `existingSshKeySecretName`. */
  readonly existing?: string;
}

export interface ProjectOverlay {
  readonly sources: readonly ProjectSource[];
  /** The group of `flags` with its settings; default: the one of its name, if there is one. */
  readonly group?: string;
}

/** A key of values that needs no quotes in `--set`. */
export const valuesKey: RegExp = /^[A-Za-z_][A-Za-z0-9_-]*$/;
export const expectedValuesKey = "letters, digits, dashes and underscores, such as tlsCerts";
