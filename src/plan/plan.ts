// Operator × choices → ChartSetPlan: the layout decides which charts there are and what each holds.

import type { Operator } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import type { Manifest } from "../parse/manifest.ts";
import { type LayoutName, layoutNames } from "../project/project.ts";
import {
  customResourceBlocks,
  keysTakenBySpec,
  ownKeys,
  providerKeys,
  serviceAccountBlocks,
  webhookBlocks,
  workloadBlocks,
} from "./block-names.ts";
import { chartMetadata } from "./chart-metadata.ts";
import type {
  ChartMetadata,
  ChartPlan,
  ChartSetPlan,
  CustomResourceBlock,
  LeftOut,
  ParentChart,
} from "./chart-plan.ts";
import { type Component, componentKey } from "./component.ts";
import { crdsAndMain } from "./crds-and-main.ts";
import { crdsOperatorCr } from "./crds-operator-cr.ts";
import { planJobs } from "./jobs.ts";
import type { Blocks, Layout } from "./layout.ts";
import { itemOf } from "./lookup.ts";
import { oneChart } from "./one-chart.ts";
import { operatorAndCr } from "./operator-and-cr.ts";
import { planProviders } from "./plan-providers.ts";
import { postInstallCr } from "./post-install-cr.ts";
import type { ProvidersOptions } from "./providers.ts";
import { withSharedNames } from "./shared-names.ts";
import { oversizedCrds, single } from "./single.ts";
import { needlessStrategy, planUninstall, type UninstallOptions } from "./uninstall.ts";
import { nameBlocks, type ValuesOptions } from "./value-names.ts";

export interface PlanOptions {
  readonly name: string;
  readonly layout?: string;
  readonly chart?: Partial<ChartMetadata>;
  readonly uninstall?: UninstallOptions;
  readonly providers?: ProvidersOptions;
  /** The charts that the chart with the operator depends on. */
  readonly components?: readonly Component[];
  readonly parent?: ParentChart;
  /** The manifests of each overlay that shares the chart: their labels and annotations are not the chart's to set, either. */
  readonly overlays?: readonly (readonly Manifest[])[];
  /** The plan of all objects of overlays that share the chart: its layout and the names of its blocks are each one's. */
  readonly whole?: ChartSetPlan;
  /** What the project changes of the charts' values. */
  readonly values?: ValuesOptions;
}

