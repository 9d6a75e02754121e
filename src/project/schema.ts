// The schema of the project file. zod takes longer to load than the rest of chartwright: import this module only
// when there is a project file to check.
import { z } from "zod";
import { parseImageReference } from "../kubernetes/image-reference.ts";
import { componentsSchema } from "./components-schema.ts";
import { flagsSchema } from "./flags-schema.ts";
import { patchSchema } from "./patches-schema.ts";
import {
  chartSetName,
  expectedChartSetName,
  expectedNamespaceName,
  expectedSemanticVersion,
  expectedVersionConstraint,
  fieldValidations,
  layoutNames,
  namespaceName,
  type Project,
  type ProjectChart,
  type ProjectMaintainer,
  type ProjectSource,
  type ProjectUninstall,
  semanticVersion,
  type UninstallStrategy,
  uninstallStrategies,
  versionConstraint,
} from "./project.ts";
import { providersSchema } from "./providers-schema.ts";
import { valuesSchema } from "./values-schema.ts";
import {
  expectedReleaseVersion,
  expectedSourceAddress,
  releaseVersion,
  sourceAddress,
  versionPlaceholder,
} from "./versions.ts";

const text = (description: string) => z.string().min(1).meta({ description });
const url = (description: string) =>
  z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, "a URL that starts with https:// or http://")
    .meta({ description });

const sourceSchema: z.ZodType<ProjectSource> = z
  .strictObject({
    path: z.exactOptional(
      text(
        "A file, a folder whose .yaml, .yml and .json files are read, or a kustomize directory; relative to this file. {version} stands for the operator's release.",
      ),
    ),
    url: z.exactOptional(
      z.string().regex(sourceAddress, expectedSourceAddress).meta({
        description: "Where a file of manifests is published. {version} stands for the operator's release.",
      }),
    ),
  })
  .refine(({ path, url }) => (path === undefined) !== (url === undefined), "a path or a url");

const maintainerSchema: z.ZodType<ProjectMaintainer> = z.strictObject({
  name: text("Who maintains the chart."),
  email: z.exactOptional(text("The maintainer's mail address.")),
  url: z.exactOptional(url("The maintainer's page.")),
});

const chartSchema: z.ZodType<ProjectChart> = z.strictObject({
  version: z.exactOptional(
    z
      .string()
      .regex(semanticVersion, expectedSemanticVersion)
      .meta({ description: "The version of the charts, SemVer 2." }),
  ),
  appVersion: z.exactOptional(text("The version of the operator, in the operator's own form.")),
  kubeVersion: z.exactOptional(
    z
      .string()
      .regex(versionConstraint, expectedVersionConstraint)
      .meta({ description: 'The Kubernetes versions the charts are for, such as ">=1.30.0-0".' }),
  ),
  description: z.exactOptional(text("One sentence on what the operator does.")),
  home: z.exactOptional(url("The operator's home page.")),
  icon: z.exactOptional(url("A picture for chart catalogues.")),
  sources: z.exactOptional(
    z.array(url("A URL of source code.")).meta({ description: "URLs of the operator's source code." }),
  ),
  keywords: z.exactOptional(
    z.array(text("A keyword.")).meta({ description: "Words that chart catalogues search by." }),
  ),
  maintainers: z.exactOptional(z.array(maintainerSchema).meta({ description: "Who maintains the charts." })),
});

const strategySchema = z.enum(uninstallStrategies).meta({
  description:
    "job deletes the custom resource and waits, guard refuses while one exists, none does nothing.",
});

const uninstallSchema: z.ZodType<UninstallStrategy | ProjectUninstall> = z.union([
  strategySchema,
  z.strictObject({
    strategy: z.exactOptional(strategySchema),
    warning: z.exactOptional(text("What deleting the custom resource does to the user's data.")),
  }),
]);

function isImage(text: string): boolean {
  return parseImageReference(text.replaceAll(versionPlaceholder, "v1")) !== undefined;
}

