// The values by which compiled charts render all that their sources had: custom resources that come in a second step, and
// Namespaces of their own.
import type { ChartNode } from "../archive/chart-tree.ts";
import { allNodes } from "../archive/chart-tree.ts";
import { readChartMarks } from "../emit/chart-marks.ts";
import { field, isObject, type Json, type JsonObject, stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";

/** What to render a chart with, below what the user gives. */
export function releaseValues(tree: ChartNode): JsonObject {
  let values: JsonObject = {};
  for (const node of compiledNodes(tree)) {
    const own = valuesOf(node);
    for (const path of switchedOff(own)) values = withValue(values, [...node.path, ...path], true);
    if (field(own, "createNamespace") === false)
      values = withValue(values, [...node.path, "createNamespace"], true);
  }
  return values;
}

/** What makes a chart that is rendered elsewhere render the Namespace `namespace`; undefined where none can. */
export function namespaceValues(tree: ChartNode, namespace: string): JsonObject | undefined {
  const makers = compiledNodes(tree).filter(
    (node) => typeof field(valuesOf(node), "createNamespace") === "boolean" && !isElsewhere(tree, node),
  );
  if (makers.length === 0) return undefined;
  return makers.reduce<JsonObject>((values, { path }) => {
    const placed = withValue(values, [...path, "namespaceOverride"], namespace);
    return withValue(placed, [...path, "createNamespace"], true);
  }, {});
}

function compiledNodes(tree: ChartNode): readonly ChartNode[] {
  return allNodes(tree).filter(({ metadata }) => readChartMarks(metadata) !== undefined);
}

/** Whether a chart on the way to `node` puts it into a namespace of its own. */
function isElsewhere(tree: ChartNode, node: ChartNode): boolean {
  return allNodes(tree)
    .filter(({ path }) => path.every((key, index) => node.path[index] === key))
    .some(({ path, ...outer }) => {
      const inner = node.path.slice(path.length);
      return Boolean(stringField(valuesOf({ path, ...outer }), ...inner, "namespaceOverride"));
    });
}

/** The switches of custom resources that the chart does not create at first. */
function switchedOff(values: JsonObject): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const visit = (value: Json | undefined, path: readonly string[]): void => {
    if (!isObject(value)) return;
    if (value["create"] === false) found.push([...path, "create"]);
    if (!Object.hasOwn(value, "create"))
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(values["customResource"], ["customResource"]);
  visit(values["customResources"], ["customResources"]);
  return found;
}

function valuesOf({ files }: ChartNode): JsonObject {
  const parsed = parseDocument(new TextDecoder().decode(files.get("values.yaml")));
  return parsed.ok && isObject(parsed.document.data) ? parsed.document.data : {};
}

function withValue(values: JsonObject, [key, ...rest]: readonly string[], value: Json): JsonObject {
  if (key === undefined) return values;
  const inner = values[key];
  return {
    ...values,
    [key]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value),
  };
}
