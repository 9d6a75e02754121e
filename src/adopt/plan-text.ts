// A plan of an adoption for people: what would happen to each object, what to decide, and the commands.
import { formatReference } from "../kubernetes/object.ts";
import { compareValues } from "../verify/compare.ts";
import { formatPath, formatValue } from "../verify/wording.ts";
import { printYaml } from "../yaml/print.ts";
import type {
  AdoptionFinding,
  AdoptionPlan,
  ChartAdoption,
  CommandStep,
  FieldReport,
  ObjectAdoption,
} from "./adoption-plan.ts";
import { retryCommand } from "./commands.ts";

const longestValue = 60;
const label = 9;

/** The plan as text, with a line break at the end. */
export function renderPlan(plan: AdoptionPlan): string {
  const { charts, findings, commands } = plan;
  const lines = [
    `Namespace  ${plan.namespace}`,
    `Live       ${liveText(plan)}`,
    ...dryRunLines(plan),
    ...charts.flatMap(chartLines),
    ...leftLines(plan),
    "",
    ...findingLines(findings),
    "",
    ...commandLines("Helm 3.17 or later", commands.helm3),
    "",
    ...commandLines("Helm 4", commands.helm4),
    "",
    "Never with --atomic or --rollback-on-failure, and no `helm uninstall` after a failure: both delete what is live.",
    "When an installation fails, mend what it says, delete its record, and run the same command again:",
    `  ${retryCommand(plan.namespace)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function liveText({ live, tellsWriters }: AdoptionPlan): string {
  if (live === "cluster") return "the cluster, with its own word on every object";
  const rules = "a dump; rules decide what a cluster would say";
  return tellsWriters
    ? rules
    : `${rules}. It does not tell who wrote what: make it with --show-managed-fields`;
}

/** Refusals are findings. */
function dryRunLines({ dryRuns }: AdoptionPlan): readonly string[] {
  if (dryRuns.length === 0) return [];
  const helms = [...new Set(dryRuns.map(({ helm }) => helm))];
  const words = helms.map((helm) => {
    const refused = dryRuns.filter((run) => run.helm === helm && !run.passed).map(({ chart }) => chart);
    return `Helm ${helm} ${refused.length === 0 ? "takes every chart" : `refuses ${refused.join(" and ")}`}`;
  });
  return [`Dry run    ${words.join(", ")}`];
}

function chartLines(chart: ChartAdoption): readonly string[] {
  const quiet = chart.objects.filter(isQuiet);
  const state = chart.state === "adopted" ? ", which has these objects already" : "";
  return [
    "",
    `${chart.chart} ${chart.version} → release ${chart.release}${state}`,
    ...chart.objects.filter((object) => !isQuiet(object)).flatMap(objectLines),
    ...(quiet.length === 0
      ? []
      : [`  ${"equal".padEnd(label)}${quiet.length} ${quiet.length === 1 ? "object" : "objects"}`]),
    ...valuesLines(chart),
  ];
}

/** Nothing more to say than that it is equal. */
function isQuiet({ status, kept, stays, conflicts, refusals, claims }: ObjectAdoption): boolean {
  return status === "equal" && [kept, stays, conflicts, refusals, claims].every((list) => list.length === 0);
}

const statusWords = { missing: "create", equal: "equal", differs: "differs" } as const;

function objectLines(object: ObjectAdoption): readonly string[] {
  const { changes, kept, stays, conflicts, refusals } = object;
  const details = [
    ...changes.map((field) => `changes  ${fieldText(field)}`),
    ...kept.map((field) => `kept     ${fieldText(field)}`),
    ...stays.map((field) => `stays    ${fieldText(field)}`),
    ...conflicts.flatMap((words) => indented("conflict ", words)),
    ...refusals.flatMap(({ reason }) => indented("refused  ", reason)),
    ...claimTexts(object).map((text) => `claimed  ${text}`),
  ];
  return [
    `  ${statusWords[object.status].padEnd(label)}${formatReference(object.object)}`,
    ...details.map((detail) => `  ${" ".repeat(label)}  ${detail}`),
  ];
}

function indented(word: string, text: string): readonly string[] {
  const [first = "", ...rest] = text.split("\n");
  return [`${word}${first}`, ...rest.map((line) => `${" ".repeat(word.length)}${line}`)];
}

/** Of a long list or map, only where it first differs. */
function fieldText({ path, live, chart, writers }: FieldReport): string {
  if (typeof live === "object" && typeof chart === "object") {
    const [first] = compareValues(chart, live);
    if (first && first.path.length > 0) {
      const { found, expected } = first;
      const place = `${path} at ${formatPath(first.path)}`;
      return fieldText({
        path: place,
        ...(found === undefined ? {} : { live: found }),
        ...(expected === undefined ? {} : { chart: expected }),
        writers,
      });
    }
  }
  const by = writers.length === 0 ? "" : ` by ${writers.join(", ")}`;
  const here = live === undefined ? "not in the cluster" : `${formatValue(live, longestValue)}${by}`;
  const there = chart === undefined ? "not in the chart" : `chart ${formatValue(chart, longestValue)}`;
  return `${path}: ${here}; ${there}`;
}

function claimTexts({ claims }: ObjectAdoption): readonly string[] {
  return claims.map((claim) =>
    claim.kind === "release"
      ? `by the release "${claim.release.name}" in namespace "${claim.release.namespace}"`
      : `by ${claim.kind}: ${claim.by}`,
  );
}

function valuesLines({ values }: ChartAdoption): readonly string[] {
  if (Object.keys(values).length === 0) return [];
  const text = printYaml(values).split("\n");
  return ["  values that keep what is live:", ...text.map((line) => `    ${line}`)];
}

function leftLines({ leftBehind }: AdoptionPlan): readonly string[] {
  if (leftBehind.length === 0) return [];
  return [
    "",
    "In no chart",
    ...leftBehind.map(({ object, reason }) => `  ${formatReference(object)}: ${reason}`),
  ];
}

function findingLines(findings: readonly AdoptionFinding[]): readonly string[] {
  if (findings.length === 0) return ["Nothing is in the way."];
  const words = { blocks: "in the way", decide: "to decide" } as const;
  return findings.flatMap(({ severity, object, chart, message, hint }) => {
    const subject = object ? formatReference(object) : chart === undefined ? "" : `chart ${chart}`;
    const [first = "", ...rest] = message.split("\n");
    return [
      `${words[severity]}: ${subject === "" ? "" : `${subject}: `}${first}`,
      ...rest.map((line) => `  ${line}`),
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ];
  });
}

function commandLines(title: string, steps: readonly CommandStep[]): readonly string[] {
  return [`Commands, ${title}:`, ...steps.flatMap(({ why, command }) => ["", `# ${why}`, command])];
}
