// What `helm lint --strict` said about a chart, in Helm's own words.
import { placesNamed } from "./helm-words.ts";
import type { CheckedChart } from "./place.ts";
import type { Finding } from "./report.ts";

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
  return {
    check: "lint",
    severity: isSourcesOwn(text) ? "warning" : "error",
    message: text,
    chart: checked.chart.plan.name,
    ...placesNamed(checked, text),
  };
}

/**
 * An API that Kubernetes has removed is in the source, and the chart renders what the source has: worth knowing,
 * and nothing that the chart could do better. The words are the same in every Helm (pkg/lint/rules/deprecations.go).
 */
function isSourcesOwn(text: string): boolean {
  return / is deprecated in v\d+\.\d+\+, unavailable in v\d+\.\d+\+/.test(text);
}
