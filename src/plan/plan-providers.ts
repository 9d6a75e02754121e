// From what a project says of its providers, and the sources, to the plan of them.
import type { Operator } from "../classify/operator.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { lowerCamelCase } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ProjectProviders, ProjectSecretFiles } from "../project/providers.ts";
import {
  defaultFaults,
  misnamedParts,
  noConfigMap,
  takenFileKeys,
  unknownProvider,
} from "./provider-faults.ts";
import { filesOf, groupOfProvider, providerGroups, providerNames } from "./provider-groups.ts";
import { namespacesIn, secretTextsIn, textsIn } from "./provider-texts.ts";
import type {
  ProviderPlan,
  ProvidersOptions,
  ProvidersPlan,
  ProviderTexts,
  SecretPlan,
} from "./providers.ts";
import { existingSecret, takenSecretNames } from "./secret-names.ts";

/**
 * Finds the providers' settings and objects; `siblings` are the manifests of all overlays. With an error among the
 * diagnostics there is no plan.
 */
export function planProviders(
  operator: Operator,
  options: ProvidersOptions,
  siblings: readonly Manifest[] = operator.manifests,
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
  const misnamed = misnamedParts(options, siblings);
  if (strangers.length > 0 || hasErrors(misnamed)) return { diagnostics: [...strangers, ...misnamed] };
  const secrets = secretPlans(operator, project);
  const taken = takenSecretNames(secrets, project, positionOf);
  if (taken.length > 0) return { diagnostics: taken };
  const literals =
    options.literals ?? new Map([[project.default, ownTexts(configMap, secrets, operator, project)]]);
  const all = names.map((name): ProviderPlan => {
    const files = options.valuesFiles?.get(name);
    return {
      name,
      group: groupOfProvider(name, options.groups, project),
      documented: documented.find((group) => group.name === name) ?? { name, includes: [], settings: [] },
      valuesFiles: files ?? {},
      ...(literals.get(name) ?? { settings: {}, secrets: {}, namespaces: {} }),
    };
  });
  const plan: ProvidersPlan = {
    default: project.default,
    all,
    configMap,
    variable: project.variable,
    secrets,
  };
  const diagnostics = [
    ...misnamed,
    ...takenFileKeys(plan, positionOf),
    ...defaultFaults(plan, positionOf(["default"])),
  ];
  return hasErrors(diagnostics) ? { diagnostics } : { plan, diagnostics };
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
      keys: filesOf(holds),
      mountPath: holds.mountPath,
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
  operator: Operator,
  { variable }: ProjectProviders,
): ProviderTexts {
  const manifest = secrets.find(({ files }) => !files)?.manifest;
  const name = (key: string) => key === variable;
  const own = Object.entries(textsIn(configMap)).filter(([key]) => !name(key));
  return {
    settings: Object.fromEntries(own),
    secrets: manifest ? secretTextsIn(manifest) : {},
    namespaces: namespacesIn(own, operator),
  };
}