/** Checks the data of a project file. */
export const projectSchema: z.ZodType<Project> = z
  .strictObject({
    apiVersion: z.literal("chartwright/v1").meta({ description: "The version of this file's format." }),
    kind: z.literal("ChartProject").meta({ description: "Tells this file from Kubernetes manifests." }),
    name: z
      .string()
      .regex(chartSetName, expectedChartSetName)
      .meta({ description: "The name of the chart set; the charts are called after it." }),
    version: z.exactOptional(
      z.string().regex(releaseVersion, expectedReleaseVersion).meta({
        description:
          "The operator's release, which {version} in the paths and URLs of sources stands for; `chartwright update` changes it.",
      }),
    ),
    sources: z.exactOptional(
      z
        .array(sourceSchema)
        .min(1)
        .meta({ description: "The operator's published manifests, in the order in which they are read." }),
    ),
    customResources: z.exactOptional(
      z.array(sourceSchema).meta({
        description: "Custom resources to put into the charts although their kind alone would not say so.",
      }),
    ),
    layout: z.exactOptional(
      z.enum(layoutNames).meta({ description: "How the resources are spread over charts." }),
    ),
    uninstall: z.exactOptional(uninstallSchema),
    sourceNamespace: z.exactOptional(
      z.string().regex(namespaceName, expectedNamespaceName).meta({
        description: "The namespace that the sources call their own; default: that of the workloads.",
      }),
    ),
    fieldValidation: z.exactOptional(
      z.enum(fieldValidations).meta({
        description:
          "What a field of a custom resource is that its CRD does not have: an error (strict, the default), or left out with a warning (warn).",
      }),
    ),
    chart: z.exactOptional(
      chartSchema.meta({ description: "What Chart.yaml says; what is left out is taken from the sources." }),
    ),
    flags: z.exactOptional(
      flagsSchema.meta({
        description: "Settings that the operator's program takes, read from its Go sources.",
      }),
    ),
    providers: z.exactOptional(
      providersSchema(sourceSchema).meta({
        description: "Several providers in one chart, of which the value `provider` chooses one.",
      }),
    ),
    patches: z.exactOptional(
      z.array(patchSchema).meta({
        description: "What the project changes of the manifests before charts are made of them.",
      }),
    ),
    values: z.exactOptional(
      valuesSchema.meta({ description: "What the project changes of its charts' values." }),
    ),
    components: z.exactOptional(
      componentsSchema.meta({ description: "Charts that the chart of this project depends on." }),
    ),
    images: z.exactOptional(
      z.array(z.string().refine(isImage, "an image such as quay.io/kubevirt/virt-launcher:v1.8.4")).meta({
        description:
          "Images that the operator pulls and no manifest names, for sites that mirror them. {version} stands for the operator's release.",
      }),
    ),
    output: z.exactOptional(
      text('The folder that receives one folder for each chart; default: "charts" beside this file.'),
    ),
  })
  .superRefine(({ images = [], version }, context) => {
    const index = images.findIndex((image) => image.includes(versionPlaceholder));
    if (index === -1 || version !== undefined) return;
    const message = "a `version` in this file that {version} stands for";
    context.addIssue({ code: "custom", path: ["images", index], message });
  })
  // Without anything to make charts of, `sources` is what is missing.
  .superRefine(({ sources, components, providers }, context) => {
    if (sources || components || providers?.overlays) return;
    context.addIssue({ code: "custom", path: ["sources"], message: "a list with at least one entry" });
  })
  .meta({
    title: "chartwright project",
    description: "What one operator's Helm charts are compiled from, and how.",
  });

/** A JSON Schema node, as far as messages need it. */
export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  /** Of a map whose keys are the user's. */
  readonly additionalProperties?: SchemaNode | boolean;
}

/** The same schema as JSON Schema (draft 7), for editors. */
export function projectJsonSchema(): SchemaNode {
  return z.toJSONSchema(projectSchema, { target: "draft-7" }) as SchemaNode;
}
