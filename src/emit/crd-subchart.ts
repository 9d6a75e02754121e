// The bundled subchart of the layout `single`: the CRDs, which Helm installs before everything else, and the hooks that
// bring them up to date and remove them.

import type { Json } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { crdSubchart } from "../plan/single.ts";
import { crdHookHelpers, type HookedCrd, printCrdRemoval, printCrdUpgrade } from "../template/crd-hooks.ts";
import { applyEdits } from "../template/edit.ts";
import { printHelpers } from "../template/helpers.ts";
import type { EditedTemplate, TransformedChart } from "../transform/chart-template.ts";
import { globalValues, metadataValues } from "../transform/chart-values.ts";
import { wrapped } from "../transform/conditions.ts";
import { crdTemplatePrefix } from "../transform/crd-file.ts";
import { addedLabels } from "../transform/metadata.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { printYaml } from "../yaml/print.ts";
import { addedReference, nameInRelease } from "./added-reference.ts";
import type { AddedObject } from "./chart.ts";
import { hasCrdSubchart } from "./chart-facts.ts";
import { kubectlValues, timeoutValue } from "./kubectl-values.ts";
import { valuesSchema } from "./values-schema.ts";
import { valuesYaml } from "./values-yaml.ts";

/** The template of the hook that brings the CRDs up to date, and of their ConfigMaps. */
export const crdUpgradePath: string = `charts/${crdSubchart}/templates/upgrade-job.yaml`;

/** Its settings, as the parent has them: below `crds`. */
export function crdSubchartValues({ plan, values }: TransformedChart): readonly Value[] {
  if (!hasCrdSubchart(plan)) return [];
  const hasNamespace = values.some(({ path }) => path[0] === "namespaceOverride");
  const setting = (key: readonly string[], given: Json, description: string): Value => ({
    path: [crdSubchart, ...key],
    default: given,
    description,
    schema: { type: typeof given },
  });
  const section = (key: readonly string[], description: string, schema: JsonSchema = {}): Value => ({
    path: [crdSubchart, ...key],
    role: "section",
    description,
    schema,
  });
  return [
    section([], "The custom resource definitions, in a subchart.", {
      // Helm hands `global` down into the values of every subchart.
      properties: { global: { type: "object" } },
    }),
    setting(["enabled"], true, "Whether the chart holds the CRDs; off where something else installs them."),
    section(["upgrade"], "Helm installs the CRDs and never changes them; a Job does, before each upgrade."),
    setting(["upgrade", "enabled"], true, "Whether it does; off where something else upgrades the CRDs."),
    section(["remove"], "Helm never deletes the CRDs; a Job can, after the uninstall."),
    setting(
      ["remove", "enabled"],
      false,
      "Whether it does. It has to be in the release, by an upgrade, before the uninstall. While objects of their kinds are left, the uninstall is refused.",
    ),
    setting(
      ["remove", "force"],
      false,
      "Whether to delete the CRDs while objects of their kinds are left: all those objects and their data go with them, and no operator is there any more to clean up.",
    ),
    timeoutValue(
      [crdSubchart, "remove", "timeout"],
      "1m",
      "How long to wait for the last objects, and for the CRDs, to go.",
    ),
    ...(hasNamespace
      ? [
          setting(
            ["namespaceOverride"],
            "",
            "Namespace of the operator, as the CRDs and the Jobs need it: the same as namespaceOverride, which a subchart cannot see.",
          ),
        ]
      : []),
    ...globalValues,
    ...kubectlValues([crdSubchart]),
    ...metadataValues.map((value) => ({ ...value, path: [crdSubchart, ...value.path] })),
  ];
}

