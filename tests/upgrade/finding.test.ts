// The order in which an upgrade is told, and what a code says of its findings.
import { describe, expect, test } from "vitest";
import { areas, finding, largestBump, sortFindings, type UpgradeFinding } from "../../src/upgrade/finding.ts";
import { findingCodes } from "../../src/upgrade/finding-codes.ts";

function of(part: Partial<UpgradeFinding>): UpgradeFinding {
  return { ...finding("crds/added", { subject: "a", message: "m" }), ...part };
}

describe("a finding", () => {
  test("has the area, severity and bump of its code", () => {
    expect(finding("crds/removed", { subject: "CustomResourceDefinition a", message: "gone" })).toEqual({
      area: "crds",
      severity: "error",
      code: "crds/removed",
      subject: "CustomResourceDefinition a",
      message: "gone",
      bump: "major",
    });
  });

  test("has a code that begins with an area, and a meaning that is a sentence", () => {
    for (const [code, { meaning }] of Object.entries(findingCodes)) {
      expect(areas).toContain(code.split("/")[0]);
      expect(meaning).toMatch(/^(?:[A-Z]|kubectl ).*\.$/);
    }
  });
});

describe("findings", () => {
  test("are sorted by severity, area, subject, path and code", () => {
    const sorted = [
      of({ severity: "error", area: "webhooks" }),
      of({ severity: "warning", area: "crds", subject: "b" }),
      of({ severity: "warning", area: "rbac", subject: "a" }),
      of({ severity: "info", subject: "a", path: "spec.a" }),
      of({ severity: "info", subject: "a", path: "spec.b" }),
      of({ severity: "info", subject: "b", path: "spec.a" }),
    ];
    expect(sortFindings(sorted.toReversed())).toEqual(sorted);
  });

  test("ask for the largest bump among them, and for a patch without any", () => {
    expect(largestBump([of({ bump: "minor" }), of({ bump: "major" }), of({ bump: "patch" })])).toBe("major");
    expect(largestBump([of({ bump: "patch" }), of({ bump: "minor" })])).toBe("minor");
    expect(largestBump([])).toBe("patch");
  });
});
