// Other names for a setting of whichever provider is chosen, which not all providers may have.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isObject, type Json, objectField } from "../kubernetes/object.ts";
import type { ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath } from "../project/values.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

type Path = readonly string[];
type Place = readonly (string | number)[];

/** What the path of a chosen provider's setting has in the place of the provider. */
export const chosenProvider = "<provider>";

/** A setting of the chosen provider that another one keeps among its secrets would put that secret into the ConfigMap. */
export function secretOfSome(
  plan: ValuesPlan,
  place: Place,
  target: Path,
  values: readonly Value[],
): Diagnostic | undefined {
  const [section, provider, ...rest] = target;
  if (provider !== chosenProvider || section !== "providerConfigs") return undefined;
  const kept = without(section, rest, values).filter((name) =>
    accepts("providerSecrets", name, rest, values),
  );
  if (kept.length === 0) return undefined;
  return {
    severity: "error",
    code: "values/part",
    message: `"${joinValuePath(target)}" is a secret of some providers.`,
    position: plan.positionOf(place),
    found: kept.map((name) => joinValuePath(["providerSecrets", name, ...rest])).join(", "),
    expected: "a setting that is secret for no provider",
    hint: `Name a provider in place of ${chosenProvider}.`,
  };
}

/** Providers whose programs do not read what the alias sets, while others do. */
export function missingInSome(
  plan: ValuesPlan,
  place: Place,
  alias: string,
  target: Path,
  values: readonly Value[],
): readonly Diagnostic[] {
  const [section = "", provider, ...rest] = target;
  // Of providers that are left out nobody knows what they have.
  if (provider !== chosenProvider || plan.isPartial) return [];
  const names = without(section, rest, values);
  // Where no provider has it, there is no such value at all.
  if (names.length === 0 || names.length === providersIn(section, values).length) return [];
  return [
    {
      severity: "warning",
      code: "values/some-providers",
      message: `"${alias}" sets "${joinValuePath(rest)}", which some providers do not have.`,
      position: plan.positionOf(place),
      found: `no such setting of ${names.join(", ")}`,
      expected: "a setting of every provider",
      hint: `Add it under \`settings\` of their groups if their programs read it, or name a provider in place of ${chosenProvider}.`,
    },
  ];
}

/** The providers that accept nothing at the path. */
function without(section: string, rest: Path, values: readonly Value[]): readonly string[] {
  if (rest.length === 0) return [];
  return providersIn(section, values).filter((name) => !accepts(section, name, rest, values));
}

function providersIn(section: string, values: readonly Value[]): readonly string[] {
  const ofProviders = values.filter(({ path, role }) => role !== "section" && path.length === 2);
  return [
    ...new Set(ofProviders.flatMap(({ path: [first, name = ""] }) => (first === section ? [name] : []))),
  ];
}

function accepts(section: string, name: string, rest: Path, values: readonly Value[]): boolean {
  return values.some(
    ({ path, role, schema }) =>
      role !== "section" &&
      path.length === 2 &&
      path[0] === section &&
      path[1] === name &&
      schemaAt(schema, rest) !== undefined,
  );
}

/** The schema of what stands at `path` inside a value; undefined where nothing can. */
export function schemaAt(schema: JsonSchema, [key, ...rest]: Path): JsonSchema | undefined {
  if (key === undefined) return schema;
  const { type, additionalProperties } = schema;
  if (type !== undefined && ![type].flat().includes("object")) return undefined;
  const own = objectField(schema as Json, "properties")[key];
  if (isObject(own)) return schemaAt(own as JsonSchema, rest);
  if (additionalProperties === false) return undefined;
  return schemaAt(isObject(additionalProperties as Json) ? (additionalProperties as JsonSchema) : {}, rest);
}
