// What can be wrong with what a project says of its providers.
import type { Operator } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { field, objectField } from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import { podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { Manifest } from "../parse/manifest.ts";
import { type ProvidersOptions, type ProvidersPlan, requiredOf, settingsOf } from "./providers.ts";

/** Names in the project file that nothing has; `manifests` are those of all overlays. */
export function misnamedParts(
  { project, groups, positionOf }: ProvidersOptions,
  manifests: readonly Manifest[],
): readonly Diagnostic[] {
  const { secret, files = {}, variable, configMap, overlays = {} } = project;
  const secrets = new Set(manifests.flatMap(secretNames));
  const named = [
    ...(secret === undefined ? [] : [{ name: secret, path: ["secret"] }]),
    ...Object.keys(files).map((name) => ({ name, path: ["files", name] })),
  ];
  return [
    ...named
      .filter(({ name }) => !secrets.has(name) && files[name]?.mountPath === undefined)
      .map(({ name, path }) => unusedSecret(name, secrets, positionOf(path))),
    ...Object.entries(files).flatMap(([name, { mountPath }]) =>
      mountPath !== undefined && manifests.some((manifest) => podSecrets(manifest).includes(name))
        ? [mountedAlready(name, mountPath, positionOf(["files", name, "mountPath"]))]
        : [],
    ),
    ...(variable === undefined
      ? []
      : missingVariable(
          variable,
          manifests.filter(
            ({ object, reference }) => object.kind === "ConfigMap" && reference.name === configMap,
          ),
          positionOf(["variable"]),
        )),
    ...Object.entries(overlays).flatMap(([name, { group }]): readonly Diagnostic[] => {
      const known = groups.map((one) => one.name);
      if (known.length === 0 || known.includes(group ?? name)) return [];
      if (group !== undefined) return [unknownGroup(group, known, positionOf(["overlays", name, "group"]))];
      const free = known.filter(
        (other) => !overlays[other] && !groups.some(({ includes }) => includes.includes(other)),
      );
      const meant = nearest(name, free);
      return meant === undefined ? [] : [unlikeGroup(name, meant, positionOf(["overlays", name]))];
    }),
  ];
}

/** The Secrets that a manifest is, or that its Pods name. */
function secretNames(manifest: Manifest): readonly string[] {
  return manifest.object.kind === "Secret" ? [manifest.reference.name] : podSecrets(manifest);
}

function podSecrets({ object }: Manifest): readonly string[] {
  const path = podSpecPathOf(object.kind);
  if (!path) return [];
  return allReferences(field(object, ...path)).flatMap(({ kind, name }) => (kind === "Secret" ? [name] : []));
}

function unusedSecret(name: string, known: ReadonlySet<string>, position: Position): Diagnostic {
  const meant = nearest(name, known);
  return {
    severity: "warning",
    code: "providers/unused-secret",
    message: `No source holds the Secret "${name}", and no Pod names it.`,
    position,
    found: known.size === 0 ? "no Secret" : [...known].toSorted().join(", "),
    expected: "a Secret of the sources, or one that a Pod reads",
    hint:
      meant === undefined
        ? "The chart makes it, and nothing of the chart reads it: check the name."
        : `Write "${meant}".`,
  };
}

function mountedAlready(name: string, mountPath: string, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "providers/mounted-already",
    message: `Pods of the sources name the Secret "${name}" already.`,
    position,
    found: mountPath,
    expected: "a Secret that no Pod of the sources names",
    hint: "Leave `mountPath` out: the files arrive where the sources mount it.",
  };
}

/** Files of a provider whose values would stand where a setting of its does. */
export function takenFileKeys(
  { all, secrets }: ProvidersPlan,
  positionOf: ProvidersOptions["positionOf"],
): readonly Diagnostic[] {
  return secrets.flatMap(({ name, files }) =>
    (files?.providers ?? []).flatMap((provider) => {
      const settings = all.find((each) => each.name === provider)?.group?.settings ?? [];
      return (files?.keys ?? [])
        .filter(({ value }) => settings.some(({ env }) => env === value))
        .map(
          ({ key, value }): Diagnostic => ({
            severity: "error",
            code: "providers/name-taken",
            message: `The file "${key}" of the Secret "${name}" cannot have the value "providerSecrets.${provider}.${value}".`,
            position: positionOf(["files", name, "keys", key]),
            found: `the setting ${value} of ${provider} under that name`,
            expected: "a name that nothing else has",
            hint: "Give the file another name, such as `sshKey`.",
          }),
        );
    }),
  );
}

function missingVariable(
  variable: string,
  configMaps: readonly Manifest[],
  position: Position,
): readonly Diagnostic[] {
  const lacking = configMaps.filter(({ object }) => field(object, "data", variable) === undefined);
  const isNowhere = lacking.length === configMaps.length;
  return (isNowhere ? lacking.slice(0, 1) : lacking).map(({ object, reference, position: place }) => {
    const keys = Object.keys(objectField(object, "data"));
    const meant = nearest(variable, keys);
    return {
      severity: "error",
      code: "providers/no-variable",
      message: `The ConfigMap "${reference.name}" does not hold ${variable}, which is to be the provider's name.`,
      position: isNowhere ? position : place,
      found: keys.length === 0 ? "an empty map" : keys.toSorted().join(", "),
      expected: variable,
      hint:
        meant === undefined
          ? "Name the key that holds the provider's name, or leave `variable` out."
          : `Write "${meant}".`,
    };
  });
}

function unknownGroup(name: string, known: readonly string[], position: Position): Diagnostic {
  const meant = nearest(name, known);
  return {
    severity: "error",
    code: "flags/unknown-group",
    message: `There is no group "${name}".`,
    position,
    found: name,
    expected: `one of ${known.join(", ")}`,
    hint: meant === undefined ? "Name a group of `flags`, or leave it out." : `Write "${meant}".`,
  };
}

function unlikeGroup(overlay: string, group: string, position: Position): Diagnostic {
  return {
    severity: "warning",
    code: "providers/unlike-group",
    message: `The overlay "${overlay}" has no group of settings, and the group "${group}" no overlay: they are two providers.`,
    position,
    found: overlay,
    expected: "an overlay of the same name as its group, or with `group`",
    hint: `Write "${group}", or add \`group: ${group}\` to the overlay.`,
  };
}

/** What makes a chart whose own defaults would not render. */
export function defaultFaults(plan: ProvidersPlan, place: Position): readonly Diagnostic[] {
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

/** A provider that is none. */
export function unknownProvider(name: string, names: readonly string[], position: Position): Diagnostic {
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

/** The sources do not hold the ConfigMap. */
export function noConfigMap(operator: Operator, name: string, position: Position): Diagnostic {
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
