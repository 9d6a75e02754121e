// How large the release record is: Helm keeps each release as JSON, gzipped and in base64, in a Secret, and
// Kubernetes takes at most 1 MiB of data in one (MaxSecretSize in pkg/apis/core/types.go).
// The form is that of pkg/storage/driver/util.go in Helm 3 and 4.
import { gzipSync } from "node:zlib";
import type { Chart } from "../emit/chart.ts";
import { isObject, type JsonObject, objectField, stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { isIgnored } from "./helm-ignore.ts";
import type { RenderedDocument } from "./rendered.ts";
import type { Finding } from "./report.ts";

/** The most that a Secret holds. */
const releaseLimit = 1024 * 1024;
const warningShare = 0.8;

/** Fails at the limit, warns when little room is left. */
export function checkReleaseSize(chart: string, bytes: number): readonly Finding[] {
  if (bytes < warningShare * releaseLimit) return [];
  const isTooLarge = bytes >= releaseLimit;
  return [
    {
      check: "release-size",
      severity: isTooLarge ? "error" : "warning",
      message: isTooLarge
        ? `the release does not fit into its Secret: ${formatShare(bytes)} of 1 MiB`
        : `the release fills ${formatShare(bytes)} of the 1 MiB of its Secret`,
      chart,
      found: `${bytes} bytes`,
      expected: isTooLarge
        ? `at most ${releaseLimit} bytes`
        : `at most ${Math.floor(warningShare * releaseLimit)} bytes`,
      hint: "Move CRDs to a chart of their own, or keep README and other large files out of the chart.",
    },
  ];
}

/** `41 %` of the limit. */
export function formatShare(bytes: number): string {
  return `${Math.round((100 * bytes) / releaseLimit)} %`;
}

/** What of a chart counts: its texts, by their paths in it. */
export interface SizedChart {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

/** What Go's gzip may need more than zlib's: under 1 % in real releases. */
const margin = 1.01;

/** The bytes of the Secret's `release` for a first install with default values, rather too many than too few. */
export function releaseSize({ name, files }: SizedChart, documents: readonly RenderedDocument[]): number {
  const rendered = documents.filter(
    ({ templatePath, isCarried }) => !isCarried && !/^(?:charts\/[^/]+\/)*crds\//.test(templatePath),
  );
  const hooks = rendered.filter((document) => hookOf(document) !== undefined);
  const time = clockReading(0);
  const release = {
    name,
    info: {
      first_deployed: time,
      last_deployed: time,
      deleted: "",
      description: "Install complete",
      status: "deployed",
      notes: files.get("templates/NOTES.txt") ?? "",
    },
    chart: chartRecord(files),
    manifest: rendered
      .filter((document) => !hooks.includes(document))
      .map((document) => `---${document.text.trimEnd()}\n`)
      .join(""),
    hooks: hooks.map((document) => hookRecord(document, time)),
    version: 1,
    namespace: "default",
    apply_method: "ssa",
  };
  return Math.ceil(margin * base64Length(gzipSync(goJson(release), { level: 9 }).length));
}

/** About the same without asking Helm: the templates stand for what they render. */
export function estimateReleaseSize(chart: Chart): number {
  const included = new Set(chart.objects.flatMap(({ textPath }) => textPath ?? []));
  const texts = [...chart.files].filter(
    ([path]) =>
      included.has(path) ||
      (/^(?:charts\/[^/]+\/)?(?:templates|crds)\//.test(path) && path.endsWith(".yaml")),
  );
  const documents = texts.map(([path, text]) => ({
    templatePath: `templates/${path}`,
    text,
    object: undefined,
    document: undefined,
    faults: [],
  }));
  return releaseSize({ name: chart.plan.name, files: chart.files }, documents);
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** Go's encoder also escapes what HTML could misread. */
function goJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** The chart as Helm keeps it: templates and files in base64; files of subcharts are not kept. */
function chartRecord(files: ReadonlyMap<string, string>): JsonObject {
  const kept = [...files]
    .filter(([path]) => !path.startsWith("charts/") && !isIgnored(path, files.get(".helmignore") ?? ""))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const own = new Set(["Chart.yaml", "Chart.lock", "values.yaml", "values.schema.json"]);
  const record = ([name, text]: readonly [string, string], index: number) => ({
    name,
    data: base64(text),
    modtime: clockReading(index),
  });
  const lock = files.get("Chart.lock");
  const schema = files.get("values.schema.json");
  return {
    metadata: readYaml(files.get("Chart.yaml")),
    lock: lock === undefined ? null : readYaml(lock),
    templates: kept.filter(([path]) => path.startsWith("templates/")).map(record),
    values: readYaml(files.get("values.yaml")),
    schema: schema === undefined ? null : base64(schema),
    files: kept.filter(([path]) => !path.startsWith("templates/") && !own.has(path)).map(record),
  };
}

/** A time as Helm 4 notes it for each file: its nine digits of nanoseconds do not compress. */
function clockReading(index: number): string {
  const digits = String(((index + 1) * 618_033_989) % 1_000_000_000).padStart(9, "0");
  return `2026-01-01T00:00:00.${digits}Z`;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function readYaml(text: string | undefined): JsonObject {
  const result = parseDocument(text ?? "");
  return result.ok && isObject(result.document.data) ? result.document.data : {};
}

function hookOf({ object }: RenderedDocument): string | undefined {
  return stringField(object, "metadata", "annotations", "helm.sh/hook");
}

function hookRecord(document: RenderedDocument, time: string): JsonObject {
  const annotations = objectField(document.object, "metadata", "annotations");
  return {
    name: stringField(document.object, "metadata", "name") ?? "",
    kind: document.object?.kind ?? "",
    path: document.templatePath,
    manifest: document.text.trim(),
    events: (hookOf(document) ?? "").split(","),
    last_run: { started_at: time, completed_at: time, phase: "Succeeded" },
    weight: Number(annotations["helm.sh/hook-weight"] ?? 0),
    delete_policies: String(annotations["helm.sh/hook-delete-policy"] ?? "before-hook-creation").split(","),
  };
}
