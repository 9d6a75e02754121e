// What the comparison of schemas says of random pairs, held against the API server's own code: an object that the older
// CRD accepts is accepted by the newer one, unless the comparison has a warning; and each change that refuses or drops
// something is one of them.
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import { compareSchemas } from "../../src/upgrade/compare-schema.ts";
import { findingCodes } from "../../src/upgrade/finding-codes.ts";
import { fieldPathOf, type SchemaChange } from "../../src/upgrade/schema-change.ts";
import { describeWithObjectRules } from "../support/object-rules.ts";
import { seedOfRun } from "../support/seed.ts";
import { Dice, randomRoot, randomValue, type Schema } from "../upgrade/random-schemas.ts";
import { harmless, type Mutation, schemasOf, tightening } from "../upgrade/schema-mutations.ts";

const runs = Number(process.env["CHARTWRIGHT_RUNS"] || 1);
describeWithObjectRules("two schemas of a CRD", (rules) => {
  test("accept the same objects where the comparison warns of nothing", {
    timeout: 120_000 * runs,
  }, async () => {
    const dice = new Dice(seedOfRun());
    const tally = { pairs: 0, silent: 0, objects: 0, refused: 0 };
    for (let run = 0; run < 400 * runs; run += 1) {
      const older = randomRoot(dice);
      const { schema: newer, names } = mutated(
        older,
        dice,
        dice.chance(0.8) ? harmless : [...harmless, ...tightening],
      );
      if (!(await accepts(older, newer))) continue;
      const changes = compareSchemas(older as JsonObject, newer as JsonObject);
      const objects = Array.from({ length: 40 }, () => randomValue(older as JsonObject, dice));
      const valid = await validByBoth(objects);
      tally.pairs += 1;
      tally.objects += valid.length;
      const warnings = changes.filter(isWarning);
      tally.refused += valid.filter(({ faults }) => faults.length > 0).length;
      if (warnings.length > 0) continue;
      tally.silent += 1;
      const wrong = valid.find(({ faults }) => faults.length > 0);
      expect(wrong && { names, older, newer, changes, ...wrong }).toBeUndefined();
    }
    // Without enough of each the test shows nothing.
    expect(tally.silent).toBeGreaterThan(60);
    expect(tally.objects).toBeGreaterThan(1000);
    expect(tally.refused).toBeGreaterThan(20);
  });

  test.each(tightening)("$name is told", { timeout: 60_000 }, async (mutation) => {
    const dice = new Dice(seedOfRun());
    let found = 0;
    for (let run = 0; run < 3000 && found < 5; run += 1) {
      const older = randomRoot(dice);
      const newer = structuredClone(older);
      const places = schemasOf(newer).filter((schema) => mutation.apply(structuredClone(schema), dice));
      if (places.length === 0) continue;
      mutation.apply(dice.pick(places), dice);
      if (!(await accepts(older, newer))) continue;
      found += 1;
      const changes = compareSchemas(older as JsonObject, newer as JsonObject);
      expect({ older, newer, codes: changes.filter(isWarning).map(({ code }) => code) }).toMatchObject({
        codes: expect.arrayContaining([mutation.code]),
      });
      expect(changes.every(({ steps }) => /^(?:spec|$)/.test(fieldPathOf(steps)))).toBe(true);
    }
    expect(found).toBeGreaterThan(0);
  });

  function isWarning({ code }: SchemaChange): boolean {
    return findingCodes[code].severity !== "info";
  }

  /** Whether the server takes both schemas. */
  async function accepts(older: Schema, newer: Schema): Promise<boolean> {
    const faults = await rules().define([definition("older", older), definition("newer", newer)]);
    return faults.every((found) => (found ?? []).length === 0);
  }

  /** The objects that the older CRD accepts, and what the newer has against each. */
  async function validByBoth(
    objects: readonly Json[],
  ): Promise<readonly { readonly object: Json; readonly faults: readonly string[] }[]> {
    const of = (group: string) =>
      objects.map((object) => ({
        ...(object as JsonObject),
        apiVersion: `${group}.example.com/v1`,
        kind: "Tide",
        metadata: { name: "a" },
      }));
    const before = await rules().judge(of("older"), "a");
    const after = await rules().judge(of("newer"), "a");
    return objects.flatMap((object, index) =>
      (before[index] ?? []).length === 0 ? [{ object, faults: after[index] ?? [] }] : [],
    );
  }
});

/** A copy with one to three changes. */
function mutated(
  older: Schema,
  dice: Dice,
  mutations: readonly Mutation[],
): { readonly schema: Schema; readonly names: readonly string[] } {
  const schema = structuredClone(older);
  const names: string[] = [];
  for (let count = dice.between(1, 3); names.length < count; ) {
    const mutation = dice.pick(mutations);
    if (mutation.apply(dice.pick(schemasOf(schema)), dice)) names.push(mutation.name);
  }
  return { schema, names };
}

function definition(group: string, schema: Schema): Json {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `tides.${group}.example.com` },
    spec: {
      group: `${group}.example.com`,
      scope: "Namespaced",
      names: { plural: "tides", singular: "tide", kind: "Tide", listKind: "TideList" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema as JsonObject } },
      ],
    },
  };
}
