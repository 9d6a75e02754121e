// The schema of the section `flags`; imported by schema.ts only, since zod takes long to load.
import { z } from "zod";
import {
  expectedGroupName,
  expectedSettingType,
  expectedVariableName,
  groupName,
  type ProjectFlagGroup,
  type ProjectFlags,
  type ProjectGoBuild,
  type ProjectMethodShape,
  type ProjectRegistrar,
  type ProjectSetting,
  settingType,
  variableName,
  variablePrefix,
} from "./flags.ts";

const text = (description: string) => z.string().min(1).meta({ description });
const type = () =>
  z.string().regex(settingType, expectedSettingType).meta({ description: "The type of the value." });

const settingSchema: z.ZodType<ProjectSetting> = z
  .strictObject({
    env: z.exactOptional(
      z.string().regex(variableName, expectedVariableName).meta({ description: "The environment variable." }),
    ),
    flag: z.exactOptional(text("The flag, without dashes.")),
    type: z.exactOptional(type()),
    default: z.exactOptional(z.string().meta({ description: "The default, as text." })),
    required: z.exactOptional(z.boolean().meta({ description: "Whether it must be set." })),
    secret: z.exactOptional(z.boolean().meta({ description: "Whether it belongs into a Secret." })),
    deprecated: z.exactOptional(text("What to do instead of setting it.")),
    description: z.exactOptional(text("What it is for.")),
  })
  .refine((setting) => setting.env !== undefined || setting.flag !== undefined, "env or flag, to name it");

const groupSchema: z.ZodType<ProjectFlagGroup> = z.strictObject({
  files: z.exactOptional(
    z
      .array(text("A Go file, or a folder for the files of its package; relative to this file."))
      .meta({ description: "The Go files that register the settings." }),
  ),
  include: z.exactOptional(
    z
      .array(text("The name of a group."))
      .meta({ description: "Groups whose settings are part of this one." }),
  ),
  envPrefix: z.exactOptional(
    z.string().regex(variablePrefix, expectedVariableName).meta({
      description:
        "What the variables of flags that are registered without one begin with, as the program makes them of the flags; default: these have none.",
    }),
  ),
  settings: z.exactOptional(
    z.array(settingSchema).meta({
      description: "Settings that no Go source registers, and what the source does not say of one.",
    }),
  ),
});

const methodSchema: z.ZodType<ProjectMethodShape> = z.strictObject({
  type: type(),
  arguments: z
    .array(z.enum(["target", "flag", "shorthand", "default", "env", "description", "options", "ignored"]))
    .min(1)
    .refine(isEachOnce, "each role once, but for ignored")
    .meta({ description: "What each argument says, in their order." }),
});

function isEachOnce(roles: readonly string[]): boolean {
  const named = roles.filter((role) => role !== "ignored");
  return new Set(named).size === named.length;
}

const methodsSchema = (description: string) => z.record(z.string(), methodSchema).meta({ description });

const registrarSchema: z.ZodType<ProjectRegistrar> = z
  .strictObject({
    name: text("What messages call it."),
    types: z.exactOptional(
      z
        .array(text("A type: its name, or its import path, a dot and its name."))
        .meta({ description: "The Go types on which the methods are called." }),
    ),
    methods: z.exactOptional(methodsSchema("Methods that register a setting.")),
    functions: z.exactOptional(methodsSchema("Functions that register a setting.")),
    options: z.exactOptional(
      z
        .record(z.string(), z.enum(["required", "secret", "hidden", "deprecated"]))
        .meta({ description: "Functions among the options, and what they say of the setting." }),
    ),
    otherMethods: z.exactOptional(
      z.array(text("A method.")).meta({ description: "Methods that register nothing." }),
    ),
  })
  .refine(({ types, methods }) => !methods || types !== undefined, "types, on which the methods are called");

const buildSchema: z.ZodType<ProjectGoBuild> = z.strictObject({
  os: z.exactOptional(text("GOOS; default: linux.")),
  arch: z.exactOptional(text("GOARCH; default: amd64.")),
  cgo: z.exactOptional(
    z.boolean().meta({ description: "Whether C code is part of the build; default: true." }),
  ),
  tags: z.exactOptional(z.array(text("A build tag.")).meta({ description: "Further build tags." })),
});

const oneRegistrar = z.union([text("The name of one that is built in."), registrarSchema]);

/** Checks the section `flags` of a project file. */
export const flagsSchema: z.ZodType<ProjectFlags> = z.strictObject({
  groups: z
    .record(z.string().regex(groupName, expectedGroupName), groupSchema)
    .meta({ description: "The groups of settings by name, for instance one for each provider." }),
  registrar: z.exactOptional(
    z.union([oneRegistrar, z.array(oneRegistrar)]).meta({
      description: "What registers settings, beside flag and pflag: env-registrar, or a description.",
    }),
  ),
  build: z.exactOptional(buildSchema.meta({ description: "Which Go files belong to the build." })),
  output: z.exactOptional(text('The folder for the values files; default: "providers" beside this file.')),
  reference: z.exactOptional(text("A Markdown file that lists all settings; default: none.")),
});
