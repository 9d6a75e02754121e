// What an upgrade means: the findings by area, the graver ones in sight, notes where somebody opens them.
import { counted } from "../diagnostics/counted.ts";
import type { Json } from "../kubernetes/object.ts";
import { type Area, areas, type Severity, type UpgradeFinding } from "../upgrade/finding.ts";
import { areaTitles, hasSeveralCharts, placesText, severityTitles } from "../upgrade/report-words.ts";
import type { UpgradeReport } from "../upgrade/upgrade-report.ts";
import { formatValue } from "../verify/wording.ts";
import { type Html, html, when } from "./html.ts";
import { later, type Section, section } from "./section.ts";

const severities: readonly Severity[] = ["error", "warning", "info"];

/** The section, with buttons and a field that narrow it. */
export function findingsSection(report: UpgradeReport): Section {
  const { findings } = report;
  const present = areas.filter((area) => findings.some((one) => one.area === area));
  return section(
    "findings",
    "What the upgrade means",
    html`
${when(findings.length === 0, () => html`<p>Nothing that anybody has to know.</p>`)}
${when(
  findings.length > 0,
  () => html`<div class="filter" hidden>
<fieldset><legend>Only</legend>
${severities.filter((one) => countOf(findings, one) > 0).map((one) => toggle("severity", one, severityTitles[one]))}
${present.length > 1 && present.map((one) => toggle("area", one, areaTitles[one]))}</fieldset>
<p><label for="findings-filter">Find a finding</label>
<input type="search" id="findings-filter" autocomplete="off" spellcheck="false"> <output for="findings-filter"></output></p></div>`,
)}
${present.map((area) => ofArea(area, report))}`,
  );
}

function toggle(kind: "severity" | "area", only: string, words: string): Html {
  return html`<button type="button" aria-pressed="false" data-kind="${kind}" data-only="${only}">${words}</button> `;
}

function countOf(findings: readonly UpgradeFinding[], severity: Severity): number {
  return findings.filter((one) => one.severity === severity).length;
}

function ofArea(area: Area, report: UpgradeReport): Html {
  const own = report.findings.filter((one) => one.area === area);
  const grave = own.filter(({ severity }) => severity !== "info");
  const notes = own.filter(({ severity }) => severity === "info");
  const several = hasSeveralCharts(report);
  const list = (all: readonly UpgradeFinding[]) =>
    html`<ul class="upgrade">${all.map((one) => entry(one, several))}</ul>`;
  return html`<div class="area" id="findings-${area}"><h3>${areaTitles[area]}</h3>
${when(grave.length > 0, () => list(grave))}
${when(notes.length > 0, () => later(counted(notes.length, "note"), list(notes)))}</div>`;
}

function entry(finding: UpgradeFinding, several: boolean): Html {
  const { severity, area, code, subject, path, message, action, before, after, bump } = finding;
  const places = placesText(finding, several);
  return html`<li data-severity="${severity}" data-area="${area}">
<p class="head"><b class="severity ${severity}">${severity === "info" ? "note" : severity}</b> <span class="subject">${subject}</span>${when(path, () => html` <code>${path}</code>`)}</p>
<p>${message}</p>
${when(before !== undefined || after !== undefined, () => html`<p class="values">${side("Before", before)} ${side("After", after)}</p>`)}
${when(action, () => html`<p class="action"><b>Do</b> ${action}</p>`)}
<p class="meta">${when(places, () => html`<code>${places}</code> `)}<code>${code}</code> asks for a ${bump} version</p></li>
`;
}

function side(name: string, value: Json | undefined): Html {
  return html`<span><b>${name}</b> ${value === undefined ? html`<i>none</i>` : html`<code>${formatValue(value)}</code>`}</span>`;
}
