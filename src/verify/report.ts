// What verify found, as data: the shape of `verify --json`, and how findings of several renderings become one.
import { type ObjectReference, objectKey } from "../kubernetes/object.ts";

/** The checks, in the order in which a report lists them. */
type CheckName =
  | "render"
  | "parity"
  | "namespace"
  | "lint"
  | "schema"
  | "value-use"
  | "release-size"
  | "determinism";

/**
 * The whole result, and the one document that `--json` prints:
 *
 * ```json
 * {
 *   "charts": [{ "name": "tidegate", "version": "1.2.0", "folder": "charts/tidegate", "releaseBytes": 20544 }],
 *   "helms": [{ "path": "helm", "version": "3.17.3" }],
 *   "objects": [{
 *     "reference": { "group": "", "version": "v1", "kind": "Service", "namespace": "tidegate", "name": "gate" },
 *     "chart": "tidegate", "status": "differs",
 *     "source": { "file": "operator.yaml", "line": 12, "column": 1 },
 *     "template": { "file": "charts/tidegate/templates/service-gate.yaml", "line": 1, "column": 1 },
 *     "listed": [],
 *     "findings": [{
 *       "check": "parity", "severity": "error", "message": "label \"extra\" is added", "chart": "tidegate",
 *       "path": "metadata.labels.extra", "found": "\"yes\"", "source": {}, "template": {}
 *     }]
 *   }],
 *   "checks": [{ "check": "lint", "status": "passed", "detail": "2 charts", "errors": 0, "warnings": 0, "findings": [] }],
 *   "summary": { "passed": false, "errors": 1, "warnings": 0, "objects": { "equal": 11, "differs": 1 } }
 * }
 * ```
 *
 * A finding that belongs to an object stands there and nowhere else; `errors` and `warnings` of a check count
 * those too.
 */
export interface Report {
  readonly charts: readonly ChartReport[];
  readonly helms: readonly HelmReport[];
  readonly objects: readonly ObjectReport[];
  readonly checks: readonly CheckReport[];
  readonly summary: Summary;
}

export interface ChartReport {
  readonly name: string;
  readonly version: string;
  /** The folder that was read; absent for a chart that was checked from memory. */
  readonly folder?: string;
  /** What the release Secret holds, in bytes; absent when the chart cannot be rendered. */
  readonly releaseBytes?: number;
}

export interface HelmReport {
  readonly path: string;
  readonly version: string;
}

/**
 * `equal`: as in the source. `listed`: apart from listed differences, or rendered in a second step only.
 * `left-out`, `added`: by design, with a reason. `differs`, `missing`, `extra`: not by design. `unchecked`: its
 * chart could not be rendered.
 */
export type ObjectStatus =
  | "equal"
  | "listed"
  | "left-out"
  | "added"
  | "differs"
  | "missing"
  | "extra"
  | "unchecked";

export interface ObjectReport {
  readonly reference: ObjectReference;
  readonly chart?: string;
  readonly status: ObjectStatus;
  readonly source?: Place;
  readonly template?: Place;
  /** What differs by design, or why the object is left out or added. */
  readonly listed: readonly Listed[];
  readonly findings: readonly Finding[];
}

export interface Listed {
  readonly path?: string;
  readonly reason: string;
}

/** A place in a source or a template; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One thing that is not as it should be. An error fails the check, a warning does not. */
export interface Finding {
  readonly check: CheckName;
  readonly severity: "error" | "warning";
  /** One sentence that stands on its own below the object's or the chart's name. */
  readonly message: string;
  readonly chart?: string;
  readonly object?: ObjectReference;
  /** `spec.template.spec.containers[0].env[3].value`. */
  readonly path?: string;
  readonly found?: string;
  readonly expected?: string;
  readonly source?: Place;
  readonly template?: Place;
  readonly hint?: string;
  /** Helm's own words, where one Helm says the same otherwise than the next. */
  readonly words?: string;
  /** The renderings that show it; absent when all of them do. */
  readonly only?: readonly string[];
}

/** `skipped`: nobody asked for it. `unchecked`: it could not be done, and so the charts are not verified. */
export type CheckStatus = "passed" | "warned" | "failed" | "skipped" | "unchecked";