/** Its files beside those in `crds/`, by their paths in the parent; `values` are the parent's. */
export function crdSubchartFiles(
  { metadata, operator }: ChartSetPlan,
  { plan, templates }: TransformedChart,
  values: readonly Value[],
): readonly (readonly [string, string])[] {
  if (!hasCrdSubchart(plan)) return [];
  const prefix = crdTemplatePrefix(plan.name);
  const crds = hookedCrds(plan, templates, operator.crds);
  const own = values.flatMap((value): readonly Value[] => {
    const [first, ...path] = value.path;
    if (first === "global") return [value];
    return first === crdSubchart && path.length > 0 && path[0] !== "enabled" ? [{ ...value, path }] : [];
  });
  const helpers = printHelpers({
    chart: prefix,
    labels: addedLabels({ ...plan, templates: [] }),
    ownLabels: [],
    ownAnnotations: [],
    names: [],
    hasObjects: true,
    hasNamespace: own.some(({ path }) => path[0] === "namespaceOverride"),
    hasImages: true,
    hasEnvironment: false,
    providers: undefined,
    hasTexts: false,
    hasUninstall: false,
    hasApply: false,
    gitops: { hasCrds: false, hasCustomResources: false },
    hasTest: false,
    overlays: [],
    customResources: undefined,
  });
  const hooks = crdHookHelpers(prefix, plan.name, crds, operator.sourceNamespace);
  const header = `Values of the bundled chart of CRDs. In the chart ${plan.name} they stand below ${crdSubchart}.`;
  const files: readonly (readonly [string, string])[] = [
    ["Chart.yaml", chartFile(plan.name, metadata)],
    ["templates/_helpers.tpl", `${helpers}\n${hooks}\n`],
    ["templates/remove-job.yaml", printCrdRemoval(prefix, crds)],
    ["templates/upgrade-job.yaml", printCrdUpgrade(prefix, crds)],
    ["values.schema.json", valuesSchema(own)],
    ["values.yaml", valuesYaml(own, header)],
    ...templates.flatMap((template) => copyFile(prefix, template)),
  ];
  return files.map(([path, text]) => [`charts/${crdSubchart}/${path}`, text] as const);
}

function chartFile(name: string, { version, appVersion }: ChartSetPlan["metadata"]): string {
  return `apiVersion: v2
name: ${crdSubchart}
description: ${printYaml(`Custom resource definitions of ${name}, installed first and brought up to date by a hook`)}
type: application
version: ${JSON.stringify(version)}
appVersion: ${JSON.stringify(appVersion)}
`;
}

/** A CRD that names the own namespace, as a named template that follows the release's. */
function copyFile(
  prefix: string,
  { manifest, path, copy }: EditedTemplate,
): readonly (readonly [string, string])[] {
  if (!copy) return [];
  const name = copyName(prefix, path);
  const { text } = applyEdits(manifest.document.text, [
    ...copy,
    ...wrapped(manifest, { kind: "define", name }),
  ]);
  return [[`templates/_${fileOf(path).replace(/\.yaml$/, ".tpl")}`, `${text.trim()}\n`]];
}

function copyName(prefix: string, path: string): string {
  return `${prefix}.${fileOf(path).replace(/\.yaml$/, "")}`;
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function hookedCrds(
  { name }: ChartPlan,
  templates: readonly EditedTemplate[],
  crds: ChartSetPlan["operator"]["crds"],
): readonly HookedCrd[] {
  return templates.flatMap(({ manifest, path, copy }): readonly HookedCrd[] => {
    const crd = crds.find((candidate) => candidate.manifest === manifest);
    if (!crd) return [];
    const { group, plural } = crd;
    const named = { name: `${plural}.${group}`, group, plural, file: fileOf(path) };
    return [copy ? { ...named, copy: copyName(crdTemplatePrefix(name), path) } : named];
  });
}

/** What the default rendering shows beside the source: a release is called as its chart. */
export function crdSubchartObjects(set: ChartSetPlan, chart: ChartPlan): readonly AddedObject[] {
  if (!hasCrdSubchart(chart)) return [];
  const { operator } = set;
  const namespace = operator.sourceNamespace ?? "default";
  const own = nameInRelease(set, chart, "crds-upgrade", chart.name);
  const object = (group: string, kind: string, name = own) => addedReference(namespace, group, kind, name);
  const rbac = "rbac.authorization.k8s.io";
  const configMaps = chart.templates
    .filter(({ form }) => form === "crd-file")
    .map(({ path }) =>
      object("", "ConfigMap", `${own}-${fileOf(path).replace(/\.yaml$/, "")}`.slice(0, 253)),
    );
  return [
    object("", "ServiceAccount"),
    object(rbac, "ClusterRole"),
    object(rbac, "ClusterRoleBinding"),
    ...configMaps,
    object("batch", "Job"),
  ].map((reference) => ({
    chart: chart.name,
    reference,
    reason: "brings the CRDs up to date before an upgrade, as a hook",
  }));
}
