// The one place where a project's names for values are given: where values are registered, together with the expressions
// that read them. What a project hides is written out in these expressions.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field, isObject, type Json } from "../kubernetes/object.ts";
import type { ChartPlan } from "../plan/chart-plan.ts";
import { pathBefore, renamed, startsWith, type ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath, splitValuePath } from "../project/values.ts";
import type { Edit } from "../template/edit.ts";
import {
  call,
  type Expression,
  type Fragment,
  literal,
  replaceValues,
  value,
} from "../template/expression.ts";
import type { EditedTemplate } from "./chart-template.ts";
import { jsonExpression } from "./json-expression.ts";
import type { Value } from "./value.ts";

type Path = readonly string[];

/** A setting by its names before and after. */
interface Setting {
  readonly before: Path;
  readonly value: Value;
}

/** What a chart registers, and the templates that read it. */
interface Registered {
  readonly values: readonly Value[];
  readonly templates: readonly EditedTemplate[];
}

/** The same values and templates under the names that the project gives them. */
export function nameValues(
  plan: ValuesPlan,
  chart: ChartPlan,
  registered: Registered,
): Registered & { readonly diagnostics: readonly Diagnostic[] } {
  if (plan.paths.length === 0 && (plan.project.hide ?? []).length === 0) {
    return { ...registered, diagnostics: [] };
  }
  const names = new Names(plan, chart, registered.values);
  const templates = registered.templates.map((template) => ({
    ...template,
    edits: template.edits.flatMap((edit) => names.edit(edit)),
    ...(template.copy ? { copy: template.copy.flatMap((edit) => names.edit(edit)) } : {}),
  }));
  return { values: names.values, templates, diagnostics: names.diagnostics };
}

class Names {
  /** The values by their new names. */
  readonly values: readonly Value[];
  readonly #plan: ValuesPlan;
  readonly #settings: readonly Setting[];
  readonly #found = new Map<string, Diagnostic>();

  constructor(plan: ValuesPlan, chart: ChartPlan, values: readonly Value[]) {
    this.#plan = plan;
    const hidden = (plan.project.hide ?? []).map(splitValuePath);
    const ofHelpers = chart.serviceAccounts.flatMap(({ path }) =>
      ["create", "name"].map((key) => joinValuePath([...path, key])),
    );
    this.values = values.map((entry) => {
      const path = renamed(entry.path, plan.paths);
      const isRenamed = joinValuePath(path) !== joinValuePath(entry.path);
      const isHidden = hidden.some((prefix) => startsWith(path, prefix));
      if (isHidden) this.#checkHidden(entry, path, ofHelpers);
      else if (isRenamed && ofHelpers.includes(joinValuePath(entry.path)))
        this.#part(entry.path, entry.path.slice(0, -1));
      return {
        ...entry,
        path,
        ...(isRenamed ? { renamedFrom: entry.path } : {}),
        ...(isHidden ? { isHidden } : {}),
      };
    });
    this.#settings = this.values
      .map((entry) => ({ before: entry.renamedFrom ?? entry.path, value: entry }))
      .filter((entry) => entry.value.role !== "section");
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()];
  }

  /**
   * The edit with the new names; none where it would render what the sources have anyway: nothing, or a field that is a
   * hidden value as a whole.
   */
  edit(edit: Edit): readonly Edit[] {
    const isSet = this.#isHiddenAndSet(edit.replacement);
    if (isSet === edit.start < edit.end) return [];
    const replacement = edit.replacement.map((fragment) => mapFragment(fragment, (path) => this.#read(path)));
    return [{ ...edit, replacement }];
  }

  /** Whether a hidden value is set that all actions stand under the condition of; undefined where they do not. */
  #isHiddenAndSet(fragments: readonly Fragment[]): boolean | undefined {
    const start = fragments.findIndex(({ kind }) => kind !== "text");
    const first = fragments[start];
    if (first?.kind !== "with" && first?.kind !== "if") return undefined;
    if (!isOneBlock(fragments.slice(start))) return undefined;
    const { expression } = first;
    const asked = expression.kind === "value" ? expression.path : isSetTest(expression);
    const setting = asked && this.#settingAround(asked);
    if (!setting?.value.isHidden) return undefined;
    const json = setting.value.default;
    return expression.kind === "value" ? !isEmpty(json) : json !== undefined && json !== null;
  }

  /** The setting at `path`, or that which it leads into. */
  #settingAround(path: Path): Setting | undefined {
    return this.#settings
      .filter(({ before }) => startsWith(path, before))
      .toSorted((a, b) => b.before.length - a.before.length)[0];
  }

  /** What reads the value that was called `path`. */
  #read(path: Path): Expression | undefined {
    const around = this.#settingAround(path);
    if (around) {
      const rest = path.slice(around.before.length);
      if (around.value.isHidden) return written(field(around.value.default, ...rest));
      return value(...around.value.path, ...rest);
    }
    const below = this.#settings.filter(({ before }) => startsWith(before, path));
    const [first] = below;
    if (!first) return undefined;
    if (below.every((entry) => entry.value.isHidden)) return jsonExpression(treeOf(below, path));
    const name = first.value.path.slice(0, first.value.path.length - (first.before.length - path.length));
    for (const { before, value: entry } of below) {
      const together = joinValuePath([...name, ...before.slice(path.length)]);
      if (entry.isHidden || joinValuePath(entry.path) !== together) this.#part(before, path);
    }
    return value(...name);
  }

  #checkHidden(entry: Value, path: Path, ofHelpers: readonly string[]): void {
    if (entry.role === "tree") this.#unhideable(path, "the spec of a custom resource");
    else if (ofHelpers.includes(joinValuePath(entry.path)))
      this.#unhideable(path, "the name of a service account");
  }

  #unhideable(path: Path, found: string): void {
    const { project, positionOf } = this.#plan;
    const index = (project.hide ?? []).findIndex((one) => startsWith(path, splitValuePath(one)));
    this.#found.set(joinValuePath(path), {
      severity: "error",
      code: "values/part",
      message: `The value "${joinValuePath(path)}" cannot be hidden.`,
      position: positionOf(["hide", index]),
      found,
      expected: "a value that the templates can have written out",
      hint: "Take it out of the list.",
    });
  }

  /** `before` is read together with all of `whole`, and cannot go alone. */
  #part(before: Path, whole: Path): void {
    const { project, positionOf, paths } = this.#plan;
    const renaming = paths.find(({ from }) => startsWith(before, from) && from.length > whole.length);
    const index = (project.hide ?? []).findIndex((one) => startsWith(before, splitValuePath(one)));
    const wholeName = joinValuePath(pathBefore(whole, this.#plan));
    this.#found.set(joinValuePath(before), {
      severity: "error",
      code: "values/part",
      message: `The value "${joinValuePath(pathBefore(before, this.#plan))}" cannot go without its neighbours.`,
      position: renaming ? positionOf(["rename", renaming.key]) : positionOf(["hide", index]),
      found: `a part of "${wholeName}", which the templates read as a whole`,
      expected: `"${wholeName}", or another value`,
      hint: renaming
        ? `Rename "${wholeName}", or write the new path under \`alias\`.`
        : `Hide "${wholeName}", or leave it.`,
    });
  }
}

