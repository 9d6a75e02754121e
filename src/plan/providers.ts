// Several providers in one chart: which there are, the settings of each, and the objects that hold them.
import type { Operator } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import type { Setting, SettingGroup } from "../flags/setting.ts";
import { lowerCamelCase } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ProjectProviders, ProjectSecretFiles } from "../project/providers.ts";
import { groupOfProvider, providerGroups, providerNames } from "./provider-groups.ts";
import { secretTextsIn, textsIn } from "./provider-texts.ts";
import { existingSecret, takenSecretNames } from "./secret-names.ts";

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

export interface SecretFiles {
  /** The providers that have it; undefined for one for all. */
  readonly providers: readonly string[] | undefined;
  /** Where the files of one for all stand among the values. */
  readonly path: readonly string[];
  readonly keys: readonly { readonly key: string; readonly value: string }[];
}

/** The settings of a provider that its ConfigMap holds, or its Secret. */
export function settingsOf(provider: ProviderPlan, kind: "settings" | "secrets"): readonly Setting[] {
  return (provider.group?.settings ?? []).filter(
    ({ env, secret }) => env !== undefined && secret === (kind === "secrets"),
  );
}

/** The variables that must be set, of those that the ConfigMap holds, or the Secret. */
export function requiredOf(provider: ProviderPlan, kind: "settings" | "secrets"): readonly string[] {
  return settingsOf(provider, kind).flatMap(({ env = "", required }) => (required ? [env] : []));
}

/** Finds the providers' settings and objects. With an error among the diagnostics there is no plan. */
export function planProviders(
  operator: Operator,
  options: ProvidersOptions,
): { readonly plan?: ProvidersPlan; readonly diagnostics: readonly Diagnostic[] } {
  const { project, positionOf } = options;
  const names = providerNames(options.groups, project);
  const documented = providerGroups(options.groups, project);
  const configMap = findObject(operator, "ConfigMap", project.configMap);
  if (!names.includes(project.default))
    return { diagnostics: [unknownProvider(project.default, names, positionOf(["default"]))] };
  if (!configMap)
    return { diagnostics: [noConfigMap(operator, project.configMap, positionOf(["configMap"]))] };
  const strangers = Object.entries(project.files ?? {}).flatMap(([name, { providers = [] }]) =>
    providers.flatMap((provider, index) =>
      names.includes(provider)
        ? []
        : [unknownProvider(provider, names, positionOf(["files", name, "providers", index]))],
    ),
  );
  if (strangers.length > 0) return { diagnostics: strangers };
  const secrets = secretPlans(operator, project);
  const taken = takenSecretNames(secrets, project, positionOf);
  if (taken.length > 0) return { diagnostics: taken };
  const literals =
    options.literals ?? new Map([[project.default, ownTexts(configMap, secrets, project.variable)]]);
  const all = names.map((name): ProviderPlan => {
    const files = options.valuesFiles?.get(name);
    return {
      name,
      group: groupOfProvider(name, options.groups, project),
      documented: documented.find((group) => group.name === name) ?? { name, includes: [], settings: [] },
      valuesFiles: files ?? {},
      ...(literals.get(name) ?? { settings: {}, secrets: {} }),
    };
  });
  const plan: ProvidersPlan = {
    default: project.default,
    all,
    configMap,
    variable: project.variable,
    secrets,
  };
  const diagnostics = faultsOf(plan, positionOf(["default"]));
  return diagnostics.length > 0 ? { diagnostics } : { plan, diagnostics };
}

function findObject(operator: Operator, kind: string, name: string): Manifest | undefined {
  return operator.manifests.find(
    ({ object, reference }) => object.kind === kind && reference.group === "" && reference.name === name,
  );
}

function secretPlans(operator: Operator, { secret, files = {} }: ProjectProviders): readonly SecretPlan[] {
  const plan = (name: string, existing: string, holds?: ProjectSecretFiles): SecretPlan => ({
    name,
    manifest: findObject(operator, "Secret", name),
    existing,
    files: holds && {
      providers: holds.providers,
      path: ["secrets", holds.values ?? lowerCamelCase(name)],
      keys: Object.entries(holds.keys).map(([key, value]) => ({ key, value })),
    },
  });
  return [
    ...(secret === undefined ? [] : [plan(secret, existingSecret)]),
    ...Object.entries(files).map(([name, holds]) =>
      plan(name, holds.existing ?? lowerCamelCase(`existing-${name}-name`), holds),
    ),
  ];
}

/** What the sources' own objects hold. A text that is no UTF-8 has no place among values, and is left out. */
function ownTexts(
  configMap: Manifest,
  secrets: readonly SecretPlan[],
  variable: string | undefined,
): ProviderTexts {
  const manifest = secrets.find(({ files }) => !files)?.manifest;
  const name = (key: string) => key === variable;
  return {
    settings: Object.fromEntries(Object.entries(textsIn(configMap)).filter(([key]) => !name(key))),
    secrets: manifest ? secretTextsIn(manifest) : {},
  };
}

/** What makes a chart whose own defaults would not render. */
function faultsOf(plan: ProvidersPlan, place: Position): readonly Diagnostic[] {
  const provider = plan.all.find(({ name }) => name === plan.default);
  if (!provider) return [];
  const secret = new Set(settingsOf(provider, "secrets").map(({ env }) => env));
  const exposed = Object.keys(provider.settings).filter((key) => secret.has(key));
  const unset = (["settings", "secrets"] as const).flatMap((kind) =>
    requiredOf(provider, kind).filter((key) => (provider[kind][key] ?? "") === ""),
  );
  return [
    ...exposed.map(
      (key): Diagnostic => ({
        severity: "error",
        code: "providers/secret-setting",
        message: `The ConfigMap "${plan.configMap.reference.name}" holds ${key}, which is a secret.`,
        position: plan.configMap.position,
        found: key,
        expected: "settings that are no secrets",
        hint: "Move it to the Secret, or say `secret: false` of it under `settings` of its group.",
      }),
    ),
    ...(unset.length === 0
      ? []
      : [
          {
            severity: "error",
            code: "providers/required-setting",
            message: `The default provider "${plan.default}" has settings that must be set: a chart's own defaults must render.`,
            position: place,
            found: `${unset.join(", ")} required and not set`,
            expected: "a provider whose required settings the sources set",
            hint: "Choose another default, or set them in the sources' ConfigMap and Secret.",
          } as const,
        ]),
  ];
}

function unknownProvider(name: string, names: readonly string[], position: Position): Diagnostic {
  const meant = nearest(name, names);
  return {
    severity: "error",
    code: "providers/unknown-provider",
    message: `There is no provider "${name}".`,
    position,
    found: name,
    expected: `one of ${names.join(", ")}`,
    hint:
      meant === undefined
        ? "Providers are the overlays, and the groups of `flags` that no other group includes."
        : `Write "${meant}".`,
  };
}

function noConfigMap(operator: Operator, name: string, position: Position): Diagnostic {
  const names = operator.configMaps.map(({ reference }) => reference.name);
  const meant = nearest(name, names);
  return {
    severity: "error",
    code: "providers/no-config-map",
    message: `The sources hold no ConfigMap "${name}".`,
    position,
    found: names.length === 0 ? "no ConfigMap" : names.join(", "),
    expected: name,
    hint: meant === undefined ? "Name the one that the Pods read their settings from." : `Write "${meant}".`,
  };
}
