// The next version of a chart, by semantic versioning (https://semver.org).
import { inc, major } from "semver";
import type { Bump } from "./finding.ts";

/** The version after `version` for a change that asks for `bump`. Before 1.0.0 what breaks raises the minor number. */
export function nextChartVersion(version: string, bump: Bump): string {
  const step = bump === "major" && major(version) === 0 ? "minor" : bump;
  return inc(version, step) ?? version;
}
