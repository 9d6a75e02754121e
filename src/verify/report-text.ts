// A report for people: what was proven in a few lines, and what is wrong with its places.
import { counted } from "../diagnostics/counted.ts";
import { formatReference } from "../kubernetes/object.ts";
import type {
  CheckReport,
  CheckStatus,
  Finding,
  ObjectReport,
  ObjectStatus,
  Place,
  Report,
} from "./report.ts";

/** How much to say. */
export interface ReportTextOptions {
  /** One line for each object, with its places and what is listed. */
  readonly verbose?: boolean;
}

const marks: Readonly<Record<CheckStatus, string>> = {
  passed: "ok",
  warned: "warning",
  failed: "FAILED",
  skipped: "skipped",
  unchecked: "not checked",
};

const statusWords: Readonly<Record<ObjectStatus, string>> = {
  equal: "equal to the source",
  listed: "equal to the source, apart from what is listed here",
  "left-out": "left out by design",
  added: "added by design",
  differs: "different",
  missing: "missing",
  extra: "not in the source",
  unchecked: "not checked",
};

/** What each check says in the words of its promise. */
const promises: Readonly<Record<CheckReport["check"], string>> = {
  render: "renders",
  parity: "equals the source",
  namespace: "follows the namespace",
  lint: "lints",
  schema: "refuses wrong values",
  "value-use": "uses its values",
  "release-size": "fits a release",
  determinism: "builds the same again",
};

/** The report as text, with a line break at the end. */
export function renderReport(report: Report, options: ReportTextOptions = {}): string {
  const { charts, helms, summary } = report;
  const width = Math.max(...Object.values(promises).map((promise) => promise.length));
  const markWidth = Math.max(...report.checks.map(({ status }) => marks[status].length + 1), 8);
  const lines = [
    `Charts   ${charts.map(({ name, version }) => `${name} ${version}`.trim()).join(", ")}`,
    `Helm     ${helms.map(({ version }) => version).join(", ")}`,
    ...objectCounts(report).map((line, index) => `${index === 0 ? "Objects  " : "         "}${line}`),
    "",
    ...report.checks.map(({ check, status, detail }) =>
      `  ${marks[status].padEnd(markWidth)} ${promises[check].padEnd(width)}  ${detail}`.trimEnd(),
    ),
    ...(options.verbose ? ["", ...report.objects.flatMap(objectLines)] : []),
    ...findingLines(report),
    "",
    summary.passed
      ? `Verified: ${outcome(report)}${summary.warnings === 0 ? "" : `, with ${counted(summary.warnings, "warning")}`}.`
      : `Not verified: ${notVerified(report)}.`,
  ];
  return `${lines.join("\n")}\n`;
}

/** What was proven: of a provider without an overlay there is no source to hold the objects against. */
function outcome({ checks }: Report): string {
  const isHeld = checks.some(({ check, status }) => check === "parity" && status !== "skipped");
  return isHeld
    ? "the charts equal their source"
    : "the charts render and pass the other checks; no source to compare with";
}

/** The number of objects of each status, each with its reasons, the most frequent first. */
function objectCounts({ objects, summary }: Report): readonly string[] {
  const lines = Object.entries(statusWords).flatMap(([status, words]): readonly string[] => {
    const number = summary.objects[status as ObjectStatus];
    if (number === undefined) return [];
    const counts = new Map<string, number>();
    for (const object of objects.filter((candidate) => candidate.status === status)) {
      for (const reason of new Set(object.listed.map((entry) => entry.reason))) {
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    const ordered = [...counts].toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
    const width = String(number).length;
    return [
      `${number} ${words}`,
      ...ordered.map(([reason, times]) => `  ${String(times).padStart(width)} × ${reason}`),
    ];
  });
  return lines.length === 0 ? ["none"] : lines;
}

function notVerified({ summary, checks }: Report): string {
  const unchecked = checks.filter(({ status }) => status === "unchecked").length;
  return [
    ...(summary.errors === 0 ? [] : [counted(summary.errors, "error")]),
    ...(summary.warnings === 0 ? [] : [counted(summary.warnings, "warning")]),
    ...(unchecked === 0 ? [] : [`${counted(unchecked, "check")} not done`]),
  ].join(", ");
}

function objectLines({ reference, status, source, template, listed }: ObjectReport): readonly string[] {
  const places = [source, template].flatMap((place) => (place ? [formatPlace(place)] : []));
  const reasons = [...new Set(listed.map(({ reason }) => reason))].map((reason) => {
    const paths = listed.flatMap((entry) => (entry.reason === reason && entry.path ? [entry.path] : []));
    return paths.length === 0 ? reason : `${paths.join(", ")}: ${reason}`;
  });
  return [
    `  ${status.padEnd(9)} ${formatReference(reference)}`,
    ...(places.length === 0 ? [] : [`            ${places.join(" → ")}`]),
    ...reasons.map((reason) => `            ${reason}`),
  ];
}

/** The findings of each object together, then those of each chart, then the rest. */
function findingLines({ objects, checks }: Report): readonly string[] {
  const ofObjects = objects
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ reference, findings }) => ["", formatReference(reference), ...findings.flatMap(findingText)]);
  const others = checks.flatMap(({ findings }) => findings);
  const owners = [...new Set(others.map(({ chart }) => chart))];
  const ofCharts = owners.flatMap((owner) => [
    "",
    owner === undefined ? "Chart set" : `Chart ${owner}`,
    ...others.filter(({ chart }) => chart === owner).flatMap(findingText),
  ]);
  return [...ofObjects, ...ofCharts];
}

function findingText(finding: Finding): readonly string[] {
  const { severity, message, check, path, found, expected, source, template, hint, words, only } = finding;
  const [first = "", ...rest] = message.split("\n");
  const shown = (text: string | undefined) => text !== undefined && !message.includes(text);
  return [
    `  ${severity}: ${first} [${check}]`,
    ...rest.map((line) => `    ${line}`),
    ...(template ? [`    template: ${formatPlace(template)}`] : []),
    ...(source ? [`    source:   ${formatPlace(source)}`] : []),
    ...(path !== undefined && shown(path) ? [`    path:     ${path}`] : []),
    ...(shown(found) ? [`    found:    ${shorten(found)}`] : []),
    ...(shown(expected) ? [`    expected: ${shorten(expected)}`] : []),
    ...(words === undefined ? [] : [`    Helm:     ${shorten(words)}`]),
    ...(only ? [`    only:     ${only.join(", ")}`] : []),
    ...(hint === undefined ? [] : [`    hint:     ${hint}`]),
  ];
}

function shorten(text = ""): string {
  const longest = 160;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function formatPlace({ file, line }: Place): string {
  return `${file}:${line}`;
}
