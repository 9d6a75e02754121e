// A Vitest reporter that writes the table of docs/lifecycle.md, but only after a run in which every end-to-end test ran:
// a part of the tests, or a machine without a Helm or the corpus, says nothing about the rest.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from "vitest/node";
import { layoutNames, uninstallStrategies } from "../../../src/project/project.ts";
import { repositoryFolder } from "../repository.ts";
import { type LifeResult, printLifecycleTable, replaceLifecycleTable } from "./lifecycle-table.ts";

/** `runs` says how many times a file of tests is run, each by each, in a run of all. */
export class LifecycleReporter implements Reporter {
  readonly #runs: number;

  constructor(runs: number) {
    this.#runs = runs;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const everyTestRan = tests.every((test) => ["passed", "failed"].includes(test.result().state));
    if (modules.length < this.#runs || !everyTestRan) return;
    if (reason === "interrupted" || unhandledErrors.length > 0) return;
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test): readonly LifeResult[] => {
        const record = test.meta().life;
        if (record === undefined) return [];
        const file = basename(module.moduleId, ".e2e.ts");
        return [{ record, file, passed: test.result().state === "passed" }];
      }),
    );
    const path = join(repositoryFolder, "docs", "lifecycle.md");
    const document = readFileSync(path, "utf8");
    const table = printLifecycleTable(layoutNames, uninstallStrategies, results);
    writeFileSync(path, replaceLifecycleTable(document, table));
  }
}
