// What a value may change in a rendering, in words that all of these files share.
import type { Chart } from "../../src/emit/chart.ts";
import type { Json } from "../../src/kubernetes/object.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import type { PathStep } from "../../src/yaml/tree.ts";
import type { Expectation } from "./expected-fields.ts";

/** Where a value is in values.yaml. */
export type Path = readonly string[];

/** A value that is set. */
export interface SetValue {
  readonly path: Path;
  readonly value: Json;
}

/** A part of the rendering. */
export interface Place {
  of(document: RenderedDocument): boolean;
  /** Where in the object; "*" is any step. */
  readonly path: readonly PathStep[];
  /** Which changes of a scalar; all without it. */
  allows?(before: Json | undefined, after: Json | undefined): boolean;
}

/** What may happen when a value changes. */
export interface Scope {
  /** What must be set beside it for the value to count. */
  readonly beside?: readonly SetValue[];
  /** Whether nothing is rendered from it: it only decides whether anything is. */
  readonly isSilent?: boolean;
  /** Whether there is something in the rendering that it can change; there is without it. */
  appliesTo?(before: readonly RenderedDocument[]): boolean;
  /** Documents that may come or go. */
  comesAndGoes?(document: RenderedDocument): boolean;
  readonly places: readonly Place[];
  /** What the rendering must hold; `value` is the chart's own with the given one merged into it. */
  readonly holds?: Expectation;
}

/** Every document. */
export const anywhere = () => true;
/** What stands in for an object that the chart does not create. */
export const otherName = "fuzz-other";

/** One text in the place of another. */
export const isText = (before: Json | undefined, after: Json | undefined): boolean =>
  typeof before === "string" && typeof after === "string";

/** The documents of the template that holds the object of the source. */
export function templateOf(chart: Chart, manifest: unknown): Place["of"] {
  const found = chart.objects.find((one) => one.manifest === manifest)?.templatePath;
  return ({ templatePath }) => templatePath === found;
}

/** Whether `path` is at or below `prefix`. */
export function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}

/** Objects of the source that the value may take away or bring. */
export function comingAndGoing(chart: Chart, manifests: readonly unknown[]): Scope {
  return {
    places: [],
    comesAndGoes: ({ templatePath }) =>
      chart.objects.some((one) => one.templatePath === templatePath && manifests.includes(one.manifest)),
  };
}
