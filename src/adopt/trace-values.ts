// Asks Helm which values feed which fields of a chart's objects, and which of them bring more objects.
import {
  isObject,
  type Json,
  type JsonObject,
  type KubernetesObject,
  objectKey,
  referenceOf,
} from "../kubernetes/object.ts";
import { type ChartAtHand, merged } from "./chart-at-hand.ts";
import { type ValueSetting, withSettings } from "./kept-values.ts";
import { isBuiltInKind } from "./object-adoption.ts";
import { type Binding, markValues, readBindings, type ValuePath } from "./value-marks.ts";

/** The bindings of each object, by its key as the chart renders it. */
export type TracedValues = ReadonlyMap<string, readonly Binding[]>;

/**
 * Marks one block of values at a time, so that a mark that leads a template astray spoils no other block. Where a block
 * cannot be rendered with marks, its parts are tried by themselves.
 */
export async function traceValues(
  chart: ChartAtHand,
  settings: readonly ValueSetting[],
): Promise<TracedValues> {
  const values = merged(chart.values, withSettings({}, settings));
  const traced = new Map<string, Binding[]>();
  const trace = async (path: ValuePath, value: Json): Promise<void> => {
    const { values: marked, marks } = markValues(values, path);
    const rendering = await chart.render(marked, true);
    if (rendering.ok) {
      for (const object of rendering.objects) {
        const key = renderedKey(object);
        const found = readBindings(object, marks, isBuiltInKind(object));
        traced.set(key, [...(traced.get(key) ?? []), ...found]);
      }
    } else if (isObject(value)) {
      await Promise.all(Object.entries(value).map(([key, item]) => trace([...path, key], item)));
    }
  };
  await Promise.all(Object.entries(values).map(([key, value]) => trace([key], value)));
  return traced;
}

/** An object as a chart renders it, by its name. */
export function renderedKey(object: KubernetesObject): string {
  return objectKey(referenceOf(object));
}

/** Keys of values that switch objects on. */
const switchNames = new Set(["create", "enabled", "install"]);

/** Objects that a value brings which is off. */
export interface OptionalObjects {
  readonly setting: ValueSetting;
  readonly objects: readonly KubernetesObject[];
}

/** What each switch that is off would bring beside `objects`. */
export async function findOptionalObjects(
  chart: ChartAtHand,
  objects: readonly KubernetesObject[],
): Promise<readonly OptionalObjects[]> {
  const known = new Set(objects.map(renderedKey));
  const found = await Promise.all(
    switchesOff(chart.values, []).map(async (path) => {
      const setting = { path, value: true };
      const rendering = await chart.render(withSettings({}, [setting]));
      const more = rendering.ok ? rendering.objects.filter((object) => !known.has(renderedKey(object))) : [];
      return { setting, objects: more };
    }),
  );
  return found.filter((optional) => optional.objects.length > 0);
}

function switchesOff(values: JsonObject, path: ValuePath): readonly ValuePath[] {
  return Object.entries(values).flatMap(([key, value]): readonly ValuePath[] => {
    if (value === false && switchNames.has(key)) return [[...path, key]];
    return isObject(value) ? switchesOff(value, [...path, key]) : [];
  });
}
