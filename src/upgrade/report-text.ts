// The report of an upgrade for a terminal.
import type { Severity, UpgradeFinding } from "./finding.ts";
import {
  areaTitles,
  chartSteps,
  countsText,
  hasSeveralCharts,
  placesText,
  severityTitles,
  verdict,
} from "./report-words.ts";
import type { UpgradeReport } from "./upgrade-report.ts";

/** How to print. */
export interface UpgradeTextOptions {
  /** Whether notes are told with their places, too. */
  readonly verbose?: boolean;
  /** Paints a text, on a terminal that shows colours. */
  readonly paint?: (text: string, severity: Severity | "title") => string;
}

/** The report as text, with a line break at the end. */
export function renderUpgradeText(report: UpgradeReport, options: UpgradeTextOptions = {}): string {
  const { paint = (text: string) => text } = options;
  const { bump } = report.summary;
  const lines = [
    ...chartSteps(report).map((step) => paint(step, "title")),
    countsText(report),
    verdict(report),
    `Version  ${bump.bump}: ${bump.reason}`,
    ...(["error", "warning", "info"] as const).flatMap((severity) => section(report, severity, options)),
  ];
  return `${lines.join("\n")}\n`;
}

function section(
  report: UpgradeReport,
  severity: Severity,
  { verbose = false, paint = (text) => text }: UpgradeTextOptions,
): readonly string[] {
  const found = report.findings.filter((one) => one.severity === severity);
  if (found.length === 0) return [];
  const hasSeveral = hasSeveralCharts(report);
  const isShort = severity === "info" && !verbose;
  const lines: string[] = ["", paint(severityTitles[severity], severity)];
  let area: UpgradeFinding["area"] | undefined;
  for (const one of found) {
    if (one.area !== area) lines.push(`  ${areaTitles[one.area]}`);
    area = one.area;
    const path = one.path === undefined ? "" : ` ${one.path}`;
    if (isShort) {
      lines.push(`    ${one.subject}${path}: ${one.message}`);
      continue;
    }
    lines.push(`    ${paint(one.subject, "title")}${path}  [${one.code}]`, `      ${one.message}`);
    if (one.action !== undefined) lines.push(`      do: ${one.action}`);
    const places = placesText(one, hasSeveral);
    if (places !== "") lines.push(`      at: ${places}`);
  }
  return lines;
}
