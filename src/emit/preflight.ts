// templates/preflight.yaml and its named templates in _preflight.tpl: looks at the cluster before an install or upgrade and refuses what Helm and the API
// server would let through and not report: an operator without its CRDs, fields that an older CRD drops.

import type { CustomResourceDefinition } from "../classify/operator.ts";
import { isObject, listField, objectField, objectKey, splitApiVersion } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan, CustomResourceBlock } from "../plan/chart-plan.ts";
import { isAmong } from "../plan/lookup.ts";
import { call, dot, type Expression, include, literal, value } from "../template/expression.ts";
import { printExpression, printTemplate } from "../template/print.ts";
import { requireSettings } from "../template/provider-settings.ts";
import { fieldsAt } from "../transform/custom-resource-fields.ts";
import type { Value } from "../transform/value.ts";
import {
  appliesCustomResources,
  type ChartFacts,
  chartFacts,
  hasCrdSubchart,
  resourceName,
  valueAt,
} from "./chart-facts.ts";
import {
  type PreflightTemplate,
  preflightHeader,
  preflightName,
  preflightTemplates,
  requirementsHeader,
} from "./preflight-templates.ts";
import { hasProviders } from "./provider-facts.ts";
import { joinWords, type Words } from "./words.ts";

/** The files of the preflight by path; none where the chart has nothing to look for. */
export function preflightFiles(
  set: ChartSetPlan,
  chart: ChartPlan,
  values: readonly Value[],
): readonly (readonly [string, string])[] {
  const facts = chartFacts(set, chart, values);
  const found = checks(facts);
  if (found.length === 0 && !hasProviders(set, chart)) return [];
  const required = hasProviders(set, chart) ? [requirementWords(chart)] : [];
  if (found.length === 0)
    return [["templates/preflight.yaml", `${requirementsHeader}\n${printTemplate(joinWords(required))}\n`]];
  const used = new Set(found.map(({ template }) => template));
  const body = printTemplate(
    joinWords([
      ...required.flatMap((words) => [words, "\n"]),
      [{ kind: "if", expression: looksAtCluster }],
      ...byCondition(found).map((group) => joinWords(["\n", groupWords(chart, group)])),
      "\n",
      end,
    ]),
  );
  return [
    ["templates/_preflight.tpl", preflightTemplates(facts, used)],
    ["templates/preflight.yaml", `${preflightHeader}\n${body}\n`],
  ];
}

/** One check: a named template, called with `facts` where `condition` holds. */
export interface Check {
  readonly template: PreflightTemplate;
  readonly facts: readonly (readonly [string, Expression])[];
  readonly condition?: Expression;
}

/**
 * Both questions are needed. Capabilities may come from a real cluster while lookup answers nothing (Argo CD;
 * Helm 3 with --dry-run), and lookup may be live while the capabilities are Helm's own defaults (Helm 3's
 * `template --dry-run=server`).
 */
const looksAtCluster: Expression = call(
  "and",
  value("preflight", "enabled"),
  call(".Capabilities.APIVersions.Has", literal("v1/Namespace")),
  call("lookup", literal("v1"), literal("Namespace"), literal(""), literal("kube-system")),
);

const end: Words = [{ kind: "end" }];

/** The settings that the chosen provider must have are looked at wherever Helm renders. */
function requirementWords(chart: ChartPlan): Words {
  return joinWords([
    [{ kind: "if", expression: value("preflight", "enabled") }],
    "\n",
    [{ kind: "output", expression: include(requireSettings(chart.name), dot), trimLeft: true }],
    "\n",
    end,
  ]);
}

/** Neighbours of one condition stand under one `if`. */
function byCondition(all: readonly Check[]): readonly (readonly Check[])[] {
  const groups: Check[][] = [];
  for (const check of all) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    const same =
      first?.condition !== undefined &&
      check.condition !== undefined &&
      printExpression(first.condition) === printExpression(check.condition);
    if (last && same) last.push(check);
    else groups.push([check]);
  }
  return groups;
}

function groupWords(chart: ChartPlan, group: readonly Check[]): Words {
  const calls = joinWords(
    group.map((check) => callWords(chart, check)),
    "\n",
  );
  const condition = group[0]?.condition;
  return condition ? joinWords([[{ kind: "if", expression: condition }], "\n", calls, "\n", end]) : calls;
}

function callWords(chart: ChartPlan, { template, facts }: Check): Words {
  const context = call("dict", literal("root"), dot, ...facts.flatMap(([key, fact]) => [literal(key), fact]));
  const expression = call("include", literal(preflightName(chart.name, template)), context);
  return [{ kind: "output", expression, trimLeft: true }];
}

/** What the preflight looks for in the cluster. */
export function checks(facts: ChartFacts): readonly Check[] {
  return [...(facts.crdChart ? crdChecks(facts) : ownCrdChecks(facts)), ...apiChecks(facts)];
}