export interface CheckReport {
  readonly check: CheckName;
  readonly status: CheckStatus;
  /** What was looked at, or why the check was skipped or could not be done. */
  readonly detail: string;
  readonly errors: number;
  readonly warnings: number;
  /** The findings that belong to no object. */
  readonly findings: readonly Finding[];
}

export interface Summary {
  readonly passed: boolean;
  readonly errors: number;
  readonly warnings: number;
  /** How many objects have each status; a status that no object has is absent. */
  readonly objects: { readonly [status in ObjectStatus]?: number };
}

/** What one check hands in: its findings, and what it looked at. */
export interface CheckResult {
  readonly check: CheckName;
  readonly detail: string;
  readonly findings: readonly Finding[];
  readonly skipped?: boolean;
  /** Why the check, or a part of it, could not be done. */
  readonly unchecked?: string | undefined;
}

/** Puts the findings to their objects, counts, and decides. `objects` come with the findings of their own. */
export function assembleReport(
  charts: readonly ChartReport[],
  helms: readonly HelmReport[],
  objects: readonly ObjectReport[],
  results: readonly CheckResult[],
): Report {
  const known = new Set(objects.map((object) => identity(object.reference)));
  const isOfObject = (finding: Finding) =>
    finding.object !== undefined && known.has(identity(finding.object));
  const findings = results.flatMap((result) => result.findings);
  const reported = objects.map((object) => {
    const own = findings.filter(
      (finding) => finding.object && identity(finding.object) === identity(object.reference),
    );
    return { ...object, findings: [...object.findings, ...own] };
  });
  const all = [...findings, ...objects.flatMap((object) => object.findings)];
  const checks = results.map((result): CheckReport => {
    const own = all.filter((finding) => finding.check === result.check);
    const errors = own.filter((finding) => finding.severity === "error").length;
    return {
      check: result.check,
      status: statusOf(result, errors, own.length - errors),
      detail: result.unchecked ?? result.detail,
      errors,
      warnings: own.length - errors,
      findings: result.findings.filter((finding) => !isOfObject(finding)),
    };
  });
  return { charts, helms, objects: reported, checks, summary: summarise(all, reported, checks) };
}

function identity(reference: ObjectReference): string {
  return objectKey(reference);
}

function statusOf(result: CheckResult, errors: number, warnings: number): CheckStatus {
  if (errors > 0) return "failed";
  if (result.unchecked !== undefined) return "unchecked";
  if (warnings > 0) return "warned";
  return result.skipped ? "skipped" : "passed";
}

function summarise(
  findings: readonly Finding[],
  objects: readonly ObjectReport[],
  checks: readonly CheckReport[],
): Summary {
  const counts: { [status in ObjectStatus]?: number } = {};
  for (const { status } of objects) counts[status] = (counts[status] ?? 0) + 1;
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const passed = errors === 0 && checks.every(({ status }) => status !== "unchecked");
  return { passed, errors, warnings: findings.length - errors, objects: counts };
}

/**
 * The findings of several renderings (`[label, findings]`) as one list: what all of them show stands once, what
 * only some show names them. A finding that already names renderings keeps their names.
 */
export function mergeFindings(
  renderings: readonly (readonly [label: string, findings: readonly Finding[]])[],
): readonly Finding[] {
  const merged = new Map<string, { readonly finding: Finding; readonly labels: Set<string> }>();
  for (const [label, findings] of renderings) {
    for (const finding of findings) {
      const { only = [label], words, ...same } = finding;
      const key = JSON.stringify(same);
      const { labels } = merged.get(key) ?? { labels: new Set() };
      for (const name of only) labels.add(name);
      merged.set(
        key,
        merged.get(key) ?? { finding: words === undefined ? same : { ...same, words }, labels },
      );
    }
  }
  return Array.from(merged.values(), ({ finding, labels }) =>
    renderings.every(([label]) => labels.has(label)) ? finding : { ...finding, only: [...labels] },
  );
}

/** The report as the one document of `--json`, with a line break at the end. */
export function printReport(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
