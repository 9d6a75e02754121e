// Whether a webhook is asked about more or about less than before, as src/upgrade/compare-webhooks.ts says it of random pairs,
// held against the API server's own dispatch of webhooks.
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import { compareWebhooks } from "../../src/upgrade/compare-webhooks.ts";
import { type AskedCluster, describeWithObjectRules, type Write } from "../support/object-rules.ts";
import { seedOfRun } from "../support/seed.ts";
import { Dice } from "../upgrade/random-schemas.ts";
import { released } from "../upgrade/released.ts";

const runs = Number(process.env["CHARTWRIGHT_RUNS"] || 1);

// Of each some that no rule names: a star is more than all that are named.
const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"];
const groups = ["", "example.com", "other.example.com"];
const versions = ["v1", "v2", "v3"];
const resources = ["pods", "tides", "others"];
const subresources = ["", "status", "scale", "other"];
const namespaces = { "": {}, a: {}, b: { a: "x" }, c: { a: "y", b: "x" } };
const labels = [{}, { a: "x" }, { a: "z" }, { b: "x" }];

const cluster: AskedCluster = {
  served: groups.flatMap((group) =>
    resources.map((resource) => ({ group, versions, resource, subresources })),
  ),
  namespaces,
};

/** One write of each kind that there is. */
const everyWrite: readonly Write[] = operations.flatMap((operation) =>
  groups.flatMap((group) =>
    versions.flatMap((version) =>
      resources.flatMap((resource) =>
        subresources.flatMap((subresource) =>
          ["", "a"].map((namespace) => ({
            operation,
            group,
            version,
            resource,
            subresource,
            namespace,
            labels: {},
          })),
        ),
      ),
    ),
  ),
);

describeWithObjectRules("what a webhook is asked about", (rules) => {
  test("by its rules is more or less exactly where it is told so", { timeout: 120_000 * runs }, async () => {
    const dice = new Dice(seedOfRun());
    const tally = { widened: 0, narrowed: 0, neither: 0 };
    for (let run = 0; run < 150 * runs; run += 1) {
      const [older, newer] = randomPair(dice, {});
      const told = scopeOf(older, newer);
      const found = await changeOf(older, newer, everyWrite);
      expect({ older, newer, ...told }, JSON.stringify([older, newer])).toEqual({ older, newer, ...found });
      tally.widened += Number(found.widened);
      tally.narrowed += Number(found.narrowed);
      tally.neither += Number(!found.widened && !found.narrowed);
    }
    // Without enough of each the test shows nothing.
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(10);
  });

  test("by rules and selectors is never more or less without a word", {
    timeout: 120_000 * runs,
  }, async () => {
    const dice = new Dice(seedOfRun());
    const tally = { silent: 0, told: 0 };
    for (let run = 0; run < 150 * runs; run += 1) {
      const [older, newer] = randomPair(dice, {
        namespaceSelector: randomSelector(dice),
        objectSelector: randomSelector(dice),
      });
      const told = scopeOf(older, newer);
      const writes = Array.from({ length: 400 }, () => ({
        ...dice.pick(everyWrite),
        namespace: dice.pick(Object.keys(namespaces)),
        labels: dice.pick(labels) as Write["labels"],
      }));
      const found = await changeOf(older, newer, writes);
      if (!told.widened) expect({ older, newer, ...found }).toMatchObject({ widened: false });
      // A selector that does both is told as the graver of the two.
      if (!told.narrowed && !told.widened)
        expect({ older, newer, ...found }).toMatchObject({ narrowed: false });
      tally[told.widened && told.narrowed ? "told" : "silent"] += 1;
    }
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(10);
  });

  /** Whether one of the writes is asked about in the newer release alone, or in the older alone. */
  async function changeOf(older: JsonObject, newer: JsonObject, writes: readonly Write[]) {
    const [before = [], after = []] = await rules().dispatch([older, newer], writes, cluster);
    expect([before.length, after.length]).toEqual([writes.length, writes.length]);
    return {
      widened: after.some((isAsked, index) => isAsked && !before[index]),
      narrowed: before.some((isAsked, index) => isAsked && !after[index]),
    };
  }
});

function scopeOf(older: JsonObject, newer: JsonObject) {
  const [before, after] = [older, newer].map((webhook) =>
    released({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "tide" },
      webhooks: [webhook],
    }),
  );
  const codes = compareWebhooks(before ? [before] : [], after ? [after] : []).map(({ code }) => code);
  return {
    widened: codes.includes("webhooks/scope-widened"),
    narrowed: codes.includes("webhooks/scope-narrowed"),
  };
}

/** A webhook, and what became of it: often the same in other words. */
function randomPair(dice: Dice, selectors: JsonObject): readonly [JsonObject, JsonObject] {
  const older = { ...randomWebhook(dice), ...selectors };
  const newer: Record<string, Json> = {
    ...older,
    ...(dice.chance(0.3) ? { matchPolicy: dice.pick(["Exact", "Equivalent"]) } : {}),
  };
  for (const key of Object.keys(selectors)) if (dice.chance(0.3)) newer[key] = randomSelector(dice);
  const former = older["rules"] as readonly JsonObject[];
  const others = former.flatMap((rule) => (dice.chance(0.5) ? varied(rule, dice) : [rule]));
  return [older, { ...newer, rules: dice.chance(0.3) ? [...others, randomRule(dice)] : others }];
}

function randomWebhook(dice: Dice): Record<string, Json> {
  return {
    name: "tides.example.com",
    clientConfig: { url: "https://tide.example.com/validate" },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    rules: Array.from({ length: dice.between(1, 2) }, () => randomRule(dice)),
    ...(dice.chance(0.5) ? { matchPolicy: dice.pick(["Exact", "Equivalent"]) } : {}),
  };
}

function randomRule(dice: Dice): JsonObject {
  const some = (items: readonly string[]) => [dice.pick(items), ...dice.some(items, 0.2)];
  return {
    operations: some([...operations, "*"]),
    apiGroups: some([...groups.slice(0, 2), "*"]),
    apiVersions: some(["v1", "v2", "*"]),
    resources: some(["pods", "tides", "pods/status", "tides/*", "*/scale", "*", "*/*"]),
    ...(dice.chance(0.4) ? { scope: dice.pick(["*", "Namespaced", "Cluster"]) } : {}),
  };
}

/** The rule cut in two, in other words, or with another list. */
function varied(rule: JsonObject, dice: Dice): readonly JsonObject[] {
  return dice.pick([
    () => [
      { ...rule, scope: "Cluster" },
      { ...rule, scope: "Namespaced" },
    ],
    () => operations.map((operation) => ({ ...rule, operations: [operation] })),
    () => [{ ...rule, operations: ["*"] }],
    () => {
      const key = dice.pick(["operations", "apiGroups", "apiVersions", "resources", "scope"] as const);
      return [{ ...rule, [key]: randomRule(dice)[key] ?? "*" }];
    },
  ])();
}

function randomSelector(dice: Dice): JsonObject {
  const operator = dice.pick(["In", "NotIn", "Exists", "DoesNotExist"]);
  const key = dice.pick(["a", "b"]);
  const expression = operator.endsWith("In")
    ? { key, operator, values: [dice.pick(["x", "y"])] }
    : { key, operator };
  return {
    ...(dice.chance(0.3) ? { matchLabels: { [dice.pick(["a", "b"])]: "x" } } : {}),
    ...(dice.chance(0.5) ? { matchExpressions: [expression] } : {}),
  };
}
