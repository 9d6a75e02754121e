// An upgrade at a glance: what it comes to, which charts go from which version to which, and how many findings of each kind.
import { type Area, areas, type Severity } from "../upgrade/finding.ts";
import { areaTitles, chartSteps, countsText, verdict } from "../upgrade/report-words.ts";
import type { UpgradeReport } from "../upgrade/upgrade-report.ts";
import { type Content, html, when } from "./html.ts";
import { codeList, type Section, section, table } from "./section.ts";

/** The section with which the page of an upgrade begins. */
export function upgradeGlanceSection(report: UpgradeReport): Section {
  const { summary, helm, namespace, older, newer } = report;
  const { bump, reason } = summary.bump;
  return section(
    "upgrade",
    "The upgrade at a glance",
    html`
<p class="lead ${summary.fails ? "bad" : summary.errors > 0 ? "bad" : "good"}"><b>${summary.errors > 0 ? "✗" : summary.warnings > 0 ? "!" : "✓"}</b> ${capital(verdict(report))}</p>
<dl class="facts">
<div><dt>Findings</dt><dd><a href="#findings">${countsText(report)}</a></dd></div>
<div><dt>The charts’ version asks for</dt><dd><b>${bump}</b>: ${reason}</dd></div>
<div><dt>Rendered with</dt><dd>Helm ${helm.version}, in the namespace ${namespace}</dd></div>
</dl>
<h3>Charts</h3>
${table(
  "Charts of the upgrade",
  ["Chart", "Of the operator", "Older", "Newer"],
  chartSteps(report).map((step, index) => [
    step,
    versions(
      older.map(({ appVersion }) => appVersion),
      newer[index]?.appVersion,
    ),
    codeList(older.flatMap(({ path }, at) => (older.length > 1 && at !== index ? [] : [path]))),
    codeList(newer.flatMap(({ path }, at) => (at === index ? [path] : []))),
  ]),
)}
${when(report.findings.length > 0, () => html`<h3>Findings</h3>${counts(report)}`)}`,
  );
}

function versions(older: readonly string[], newer: string | undefined): string {
  const before = [...new Set(older)].join(", ");
  return newer === undefined || newer === before ? before : `${before} → ${newer}`;
}

function counts({ findings }: UpgradeReport): Content {
  const number = (area: Area, severity: Severity): Content => {
    const count = findings.filter((one) => one.area === area && one.severity === severity).length;
    return count === 0 ? "" : count;
  };
  const present = areas.filter((area) => findings.some((one) => one.area === area));
  const columns = ["Errors", "Warnings", "Notes"].map((title) => ({ title, isNumber: true }));
  return table(
    "Findings by area",
    ["Area", ...columns],
    present.map((area) => [
      html`<a href="#findings-${area}">${areaTitles[area]}</a>`,
      number(area, "error"),
      number(area, "warning"),
      number(area, "info"),
    ]),
  );
}

function capital(sentence: string): string {
  return sentence.startsWith("helm ") ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
