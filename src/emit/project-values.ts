// What a project changes of the registry of values once it is whole: other names, its own words, what nobody is to set; and
// whether the charts have what it speaks of.
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { isObject, type Json, objectField } from "../kubernetes/object.ts";
import type { ChartSetPlan } from "../plan/chart-plan.ts";
import { componentKey } from "../plan/component.ts";
import { crdSubchart } from "../plan/single.ts";
import { startsWith, type ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath, splitValuePath } from "../project/values.ts";
import type { ValueAlias } from "../template/aliases.ts";
import { takenPaths } from "../transform/taken-paths.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { hasCrdSubchart } from "./chart-facts.ts";
import { findMoved } from "./moved-aliases.ts";
import { unknownObjects, unknownPaths, unknownRenamings } from "./unknown-values.ts";
import { type FoundAlias, findAliases, otherNames } from "./value-aliases.ts";

type Path = readonly string[];

/** The registry of one chart, with what the project says of it. */
export interface ProjectValuesOfChart {
  /** What users can set. */
  readonly values: readonly Value[];
  /** What is among these only as another name. */
  readonly aliases: readonly ValueAlias[];
}

/** The registries of all charts of a set, as the project has them. */
export function applyProjectValues(
  set: ChartSetPlan,
  registries: readonly (readonly Value[])[],
): { readonly charts: readonly ProjectValuesOfChart[]; readonly diagnostics: readonly Diagnostic[] } {
  const { values: plan } = set;
  if (!plan) return { charts: registries.map((values) => ({ values, aliases: [] })), diagnostics: [] };
  const all = registries.flat();
  const shown = registries.map((values) => values.filter(({ isHidden }) => !isHidden));
  const found = findAliases(plan, shown, readElsewhere(set));
  const unknown = [
    ...unknownRenamings(plan, all),
    ...unknownObjects(plan, set.operator.manifests),
    ...unknownPaths(plan, "hide", plan.project.hide ?? [], all),
    ...found.unknown,
    ...unknownPaths(plan, "describe", Object.keys(plan.project.describe ?? {}), shown.flat()),
  ];
  const diagnostics = [...(plan.isPartial ? [] : unknown), ...found.diagnostics];
  const main = Math.max(
    0,
    set.charts.findIndex(({ blocks }) => blocks.length > 0),
  );
  const moved = findMoved(plan, shown, readElsewhere(set), set.metadata.version);
  const charts = shown.map((values, index): ProjectValuesOfChart => {
    const aliases: readonly FoundAlias[] = [...(found.charts[index] ?? []), ...(moved[index] ?? [])];
    let described: readonly Value[] = values;
    for (const one of index === main ? accepted(plan, values) : []) described = placed(described, one);
    for (const { alias, values: own } of aliases) {
      for (const one of own) described = placed(described, one, alias.holder[0] ?? alias.key);
    }
    for (const [path, text] of Object.entries(plan.project.describe ?? {})) {
      described = describe(described, splitValuePath(path), text);
    }
    return { values: described, aliases: aliases.map(({ alias }) => alias) };
  });
  if (hasErrors(diagnostics)) return { charts, diagnostics };
  return {
    charts,
    diagnostics: [...diagnostics, ...charts.flatMap(({ values }) => takenPaths(values, plan))],
  };
}

/** Where values stand that other charts read: components, the bundled CRDs, all; or Helm, which asks for switches. */
function readElsewhere({ charts }: ChartSetPlan): readonly (readonly string[])[] {
  const components = charts.flatMap((chart) => chart.components);
  return [
    ["global"],
    ...(charts.some(hasCrdSubchart) ? [[crdSubchart]] : []),
    ...components.flatMap((component) => [[componentKey(component)], component.condition]),
  ];
}

/** The values with `added` behind those of its first key, or of the key `near`. */
function placed(values: readonly Value[], added: Value, near = ""): readonly Value[] {
  const lastOf = (first: string | undefined) => values.findLastIndex(({ path: [key] }) => key === first);
  const at = [added.path[0], near].map(lastOf).find((index) => index >= 0);
  return at === undefined ? [...values, added] : values.toSpliced(at + 1, 0, added);
}

/** What users may say although it changes nothing. */
function accepted(plan: ValuesPlan, values: readonly Value[]): readonly Value[] {
  return Object.entries(plan.project.accept ?? {}).flatMap(([written, only]): readonly Value[] => {
    const path = splitValuePath(written);
    const described = `Can only be ${JSON.stringify(only)}, as an earlier chart had it.`;
    return [
      ...path.slice(0, -1).flatMap((_, index) => otherNames(path.slice(0, index + 1), values)),
      {
        path,
        example: only,
        description: described,
        schema: { enum: [only] },
        addedBy: "accept",
        readBy: "schema",
      },
    ];
  });
}

/** The values with `text` as the words for the one at `path`, for the map there, or for a field of a value's schema. */
function describe(values: readonly Value[], path: Path, text: string): readonly Value[] {
  const exact = values.some((value) => joinValuePath(value.path) === joinValuePath(path));
  if (!exact && values.some((value) => startsWith(value.path, path))) {
    return [{ path, role: "section", description: text, schema: {} }, ...values];
  }
  return values.map((value) => {
    if (!startsWith(path, value.path) || (exact && value.path.length !== path.length)) return value;
    if (exact) return { ...value, description: text };
    return { ...value, schema: describeField(value.schema, path.slice(value.path.length), text) };
  });
}

function describeField(schema: JsonSchema, [key, ...rest]: Path, text: string): JsonSchema {
  if (key === undefined) return { ...schema, description: text };
  const properties = objectField(schema as Json, "properties");
  const inner = properties[key];
  if (!isObject(inner)) return schema;
  return { ...schema, properties: { ...properties, [key]: describeField(inner as JsonSchema, rest, text) } };
}
