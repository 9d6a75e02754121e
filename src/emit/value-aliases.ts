// The project's other names for values: what each of them sets, and how values.yaml, the schema and the README tell it.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isObject, type Json, type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import { startsWith, type ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath, type ProjectAlias, splitValuePath } from "../project/values.ts";
import type { ValueAlias } from "../template/aliases.ts";
import { call, type Expression, literal, value } from "../template/expression.ts";
import { jsonExpression } from "../transform/json-expression.ts";
import { anySetting } from "../transform/setting-schema.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { aliasDescription } from "./alias-descriptions.ts";
import { chosenProvider, missingInSome, schemaAt, secretOfSome } from "./provider-aliases.ts";
import { schemaFaults } from "./schema-faults.ts";
import { fieldPaths, unknownValue } from "./unknown-values.ts";

type Path = readonly string[];

export interface FoundAlias {
  readonly alias: ValueAlias;
  /** The alias in the registry, and the map that it stands in where there is no other. */
  readonly values: readonly Value[];
}

const providerSections = new Set(["providerConfigs", "providerSecrets"]);
const imageParts = ["registry", "repository", "tag", "digest"];

/** The aliases of each chart, what is wrong with others, and those whose value there is not. */
interface FoundAliases {
  readonly charts: readonly (readonly FoundAlias[])[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unknown: readonly Diagnostic[];
}

/**
 * Finds what aliases set in the charts whose registries are given; `apart` are the paths of values that other charts read,
 * or Helm itself.
 */
export function findAliases(
  plan: ValuesPlan,
  registries: readonly (readonly Value[])[],
  apart: readonly Path[],
): FoundAliases {
  const diagnostics: Diagnostic[] = [];
  const unknown: Diagnostic[] = [];
  const charts = registries.map((): FoundAlias[] => []);
  for (const [key, given] of Object.entries(plan.project.alias ?? {})) {
    const { value: written, choices }: ProjectAlias = typeof given === "string" ? { value: given } : given;
    const target = splitValuePath(written);
    const place = typeof given === "string" ? ["alias", key] : ["alias", key, "value"];
    const fault =
      unreachable(plan, place, target, apart) ?? secretOfSome(plan, place, target, registries.flat());
    if (fault) diagnostics.push(fault);
    if (fault) continue;
    diagnostics.push(...missingInSome(plan, place, key, target, registries.flat()));
    let isKnown = false;
    registries.forEach((values, index) => {
      const targets = targetsAt(values, target);
      isKnown ||= targets.length > 0;
      diagnostics.push(...targets.flatMap((one) => refusedChoices(plan, key, one, choices)));
      charts[index]?.push(...targets.map((one) => foundAlias(splitValuePath(key), one, values, choices)));
    });
    if (!isKnown) {
      const known = registries.flat().flatMap(fieldPaths);
      unknown.push(unknownValue(plan, place, written, known));
    }
  }
  return { charts, diagnostics, unknown };
}

/** What other charts or Helm itself read cannot be set by a template of this one: they may have read it before. */
function unreachable(
  plan: ValuesPlan,
  place: readonly (string | number)[],
  target: Path,
  apart: readonly Path[],
): Diagnostic | undefined {
  const [around] = apart.filter((path) => startsWith(target, path));
  if (!around) return undefined;
  return {
    severity: "error",
    code: "values/fixed",
    message: `"${joinValuePath(target)}" can have no other name.`,
    position: plan.positionOf(place),
    found: `a value that more than this chart reads: all at "${joinValuePath(around)}"`,
    expected: "a value that the templates of this chart read",
    hint: "Set it under its own name, or write the alias into the project of the chart that reads it.",
  };
}

/** Choices that set what the value cannot be. */
function refusedChoices(
  plan: ValuesPlan,
  key: string,
  { path, schema }: Target,
  choices: ProjectAlias["choices"] = {},
): readonly Diagnostic[] {
  return Object.entries(choices).flatMap(([choice, set]): readonly Diagnostic[] => {
    const [fault] = schemaFaults(set, schema as JsonObject);
    if (!fault) return [];
    return [
      {
        severity: "error",
        code: "values/choice",
        message: `The choice "${choice}" of "${key}" sets what "${joinValuePath(path)}" cannot be.`,
        position: plan.positionOf(["alias", key, "choices", choice]),
        found: fault.found,
        expected: fault.expected,
        hint: "Choose what the value takes; docs/values.md of the chart says it.",
      },
    ];
  });
}

/** A value, or the part of one, that an alias sets. */
interface Target {
  /** Keys between the alias of a map of values and the alias of one of them. */
  readonly below: Path;
  readonly path: Path;
  /** The path of the registered value, or of an image. */
  readonly at: Path;
  readonly schema: JsonSchema;
  readonly isImage?: boolean;
}

/** The values at `path`, and what of them it is. */
export function targetsAt(values: readonly Value[], path: Path): readonly Target[] {
  const settings = values.filter(({ role, aliasOf }) => role !== "section" && !aliasOf);
  if (path[1] === chosenProvider && providerSections.has(path[0] ?? ""))
    return providerTarget(settings, path);
  const around = settings.find((one) => startsWith(path, one.path));
  if (around) {
    const schema = schemaAt(around.schema, path.slice(around.path.length));
    return schema ? [{ below: [], path, at: around.path, schema }] : [];
  }
  const below = settings.filter((one) => startsWith(one.path, path));
  const parts = below.filter((one) => one.path.length === path.length + 1);
  if (imageParts.every((part) => parts.some((one) => one.path.at(-1) === part))) {
    const properties = Object.fromEntries(parts.map((one) => [one.path.at(-1), one.schema]));
    const schema = { type: ["string", "object"], properties, additionalProperties: false };
    return [{ below: [], path, at: path, schema, isImage: true }];
  }
  return below.map((one) => ({
    below: one.path.slice(path.length),
    path: one.path,
    at: one.path,
    schema: one.schema,
  }));
}

/** A setting of whichever provider is chosen. */
function providerTarget(settings: readonly Value[], path: Path): readonly Target[] {
  const [section = "", , ...rest] = path;
  const schemas = settings
    .filter((one) => one.path[0] === section && one.path.length === 2)
    .map((one) => schemaAt(one.schema, rest))
    .filter((schema) => schema !== undefined);
  const [first, ...others] = schemas;
  if (!first || rest.length === 0) return [];
  const schema = others.every((other) => jsonEqual(first as Json, other as Json)) ? first : anySetting;
  return [{ below: [], path, at: [section], schema }];
}

/** `written` as another name of a target among `values`. */
export function foundAlias(
  written: Path,
  { below, path: target, at, schema, isImage }: Target,
  values: readonly Value[],
  choices: ProjectAlias["choices"],
  moved?: ValueAlias["moved"],
): FoundAlias {
  const path = [...written, ...below];
  const name = joinValuePath(target);
  const isOfProvider = target[1] === chosenProvider;
  const chosen: Expression = { ...value("provider"), isFromRoot: true };
  const inside = target
    .slice(at.length)
    .map((key, index) => (isOfProvider && index === 0 ? chosen : literal(key)));
  const type = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword !== "description" && keyword !== "default"),
  );
  return {
    alias: {
      path,
      name,
      holder: at.slice(0, -1),
      key: at.at(-1) ?? "",
      inside,
      defaults: defaultsAt(values, at, target.slice(at.length)),
      ...(choices ? { choices: jsonExpression({ ...choices }) } : {}),
      ...(isImage ? { isImage } : {}),
      ...(moved ? { moved } : {}),
    },
    values: [
      ...path.slice(0, -1).flatMap((_, index) => otherNames(path.slice(0, index + 1), values)),
      {
        path,
        aliasOf: target,
        description: aliasDescription(name, moved),
        schema: choices ? choicesSchema(choices) : type,
        ...(isImage ? { example: "" } : {}),
      },
    ],
  };
}

