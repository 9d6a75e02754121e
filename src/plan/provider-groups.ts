// The settings of each provider as a group of its own name, for values files and for the chart alike.
import type { Setting, SettingGroup } from "../flags/setting.ts";
import type { ProjectProviders, ProjectSecretFiles } from "../project/providers.ts";
import type { SecretFile } from "./providers.ts";

/** The providers: overlays, and groups of settings that no other group includes; without either, the default alone. */
export function providerNames(groups: readonly SettingGroup[], project: ProjectProviders): readonly string[] {
  const overlays = Object.entries(project.overlays ?? {});
  const used = new Set([
    ...groups.flatMap(({ includes }) => includes),
    ...overlays.map(([name, { group = name }]) => group),
  ]);
  const others = groups.map(({ name }) => name).filter((name) => !used.has(name));
  const found = [...overlays.map(([name]) => name), ...others];
  return found.length === 0 ? [project.default] : found;
}

/** The group of a provider's settings. */
export function groupOfProvider(
  provider: string,
  groups: readonly SettingGroup[],
  project: ProjectProviders,
): SettingGroup | undefined {
  const name = project.overlays?.[provider]?.group ?? provider;
  return groups.find((group) => group.name === name);
}

/**
 * A group for each provider, called after it. Files of a Secret that a provider has for itself stand among its secrets;
 * one without settings in Go sources has an empty group.
 */
export function providerGroups(
  groups: readonly SettingGroup[],
  project: ProjectProviders,
): readonly SettingGroup[] {
  return providerNames(groups, project).map((name) => {
    const group = groupOfProvider(name, groups, project);
    return {
      name,
      includes: group?.includes ?? [],
      settings: [...(group?.settings ?? []), ...fileSettings(name, project)],
    };
  });
}

/** The files of a Secret, in the order of the project file. */
export function filesOf({ keys }: ProjectSecretFiles): readonly SecretFile[] {
  return Object.entries(keys).map(([key, given]) =>
    typeof given === "string"
      ? { key, value: given, isEncoded: false }
      : { key, value: given.value, isEncoded: given.base64 ?? false },
  );
}

function fileSettings(provider: string, { files = {} }: ProjectProviders): readonly Setting[] {
  return Object.entries(files).flatMap(([secret, holds]) =>
    holds.providers?.includes(provider)
      ? filesOf(holds).map(
          ({ key, value, isEncoded }): Setting => ({
            env: value,
            type: "file",
            required: false,
            secret: true,
            hidden: false,
            description: `The file ${key} of the Secret "${secret}"${isEncoded ? ", in base64" : ""}: --set-file providerSecrets.${provider}.${value}=PATH`,
            group: provider,
            position: { source: "", line: 1, column: 1, text: "" },
          }),
        )
      : [],
  );
}
