// A finding about a CRD, with its places on both sides.
import type { PathStep } from "../yaml/tree.ts";
import { type FindingDetails, finding, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import type { ReleasedCrd } from "./read-crd.ts";

/** A CRD that both releases have. */
export interface CrdPair {
  readonly older: ReleasedCrd;
  readonly newer: ReleasedCrd;
}

/** What a finding says beside its code. */
export interface CrdDetails extends Omit<FindingDetails, "subject" | "older" | "newer"> {
  /** Where it stands in each CRD, or would stand. */
  readonly olderSteps?: readonly PathStep[];
  readonly newerSteps?: readonly PathStep[];
}

/** The finding of a code about a CRD that one release or both have. */
export function crdFinding(
  code: FindingCode,
  { older, newer }: Partial<CrdPair>,
  { olderSteps, newerSteps, ...details }: CrdDetails,
): UpgradeFinding {
  const [before, after] = [
    older?.released.placeOf(olderSteps ?? newerSteps ?? []),
    newer?.released.placeOf(newerSteps ?? olderSteps ?? []),
  ];
  return finding(code, {
    subject: `CustomResourceDefinition ${(newer ?? older)?.name ?? ""}`,
    ...details,
    ...(before ? { older: before } : {}),
    ...(after ? { newer: after } : {}),
  });
}
