// The operator of a project as it is understood, without making charts of it.
import { resolve } from "node:path";
import { type InspectResult, inspect } from "./convert.ts";
import { hasErrors } from "./diagnostics/diagnostic.ts";
import { loadProject } from "./load/load-project.ts";
import { type ProjectInputsOptions, projectInputs } from "./project-inputs.ts";

/** Understands the operator of the project in `path`; of one with overlays, as the default provider has it. */
export async function inspectProject(
  path: string,
  workingFolder: string,
  options: ProjectInputsOptions = {},
): Promise<InspectResult> {
  const { project, folder, positionOf, diagnostics } = await loadProject(path, workingFolder, options.texts);
  if (!project || !positionOf) return { diagnostics };
  const inputs = await projectInputs({ project, folder, positionOf }, workingFolder, options);
  if (hasErrors(inputs.diagnostics)) return { diagnostics: inputs.diagnostics };
  const { name, sourceNamespace, fieldValidation } = project;
  const result = await inspect(inputs.overlays[0]?.inputs ?? inputs.shared, {
    folder: resolve(workingFolder, folder),
    patches: inputs.patches,
    isOverlay: inputs.overlays.length > 0,
    ...(sourceNamespace === undefined ? {} : { sourceNamespace }),
    ...(fieldValidation === undefined ? {} : { fieldValidation }),
  });
  return { ...result, name };
}