/** The map at `path`, if only other names stand in it. An older release may not have it. */
export function otherNames(path: Path, values: readonly Value[]): readonly Value[] {
  if (values.some((one) => startsWith(one.path, path))) return [];
  return [{ path, role: "section", description: "Other names of values.", schema: {}, isOptional: true }];
}

/** A map with what values.yaml has at `at` and `inside` it, under the last key of `at`; empty where it has nothing there. */
function defaultsAt(values: readonly Value[], at: Path, inside: Path): Expression {
  let tree: Json | undefined;
  for (const { path, default: own, aliasOf, role } of values) {
    if (role === "section" || aliasOf || own === undefined || !startsWith(path, at)) continue;
    tree = withDefault(tree, path.slice(at.length), own);
  }
  const kept = alongPath(tree, inside);
  return kept === undefined ? call("dict") : jsonExpression({ [at.at(-1) ?? ""]: kept });
}

/** What of `tree` lies on the way to `path`, and at it. */
function alongPath(tree: Json | undefined, [key, ...rest]: Path): Json | undefined {
  if (key === undefined || tree === undefined) return tree;
  if (!isObject(tree)) return undefined;
  const steps = key === chosenProvider ? Object.keys(tree) : [key];
  const kept = steps.flatMap((step): readonly (readonly [string, Json])[] => {
    const inner = alongPath(tree[step], rest);
    return inner === undefined ? [] : [[step, inner]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function withDefault(tree: Json | undefined, [key, ...rest]: Path, own: Json): Json {
  if (key === undefined) return own;
  const map = isObject(tree) ? tree : {};
  return { ...map, [key]: withDefault(map[key], rest, own) };
}

/** Truths may be written as such. */
function choicesSchema(choices: NonNullable<ProjectAlias["choices"]>): JsonSchema {
  const keys = Object.keys(choices);
  const truths = keys.flatMap((key) => (key === "true" || key === "false" ? [key === "true"] : []));
  return { enum: [...keys, ...truths] };
}
