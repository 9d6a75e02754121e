// A chart as files in memory.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Json, ObjectReference } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { Edit } from "../template/edit.ts";
import type { Difference } from "../transform/chart-template.ts";
import type { Value } from "../transform/value.ts";

/** The chart set of one operator, in install order. */
export interface ChartSet {
  readonly plan: ChartSetPlan;
  readonly charts: readonly Chart[];
  readonly diagnostics: readonly Diagnostic[];
  /** The charts of other projects inside those of this one. */
  readonly components?: readonly ComponentChart[];
  /** The same charts as each provider sees them, of a set that was made of several overlays; the default one first. */
  readonly views?: readonly ProviderView[];
}

/** A chart of another project inside a chart of this set, whose files and objects hold its own. */
export interface ComponentChart {
  /** The chart of the set that it is in. */
  readonly chart: string;
  /** Where its values stand, from the root of that chart. */
  readonly path: readonly string[];
  /** Where its files stand in that chart: `charts/controller`. */
  readonly folder: string;
  /** What it was compiled from, with sources named as seen from the project of this set. */
  readonly plan: ChartSetPlan;
  /** The value that switches it on. */
  readonly condition: readonly string[];
  /** The values that put it into a namespace of its own; all take the same. */
  readonly namespacePaths: readonly (readonly string[])[];
  /** What the outer charts preset for it, each with the value that it has without; null for none. */
  readonly presets: readonly Preset[];
}

/** A value that a chart sets in another one. */
export interface Preset {
  readonly path: readonly string[];
  readonly own: Json;
}

/** What the charts hold for one provider: its own objects, in templates that it may share. */
export interface ProviderView extends ChartSet {
  readonly provider: string;
}

/** One chart. `files` maps a path inside the chart's folder to the file's text. */
export interface Chart {
  readonly plan: ChartPlan;
  readonly files: ReadonlyMap<string, string>;
  readonly objects: readonly ChartObject[];
  /** What the chart renders although the source lacks it. */
  readonly added: readonly AddedObject[];
  /** Templates of ConfigMaps that hold objects as text, which a Job applies. */
  readonly carriers: readonly string[];
  readonly values: readonly Value[];
}

/** An object of the source in this chart: where it stands, and how its rendering differs on purpose. */
export interface ChartObject {
  readonly manifest: Manifest;
  readonly templatePath: string;
  /** The file with its text, where the template only includes that: a named template of a library chart. */
  readonly textPath?: string;
  /** `origins[i]`: the line of the manifest's text (from 0) that line i of the file with its text came from. */
  readonly origins: readonly number[];
  /** What was done to the manifest's text; none for a template that was merged from overlays. */
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
  /** Values that must be set for the default rendering to hold this object (a CR of the second step). */
  readonly setToRender?: readonly string[];
  /** Whether it is also in a ConfigMap, from which a hook brings it up to date. */
  readonly isCopied?: boolean;
  /** The component that it belongs to; undefined for an object of the set's own sources. */
  readonly component?: ComponentChart;
}

/** An object that a chart renders although the source lacks it. One that is rendered twice is listed twice. */
export interface AddedObject {
  readonly chart: string;
  readonly reference: ObjectReference;
  readonly reason: string;
  /** Values that must be set for it to be rendered. */
  readonly setToRender?: readonly string[];
}
