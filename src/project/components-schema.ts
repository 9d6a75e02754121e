// The schema of the section `components`; imported by schema.ts only, since zod takes long to load.
import { z } from "zod";
import {
  componentAlias,
  expectedComponent,
  expectedComponentAlias,
  expectedRepositoryAddress,
  expectedValuePath,
  isComplete,
  type ProjectComponent,
  repositoryAddress,
  valuePath,
} from "./components.ts";
import { expectedSemanticVersion, semanticVersion } from "./project.ts";

const text = (description: string) => z.string().min(1).meta({ description });

const componentSchema: z.ZodType<ProjectComponent> = z
  .strictObject({
    project: z.exactOptional(text("The folder of another project, relative to this file.")),
    chart: z.exactOptional(
      text("The chart's name; of a project, which of its charts, where it has several."),
    ),
    repository: z.exactOptional(
      z
        .string()
        .regex(repositoryAddress, expectedRepositoryAddress)
        .meta({ description: "Where the chart is published; a project's needs it for a release only." }),
    ),
    version: z.exactOptional(
      z
        .string()
        .regex(semanticVersion, expectedSemanticVersion)
        .meta({ description: "The version of a foreign chart." }),
    ),
    alias: z.exactOptional(
      z
        .string()
        .regex(componentAlias, expectedComponentAlias)
        .meta({ description: "The key of its values, in place of its name." }),
    ),
    condition: z.exactOptional(
      z
        .string()
        .regex(valuePath, expectedValuePath)
        .meta({ description: "The value that switches it on; default: enabled below its alias." }),
    ),
    enabled: z.exactOptional(
      z.boolean().meta({ description: "Whether it is on by default; default: true." }),
    ),
    values: z.exactOptional(
      z.record(z.string(), z.json()).meta({ description: "Values that this chart presets for it." }),
    ),
  })
  .refine(isComplete, expectedComponent);

export const componentsSchema: z.ZodType<readonly ProjectComponent[]> = z.array(componentSchema).min(1);
