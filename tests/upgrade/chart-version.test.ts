import { expect, test } from "vitest";
import { nextChartVersion } from "../../src/upgrade/chart-version.ts";

// The steps of https://semver.org; section 4 leaves 0.y.z open.
test.each([
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["0.2.3", "patch", "0.2.4"],
  ["0.2.3", "minor", "0.3.0"],
  ["0.2.3", "major", "0.3.0"],
  ["2.0.0-rc.1", "patch", "2.0.0"],
  ["1.2.3+build.7", "minor", "1.3.0"],
] as const)("%s after a %s change is %s", (version, bump, next) => {
  expect(nextChartVersion(version, bump)).toBe(next);
});
