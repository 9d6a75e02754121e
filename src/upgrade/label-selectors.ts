// Label selectors: what one selects, and whether that of the newer release selects more, or less.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
import { type Json, type JsonObject, listField, objectField, stringField } from "../kubernetes/object.ts";

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** How a selector changed. `widens`: it may select what the older did not; `narrows`: it may leave out what the older selected. */
export interface SelectorChange {
  readonly widens: boolean;
  readonly narrows: boolean;
}

/** Selectors without requirements, and those that are not there, select everything. */
export function compareSelectors(older: Json | undefined, newer: Json | undefined): SelectorChange {
  const [before, after] = [requirementsOf(older), requirementsOf(newer)];
  return {
    widens: before.some((requirement) => !after.some((other) => implies(other, requirement))),
    narrows: after.some((requirement) => !before.some((other) => implies(other, requirement))),
  };
}

function requirementsOf(selector: Json | undefined): readonly Requirement[] {
  const labels = Object.entries(objectField(selector, "matchLabels"));
  return [
    ...labels.map(([key, value]) => ({ key, operator: "In", values: [String(value)] })),
    ...listField(selector, "matchExpressions").map((expression) => ({
      key: stringField(expression, "key") ?? "",
      operator: stringField(expression, "operator") ?? "",
      values: listField(expression, "values").map(String),
    })),
  ];
}

/** Whether labels that meet `strict` meet `loose`, too. */
function implies(strict: Requirement, loose: Requirement): boolean {
  if (strict.key !== loose.key) return false;
  const isIn = (value: string) => loose.values.includes(value);
  switch (loose.operator) {
    case "Exists":
      return strict.operator === "Exists" || strict.operator === "In";
    case "DoesNotExist":
      return strict.operator === "DoesNotExist";
    case "In":
      return strict.operator === "In" && strict.values.every(isIn);
    case "NotIn":
      if (strict.operator === "NotIn") return loose.values.every((value) => strict.values.includes(value));
      return strict.operator === "DoesNotExist" || (strict.operator === "In" && !strict.values.some(isIn));
    default:
      return false;
  }
}

/** Whether a selector selects what has these labels. */
export function selects(selector: Json | undefined, labels: JsonObject): boolean {
  return requirementsOf(selector).every(({ key, operator, values }) => {
    const value = Object.hasOwn(labels, key) ? String(labels[key]) : undefined;
    const isListed = value !== undefined && values.includes(value);
    switch (operator) {
      case "In":
        return isListed;
      case "NotIn":
        return !isListed;
      case "Exists":
        return value !== undefined;
      default:
        return operator === "DoesNotExist" && value === undefined;
    }
  });
}
