// The operator at a glance: its charts, what runs, from which images, which kinds it brings, what was found.
import type { Operator } from "../classify/operator.ts";
import { counted } from "../diagnostics/counted.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatPosition } from "../diagnostics/position.ts";
import type { ChartSet } from "../emit/chart.ts";
import { contentsOf } from "../emit/chart-facts.ts";
import { formatReference } from "../kubernetes/object.ts";
import { layoutWords } from "../project/project.ts";
import type { Report } from "../verify/report.ts";
import type { HandWork } from "../write/hand-work.ts";
import { crdTable, imageTable, webhookTable, workloadTable } from "./glance-tables.ts";
import { handSummary } from "./hand-section.ts";
import { type Html, html, when } from "./html.ts";
import type { ShownObject } from "./objects.ts";
import { operatorsOf } from "./operators.ts";
import { type Section, section, table } from "./section.ts";
import { countValues } from "./values.ts";

/** What the page tells of a build. */
export interface BuildFacts {
  readonly chartSet: ChartSet;
  readonly diagnostics: readonly Diagnostic[];
  /** What people made of the charts since they were written; undefined where they never were. */
  readonly hands?: HandWork | undefined;
  /** The proof, where the charts were verified. */
  readonly report?: Report;
}

/** The section with which the page begins. */
export function glanceSection(
  facts: BuildFacts,
  shown: readonly ShownObject[],
  title = "At a glance",
): Section {
  const operators = operatorsOf(facts.chartSet);
  const workloads = operators.flatMap((each) => each.workloads);
  return section(
    "glance",
    title,
    html`
${summary(facts, shown)}
${proof(facts.report)}
<h3>Charts, in the order of their installation</h3>
${charts(facts.chartSet)}
${workloadTable(
  workloads.map(({ manifest, serviceAccountName: account, containers }) => ({
    reference: formatReference(manifest.reference),
    account,
    containers: containers.map(({ name, init }) => (init ? `${name} (init)` : name)),
  })),
)}
${imageTable(
  workloads.flatMap(({ name, containers }) => containers.map(({ image = "" }) => ({ image, user: name }))),
)}
${crdTable(
  operators
    .flatMap((each) => each.crds)
    .map(({ scope, conversionService, ...crd }) => ({
      ...crd,
      isOfCluster: scope === "Cluster",
      converter: conversionService?.name,
    })),
)}
${customResources(operators.flatMap((each) => each.customResources))}
${webhookTable(
  operators
    .flatMap((each) => each.webhooks)
    .map(({ service, ...webhook }) => ({ ...webhook, service: service?.name })),
)}
${diagnostics(facts.diagnostics)}`,
  );
}

function summary({ chartSet, hands }: BuildFacts, shown: readonly ShownObject[]): Html {
  const { plan, charts: all } = chartSet;
  const { operator, metadata, layout } = plan;
  const differences = shown.reduce((sum, { object }) => sum + object.differences.length, 0);
  const values = all.reduce((sum, chart) => sum + countValues(chart), 0);
  const home = metadata.home;
  return html`<p class="lead">${metadata.description}</p>
<dl class="facts">
<div><dt>Version of the operator</dt><dd>${metadata.appVersion}</dd></div>
<div><dt>Version of the charts</dt><dd>${metadata.version}</dd></div>
<div><dt>Kubernetes</dt><dd>${metadata.kubeVersion}</dd></div>
<div><dt>Own namespace</dt><dd>${operator.sourceNamespace ?? "none"}</dd></div>
<div><dt>Layout</dt><dd><b>${layout}</b>: ${layoutWords[layout]}</dd></div>
${when(home, () => html`<div><dt>Home</dt><dd>${home}</dd></div>`)}
<div><dt>Objects</dt><dd><a href="#objects">${counted(shown.length, "object")}</a> in ${counted(all.length, "chart")}, <a href="#differences">${counted(differences, "listed difference")}</a></dd></div>
<div><dt>Values</dt><dd><a href="#values">${counted(values, "value")}</a></dd></div>
${when(hands, () => html`<div><dt>By hand</dt><dd>${handSummary(hands)}</dd></div>`)}
</dl>`;
}

const statusWords: Readonly<Record<string, string>> = {
  passed: "✓ passed",
  warned: "! warnings",
  failed: "✗ failed",
  skipped: "– skipped",
  unchecked: "? not done",
};

function proof(report: Report | undefined): Html {
  if (!report)
    return html`<p class="note">Not verified: <code>chartwright report --verify</code> proves the charts with Helm.</p>`;
  const { objects, passed } = report.summary;
  const isOfSource = ({ status }: { readonly status: string }) =>
    !["added", "extra", "left-out"].includes(status);
  const total = report.objects.filter(isOfSource).length;
  const asSource = (objects.equal ?? 0) + (objects.listed ?? 0);
  const helms = report.helms.map(({ version }) => `Helm ${version}`).join(" and ");
  return html`<h3>Proof</h3>
<p class="${passed ? "good" : "bad"}"><b>${passed ? "✓ Verified" : "✗ Not verified"}</b> with ${helms}:
${asSource} of ${counted(total, "object")} as in the source (${objects.equal ?? 0} equal, ${objects.listed ?? 0} but for listed differences)${when(objects.added, () => `, ${objects.added} added by design`)}${when(objects["left-out"], () => `, ${objects["left-out"]} left out by design`)}.</p>
${table(
  "Checks",
  ["Check", "Result", "Looked at"],
  report.checks.map(({ check, status, detail }) => [check, statusWords[status] ?? status, detail]),
)}
${findings(report)}`;
}

function findings(report: Report): Html {
  const all = [...report.objects, ...report.checks].flatMap((each) => each.findings);
  return when(
    all.length > 0,
    () =>
      html`<ul class="findings">${all.map(
        ({ severity, message, object, chart, path, template, source, hint }) => html`
<li><b>${severity}</b> ${object ? formatReference(object) : chart}${when(path, () => html` <code>${path}</code>`)}: ${message}
${[source, template].map((place) => when(place, () => html`<br><code>${place?.file}:${place?.line}:${place?.column}</code>`))}
${when(hint, () => html`<br>${hint}`)}</li>`,
      )}</ul>`,
  );
}

function charts({ plan, charts: all }: ChartSet): Html {
  return table(
    "Charts",
    ["Chart", "Version", "Holds", { title: "Objects", isNumber: true }, { title: "Files", isNumber: true }],
    all.map((chart) => [
      chart.plan.name,
      plan.metadata.version,
      contentsOf(chart.plan, plan.operator),
      chart.objects.length,
      chart.files.size,
    ]),
  );
}

function customResources(all: Operator["customResources"]): Html {
  return when(
    all.length > 0,
    () => html`<h3>Custom resources</h3>
${table(
  "Custom resources",
  ["Custom resource", "Version", "Place"],
  all.map(({ manifest, version }) => [
    formatReference(manifest.reference),
    version.name,
    html`<code>${formatPosition(manifest.position)}</code>`,
  ]),
)}`,
  );
}

function diagnostics(all: readonly Diagnostic[]): Html {
  return when(
    all.length > 0,
    () => html`<h3>What the compiler has to say</h3>
<ul class="findings">${all.map(
      ({ severity, code, message, position, found, expected, hint }) => html`
<li><b>${severity}</b> <code>${code}</code> ${message}
${when(position, () => html`<br><code>${position ? formatPosition(position) : ""}</code>`)}
${when(found, () => html`<br>Found: ${found}`)}${when(expected, () => html`<br>Expected: ${expected}`)}
${when(hint, () => html`<br>${hint}`)}</li>`,
    )}</ul>`,
  );
}
