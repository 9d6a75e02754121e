// The files, values and objects of a chart whose CRs a Job applies once the operator runs.

import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import {
  type AppliedResource,
  type AwaitedWorkload,
  printApplyJob,
  printCustomResourceMap,
} from "../template/apply-job.ts";
import { globalValues } from "../transform/chart-values.ts";
import { namedTemplate } from "../transform/conditions.ts";
import type { Value } from "../transform/value.ts";
import { addedReference, nameInRelease } from "./added-reference.ts";
import type { AddedObject } from "./chart.ts";
import {
  appliesCustomResources,
  chartFacts,
  isInOwnNamespace,
  isNamespaced,
  resourceName,
} from "./chart-facts.ts";
import { kubectlValues, timeoutValue } from "./kubectl-values.ts";

/** The template of the ConfigMap that holds the CRs. */
export const customResourceMapPath: string = "templates/custom-resources.yaml";
/** The template of the Job that applies them. */
export const applyJobPath: string = "templates/apply-job.yaml";

/** The settings of the Job. */
export function applyValues(chart: ChartPlan): readonly Value[] {
  if (!appliesCustomResources(chart)) return [];
  return [
    {
      path: ["apply"],
      role: "section",
      description: "The Job that applies the custom resource, once the operator runs.",
      schema: {},
    },
    ...globalValues,
    timeoutValue(
      ["apply", "timeout"],
      "4m",
      "How long the Job waits for the operator. Helm itself waits five minutes, or as long as its --timeout says.",
    ),
    {
      path: ["apply", "forceConflicts"],
      default: false,
      description:
        "Whether the chart's values win over what others wrote into the same fields of the custom resource. Else the Job fails, names them, and changes nothing.",
      schema: { type: "boolean" },
    },
    ...kubectlValues(["apply"]),
  ];
}

/** The templates, by path. */
export function applyFiles(set: ChartSetPlan, chart: ChartPlan): readonly (readonly [string, string])[] {
  if (!appliesCustomResources(chart)) return [];
  const facts = chartFacts(set, chart, []);
  const resources = chart.customResources.map((block): AppliedResource => {
    const { crd, manifest } = block.customResource;
    const { path = "" } = chart.templates.find((template) => template.manifest === manifest) ?? {};
    return {
      group: crd.group,
      plural: crd.plural,
      isInOwnNamespace: isNamespaced(block) && isInOwnNamespace(set.operator, manifest),
      template: namedTemplate(chart.name, path),
      file: path.replace(/^.*\/_(.*)\.tpl$/, "$1.yaml"),
      metaPath: block.metaPath,
    };
  });
  const workloads = facts.workloads.flatMap(({ kind, name, manifest }): readonly AwaitedWorkload[] => {
    const isAwaited = kind === "Deployment" || kind === "DaemonSet" || kind === "StatefulSet";
    if (!isAwaited || !isInOwnNamespace(set.operator, manifest)) return [];
    return [{ kind: kind.toLowerCase(), plural: `${kind.toLowerCase()}s`, name }];
  });
  const crds = [...new Set(chart.customResources.map(({ customResource: { crd } }) => resourceName(crd)))];
  return [
    [customResourceMapPath, printCustomResourceMap(chart.name, resources)],
    [applyJobPath, printApplyJob(chart.name, resources, workloads, crds)],
  ];
}

/** What the default rendering shows beside the source: a release is called as its chart. */
export function applyObjects(set: ChartSetPlan, chart: ChartPlan): readonly AddedObject[] {
  // One overlay of several may have none.
  if (!appliesCustomResources(chart) || chart.customResources.length === 0) return [];
  const { operator } = set;
  const facts = chartFacts(set, chart, []);
  const namespace = operator.sourceNamespace ?? "default";
  const name = nameInRelease(set, chart, "apply");
  const object = (group: string, kind: string) => addedReference(namespace, group, kind, name);
  const rbac = "rbac.authorization.k8s.io";
  const hasRole =
    facts.workloads.some(({ manifest }) => isInOwnNamespace(operator, manifest)) ||
    chart.customResources.some(
      (block) => isNamespaced(block) && isInOwnNamespace(operator, block.customResource.manifest),
    );
  const hook = [
    object("", "ServiceAccount"),
    ...(hasRole ? [object(rbac, "Role"), object(rbac, "RoleBinding")] : []),
    object(rbac, "ClusterRole"),
    object(rbac, "ClusterRoleBinding"),
    object("batch", "Job"),
  ];
  return [
    { reference: object("", "ConfigMap"), reason: "holds the custom resource, which a Job applies" },
    ...hook.map((reference) => ({
      reference,
      reason: "applies the custom resource once the operator runs, as a hook",
    })),
  ].map((added) => ({ chart: chart.name, ...added }));
}
