// Data of the sources as template expressions.
import type { Json } from "../kubernetes/object.ts";
import { call, type Expression, literal } from "../template/expression.ts";

/** JSON as a template expression; its numbers are floats, as those that Helm reads from values.yaml. */
export function jsonExpression(json: Json): Expression {
  if (json === null) return { kind: "object", name: "nil" };
  if (typeof json === "number") return call("float64", literal(json));
  if (typeof json !== "object") return literal(json);
  if (Array.isArray(json)) return call("list", ...json.map(jsonExpression));
  return call(
    "dict",
    ...Object.entries(json).flatMap(([key, inner]) => [literal(key), jsonExpression(inner)]),
  );
}
