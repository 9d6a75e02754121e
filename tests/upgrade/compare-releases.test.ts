// What an upgrade means, on small charts: the codes of made-up upgrades, and what single findings say.
import { describe, expect, test } from "vitest";
import { compareReleases } from "../../src/upgrade/compare-releases.ts";
import { saysFailure } from "../../src/upgrade/upgrade-report.ts";
import { type Charts, madeUpUpgrades } from "./made-up-upgrades.ts";
import { releaseOf } from "./releases.ts";

function release(charts: Charts, version: string) {
  const texts = Object.entries(charts).map(([name, text]) => [name, { "templates/all.yaml": text }] as const);
  return releaseOf(Object.fromEntries(texts), version);
}

describe("an upgrade", () => {
  test.each(madeUpUpgrades)("is told where $name", ({ older, newer, codes, outcome }) => {
    const findings = compareReleases(release(older, "1.0.0"), release(newer, "1.1.0"));
    const told = findings.filter(({ severity }) => severity !== "info").map(({ code }) => code);
    expect(told).toEqual(codes);
    expect(findings.some(saysFailure)).toBe(outcome === "fails");
  });
});
