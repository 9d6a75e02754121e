// Every code of the table is said of some upgrade by the real comparison: what nothing can bring about has no place in it.
import { expect, test } from "vitest";
import { compareReleases } from "../../src/upgrade/compare-releases.ts";
import { type FindingCode, findingCodes } from "../../src/upgrade/finding-codes.ts";
import { chartInputs } from "./code-inputs/charts.ts";
import { crdInputs } from "./code-inputs/crds.ts";
import { type CodeInput, type CodeInputs, releaseOfSide } from "./code-inputs/input.ts";
import { objectInputs } from "./code-inputs/objects.ts";
import { rbacInputs } from "./code-inputs/rbac.ts";
import { schemaInputs } from "./code-inputs/schemas.ts";
import { valueInputs } from "./code-inputs/values.ts";
import { webhookInputs } from "./code-inputs/webhooks.ts";
import { workloadInputs } from "./code-inputs/workloads.ts";
import { madeUpUpgrades } from "./made-up-upgrades.ts";

const inputs: CodeInputs = {
  ...crdInputs,
  ...schemaInputs,
  ...rbacInputs,
  ...workloadInputs,
  ...webhookInputs,
  ...objectInputs,
  ...valueInputs,
  ...chartInputs,
};

function codesOf({ older, newer, override }: CodeInput): readonly FindingCode[] {
  const [before, after] = [releaseOfSide(older, "1.0.0"), releaseOfSide(newer, "1.1.0")];
  const overrides = new Map(after.charts.map(({ name }) => [name, override ? [override] : []]));
  return compareReleases(before, after, { overrides }).map(({ code }) => code);
}

// compare-releases.test.ts holds each made-up upgrade to its codes.
const shown = new Set(madeUpUpgrades.flatMap(({ codes }) => codes));
const codes = (Object.keys(findingCodes) as FindingCode[]).filter((code) => inputs[code] || !shown.has(code));

test.each(codes)("%s is said of an upgrade", (code) => {
  const input = inputs[code];
  expect(input ? codesOf(input) : ["no upgrade is given"]).toContain(code);
});
