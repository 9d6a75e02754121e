// The registries of values of several providers → one, and what a value is for a provider where it is not the same for
// all: such a value has no default in values.yaml, and the provider's own file gives it one.
import { invariant } from "../diagnostics/internal-error.ts";
import { isObject, type Json, jsonEqual } from "../kubernetes/object.ts";
import { call, type Expression, literal } from "../template/expression.ts";
import type { ProviderDefault } from "../template/provider-parts.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

export interface MergedValues {
  readonly values: readonly Value[];
  /** By provider. */
  readonly defaults: ReadonlyMap<string, readonly ProviderDefault[]>;
}

/** Merges registries by provider; those of the first come first. */
export function mergeValues(registries: ReadonlyMap<string, readonly Value[]>): MergedValues {
  const providers = [...registries.keys()];
  const byPath = new Map<string, Map<string, Value>>();
  for (const [provider, registry] of registries) {
    for (const entry of registry) {
      const key = entry.path.join("\0");
      byPath.set(key, (byPath.get(key) ?? new Map<string, Value>()).set(provider, entry));
    }
  }
  const defaults = new Map<string, ProviderDefault[]>(providers.map((provider) => [provider, []]));
  const values = [...byPath.values()].map((entries) => {
    const merged = mergeEntries(entries, providers);
    if (merged.role === "section" || isShared(entries, providers)) return merged;
    for (const [provider, { path, default: own }] of entries) {
      if (own !== undefined) defaults.get(provider)?.push({ path, given: expressionOf(own) });
    }
    return withoutDefault(merged, [...entries.keys()]);
  });
  return { values, defaults };
}

/** Whether all that have it say the same; what one provider has alone is that provider's. */
function isShared(entries: ReadonlyMap<string, Value>, providers: readonly string[]): boolean {
  const [first, ...others] = entries.values();
  return (
    (entries.size > 1 || providers.length === 1) &&
    others.every((entry) => jsonEqual(entry.default ?? null, first?.default ?? null))
  );
}

/** What is the same for all: words, and what the schemas demand in common. */
function mergeEntries(entries: ReadonlyMap<string, Value>, providers: readonly string[]): Value {
  const [first, ...others] = entries.values();
  invariant(first, "a value that no provider has");
  const words = others.reduce(
    (common, { description }) => commonSentences(common, description),
    first.description,
  );
  const schema = others.reduce((common, entry) => commonSchema(common, entry.schema), first.schema);
  const isEqual = words === first.description;
  const remark =
    first.role !== "section" || isEqual || entries.size < providers.length
      ? ""
      : " Each provider has its own.";
  return { ...first, description: words + remark, schema };
}

function withoutDefault(value: Value, having: readonly string[]): Value {
  const { default: own, example: _example, position: _position, comments: _comments, ...rest } = value;
  const remark =
    having.length > 1 ? "Each provider has its own default." : `Only for the provider ${having[0]}.`;
  // Off is what a switch is without an example; what it is of a text would be a word of one provider.
  const example = having.length === 1 && typeof own === "boolean" ? { example: own } : {};
  return { ...rest, ...example, description: `${value.description} ${remark}`.trim() };
}

/** The sentences that both begin with. */
function commonSentences(a: string, b: string): string {
  if (a === b) return a;
  const sentences = a.split(/(?<=[.;]) /);
  let common = "";
  for (const sentence of sentences) {
    const longer = common === "" ? sentence : `${common} ${sentence}`;
    if (b !== longer && !b.startsWith(`${longer} `)) break;
    common = longer;
  }
  return common;
}

/** A schema that takes all that one of both takes, as far as both are written alike. */
function commonSchema(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (jsonEqual(a, b)) return a;
  const keywords = Object.keys(a).flatMap((keyword): readonly (readonly [string, unknown])[] => {
    const [own, other] = [a[keyword], b[keyword]];
    if (jsonEqual(own, other)) return [[keyword, own]];
    if (keyword === "not" || !isObject(own) || !isObject(other)) return [];
    return [[keyword, keyword === "properties" ? allProperties(own, other) : commonSchema(own, other)]];
  });
  return Object.fromEntries(keywords);
}

function allProperties(a: JsonSchema, b: JsonSchema): JsonSchema {
  const shared = Object.keys(a).flatMap((key) => {
    const [own, other] = [a[key], b[key]];
    return isObject(own) && isObject(other) ? [[key, commonSchema(own, other)] as const] : [];
  });
  return { ...b, ...a, ...Object.fromEntries(shared) };
}

/** JSON as a template expression; its numbers are floats, as those that Helm reads from values.yaml. */
function expressionOf(json: Json): Expression {
  if (json === null) return { kind: "object", name: "nil" };
  if (typeof json === "number") return call("float64", literal(json));
  if (typeof json !== "object") return literal(json);
  if (Array.isArray(json)) return call("list", ...json.map(expressionOf));
  return call("dict", ...Object.entries(json).flatMap(([key, inner]) => [literal(key), expressionOf(inner)]));
}
