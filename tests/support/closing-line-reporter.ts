// A Vitest reporter that ends a run with one plain line, "12 passed, 0 failed, 3 skipped", after it has said out loud
// which requirement kept how many tests from running. It also fails a CI run in which a corpus test was skipped although
// the corpus is there. With CHARTWRIGHT_TALLY set, the line is added to that file, for .ci/run to sum up several runs.

import { appendFileSync, writeSync } from "node:fs";
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestRunEndReason,
  TestSuite,
} from "vitest/node";
import { corpusTitle, hasCorpus } from "./corpus.ts";
import { isCi, skipReason } from "./requirement.ts";

/** Prints the closing line of a run as the last thing the process writes. */
export class ClosingLineReporter implements Reporter {
  readonly #seed: number | undefined;

  /** `seed` gives the run's random inputs again, where it has any. */
  constructor(seed?: number) {
    this.#seed = seed;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === "skipped");
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const forbidden = forbiddenSkips(skipped);
    const broken = modules.reduce(
      (count, module) => count + errorsBesideTests(module),
      unhandledErrors.length,
    );
    const failed = tests.length - passed - skipped.length + broken + forbidden.length;
    const total = failed === 0 && reason !== "passed" ? 1 : failed;
    if (total > 0) process.exitCode = 1;
    const line = closingLine(passed, total, skipped.length - forbidden.length);
    const notes = [
      ...skipNotes(skipped),
      ...forbidden.map((test) => `FAILED: skipped in CI: ${test.fullName}`),
      ...(total > 0 && this.#seed !== undefined
        ? [
            `The random inputs of this run were those of CHARTWRIGHT_SEED=${this.#seed}; set it to have them again.`,
          ]
        : []),
    ];
    const tally = process.env["CHARTWRIGHT_TALLY"];
    if (tally !== undefined) appendFileSync(tally, `${line}\n`);
    // Other reporters and the process itself write after this hook, and the line must be the last one.
    process.once("exit", () => writeSync(1, [...notes, line, ""].join("\n")));
  }
}

function closingLine(passed: number, failed: number, skipped: number): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Errors that no test carries: a file that cannot be collected, a hook of a suite that throws. */
function errorsBesideTests(module: TestModule): number {
  const suites = [...module.children.allSuites()];
  return suites.reduce((count, suite) => count + suite.errors().length, module.errors().length);
}

/** Corpus tests that a CI run skipped with the corpus at hand. */
function forbiddenSkips(skipped: readonly TestCase[]): readonly TestCase[] {
  if (!isCi() || !hasCorpus()) return [];
  return skipped.filter((test) => suiteTitles(test).some((title) => title.startsWith(corpusTitle)));
}

/** One line for each missing thing, with the number of tests that it cost. */
function skipNotes(skipped: readonly TestCase[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const test of skipped) {
    const reason = suiteTitles(test)
      .map(skipReason)
      .find((text) => text !== undefined);
    const key = reason ?? "switched off, filtered out, or a hook before them failed";
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `SKIPPED ${count} test(s): ${reason}`);
}

function suiteTitles(test: TestCase): readonly string[] {
  const titles: string[] = [];
  let parent: TestSuite | TestModule = test.parent;
  while (parent.type === "suite") {
    titles.push(parent.name);
    parent = parent.parent;
  }
  return titles;
}