/** The CRDs of another chart: there, not older, and made for the CRs of this chart. */
function crdChecks(facts: ChartFacts): readonly Check[] {
  const { operator, chart } = facts;
  const blocksOf = (crd: CustomResourceDefinition) =>
    chart.customResources.filter(({ customResource }) => customResource.crd === crd);
  // A chart of CRs needs the CRDs of those; an operator needs all that it works with.
  const needed = operator.crds.filter(
    (crd) => isEverywhere(chart, crd) && (chart.role !== "custom-resource" || blocksOf(crd).length > 0),
  );
  // The operator works with the version that is stored, a CR needs the one that it is written in.
  const versionsOf = (crd: CustomResourceDefinition) =>
    chart.role === "custom-resource"
      ? [...new Set(blocksOf(crd).map(({ customResource }) => customResource.version.name))]
      : [crd.storageVersion];
  return needed.flatMap((crd): readonly Check[] => [
    ...versionsOf(crd).map((version): Check => ({ template: "crd", facts: crdFacts(crd, version) })),
    ...blocksOf(crd).flatMap((block) => customResourceCheck(facts, block)),
  ]);
}

/** What some overlays lack, some providers do without. */
function isEverywhere({ overlays = [] }: ChartPlan, { manifest }: CustomResourceDefinition): boolean {
  const key = objectKey(manifest.reference);
  return overlays.every((manifests) => manifests.some(({ reference }) => objectKey(reference) === key));
}

function customResourceCheck({ chart, values }: ChartFacts, block: CustomResourceBlock): readonly Check[] {
  const { crd, version, manifest } = block.customResource;
  const hasSpec =
    isObject(manifest.object["spec"]) || isObject(objectField(version.schema, "properties")["spec"]);
  const tree = fieldsAt(block.specPath, chart);
  const fields = hasSpec ? call("dict", literal("spec"), tree) : tree;
  return [
    {
      template: "customResource",
      facts: [...crdFacts(crd, version.name), ["fields", fields]],
      ...createCondition(values, block),
    },
  ];
}

/** A CR whose CRD is in this very chart: Helm would only say that it has no match for the kind. */
function ownCrdChecks({ chart, crds, values }: ChartFacts): readonly Check[] {
  if (hasCrdSubchart(chart) || appliesCustomResources(chart)) return [];
  return chart.customResources.flatMap((block): readonly Check[] => {
    const { crd } = block.customResource;
    if (!crds.includes(crd) || !valueAt(values, [...block.metaPath, "create"])) return [];
    return [
      {
        template: "ownCrd",
        facts: [
          ["crd", literal(resourceName(crd))],
          ["kind", literal(crd.kind)],
          ["create", literal([...block.metaPath, "create"].join("."))],
        ],
        ...createCondition(values, block),
      },
    ];
  });
}

function crdFacts(crd: CustomResourceDefinition, version: string): Check["facts"] {
  return [
    ["crd", literal(resourceName(crd))],
    ["version", literal(version)],
  ];
}

function createCondition(
  values: readonly Value[],
  block: CustomResourceBlock,
): { readonly condition?: Expression } {
  const path = [...block.metaPath, "create"];
  return valueAt(values, path) ? { condition: value(...path) } : {};
}

/** Kinds that another project's CRDs define, where a value can leave their objects out. */
function apiChecks(facts: ChartFacts): readonly Check[] {
  const { operator, values } = facts;
  const mode = valueAt(values, ["certificates", "mode"]);
  const otherMode = listField(mode?.schema, "enum").find((choice) => choice !== mode?.default);
  const monitoring = valueAt(values, ["monitoring", "enabled"]);
  return [
    ...kindChecks(facts, operator.certificates, {
      provider: "cert-manager",
      ...(mode && typeof mode.default === "string"
        ? {
            condition: call("eq", value("certificates", "mode"), literal(mode.default)),
            off: `certificates.mode=${otherMode ?? ""}`,
          }
        : {}),
    }),
    ...kindChecks(facts, operator.monitors, {
      provider: "the Prometheus operator",
      ...(monitoring ? { condition: value("monitoring", "enabled"), off: "monitoring.enabled=false" } : {}),
    }),
  ];
}

interface Provider {
  readonly provider: string;
  readonly condition?: Expression;
  readonly off?: string;
}

function kindChecks(
  { manifests, operator }: ChartFacts,
  objects: readonly Manifest[],
  { provider, condition, off }: Provider,
): readonly Check[] {
  const apis = objects
    .filter((manifest) => isAmong(manifests, manifest))
    .filter(({ object, reference }) =>
      operator.crds.every(({ group, kind }) => group !== reference.group || kind !== object.kind),
    )
    .map(({ object }) => {
      const { group, version } = splitApiVersion(object.apiVersion);
      return `${group}/${version}/${object.kind}`;
    });
  return [...new Set(apis)].map((api) => ({
    template: "api",
    facts: [
      ["api", literal(api)],
      ["provider", literal(provider)],
      ["off", literal(off ?? "")],
    ],
    ...(condition ? { condition } : {}),
  }));
}
