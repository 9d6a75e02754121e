// The schema of the section `patches`; imported by schema.ts only, since zod takes long to load.
import { z } from "zod";
import type { ProjectPatch, ProjectPatchTarget } from "./patches.ts";

const text = (description: string) => z.string().min(1).meta({ description });

const targetSchema: z.ZodType<ProjectPatchTarget> = z.strictObject({
  group: z.exactOptional(text("The API group, a regular expression.")),
  version: z.exactOptional(text("The API version, a regular expression.")),
  kind: z.exactOptional(text("The kind, a regular expression.")),
  name: z.exactOptional(text("The name, a regular expression.")),
  namespace: z.exactOptional(text("The namespace, a regular expression.")),
  labelSelector: z.exactOptional(text("The labels, as kubectl selects them: app=tide,tier!=front.")),
  annotationSelector: z.exactOptional(text("The annotations, in the same form.")),
});

/** One patch. */
export const patchSchema: z.ZodType<ProjectPatch> = z.strictObject({
  path: z.exactOptional(text("The file with the patch, relative to this file.")),
  patch: z.exactOptional(text("The patch as text: a part of an object, or a list of JSON 6902 operations.")),
  target: z.exactOptional(
    targetSchema.meta({ description: "What is patched; default: the object that the patch names." }),
  ),
});
