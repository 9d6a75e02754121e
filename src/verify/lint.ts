// What `helm lint --strict` said about a chart, in Helm's own words.
import { type CheckedChart, filePath } from "./place.ts";
import type { Finding, Place } from "./report.ts";

/** What Helm printed and whether it was content. */
export interface LintOutput {
  readonly passed: boolean;
  readonly text: string;
}

/** One finding for each error and warning: strict linting refuses both. Hints (`[INFO]`) are none. */
export function readLint(checked: CheckedChart, output: LintOutput): readonly Finding[] {
  const messages = splitMessages(output.text).filter(({ level }) => level !== "INFO");
  const findings = messages.map(({ text }) => finding(checked, text));
  if (output.passed || findings.length > 0) return findings;
  return [
    finding(
      checked,
      output.text.trim() === "" ? "Helm refuses the chart without a word" : output.text.trim(),
    ),
  ];
}

interface LintMessage {
  readonly level: string;
  readonly text: string;
}

/** `[ERROR] templates/: …`, with the lines that go on below. */
function splitMessages(text: string): readonly LintMessage[] {
  const messages: { level: string; text: string }[] = [];
  let isOpen = false;
  for (const line of text.split("\n")) {
    const start = /^\[(INFO|WARNING|ERROR|UNKNOWN)\] (.*)$/.exec(line);
    if (start) messages.push({ level: start[1] ?? "", text: start[2] ?? "" });
    // A blank line, or the heading of the next chart, ends a message.
    const last = messages.at(-1);
    const goesOn: boolean = isOpen && !start && line.trim() !== "" && !line.startsWith("==>");
    if (goesOn && last) last.text += `\n${line}`;
    isOpen = start !== null || goesOn;
  }
  return messages;
}

function finding(checked: CheckedChart, text: string): Finding {
  const template = placeOf(checked, text);
  return {
    check: "lint",
    severity: isSourcesOwn(text) ? "warning" : "error",
    message: text,
    chart: checked.chart.plan.name,
    ...(template ? { template } : {}),
  };
}

/**
 * An API that Kubernetes has removed is in the source, and the chart renders what the source has: worth knowing,
 * and nothing that the chart could do better. The words are the same in every Helm (pkg/lint/rules/deprecations.go).
 */
function isSourcesOwn(text: string): boolean {
  return / is deprecated in v\d+\.\d+\+, unavailable in v\d+\.\d+\+/.test(text);
}

/**
 * The place that Helm's words name: `templates/x.yaml:3:5` in an error of a template, else the file in front.
 * The column is in Go's count, from 0.
 */
function placeOf(checked: CheckedChart, text: string): Place | undefined {
  const { name } = checked.chart.plan;
  for (const word of text.split(/[\s()"]+/)) {
    const [path = "", line, column] = word.replace(/:$/, "").split(":");
    const inside = path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path;
    if (!checked.files.has(inside)) continue;
    return { file: filePath(checked, inside), line: Number(line) || 1, column: (Number(column) || 0) + 1 };
  }
  return undefined;
}
