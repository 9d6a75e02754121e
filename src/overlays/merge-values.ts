// The registries of values of several providers → one, and what a value is for a provider where it is not the same for
// all: such a value has no default in values.yaml, and the provider's own file gives it one.
import { invariant } from "../diagnostics/internal-error.ts";
import { isObject, type Json, type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import type { ProviderDefault } from "../template/provider-parts.ts";
import { jsonExpression } from "../transform/json-expression.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

export interface MergedValues {
  readonly values: readonly Value[];
  /** By provider. */
  readonly defaults: ReadonlyMap<string, readonly ProviderDefault[]>;
  /** Those that more than half of the providers have, for one that has no overlay. */
  readonly common: readonly ProviderDefault[];
}

/**
 * Merges registries by provider; those of the first come first. `switches` are paths of what is on for no provider that
 * does not have it.
 */
export function mergeValues(
  registries: ReadonlyMap<string, readonly Value[]>,
  switches: readonly (readonly string[])[],
): MergedValues {
  const ofObjects = new Set(switches.map((path) => path.join("\0")));
  const providers = [...registries.keys()];
  const byPath = new Map<string, Map<string, Value>>();
  for (const [provider, registry] of registries) {
    for (const entry of registry) {
      const key = entry.path.join("\0");
      byPath.set(key, (byPath.get(key) ?? new Map<string, Value>()).set(provider, entry));
    }
  }
  const defaults = new Map<string, ProviderDefault[]>(providers.map((provider) => [provider, []]));
  const common: ProviderDefault[] = [];
  const values = [...byPath.values()].map((entries) => {
    const merged = mergeEntries(entries, providers);
    const isOwn =
      entries.size < providers.length && merged.default === true && ofObjects.has(merged.path.join("\0"));
    if (merged.role === "section" || merged.isHidden || (!isOwn && isShared(entries, providers)))
      return merged;
    const shared = merged.role === "tree" ? sharedFields([...entries.values()]) : undefined;
    for (const [provider, value] of entries) defaults.get(provider)?.push(...ownDefaults(value, shared));
    const most = commonDefault([...entries.values()], providers.length);
    if (most !== undefined) common.push(...ownDefaults({ ...merged, default: most }, shared));
    return withoutDefault(merged, [...entries.keys()], shared);
  });
  return { values, defaults, common };
}

/**
 * What several have alike in a tree of values. A field is shared as a whole or not at all: a user's null takes away what
 * values.yaml has of it, and must take away all of it.
 */
function sharedFields(entries: readonly Value[]): JsonObject {
  if (entries.length < 2) return {};
  const [first = {}, ...others] = entries.map(({ default: own }) => (isObject(own) ? own : {}));
  const fields = Object.entries(first).filter(([key, own]) =>
    others.every((other) => isEqual(other[key], own)),
  );
  return Object.fromEntries(fields);
}

/** A value for one provider: of a tree what it has beyond `shared`. */
function ownDefaults(
  { path, default: own }: Value,
  shared: JsonObject | undefined,
): readonly ProviderDefault[] {
  if (own === undefined) return [];
  if (!shared || !isObject(own)) return [{ path, given: jsonExpression(own) }];
  const rest = Object.entries(own).filter(([key, field]) => !isEqual(shared[key], field));
  // The root of the values has no key of its own.
  if (path.length === 0) return rest.map(([key, field]) => ({ path: [key], given: jsonExpression(field) }));
  return rest.length === 0 ? [] : [{ path, given: jsonExpression(Object.fromEntries(rest)) }];
}

function isEqual(a: Json | undefined, b: Json): boolean {
  return a !== undefined && jsonEqual(a, b);
}

/** Whether all that have it say the same; what one provider has alone is that provider's. */
function isShared(entries: ReadonlyMap<string, Value>, providers: readonly string[]): boolean {
  const [first, ...others] = entries.values();
  return (
    (entries.size > 1 || providers.length === 1 || first?.path[0] === "global") &&
    others.every((entry) => jsonEqual(entry.default ?? null, first?.default ?? null))
  );
}

/** The default that more than half of `providers` have. */
function commonDefault(entries: readonly Value[], providers: number): Json | undefined {
  const alike = (own: Json | undefined) =>
    entries.filter((entry) => entry.default !== undefined && jsonEqual(entry.default, own ?? null));
  return entries.find((entry) => 2 * alike(entry.default).length > providers)?.default;
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

function withoutDefault(value: Value, having: readonly string[], shared?: JsonObject): Value {
  const { default: own, example: _example, position: _position, comments: _comments, ...rest } = value;
  const remark = defaultRemark(having, shared);
  // Off is what a switch is without an example; what it is of a text would be a word of one provider.
  const example = having.length === 1 && typeof own === "boolean" ? { example: own } : {};
  return {
    ...rest,
    ...example,
    ...(shared ? { default: shared } : {}),
    description: `${value.description} ${remark}`.trim(),
  };
}

function defaultRemark(having: readonly string[], shared: JsonObject | undefined): string {
  if (having.length === 1) return `Only for the provider ${having[0]}.`;
  return shared && Object.keys(shared).length > 0
    ? "Each provider has more of its own."
    : "Each provider has its own default.";
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
