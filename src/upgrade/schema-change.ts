// What differs between two schemas of a CRD, one difference at a time, and where.
import type { Json } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { schemaCodes } from "./schema-codes.ts";

/** What a difference is; that it is one of the status is for who looks at the whole CRD. */
export type SchemaCode = Exclude<keyof typeof schemaCodes, "crds/status-changed">;

/** One difference between the schemas of a version. How grave it is, the table of codes says. */
export interface SchemaChange {
  readonly code: SchemaCode;
  /** From the root of the schema to the schema that differs: `properties`, `spec`, `properties`, `size`. */
  readonly steps: readonly PathStep[];
  /** The word of the schema that differs, where one does: `maxLength`. */
  readonly keyword?: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** A change of one schema; the walk knows where the schema stands. */
export type LocalChange = Omit<SchemaChange, "steps">;

/** `before` and `after`, each where there is one. */
export function sides(
  before: Json | undefined,
  after: Json | undefined,
): Pick<SchemaChange, "before" | "after"> {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** The field that a schema describes: `spec.rules[].port`, `spec.limits.*`; "" for the whole object. */
export function fieldPathOf(steps: readonly PathStep[]): string {
  let path = "";
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === "items") path += "[]";
    else if (step === "additionalProperties") path += ".*";
    else if (step === "properties") {
      at += 1;
      path += asKey(String(steps[at] ?? ""));
    }
  }
  return path.startsWith(".") ? path.slice(1) : path;
}

function asKey(key: string): string {
  return /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
