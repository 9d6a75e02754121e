// Charts that anybody made, at a glance: what they say of themselves, what runs, from which images, which kinds they bring.
import { counted } from "../diagnostics/counted.ts";
import {
  formatReference,
  isObject,
  type Json,
  listField,
  referenceOf,
  splitApiVersion,
  stringField,
} from "../kubernetes/object.ts";
import type { ReleasedChart } from "../upgrade/chart-release.ts";
import type { ReleasedObject } from "../upgrade/finding.ts";
import { readCrd } from "../upgrade/read-crd.ts";
import { crdTable, imageTable, webhookTable, workloadTable } from "./glance-tables.ts";
import { type Html, html, when } from "./html.ts";
import { allObjects, type ReleaseFacts, workloadsIn } from "./release-facts.ts";
import { codeList, type Section, section, table } from "./section.ts";
import type { ChartReference } from "./values.ts";

/** The section with which the page begins. */
export function releaseGlanceSection(
  facts: ReleaseFacts,
  references: readonly ChartReference[],
  title = "At a glance",
): Section {
  const objects = allObjects(facts);
  const workloads = workloadsIn(objects);
  return section(
    "glance",
    title,
    html`
${summary(facts, objects, references)}
<h3>Charts, in the order of their installation</h3>
${charts(facts.release.charts)}
${workloadTable(
  workloads.map(({ released, account, containers }) => ({
    reference: reference(released),
    account,
    containers: containers.map(({ name, isInit }) => (isInit ? `${name} (init)` : name)),
  })),
)}
${imageTable(
  workloads.flatMap(({ name, containers }) => containers.map(({ image }) => ({ image, user: name }))),
)}
${crdTable(crds(objects))}
${customResources(objects)}
${webhookTable(webhooks(objects))}
${dependencies(facts.release.charts)}`,
  );
}

function summary(
  { release, namespace, helm, values }: ReleaseFacts,
  objects: readonly ReleasedObject[],
  references: readonly ChartReference[],
): Html {
  const main = release.charts.find((chart) => workloadsIn(chart.objects).length > 0) ?? release.charts.at(-1);
  const settings = references.flatMap(({ groups }) => groups).reduce((sum, { rows }) => sum + rows.length, 0);
  const hooks = release.charts.reduce((sum, chart) => sum + chart.hooks.length, 0);
  const said = (key: string) => stringField(main?.metadata, key);
  const people = listField(main?.metadata, "maintainers").flatMap((one) => stringField(one, "name") ?? []);
  return html`${when(said("description"), () => html`<p class="lead">${said("description")}</p>`)}
${when(
  main?.metadata["deprecated"] === true,
  () => html`<p class="lead bad"><b>!</b> The chart says that it is deprecated.</p>`,
)}
<dl class="facts">
${when(main?.appVersion, () => html`<div><dt>Version of the application</dt><dd>${main?.appVersion}</dd></div>`)}
<div><dt>Kubernetes</dt><dd>${said("kubeVersion") ?? "any"}</dd></div>
<div><dt>Rendered with</dt><dd>Helm ${helm}, in the namespace ${namespace}</dd></div>
<div><dt>Values given</dt><dd>${values.length === 0 ? "none: the charts’ own" : codeList(values)}</dd></div>
<div><dt>Objects</dt><dd>${counted(objects.length, "object")} in ${counted(release.charts.length, "chart")}${when(hooks, () => `, ${counted(hooks, "hook")} among them`)}</dd></div>
<div><dt>Values</dt><dd><a href="#values">${counted(settings, "value")}</a></dd></div>
${when(said("home"), () => html`<div><dt>Home</dt><dd>${said("home")}</dd></div>`)}
${when(people.length > 0, () => html`<div><dt>Maintainers</dt><dd>${people.join(", ")}</dd></div>`)}
</dl>`;
}

function charts(all: readonly ReleasedChart[]): Html {
  const number = (title: string) => ({ title, isNumber: true });
  return table(
    "Charts",
    ["Chart", "Version", "Found at", number("Objects"), number("Hooks"), number("In crds/")],
    all.map(({ name, version, path, objects, hooks, crds: ofFolder }) => [
      name,
      version,
      html`<code>${path}</code>`,
      objects.length,
      hooks.length,
      ofFolder.length,
    ]),
  );
}

function crds(objects: readonly ReleasedObject[]) {
  return objects
    .filter(({ object }) => object.kind === "CustomResourceDefinition")
    .map(readCrd)
    .map(({ kind, name, scope, versions, conversion }) => ({
      kind,
      group: name.slice(name.indexOf(".") + 1),
      isOfCluster: scope === "Cluster",
      versions,
      converter: stringField(conversion, "webhook", "clientConfig", "service", "name"),
    }));
}

function customResources(objects: readonly ReleasedObject[]): Html {
  const kinds = new Set(crds(objects).map(({ kind, group }) => `${group}/${kind}`));
  const found = objects.filter(({ object }) =>
    kinds.has(`${splitApiVersion(object.apiVersion).group}/${object.kind}`),
  );
  return when(
    found.length > 0,
    () => html`<h3>Custom resources</h3>
${table(
  "Custom resources",
  ["Custom resource", "Version", "Place"],
  found.map((released) => [
    reference(released),
    splitApiVersion(released.object.apiVersion).version,
    place(released),
  ]),
)}`,
  );
}

function place({ placeOf }: ReleasedObject): Html {
  const found = placeOf([]);
  return html`<code>${found ? `${found.chart}/${found.file}` : ""}</code>`;
}

function webhooks(objects: readonly ReleasedObject[]) {
  return objects.flatMap(({ object }) => {
    const type = /^(Mutating|Validating)WebhookConfiguration$/.exec(object.kind)?.[1];
    if (type === undefined) return [];
    return listField(object, "webhooks").map((webhook: Json) => ({
      name: stringField(webhook, "name") ?? "",
      type,
      failurePolicy: stringField(webhook, "failurePolicy") ?? "Fail",
      service: stringField(webhook, "clientConfig", "service", "name"),
    }));
  });
}

function dependencies(all: readonly ReleasedChart[]): Html {
  const found = all.flatMap(({ name, metadata }) =>
    listField(metadata, "dependencies")
      .filter(isObject)
      .map((dependency) => ({ name, dependency })),
  );
  const said = (dependency: unknown, key: string) => stringField(dependency, key) ?? "";
  return when(
    found.length > 0,
    () => html`<h3>Charts inside</h3>
${table(
  "Charts inside",
  ["Chart", "Version", "Inside", "If", "From"],
  found.map(({ name, dependency }) => [
    said(dependency, "alias")
      ? `${said(dependency, "name")} as ${said(dependency, "alias")}`
      : said(dependency, "name"),
    said(dependency, "version"),
    name,
    said(dependency, "condition") && html`<code>${said(dependency, "condition")}</code>`,
    said(dependency, "repository"),
  ]),
)}`,
  );
}

function reference({ object, namespace }: ReleasedObject): string {
  const own = referenceOf(object);
  return formatReference({ ...own, ...(namespace === undefined ? {} : { namespace }) });
}
