// Tests that need something which may be missing (a Helm, the corpus, a control plane): present, they run; missing,
// they are skipped under a title that says why, which closing-line-reporter.ts counts; missing in CI, they fail.

import { describe, test } from "vitest";

/** One thing that tests need, and what to do to have it when it is missing. */
export interface Requirement {
  readonly name: string;
  /** Why it is missing and how to get it; undefined when it is there. */
  readonly missing: string | undefined;
  /** Whether a run with CI=true fails without it. */
  readonly requiredInCi: boolean;
}

/** Says whether the tests run as the project's continuous integration. */
export function isCi(): boolean {
  return process.env["CI"] === "true";
}

/**
 * A `describe` for tests that need something. The body also runs when it is missing, so that its tests are counted:
 * it must touch what it needs only inside tests and hooks.
 */
export function describeWith(requirement: Requirement, title: string, body: () => void): void {
  if (requirement.missing === undefined) {
    describe(title, body);
    return;
  }
  if (requirement.requiredInCi && isCi()) {
    test(title, () => {
      throw new Error(`${requirement.name} is missing, and CI must have it: ${requirement.missing}`);
    });
    return;
  }
  // Skipped, for what they need is not on this machine, and it is no CI: the title says what, the closing line counts them.
  describe.skip(`${title} (skipped: no ${requirement.name}; ${requirement.missing})`, body);
}

/** Reads back, from the title of a suite, why `describeWith` skipped it. */
export function skipReason(title: string): string | undefined {
  return /\(skipped: (.+)\)$/.exec(title)?.[1];
}
