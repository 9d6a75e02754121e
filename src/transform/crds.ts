// CRDs as templates: switched off by a value, kept when the release goes, and the conversion webhook's place.
import { stringField } from "../kubernetes/object.ts";
import { call, dot, include, output, pipe, quoted, text, value } from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { nodeAt } from "../yaml/tree.ts";
import { newLine } from "./block-edits.ts";
import type { MetadataLines, Transform } from "./transform-context.ts";
import type { Value } from "./value.ts";

/** Exposes the CRDs of a chart. */
export const crds: Transform = (manifest, { chart, set }) => {
  const crd = set.operator.crds.find((candidate) => candidate.manifest === manifest);
  if (!crd) return {};
  const keep: MetadataLines = (column) => [
    newLine(column),
    { kind: "if", expression: value("crds", "keep") },
    newLine(column),
    text("helm.sh/resource-policy: keep"),
    newLine(column),
    { kind: "end" },
  ];
  const conversion = chart.role === "crds" && crd.conversionService !== undefined;
  return {
    values: [...crdValues, ...(conversion ? conversionValues(crd.conversionService?.name ?? "") : [])],
    annotations: [{ lines: keep }],
    differences: [
      {
        path: ["metadata", "annotations", "helm.sh/resource-policy"],
        rendered: "keep",
        reason: "a CRD stays when the release is uninstalled, since all objects of its kind go with it",
      },
    ],
  };
};

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

function conversionValues(name: string): readonly Value[] {
  return [
    {
      path: ["crds", "conversion"],
      role: "section",
      description: "The webhook service that converts between versions; it runs with the operator.",
      schema: {},
    },
    {
      path: ["crds", "conversion", "namespace"],
      default: "",
      description: "Namespace of the operator; empty for the namespace of this release.",
      schema: { type: "string" },
    },
    {
      path: ["crds", "conversion", "service"],
      default: name,
      description: "Name of the service.",
      schema: { type: "string", minLength: 1 },
    },
  ];
}

/** In a chart of CRDs only, the conversion webhook may be in another namespace or have another name. */
export const conversionService: Transform = (manifest, { chart, set }) => {
  const crd = set.operator.crds.find((candidate) => candidate.manifest === manifest);
  if (!crd?.conversionService || chart.role !== "crds") return {};
  const service = ["spec", "conversion", "webhook", "clientConfig", "service"];
  const name = nodeAt(manifest.document.root, [...service, "name"]);
  const namespace = nodeAt(manifest.document.root, [...service, "namespace"]);
  const own = stringField(manifest.object, ...service, "namespace") === set.operator.sourceNamespace;
  const place = pipe(
    value("crds", "conversion", "namespace"),
    call("default", include(helperName(chart.name, "namespace"), dot)),
  );
  return {
    edits: [
      ...(name
        ? [
            {
              ...range(name),
              replacement: [output(quoted(value("crds", "conversion", "service")))],
              reason: "conversion",
            },
          ]
        : []),
      ...(namespace && own
        ? [{ ...range(namespace), replacement: [output(quoted(place))], reason: "conversion" }]
        : []),
    ],
  };
};

function range({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end };
}