/** The defaults of settings as one map. */
function treeOf(settings: readonly Setting[], root: Path): Json {
  let tree: Json = {};
  for (const { before, value: entry } of settings) {
    if (entry.default !== undefined) tree = withEntry(tree, before.slice(root.length), entry.default);
  }
  return tree;
}

function withEntry(tree: Json, [key, ...rest]: Path, json: Json): Json {
  if (key === undefined) return json;
  const map = isObject(tree) ? tree : {};
  return { ...map, [key]: withEntry(map[key] ?? {}, rest, json) };
}

function isEmpty(json: Json | undefined): boolean {
  if (json === undefined || json === null || json === "" || json === false || json === 0) return true;
  return typeof json === "object" && Object.keys(json).length === 0;
}

/** `nil` is no expression of its own; what is not in a map is nil. */
function written(json: Json | undefined): Expression {
  return json === undefined || json === null
    ? call("index", call("dict"), literal("none"))
    : jsonExpression(json);
}

/** The path of the value that `expression` asks after: `not (kindIs "invalid" .Values.a)`. */
function isSetTest(expression: Expression): Path | undefined {
  if (expression.kind !== "call" || expression.name !== "not") return undefined;
  const [test] = expression.arguments;
  if (test?.kind !== "call" || test.name !== "kindIs") return undefined;
  const [kind, asked] = test.arguments;
  const isNil = kind?.kind === "literal" && kind.value === "invalid";
  return isNil && asked?.kind === "value" ? asked.path : undefined;
}

/** Whether `fragments` are an action that opens, what it holds without an else, and the end that closes it. */
function isOneBlock(fragments: readonly Fragment[]): boolean {
  let depth = 0;
  for (const [index, { kind }] of fragments.entries()) {
    if (kind === "if" || kind === "with") depth += 1;
    if (kind === "else" && depth === 1) return false;
    if (kind === "end") depth -= 1;
    if (depth === 0) return index === fragments.length - 1;
  }
  return false;
}

function mapFragment(fragment: Fragment, replace: (path: Path) => Expression | undefined): Fragment {
  return "expression" in fragment
    ? { ...fragment, expression: replaceValues(fragment.expression, replace) }
    : fragment;
}
