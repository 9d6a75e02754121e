// Every kind of finding: how grave it is, what it asks of the chart's version, and what it means. The severity is a
// property of the code: two situations of different gravity are two codes.
import { chartCodes, valueCodes } from "./chart-codes.ts";
import type { Bump, Severity } from "./finding.ts";
import { objectCodes, workloadCodes } from "./object-codes.ts";

interface CodeMeaning {
  readonly severity: Severity;
  readonly bump: Bump;
  /** What has happened, in a sentence that stands alone. */
  readonly meaning: string;
  /** Whether it says that helm upgrade fails; the tests on a cluster hold it to that. */
  readonly outcome?: "fails";
}

const table = {
  // CRDs
  "crds/removed": {
    severity: "error",
    bump: "major",
    meaning: "The release has a CRD no longer; where it is deleted, all its objects are deleted with it.",
  },
  "crds/added": { severity: "info", bump: "minor", meaning: "The release brings a new CRD." },
  // RBAC
  // Webhooks
} as const;

/** `area/what-happened`. */
export type FindingCode =
  | keyof typeof table
  | keyof typeof workloadCodes
  | keyof typeof objectCodes
  | keyof typeof valueCodes
  | keyof typeof chartCodes;

export const findingCodes: Readonly<Record<FindingCode, CodeMeaning>> = {
  ...table,
  ...workloadCodes,
  ...objectCodes,
  ...valueCodes,
  ...chartCodes,
};
