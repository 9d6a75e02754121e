// Values of real operators' charts, changed one by one and in random combinations: `npm run fuzz`. Each manifest is a test.
import fc from "fast-check";
import { expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import { corpus, listManifests, nameOf } from "../../tools/corpus-manifests.mjs";
import { describeWithCorpus, hasCorpus } from "../support/corpus.ts";
import { ObjectRules } from "../support/object-rules.ts";
import { RenderServer } from "../support/render-server.ts";
import { describeWith } from "../support/requirement.ts";
import { seedOfRun } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { FuzzedCharts, type Outcome, type Trial } from "./fuzzed-charts.ts";

const words = (process.env["CHARTWRIGHT_FUZZ_WORDS"] ?? "").split(" ").filter((word) => word !== "");
/** How many changes of each chart set are tried; all without it. */
const sample = Number(process.env["CHARTWRIGHT_FUZZ_SAMPLE"] ?? 0);
const runs = Number(process.env["CHARTWRIGHT_FUZZ_RUNS"] ?? 2);
const shownFaults = 20;

const manifests = hasCorpus() ? await listManifests(words) : [];
const servers = [RenderServer.start("3"), RenderServer.start("4"), ObjectRules.start()];
const isBuilt = servers.every((server) => server !== undefined);
for (const server of servers) server?.stop();

const requirement = {
  name: "render servers",
  missing: isBuilt ? undefined : "run: node tools/build.mjs render-helm3 render-helm4 validate-objects",
  requiredInCi: false,
};

describeWith(requirement, "values work, not only defaults", () => {
  describeWithCorpus("changed values", () => {
    for (const manifest of manifests) {
      test(manifest, { timeout: 3_600_000 }, () => fuzz(manifest));
    }
  });
});

async function fuzz(manifest: string): Promise<void> {
  const started = Date.now();
  const { chartSet } = await convert([{ path: manifest }], { folder: corpus, name: nameOf(manifest) });
  // What does not convert is for `npm run corpus` to tell.
  if (!chartSet) return;
  const helm3 = RenderServer.start("3");
  const helm4 = RenderServer.start("4");
  const rules = ObjectRules.start();
  if (!helm3 || !helm4 || !rules) throw new Error("the servers are not built");
  try {
    const charts = await FuzzedCharts.open(chartSet, temporaryFolder(), { helms: [helm3, helm4], rules });
    const outcomes = await allOf(chosenTrials(charts));
    const faulty = outcomes.filter(({ faults }) => faults.length > 0);
    const count = (kind: Outcome["kind"]) => outcomes.filter((one) => one.kind === kind).length;
    const tried = (kind: Outcome["kind"]) =>
      outcomes.filter((one) => one.kind === kind && !one.isRefused).length;
    const wrongs = outcomes.reduce((sum, { wrongs: more = 0 }) => sum + more, 0) / 2;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const lines = [
      `${manifest}: ${tried("alone")} of ${count("alone")} values alone, ${tried("together")} of ${count("together")} combinations, ` +
        `${wrongs} wrong values, ${charts.renderings} renderings, ${faulty.length} faults, ${seconds} s`,
      ...faulty
        .slice(0, shownFaults)
        .flatMap(({ what, faults }) => faults.slice(0, 3).map((fault) => `    ${what}: ${fault}`)),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    expect(faulty.map(({ what }) => what)).toEqual([]);
  } finally {
    for (const server of [helm3, helm4, rules]) server.stop();
  }
}

/** A few at a time, so that the servers render while others are compared. */
async function allOf(trials: readonly Trial[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const next = trials.values();
  const work = async () => {
    for (const trial of next) outcomes.push(await trial());
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return outcomes;
}

function chosenTrials(charts: FuzzedCharts): readonly Trial[] {
  const seed = seedOfRun();
  if (sample === 0) {
    const alone = charts.alone(seed, runs);
    return [...alone, ...charts.together(seed, 10 * runs), ...charts.wrongTypes()];
  }
  const part = Math.ceil(sample / 4);
  return [
    ...picked(charts.alone(seed, 1), 3 * part, seed),
    ...charts.together(seed, part),
    ...charts.wrongTypes(),
  ];
}

/** `count` of them, other ones with another seed. */
function picked<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const length = Math.min(count, all.length);
  const some = fc.shuffledSubarray([...all], { minLength: length, maxLength: length });
  return fc.sample(some, { numRuns: 1, seed })[0] ?? [];
}
