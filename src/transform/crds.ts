// CRDs as templates: switched off by a value, kept when the release goes, and the conversion webhook's place.

import type { CustomResourceDefinition, Operator } from "../classify/operator.ts";
import { lowerCamelCase } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import { itemOf } from "../plan/lookup.ts";
import { output, quoted, text, value } from "../template/expression.ts";
import { entryOf, nodeAt } from "../yaml/tree.ts";
import { newLine, replaceRange, wrapEntry } from "./block-edits.ts";
import type { MetadataLines, Transform, Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

/** Exposes the CRDs of a chart. */
export const crds: Transform = (manifest, { chart, set }) => {
  const crd = itemOf(set.operator.crds, manifest);
  if (!crd) return {};
  const conversion = chart.role === "crds" && crd.conversionService !== undefined;
  return {
    ...keepPolicy(manifest),
    values: [...crdValues, ...(conversion ? conversionValues(crd, set.operator) : [])],
  };
};

const keep = { kind: "if", expression: value("crds", "keep") } as const;

/** https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource */
function keepPolicy(manifest: Manifest): Transformed {
  const key = "helm.sh/resource-policy";
  const own = entryOf(nodeAt(manifest.document.root, ["metadata", "annotations"]), key);
  if (own) {
    return {
      edits: wrapEntry(manifest.document.text, own, [keep], [{ kind: "end" }], "keep"),
      conditionalAnnotations: [{ key, when: keep.expression }],
    };
  }
  const lines: MetadataLines = (column) => [
    newLine(column),
    keep,
    newLine(column),
    text(`${key}: keep`),
    newLine(column),
    { kind: "end" },
  ];
  const reason = "a CRD stays when the release is uninstalled, since all objects of its kind go with it";
  return {
    annotations: [{ lines, when: keep.expression }],
    differences: [{ path: ["metadata", "annotations", key], rendered: "keep", reason }],
  };
}

const crdValues: readonly Value[] = [
  { path: ["crds"], role: "section", description: "The custom resource definitions.", schema: {} },
  {
    path: ["crds", "enabled"],
    default: true,
    description: "Whether the chart holds the CRDs; off where something else installs them.",
    schema: { type: "boolean" },
  },
  {
    path: ["crds", "keep"],
    default: true,
    description:
      "Whether the CRDs stay when the release is uninstalled. Without them every object of their kinds is deleted.",
    schema: { type: "boolean" },
  },
];

function conversionValues(crd: CustomResourceDefinition, operator: Operator): readonly Value[] {
  const path = servicePath(crd, operator);
  const section = (at: readonly string[], description: string): Value => ({
    path: at,
    role: "section",
    description,
    schema: {},
  });
  return [
    section(
      ["crds", "conversion"],
      "The webhook service that converts between versions; it runs with the operator.",
    ),
    ...(path.length > 3 ? [section(path.slice(0, -1), "Names of the services, by CRD.")] : []),
    {
      path,
      default: crd.conversionService?.name ?? "",
      description: "Name of the service.",
      schema: { type: "string", minLength: 1 },
    },
  ];
}

/** One value where one service converts all CRDs, else one for each CRD. */
function servicePath(crd: CustomResourceDefinition, { crds: all }: Operator): readonly string[] {
  const names = new Set(all.flatMap(({ conversionService }) => conversionService?.name ?? []));
  const base = ["crds", "conversion"];
  return names.size > 1
    ? [...base, "services", lowerCamelCase(crd.manifest.reference.name)]
    : [...base, "service"];
}

/** In a chart of CRDs only, the conversion webhook's service may have another name. */
export const conversionService: Transform = (manifest, { chart, set }) => {
  const crd = itemOf(set.operator.crds, manifest);
  const name = nodeAt(manifest.document.root, [
    "spec",
    "conversion",
    "webhook",
    "clientConfig",
    "service",
    "name",
  ]);
  if (!crd?.conversionService || chart.role !== "crds" || !name) return {};
  return {
    edits: [replaceRange(name, [output(quoted(value(...servicePath(crd, set.operator))))], "conversion")],
  };
};
