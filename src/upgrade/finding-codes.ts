// Every kind of finding: how grave it is, what it asks of the chart's version, and what it means. The severity is a
// property of the code: two situations of different gravity are two codes.
import { chartCodes, valueCodes } from "./chart-codes.ts";
import { crdCodes } from "./crd-codes.ts";
import type { Bump, Severity } from "./finding.ts";
import { objectCodes } from "./object-codes.ts";
import { rbacCodes } from "./rbac-codes.ts";
import { schemaCodes } from "./schema-codes.ts";
import { webhookCodes } from "./webhook-codes.ts";
import { workloadCodes } from "./workload-codes.ts";

interface CodeMeaning {
  readonly severity: Severity;
  readonly bump: Bump;
  /** What has happened, in a sentence that stands alone. */
  readonly meaning: string;
  /** Whether it says that helm upgrade fails; the tests on a cluster hold it to that. */
  readonly outcome?: "fails";
}

/** `area/what-happened`. */
export type FindingCode =
  | keyof typeof crdCodes
  | keyof typeof schemaCodes
  | keyof typeof rbacCodes
  | keyof typeof webhookCodes
  | keyof typeof workloadCodes
  | keyof typeof objectCodes
  | keyof typeof valueCodes
  | keyof typeof chartCodes;

export const findingCodes: Readonly<Record<FindingCode, CodeMeaning>> = {
  ...crdCodes,
  ...schemaCodes,
  ...rbacCodes,
  ...webhookCodes,
  ...workloadCodes,
  ...objectCodes,
  ...valueCodes,
  ...chartCodes,
};
