// How one sees that an operator has carried out a CR: what its CRD says about conditions.
import type { CustomResource } from "../classify/operator.ts";
import { field, isObject, listField, objectField, stringField } from "../kubernetes/object.ts";

/**
 * `condition`: the CRD names it. `convention`: the status has conditions, the CRD does not say which; operators
 * use Available by convention. `none`: nothing to wait for.
 */
export type Readiness =
  | { readonly kind: "condition"; readonly condition: string }
  | { readonly kind: "convention"; readonly condition: string }
  | { readonly kind: "none" };

/** Conditions that say "done", the plainest first. */
const doneConditions = ["Available", "Ready", "Reconciled", "Succeeded", "Complete", "Established"];

/** What to wait for after `customResource` was created. */
export function readinessOf({ crd, version }: CustomResource): Readiness {
  const shown = listField(crd.manifest.object, "spec", "versions")
    .filter((candidate) => stringField(candidate, "name") === version.name)
    .flatMap((candidate) => listField(candidate, "additionalPrinterColumns"))
    .flatMap((column) => conditionOf(stringField(column, "jsonPath") ?? ""));
  const conditions = objectField(version.schema, "properties", "status", "properties", "conditions");
  const listed = listField(conditions, "items", "properties", "type", "enum").filter(
    (choice) => typeof choice === "string",
  );
  const named = [...shown, ...listed];
  const done = doneConditions.find((condition) => named.includes(condition));
  if (done !== undefined) return { kind: "condition", condition: done };
  if (!isObject(field(conditions, "items", "properties", "type"))) return { kind: "none" };
  // The CRD names conditions, but none that means "done".
  if (named.length > 0) return { kind: "none" };
  return { kind: "convention", condition: "Available" };
}

/** `.status.conditions[?(@.type=="Ready")].status` → Ready. */
function conditionOf(jsonPath: string): readonly string[] {
  const condition =
    /^\.status\.conditions\[\?\(\s*@\.type\s*==\s*\\?["']([A-Za-z]+)\\?["']\s*\)\]\.status$/.exec(
      jsonPath,
    )?.[1];
  return condition === undefined ? [] : [condition];
}
