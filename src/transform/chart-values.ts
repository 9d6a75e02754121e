// The values that a chart has whatever it holds, and those that all its workloads share.
import { labelMap, textMap } from "./field-schemas.ts";
import type { JsonSchema, Value } from "./value.ts";

/** The values of a chart with objects. */
export const metadataValues: readonly Value[] = [
  {
    path: ["commonLabels"],
    default: {},
    description: "Labels of every object of the chart.",
    schema: labelMap,
  },
  {
    path: ["commonAnnotations"],
    default: {},
    description: "Annotations of every object of the chart.",
    schema: textMap,
  },
];

/** More objects, in every chart. */
export const extraObjects: Value = {
  path: ["extraObjects"],
  default: [],
  description: "More objects to install with the chart; each may hold template expressions.",
  schema: { type: "array", items: { type: "object" } },
};

const globalSection: Value = {
  path: ["global"],
  role: "section",
  description: "Settings that an umbrella chart hands to all its parts.",
  schema: {},
};

/** The values of a chart with images. */
export const imageRegistryValues: readonly Value[] = [
  globalSection,
  {
    path: ["global", "imageRegistry"],
    default: "",
    description: "Registry that every image comes from, in place of its own; a path may follow the host.",
    schema: { type: "string" },
  },
];

/** A list of references to Secrets for pulling images. */
export const pullSecretList: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  },
};

/** The values of a chart with Pods. */
export const pullSecretValues: readonly Value[] = [
  globalSection,
  {
    path: ["global", "imagePullSecrets"],
    default: [],
    description: "Secrets for pulling images, as a list of maps with a name.",
    schema: pullSecretList,
  },
];

/** What every Pod of a chart shares. */
export const globalValues: readonly Value[] = [...imageRegistryValues, ...pullSecretValues.slice(1)];
