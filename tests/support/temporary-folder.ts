// Folders that vanish when the test, or the suite, that asked for them is over.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes an empty folder for the running test and removes it after the test, with all it then holds. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes an empty folder that the caller removes; for servers and suites, which outlive a test. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "chartwright-"));
}