export interface PlanResult {
  readonly plan: ChartSetPlan | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const layouts: Readonly<Record<LayoutName, Layout>> = {
  "crds-and-main": crdsAndMain,
  "one-chart": oneChart,
  single,
  "operator-and-cr": operatorAndCr,
  "crds-operator-cr": crdsOperatorCr,
  "post-install-cr": postInstallCr,
};

/** What cannot work in a layout, and why, in words. */
export function layoutLimits(name: LayoutName): readonly string[] {
  return layouts[name].limits;
}

function isLayoutName(name: string): name is LayoutName {
  return Object.hasOwn(layouts, name);
}

/** Plans the charts. Without a layout: `crds-and-main` where the sources hold a CR, else `one-chart`. */
export function plan(operator: Operator, options: PlanOptions): PlanResult {
  const { whole } = options;
  const name =
    whole?.layout ?? options.layout ?? (operator.customResources.length > 0 ? "crds-and-main" : "one-chart");
  if (!isLayoutName(name)) return { plan: undefined, diagnostics: [unknownLayout(name)] };
  const layout = layouts[name];
  const diagnostics: Diagnostic[] = [];
  const reserved = new Set([...ownKeys, ...(options.providers ? providerKeys : [])]);
  const isApart = layout.separatesCustomResources || layout.appliesCustomResources;
  const customResources = customResourceBlocks(operator, reserved, () => layout.createsCustomResources).map(
    (block) => (isApart ? block : afterItsGuard(block, operator, diagnostics)),
  );
  // One overlay may have none.
  if (isApart && customResources.length === 0 && !whole) diagnostics.push(noCustomResource);
  if (layout.separatesCustomResources)
    diagnostics.push(...unseparable(customResources, options.overlays !== undefined));
  if (layout === single) diagnostics.push(...oversizedCrds(operator));
  const rootKeys = new Set([...reserved, ...customResources.flatMap(({ specPath }) => specPath.slice(0, 1))]);
  const blocks = workloadBlocks(operator, rootKeys);
  const { components = [] } = options;
  const unnamed: Blocks = {
    blocks,
    customResources,
    serviceAccounts: serviceAccountBlocks(operator, blocks),
    webhooks: webhookBlocks(operator),
    components,
  };
  const {
    blocks: everything,
    planned,
    diagnostics: misnamed,
  } = nameBlocks(unnamed, options.values, whole?.values);
  diagnostics.push(...misnamed, ...takenKeys(components, [...reserved, ...firstKeys(everything)]));
  const leftOut = leftOutOf(operator);
  const kept = operator.manifests.filter((manifest) => !itemOf(leftOut, manifest));
  const charts = layout
    .charts(options.name, operator, kept, everything)
    .filter(({ role, templates }) => role !== "crds" || templates.length > 0)
    .map((chart) => withUninstall(chart, operator, options.uninstall ?? {}, diagnostics))
    .map((chart) => withJobs(chart, operator, diagnostics))
    .map((chart) => (options.overlays ? { ...chart, overlays: options.overlays } : chart))
    .map((chart) => (whole ? withSharedNames(chart, whole) : chart));
  const isNeeded = whole !== undefined || charts.some(({ uninstall }) => uninstall);
  const needless = isNeeded ? undefined : needlessStrategy(operator, options.uninstall ?? {});
  if (needless) diagnostics.push(needless);
  const providers = options.providers && planProviders(operator, options.providers, options.overlays?.flat());
  diagnostics.push(...(providers?.diagnostics ?? []));
  return {
    plan: {
      name: options.name,
      layout: name,
      operator,
      metadata: chartMetadata(options.name, operator, options.chart ?? {}, components),
      charts,
      ...(providers?.plan ? { providers: providers.plan } : {}),
      leftOut,
      ...planned,
      ...(options.parent ? { parent: options.parent } : {}),
    },
    diagnostics,
  };
}

function unknownLayout(name: string): Diagnostic {
  const suggestion = nearest(name, layoutNames);
  return {
    severity: "error",
    code: "plan/unknown-layout",
    message: `There is no layout "${name}".`,
    found: name,
    expected: layoutNames.join(" or "),
    ...(suggestion ? { hint: `Did you mean "${suggestion}"?` } : {}),
  };
}

function leftOutOf({ namespaces, deleted = [] }: Operator): readonly LeftOut[] {
  const own = namespaces.flatMap(({ manifest, own }): readonly LeftOut[] =>
    own
      ? [{ manifest, reason: "the release's namespace takes its place; its labels are in NOTES and README" }]
      : [],
  );
  return [...own, ...deleted];
}

/** The keys of the values' root that blocks have. */
function firstKeys({ blocks, customResources, serviceAccounts }: Blocks): readonly string[] {
  const paths = [
    ...[...blocks, ...serviceAccounts].map(({ path }) => path),
    ...customResources.map(({ specPath }) => specPath),
  ];
  return paths.flatMap(([key]) => key ?? []);
}

/** Components whose values would stand where the chart has values of its own, or another component has its. */
function takenKeys(components: readonly Component[], taken: readonly string[]): readonly Diagnostic[] {
  const used = new Set(taken);
  return components.flatMap((component): readonly Diagnostic[] => {
    const key = componentKey(component);
    const isTaken = used.has(key);
    used.add(key);
    if (!isTaken) return [];
    return [
      {
        severity: "error",
        code: "plan/name-taken",
        message: `The values of the component "${component.name}" cannot stand under "${key}".`,
        ...(component.position ? { position: component.position } : {}),
        found: taken.includes(key)
          ? "a value of this chart under that key"
          : "another component under that key",
        expected: "a key of its own",
        hint: "Give the component an alias.",
      },
    ];
  });
}

const noCustomResource: Diagnostic = {
  severity: "error",
  code: "plan/no-custom-resource",
  message: "The layout puts the custom resource apart from the operator, and the sources hold none.",
  found: "no custom resource",
  expected: "an instance of a CRD of the sources",
  hint: "Give a sample with --cr, or choose the layout one-chart.",
};

/** A chart of one CR has the spec at the root of its values, beside keys of its own. */
function unseparable(blocks: readonly CustomResourceBlock[], hasOverlays: boolean): readonly Diagnostic[] {
  const [block] = blocks;
  const taken = block && blocks.length === 1 ? keysTakenBySpec(block.customResource, hasOverlays) : [];
  if (!block || taken.length === 0) return [];
  const { kind } = block.customResource.crd;
  return [
    {
      severity: "error",
      code: "plan/name-taken",
      message: `The spec of ${kind} has fields that a chart needs for itself.`,
      position: block.customResource.crd.manifest.position,
      found: `spec.${taken.join(", spec.")}`,
      expected: "a spec whose fields can stand at the root of values.yaml",
      hint: "Choose the layout crds-and-main, where the spec has a key of its own.",
    },
  ];
}

function withUninstall(
  chart: ChartPlan,
  operator: Operator,
  options: UninstallOptions,
  diagnostics: Diagnostic[],
): ChartPlan {
  if (chart.blocks.length === 0) return chart;
  const uninstall = planUninstall(operator, chart.customResources, options, diagnostics);
  return uninstall ? { ...chart, uninstall } : chart;
}

function withJobs(chart: ChartPlan, operator: Operator, diagnostics: Diagnostic[]): ChartPlan {
  const jobs = planJobs(operator, chart, diagnostics);
  return jobs ? { ...chart, jobs } : chart;
}

/** The block of a CR, which a webhook of the same chart may put off to a second step. */
function afterItsGuard(
  block: CustomResourceBlock,
  { webhooks }: Operator,
  diagnostics: Diagnostic[],
): CustomResourceBlock {
  const guard = webhooks.find(
    ({ failurePolicy, guardsCreateOf, service }) =>
      failurePolicy === "Fail" && guardsCreateOf.includes(block.customResource) && service,
  );
  if (!guard || !block.createByDefault) return block;
  diagnostics.push(guardedCustomResource(guard, block));
  return { ...block, createByDefault: false };
}

/** Helm 4 creates webhook configurations before CRs; their server is not up yet, so creating the CR fails. */
function guardedCustomResource(
  webhook: Operator["webhooks"][number],
  { customResource, metaPath }: CustomResourceBlock,
): Diagnostic {
  const { kind, name } = customResource.manifest.reference;
  return {
    severity: "warning",
    code: "plan/webhook-guards-custom-resource",
    message: `The webhook "${webhook.name}" must answer before ${kind} "${name}" can be created, and the same chart installs its server.`,
    position: webhook.manifest.position,
    notes: [{ message: `${kind} "${name}" is here`, position: customResource.manifest.position }],
    found: "failurePolicy: Fail on CREATE of the CR's kind",
    expected: "a webhook that is up before the CR is created",
    hint: `The chart creates the CR in a second step, once the operator is ready: helm upgrade --set ${metaPath.join(".")}.create=true`,
  };
}
