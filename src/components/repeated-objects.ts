// An object that a chart with components would hold twice: Helm 3 refuses to install it, Helm 4 lets one of them win.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ChartObject, ChartSet } from "../emit/chart.ts";
import { formatReference, objectKey } from "../kubernetes/object.ts";
import { type Component, componentKey } from "../plan/component.ts";

/** The first such object of each component; a component that stands there twice is told once. */
export function repeatedObjects(set: ChartSet, components: readonly Component[]): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const { objects } of (set.views ?? [set]).flatMap(({ charts }) => charts)) {
    const known = new Map<string, ChartObject>();
    for (const object of objects) {
      const key = objectKey(object.manifest.reference);
      const other = known.get(key);
      known.set(key, other ?? object);
      const owner = ownerOf(object);
      if (!other || ownerOf(other) === owner || found.has(owner)) continue;
      found.set(owner, repeated(object, other, components));
    }
  }
  return [...found.values()];
}

function ownerOf({ component }: ChartObject): string {
  return component?.path.join(".") ?? "";
}

function repeated(object: ChartObject, other: ChartObject, components: readonly Component[]): Diagnostic {
  const owner = ownerOf(object);
  const component = components.find((one) => componentKey(one) === object.component?.path[0]);
  const first = ownerOf(other);
  return {
    severity: "error",
    code: "components/same-object",
    message: `${formatReference(object.manifest.reference)} would be in the release twice.`,
    ...(component?.position ? { position: component.position } : {}),
    notes: [{ message: "it is here", position: object.manifest.position }],
    found: `"${owner}" and ${first === "" ? "the chart itself" : `"${first}"`} hold it`,
    expected: "each object once: objects keep their names, whatever the component is called",
    hint: "Take one of them out.",
  };
}
