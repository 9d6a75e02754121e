// The section `components` of the project file: the charts that the chart of this project depends on.
import type { JsonObject } from "../kubernetes/object.ts";

/**
 * A chart of another project (`project`), or a foreign one from a repository (`chart`, `repository`, `version`). The
 * values of the chart stand below its alias, or its name.
 */
export interface ProjectComponent {
  /** The other project's folder, relative to this project file. */
  readonly project?: string;
  /** The chart's name; with `project`, which of its charts, where it has several. */
  readonly chart?: string;
  /** Where the chart is published: an OCI address or a chart repository. A chart of a project needs it for a release only. */
  readonly repository?: string;
  /** The version of a foreign chart; that of a project's chart is its own. */
  readonly version?: string;
  readonly alias?: string;
  /** The value that switches the chart on; default: `enabled` below its alias. */
  readonly condition?: string;
  /** What that value is by default; default: true. */
  readonly enabled?: boolean;
  /** Values that this chart presets for it. */
  readonly values?: JsonObject;
}

/** How a chart can be called in another one: values stand below this key. */
export const componentAlias: RegExp = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,46}[A-Za-z0-9])?$/;
export const expectedComponentAlias =
  "at most 48 letters, digits, dashes and underscores, with a letter or digit at both ends";

/** A path of values, as Helm reads the condition of a dependency. */
export const valuePath: RegExp = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
export const expectedValuePath = "keys with dots between them, such as metrics.enabled";

/** Addresses that Helm fetches charts from. */
export const repositoryAddress: RegExp = /^(?:oci|https?):\/\/[^\s]+$/;
export const expectedRepositoryAddress = "an address that starts with oci://, https:// or http://";

/** Whether a component has what tells where its chart comes from. */
export function isComplete({ project, chart, repository, version }: ProjectComponent): boolean {
  const isForeign = chart !== undefined && repository !== undefined && version !== undefined;
  return project === undefined ? isForeign : version === undefined;
}

export const expectedComponent =
  "project, or chart with repository and version; a project's chart has its own version";
