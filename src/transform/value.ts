// The registry of values: one entry for each setting that a chart exposes. values.yaml, values.schema.json,
// the README's table and the templates all come from it, so they cannot disagree.
import type { Position } from "../diagnostics/position.ts";
import type { Json } from "../kubernetes/object.ts";
import type { SourceComment } from "../yaml/comments.ts";

/** A JSON Schema (draft 7, the subset that Helm 3.17 to 4.3 agree on). */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** One setting. */
export interface Value {
  readonly path: readonly string[];
  /** What values.yaml sets; undefined when it sets nothing and shows `example`, commented out. */
  readonly default?: Json;
  /** What the commented-out line shows, or an empty value of the right type. */
  readonly example?: Json;
  /** One or more plain sentences, for a person who writes an override file. */
  readonly description: string;
  readonly schema: JsonSchema;
  /** Where the default stands in the source. */
  readonly position?: Position;
  /** What the source says about the default and what is in it; a path begins at the value, whose own is []. */
  readonly comments?: readonly SourceComment[];
  /** `section` only describes the map at `path`; `tree` is the spec of a CR, shown with what can be set. */
  readonly role?: "section" | "tree";
  /** For a tree: the switch that renders it. What its schema requires of the whole holds only while it is true. */
  readonly requiredWhen?: readonly string[];
  /** What holds of the values as a whole, as schemas of their root. */
  readonly conditions?: readonly JsonSchema[];
  /** For a section: the chart renders without it, as with `--reuse-values` over a chart that did not have it. */
  readonly isOptional?: boolean;
  /** Read by the templates of a chart that this one depends on, which need not be at hand; or by the schema alone. */
  readonly readBy?: "component" | "schema";
  /** The path that it was registered with, where the project calls it otherwise. */
  readonly renamedFrom?: readonly string[];
  /** Nobody is to set it: the templates have its default written out. */
  readonly isHidden?: boolean;
  /** The path of the value that it sets, where it is only another name. */
  readonly aliasOf?: readonly string[];
  /** The section of the project file that has it, where it is the project's own. */
  readonly addedBy?: "add" | "accept";
}
