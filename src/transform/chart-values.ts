// The values that a chart has whatever it holds.
import type { TransformContext } from "./transform-context.ts";
import type { Value } from "./value.ts";

/** The chart-wide values. A chart of CRDs only has no images and nothing to pull. */
export function chartValues({ chart }: TransformContext): readonly Value[] {
  const strings = { type: "object", additionalProperties: { type: "string" } };
  const common: readonly Value[] = [
    {
      path: ["namespaceOverride"],
      default: "",
      description:
        "Namespace of the objects; empty for the release's. For umbrella charts whose parts live apart.",
      schema: { type: "string" },
    },
    {
      path: ["commonLabels"],
      default: {},
      description: "Labels of every object of the chart.",
      schema: strings,
    },
    {
      path: ["commonAnnotations"],
      default: {},
      description: "Annotations of every object of the chart.",
      schema: strings,
    },
    {
      path: ["extraObjects"],
      default: [],
      description: "More objects to install with the chart; each may hold template expressions.",
      schema: { type: "array", items: { type: "object" } },
    },
  ];
  if (chart.role === "crds") return common;
  return [
    {
      path: ["global"],
      role: "section",
      description: "Settings that an umbrella chart hands to all its parts.",
      schema: {},
    },
    {
      path: ["global", "imageRegistry"],
      default: "",
      description: "Registry that every image comes from, in place of its own; a path may follow the host.",
      schema: { type: "string" },
    },
    {
      path: ["global", "imagePullSecrets"],
      default: [],
      description: "Secrets for pulling images, as a list of maps with a name.",
      schema: {
        type: "array",
        items: {
          type: "object",
          properties: { name: { type: "string" } },
          required: ["name"],
          additionalProperties: false,
        },
      },
    },
    ...common,
  ];
}
