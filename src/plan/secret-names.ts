// The names that a project gives the Secrets of its providers and their values: each once, and none that the chart has.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { ProjectProviders } from "../project/providers.ts";
import type { ProvidersOptions, SecretPlan } from "./providers.ts";

/** The key below `secrets` that names an existing Secret in the place of the one of secret settings. */
export const existingSecret = "existingSecretName";

/** What is wrong with the names of `plans`, which are those of `project`. */
export function takenSecretNames(
  plans: readonly SecretPlan[],
  project: ProjectProviders,
  positionOf: ProvidersOptions["positionOf"],
): readonly Diagnostic[] {
  const names = new Set(["mode", "external", existingSecret]);
  const maps = new Set<string>();
  return plans.flatMap(({ name, existing, files }): readonly Diagnostic[] => {
    if (!files) return [];
    const given = project.files?.[name];
    const at = (field: "values" | "existing") =>
      positionOf(given?.[field] === undefined ? ["files", name] : ["files", name, field]);
    const faults: Diagnostic[] = [];
    if (name === project.secret) {
      const hint = "Take it out of `files`, or out of `secret`.";
      faults.push(taken(name, name, "the Secret of secret settings", hint, positionOf(["files", name])));
    }
    // Two Secrets may have one map of values, but what is a map is no name.
    const map = files.providers ? undefined : files.path[1];
    if (map !== undefined && names.has(map)) {
      faults.push(taken(name, `secrets.${map}`, "another value", "Set another `values`.", at("values")));
    }
    if (map !== undefined) maps.add(map);
    if (names.has(existing) || maps.has(existing)) {
      const hint = "Set another `existing`.";
      faults.push(taken(name, `secrets.${existing}`, "another value", hint, at("existing")));
    }
    names.add(existing);
    return faults;
  });
}

function taken(secret: string, name: string, found: string, hint: string, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "providers/name-taken",
    message: `The Secret of files "${secret}" cannot have the name "${name}".`,
    position,
    found: `${found} under that name`,
    expected: "a name that nothing else has",
    hint,
  };
}
