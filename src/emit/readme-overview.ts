// The README's first part: what the chart installs and what must be there before.

import { isInitialNamespace } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import { isAmong } from "../plan/lookup.ts";
import { type ChartFacts, isInOwnNamespace, resourceName, valueAt } from "./chart-facts.ts";
import { imagesOf } from "./chart-file.ts";
import { code, table } from "./markdown.ts";
import { outsideObjects } from "./outside-objects.ts";

/** More names of one kind than this are counted. */
const mostNames = 4;
const mostImages = 20;

/** What a release holds: kinds with their objects, and the images. */
export function contentsSection(facts: ChartFacts): string {
  const rows = [...byKind(facts.manifests)].map(([kind, manifests]) => [
    kind,
    String(manifests.length),
    names(manifests.map(({ reference }) => reference.name)),
  ]);
  const images = imagesOf(facts);
  return [
    "## What it installs",
    table(["Kind", "Objects", "Names"], rows),
    ...(images.length === 0 ? [] : [["Images:", "", ...imageLines(images)].join("\n")]),
  ].join("\n\n");
}

function imageLines(images: readonly string[]): readonly string[] {
  const shown = images.slice(0, mostImages).map((image) => `- ${code(image)}`);
  const hidden = images.length - shown.length;
  return hidden > 0 ? [...shown, `- and ${hidden} more`] : shown;
}

function byKind(manifests: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  const kinds = new Map<string, Manifest[]>();
  for (const manifest of manifests) {
    const { kind } = manifest.object;
    kinds.set(kind, [...(kinds.get(kind) ?? []), manifest]);
  }
  return kinds;
}

function names(all: readonly string[]): string {
  const shown = all.length > mostNames + 1 ? all.slice(0, mostNames) : all;
  const hidden = all.length - shown.length;
  return shown.map(code).join(", ") + (hidden > 0 ? ` and ${hidden} more` : "");
}

/** What must be there first. */
export function requirementsSection(facts: ChartFacts): string {
  const { set } = facts;
  const kubernetes = set.metadata.kubeVersion.replace(/-0\b/g, "");
  return [
    "## Requirements",
    [
      `- Kubernetes ${code(kubernetes)}`,
      "- Helm 3.17 or later, or Helm 4",
      ...crdRequirement(facts),
      ...conversionRequirement(facts),
      ...apiRequirements(facts),
      ...namespaceRequirements(facts),
      ...objectRequirements(facts),
    ].join("\n"),
  ].join("\n\n");
}

function crdRequirement({ crdChart, operator, before, chart, set }: ChartFacts): readonly string[] {
  if (!crdChart || !before.includes(crdChart)) return [];
  const blocks = chart.role === "custom-resource" ? chart.customResources : [];
  const needed = operator.crds.filter(
    (crd) => blocks.length === 0 || blocks.some(({ customResource }) => customResource.crd === crd),
  );
  const served = new Set(
    blocks.map(({ customResource: { crd, version, manifest } }) =>
      code(`${crd.group}/${version.name} ${manifest.reference.kind}`),
    ),
  );
  return [
    `- The chart ${code(crdChart.name)}, installed before this one: it holds ${names(needed.map(resourceName))}`,
    ...(served.size === 0
      ? []
      : [
          `- An operator of any version whose CRDs serve ${[...served].join(", ")} with the fields that you set, older or newer than the ${code(set.metadata.appVersion)} that this chart was compiled from; on a live cluster the preflight looks`,
        ]),
  ];
}

/** CRDs whose versions the operator converts need it where they look for it. */
function conversionRequirement({ crds, operatorChart, values }: ChartFacts): readonly string[] {
  const converted = crds.filter(({ conversionService }) => conversionService !== undefined);
  if (!operatorChart || converted.length === 0) return [];
  const path = "namespaceOverride";
  const elsewhere = valueAt(values, path.split(".")) ? `, or its namespace in ${code(path)}` : "";
  return [
    `- The chart ${code(operatorChart.name)} in the same namespace${elsewhere}: its webhook converts between the versions of ${names(converted.map(resourceName))}`,
  ];
}

/** APIs of other projects, with the value that does without. */
function apiRequirements({ operator, manifests, values }: ChartFacts): readonly string[] {
  const requirement = (
    provider: string,
    objects: readonly Manifest[],
    path: readonly string[],
    without: string,
  ) => {
    const here = objects.filter((manifest) => isAmong(manifests, manifest));
    if (here.length === 0) return [];
    const kinds = [...new Set(here.map(({ object }) => object.kind))].join(", ");
    return [
      `- ${provider} (${kinds})${valueAt(values, path) ? `, or ${code(`${path.join(".")}: ${without}`)}` : ""}`,
    ];
  };
  return [
    ...requirement(
      "[cert-manager](https://cert-manager.io)",
      operator.certificates,
      ["certificates", "mode"],
      "manual",
    ),
    ...requirement(
      "The [Prometheus operator](https://prometheus-operator.dev)",
      operator.monitors,
      ["monitoring", "enabled"],
      "false",
    ),
  ];
}

/** Namespaces that objects are put into and that neither the sources bring nor every cluster has. */
function namespaceRequirements({ operator, manifests }: ChartFacts): readonly string[] {
  const brought = new Set(operator.namespaces.map(({ name }) => name));
  const foreign = manifests
    .filter((manifest) => !isInOwnNamespace(operator, manifest))
    .flatMap(({ reference }) => reference.namespace ?? [])
    .filter((namespace) => !brought.has(namespace) && !isInitialNamespace(namespace));
  const namespaces = [...new Set(foreign)];
  return namespaces.length === 0
    ? []
    : [`- The namespaces ${names(namespaces)}, which get objects of this chart`];
}

function objectRequirements(facts: ChartFacts): readonly string[] {
  return outsideObjects(facts).map(
    ({ kind, name, usedBy }) =>
      `- ${kind} ${code(name)}, which ${code(usedBy)} refers to: the manifests do not hold it, so the operator makes it, or you do`,
  );
}
