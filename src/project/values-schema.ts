// The schema of the section `values`; imported by schema.ts only, since zod takes long to load.
import { z } from "zod";
import {
  addedTypes,
  expectedNewValuePath,
  expectedObjectAddress,
  expectedProjectFieldPath,
  expectedProjectValuePath,
  newValuePath,
  objectAddress,
  type ProjectAddedValue,
  type ProjectAlias,
  type ProjectField,
  type ProjectValues,
  projectFieldPath,
  projectValuePath,
} from "./values.ts";

const text = (description: string) => z.string().min(1).meta({ description });
const path = (description: string) =>
  z.string().regex(projectValuePath, expectedProjectValuePath).meta({ description });
const newPath = (description: string) =>
  z.string().regex(newValuePath, expectedNewValuePath).meta({ description });
const byPath = <Entry>(entry: z.ZodType<Entry>) =>
  z.record(z.string().regex(projectValuePath, expectedProjectValuePath), entry);
const byNewPath = <Entry>(entry: z.ZodType<Entry>) =>
  z.record(z.string().regex(newValuePath, expectedNewValuePath), entry);

const aliasSchema: z.ZodType<ProjectAlias> = z.strictObject({
  value: path("The path of the value that it sets."),
  choices: z.exactOptional(
    z
      .record(z.string().min(1), z.union([z.string(), z.number(), z.boolean()]))
      .refine((choices) => Object.keys(choices).length > 0, "at least one choice")
      .meta({ description: "What it sets there, by what it is given." }),
  ),
});

const fieldSchema: z.ZodType<ProjectField> = z.strictObject({
  object: z
    .string()
    .regex(objectAddress, expectedObjectAddress)
    .meta({ description: "The object: Kind/name, or Kind/namespace/name." }),
  field: z.string().regex(projectFieldPath, expectedProjectFieldPath).meta({
    description: "The field: keys with dots between them; [name] or [0] chooses an item of a list.",
  }),
});

const addedSchema: z.ZodType<ProjectAddedValue> = z.strictObject({
  description: text("What it is for."),
  type: z.exactOptional(
    z.enum(addedTypes).meta({ description: "Its type; default: that of what the sources have there." }),
  ),
  choices: z.exactOptional(
    z.array(z.string()).min(1).meta({ description: "The texts that it can be; default: any." }),
  ),
  fields: z.array(fieldSchema).min(1).meta({ description: "The fields that it sets." }),
});

export const valuesSchema: z.ZodType<ProjectValues> = z.strictObject({
  rename: z.exactOptional(
    byPath(newPath("The new path.")).meta({
      description: "New paths of values and blocks, by the path that they would have.",
    }),
  ),
  alias: z.exactOptional(
    byNewPath(z.union([path("The path of the value that it sets."), aliasSchema])).meta({
      description: "Other paths that set a value as well, with that value's path.",
    }),
  ),
  add: z.exactOptional(byNewPath(addedSchema).meta({ description: "Values for fields that have none." })),
  accept: z.exactOptional(
    byNewPath(z.json()).meta({
      description: "Values of an earlier chart that can only be what this one does anyway.",
    }),
  ),
  hide: z.exactOptional(
    z
      .array(path("The path of a value or a block."))
      .min(1)
      .meta({ description: "Values that nobody is to set; what the sources say stays." }),
  ),
  describe: z.exactOptional(
    byPath(text("What values.yaml, its schema and the README say of it.")).meta({
      description: "The project's own words for values, by path.",
    }),
  ),
});
