// What an upgrade means, one thing at a time, and the order in which it is told.
import type { Json, KubernetesObject } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { type FindingCode, findingCodes } from "./finding-codes.ts";

/** `error`: the upgrade fails, or data or access is lost; `warning`: a person has to look or act; `info`: good to know. */
export type Severity = "error" | "warning" | "info";

/** What a change asks of the chart's version, by semantic versioning. */
export type Bump = "major" | "minor" | "patch";

/** The part of a release that a finding is about; findings are told in this order. */
export const areas = ["crds", "rbac", "workloads", "webhooks", "objects", "values", "chart"] as const;
export type Area = (typeof areas)[number];

/** Where something stands in a release. */
export interface Place {
  readonly chart: string;
  /** Inside the chart: a template, values.yaml, values.schema.json, Chart.yaml; or the source's file. */
  readonly file: string;
  readonly line: number;
}

/** One thing that the upgrade means for a cluster or for those who set values. */
export interface UpgradeFinding {
  readonly area: Area;
  readonly severity: Severity;
  readonly code: FindingCode;
  /** `CustomResourceDefinition tides.example.com`, `ServiceAccount tidegate/operator`, `Value operator.image.tag`. */
  readonly subject: string;
  /** Inside the subject: `spec.versions[v1].schema…spec.size`. */
  readonly path?: string;
  /** What changed, one sentence. */
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly older?: Place;
  readonly newer?: Place;
  /** What to do, in one or two sentences. */
  readonly action?: string;
  /** What this alone asks of the chart's version. */
  readonly bump: Bump;
}

/** A finding without what its code says of it. */
export type FindingDetails = Omit<UpgradeFinding, "area" | "severity" | "code" | "bump">;

/** The finding of a code, with the severity and bump that the table has for it. */
export function finding(code: FindingCode, details: FindingDetails): UpgradeFinding {
  const { severity, bump } = findingCodes[code];
  return { area: areaOf(code), severity, code, ...details, bump };
}

function areaOf(code: FindingCode): Area {
  const area = areas.find((candidate) => code.startsWith(`${candidate}/`));
  return area ?? "objects";
}

const severities: readonly Severity[] = ["error", "warning", "info"];

/** The findings as a report has them: what is worse first, then by area, subject, path and code. */
export function sortFindings(findings: readonly UpgradeFinding[]): readonly UpgradeFinding[] {
  return findings.toSorted(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      areas.indexOf(a.area) - areas.indexOf(b.area) ||
      compareText(a.subject, b.subject) ||
      compareText(a.path ?? "", b.path ?? "") ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** By code points, the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const bumps: readonly Bump[] = ["patch", "minor", "major"];

/** The largest bump that one of the findings asks for; without any a patch. */
export function largestBump(findings: readonly Pick<UpgradeFinding, "bump">[]): Bump {
  const largest = Math.max(0, ...findings.map(({ bump }) => bumps.indexOf(bump)));
  return bumps[largest] ?? "patch";
}

/** An object that Helm rendered of a release. */
export interface ReleasedObject {
  readonly chart: string;
  readonly object: KubernetesObject;
  /** The namespace that it has once it is installed; undefined for an object of the cluster. */
  readonly namespace: string | undefined;
  /** Where the field at a path, or its nearest parent, is written. */
  readonly placeOf: (path: readonly PathStep[]) => Place | undefined;
}
