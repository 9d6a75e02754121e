// What differs between two schemas of a CRD, as a tree of fields: the way to each difference, and names alone of what is as it
// was beside it.
import { isObject, type JsonObject, objectField } from "../kubernetes/object.ts";
import { compareSchemas } from "../upgrade/compare-schema.ts";
import type { Severity } from "../upgrade/finding.ts";
import { findingCodes } from "../upgrade/finding-codes.ts";
import type { SchemaChange } from "../upgrade/schema-change.ts";
import { typeOf } from "../upgrade/schema-types.ts";
import { type ChangeWords, wordsOf } from "../upgrade/schema-words.ts";

/** What has become of a field; `kept`: only of what is below it. */
type Mark = "added" | "removed" | "changed" | "kept";

/** What a change says, and how grave it is. */
export interface JudgedChange extends ChangeWords {
  readonly severity: Severity;
}

/** A field that differs, or has one below it that does. */
export interface SchemaNode {
  readonly name: string;
  readonly type: string;
  readonly mark: Mark;
  readonly changes: readonly JudgedChange[];
  readonly children: readonly SchemaNode[];
  /** The fields beside the children that are as they were. */
  readonly same: readonly string[];
}

/** The tree of `newer` and of what `older` had besides; undefined where nothing differs. `crd` is the CRD's name. */
export function schemaTree(older: JsonObject, newer: JsonObject, crd: string): SchemaNode | undefined {
  const changes = compareSchemas(older, newer);
  const judge = (change: SchemaChange): JudgedChange => ({
    ...wordsOf(change, crd),
    severity: findingCodes[change.code].severity,
  });
  const tree = compareNodes(
    "",
    older,
    newer,
    changes.map((change) => ({ steps: change.steps, judged: judge(change) })),
  );
  return tree.mark === "kept" && tree.children.length === 0 ? undefined : tree;
}

/** A schema that is new or gone as a whole, with all of its fields. */
export function wholeTree(name: string, schema: JsonObject, mark: "added" | "removed"): SchemaNode {
  return {
    name,
    type: typeOf(schema),
    mark,
    changes: [],
    children: [...membersOf(schema)].map(([key, { schema: member }]) => wholeTree(key, member, mark)),
    same: [],
  };
}

interface PlacedChange {
  readonly steps: SchemaChange["steps"];
  readonly judged: JudgedChange;
}

function compareNodes(
  name: string,
  older: JsonObject,
  newer: JsonObject,
  changes: readonly PlacedChange[],
): SchemaNode {
  const [before, after] = [membersOf(older), membersOf(newer)];
  const children: SchemaNode[] = [];
  const same: string[] = [];
  let own = changes;
  for (const [key, { steps }] of new Map([...after, ...before])) {
    const isOfMember = (change: PlacedChange) => steps.every((step, index) => change.steps[index] === step);
    const ofMember = own
      .filter(isOfMember)
      .map((change) => ({ ...change, steps: change.steps.slice(steps.length) }));
    own = own.filter((change) => !isOfMember(change));
    const [then, now] = [before.get(key)?.schema, after.get(key)?.schema];
    if (ofMember.length === 0 && then && now) same.push(key);
    else children.push(memberNode(key, then, now, ofMember));
  }
  const told = own.map(({ judged }) => judged);
  return {
    name,
    type: typeChange(older, newer),
    mark: told.length > 0 ? "changed" : "kept",
    changes: told,
    children,
    same,
  };
}

function memberNode(
  key: string,
  then: JsonObject | undefined,
  now: JsonObject | undefined,
  changes: readonly PlacedChange[],
): SchemaNode {
  if (then && now) return compareNodes(key, then, now, changes);
  const whole = wholeTree(key, now ?? then ?? {}, now ? "added" : "removed");
  return { ...whole, changes: changes.map(({ judged }) => judged) };
}

function typeChange(older: JsonObject, newer: JsonObject): string {
  const [before, after] = [typeOf(older), typeOf(newer)];
  return before === after ? after : `${before} → ${after}`;
}

interface Member {
  readonly schema: JsonObject;
  /** From the schema that has it to its own. */
  readonly steps: readonly string[];
}

/** The fields of a schema, the items of a list as `[]`, the entries of a map as `*`. */
function membersOf(schema: JsonObject): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const [key, member] of Object.entries(objectField(schema, "properties"))) {
    if (isObject(member)) members.set(key, { schema: member, steps: ["properties", key] });
  }
  const { items, additionalProperties } = schema;
  if (isObject(items)) members.set("[]", { schema: items, steps: ["items"] });
  if (isObject(additionalProperties))
    members.set("*", { schema: additionalProperties, steps: ["additionalProperties"] });
  return members;
}
