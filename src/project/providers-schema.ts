// The schema of the section `providers`; imported by schema.ts only, since zod takes long to load.
import { z } from "zod";
import { expectedGroupName, expectedVariableName, groupName, variableName } from "./flags.ts";
import type { ProjectSource } from "./project.ts";
import {
  expectedMountPath,
  expectedSecretKey,
  expectedSecretName,
  expectedValuesKey,
  mountPath,
  type ProjectOverlay,
  type ProjectProviders,
  type ProjectSecretFiles,
  secretKey,
  secretName,
  valuesKey,
} from "./providers.ts";

const text = (description: string) => z.string().min(1).meta({ description });
const key = (description: string) => z.string().regex(valuesKey, expectedValuesKey).meta({ description });
const secret = (description: string) =>
  z.string().regex(secretName, expectedSecretName).meta({ description });
const provider = (description: string) =>
  z.string().regex(groupName, expectedGroupName).meta({ description });

const filesSchema: z.ZodType<ProjectSecretFiles> = z.strictObject({
  providers: z.exactOptional(
    z
      .array(provider("A provider."))
      .min(1)
      .meta({ description: "The providers that have it, each with files of its own; default: one for all." }),
  ),
  keys: z
    .record(
      z.string().regex(secretKey, expectedSecretKey),
      z.union([
        key("The key of the values that holds the file."),
        z.strictObject({
          value: key("The key of the values that holds the file."),
          base64: z.exactOptional(
            z.boolean().meta({ description: "Whether the value is the file in base64, for binary ones." }),
          ),
        }),
      ]),
    )
    .meta({ description: "The key of the values for each key of the Secret." }),
  values: z.exactOptional(key("The key below `secrets` that holds the files of one for all.")),
  mountPath: z.exactOptional(
    z.string().regex(mountPath, expectedMountPath).meta({
      description: "The folder in which the containers that read the settings find the files.",
    }),
  ),
  existing: z.exactOptional(key("The key below `secrets` that names an existing Secret.")),
});

function overlaySchema(source: z.ZodType<ProjectSource>): z.ZodType<ProjectOverlay> {
  return z.strictObject({
    sources: z
      .array(source)
      .min(1)
      .meta({ description: "The operator's manifests for this provider, all of them." }),
    group: z.exactOptional(provider("The group of `flags` with its settings; default: the one of its name.")),
  });
}

/** Checks the section `providers` of a project file; `source` checks one of its sources. */
export function providersSchema(source: z.ZodType<ProjectSource>): z.ZodType<ProjectProviders> {
  return z.strictObject({
    default: provider("The provider of a release that names none."),
    configMap: text("The ConfigMap whose keys are the provider's settings."),
    variable: z.exactOptional(
      z
        .string()
        .regex(variableName, expectedVariableName)
        .meta({ description: "The key of the ConfigMap that holds the provider's name; default: none." }),
    ),
    secret: z.exactOptional(secret("The Secret whose keys are the provider's secret settings.")),
    files: z.exactOptional(
      z
        .record(z.string().regex(secretName, expectedSecretName), filesSchema)
        .meta({ description: "Secrets that hold files, by name." }),
    ),
    overlays: z.exactOptional(
      z
        .record(z.string().regex(groupName, expectedGroupName), overlaySchema(source))
        .meta({ description: "One whole rendering of the operator for each provider." }),
    ),
  });
}
