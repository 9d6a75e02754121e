// The report of an upgrade as Markdown, for the page of a release or a pull request.
import { counted } from "../diagnostics/counted.ts";
import { code, markdownText, table } from "../emit/markdown.ts";
import { areas, type Severity, type UpgradeFinding } from "./finding.ts";
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

/** A forge shows comments of up to 65,536 characters; the rest is counted. */
const mostNotes = 200;

/** The report as Markdown, with a line break at the end: errors and warnings open, notes folded. */
export function renderUpgradeMarkdown(report: UpgradeReport): string {
  const { bump } = report.summary;
  const parts = [
    `## Upgrade: ${chartSteps(report).map(markdownText).join(", ")}`,
    `**${countsText(report)}.** ${verdict(report)}`,
    `The charts' version: **${bump.bump}**. ${markdownText(bump.reason)}`,
    ...open(report, "error"),
    ...open(report, "warning"),
    ...folded(report),
  ];
  return `${parts.join("\n\n")}\n`;
}

function open(report: UpgradeReport, severity: Severity): readonly string[] {
  const found = report.findings.filter((one) => one.severity === severity);
  if (found.length === 0) return [];
  const hasSeveral = hasSeveralCharts(report);
  return [
    `### ${severityTitles[severity]}`,
    ...areas.flatMap((area) => {
      const ofArea = found.filter((one) => one.area === area);
      if (ofArea.length === 0) return [];
      return [`#### ${areaTitles[area]}`, ofArea.map((one) => item(one, hasSeveral)).join("\n")];
    }),
  ];
}

function item(finding: UpgradeFinding, hasSeveral: boolean): string {
  const { action } = finding;
  const places = placesText(finding, hasSeveral);
  return [
    `- ${nameOf(finding)}: ${markdownText(finding.message)}`,
    ...(action === undefined ? [] : [`  **Do:** ${markdownText(action)}`]),
    ...(places === "" ? [] : [`  ${code(places)}`]),
  ].join("  \n");
}

function nameOf({ subject, path }: UpgradeFinding): string {
  return `**${markdownText(subject)}**${path === undefined ? "" : ` ${code(path)}`}`;
}

function folded(report: UpgradeReport): readonly string[] {
  const notes = report.findings.filter(({ severity }) => severity === "info");
  return areas.flatMap((area) => {
    const ofArea = notes.filter((one) => one.area === area);
    if (ofArea.length === 0) return [];
    const rows = ofArea.slice(0, mostNotes).map((one) => [nameOf(one), markdownText(one.message)]);
    const more = ofArea.length - rows.length;
    return [
      [
        "<details>",
        `<summary>${areaTitles[area]}: ${counted(ofArea.length, "note")}</summary>`,
        "",
        table(["What", "How it changed"], rows),
        ...(more > 0 ? ["", `And ${more} more.`] : []),
        "",
        "</details>",
      ].join("\n"),
    ];
  });
}
