// Several providers in one chart: which there are, the settings of each, and the objects that hold them.
import type { Position } from "../diagnostics/position.ts";
import type { Setting, SettingGroup } from "../flags/setting.ts";
import type { NamespaceToken } from "../kubernetes/own-namespace.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ProjectProviders } from "../project/providers.ts";

/** What a project says of its providers, with the settings that its Go sources register. */
export interface ProvidersOptions {
  readonly project: ProjectProviders;
  readonly groups: readonly SettingGroup[];
  /** Where something stands in the project file, below `providers`. */
  readonly positionOf: (path: readonly (string | number)[]) => Position;
  /** The texts of each provider's own objects; default: those of the sources, for the default provider. */
  readonly literals?: ReadonlyMap<string, ProviderTexts>;
  /** The values files of the project, whose own lines the chart's have, too. */
  readonly valuesFiles?: ReadonlyMap<string, ValuesFiles>;
}

/** The texts of a provider's values files, in which people write. */
export interface ValuesFiles {
  readonly settings?: string;
  readonly secrets?: string;
}

/** What a provider's ConfigMap and Secret hold, as plain text by key. */
export interface ProviderTexts {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Where settings name the own namespace: such a text is none of values, which know no namespace; the template has it. */
  readonly namespaces: Readonly<Record<string, readonly NamespaceToken[]>>;
}

export interface ProvidersPlan {
  /** The provider of a release that names none. */
  readonly default: string;
  readonly all: readonly ProviderPlan[];
  readonly configMap: Manifest;
  /** The key of the ConfigMap that holds the provider's name. */
  readonly variable: string | undefined;
  /** The Secret of secret settings, then those that hold files. */
  readonly secrets: readonly SecretPlan[];
}

/** One provider. Both lists are in the order of their variables. */
export interface ProviderPlan extends ProviderTexts {
  readonly name: string;
  /** Its group of settings; undefined for a provider without one, of which any key is taken. */
  readonly group: SettingGroup | undefined;
  /** What its values files say, with the files that it has for itself. */
  readonly documented: SettingGroup;
  readonly valuesFiles: ValuesFiles;
}

/** A Secret of the providers. */
export interface SecretPlan {
  readonly name: string;
  /** Undefined for one that the sources do not hold. */
  readonly manifest: Manifest | undefined;
  /** The key below `secrets` that names an existing one. */
  readonly existing: string;
  /** Undefined for the one of secret settings. */
  readonly files: SecretFiles | undefined;
}

/** A key of a Secret with the key of its value, which may hold the file in base64. */
export interface SecretFile {
  readonly key: string;
  readonly value: string;
  readonly isEncoded: boolean;
}

export interface SecretFiles {
  /** The providers that have it; undefined for one for all. */
  readonly providers: readonly string[] | undefined;
  /** Where the files of one for all stand among the values. */
  readonly path: readonly string[];
  readonly keys: readonly SecretFile[];
  /** Where it is mounted beside where the sources mount theirs. */
  readonly mountPath: string | undefined;
}

/** The settings of a provider that its ConfigMap holds, or its Secret. */
export function settingsOf(provider: ProviderPlan, kind: "settings" | "secrets"): readonly Setting[] {
  return (provider.group?.settings ?? []).filter(
    ({ env, secret }) => env !== undefined && secret === (kind === "secrets"),
  );
}

/** The variables that a user must set, of those that the ConfigMap holds, or the Secret. */
export function requiredOf(provider: ProviderPlan, kind: "settings" | "secrets"): readonly string[] {
  const isHeld = (env: string) => kind === "settings" && Object.hasOwn(provider.namespaces, env);
  return settingsOf(provider, kind).flatMap(({ env = "", required }) =>
    required && !isHeld(env) ? [env] : [],
  );
}
