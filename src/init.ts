// From manifests to the text of a project file that builds them. Writes nothing.
import { dirname, relative, resolve, sep } from "node:path";
import { type ConvertOptions, convert } from "./convert.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { LoadInput } from "./load/load.ts";
import { printProject } from "./project/print-project.ts";
import { type Project, projectFileName } from "./project/project.ts";

/** Choices for a project; what is not chosen is found in the manifests. */
export interface InitOptions extends Omit<ConvertOptions, "output"> {
  /** Where the project file is to stand, relative to `folder`: its paths start there. */
  readonly file?: string;
}

/** `text` and `project` are there unless a diagnostic is an error. */
export interface InitResult {
  readonly project?: Project;
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes a project of manifests. Standard input cannot be one of them. */
export async function init(inputs: readonly LoadInput[], options: InitOptions = {}): Promise<InitResult> {
  const { file = projectFileName, ...choices } = options;
  const { chartSet, diagnostics } = await convert(inputs, choices);
  if (!chartSet) return { diagnostics };
  const folder = choices.folder ?? process.cwd();
  const projectFolder = dirname(resolve(folder, file));
  const pathsOf = (customResource: boolean) =>
    inputs
      .filter((input) => (input.customResource ?? false) === customResource)
      .map(({ path }) => relative(projectFolder, resolve(folder, path)) || ".")
      .map((path) => ({ path: path.replaceAll(sep, "/") }));
  const { name, layout, operator, metadata } = chartSet.plan;
  const { appVersion: _found, ...chart } = metadata;
  const customResources = pathsOf(true);
  const project: Project = {
    apiVersion: "chartwright/v1",
    kind: "ChartProject",
    name,
    sources: pathsOf(false),
    ...(customResources.length === 0 ? {} : { customResources }),
    layout,
    ...(operator.sourceNamespace === undefined ? {} : { sourceNamespace: operator.sourceNamespace }),
    ...(choices.fieldValidation === undefined ? {} : { fieldValidation: choices.fieldValidation }),
    // Found again in the next release, unless it was chosen.
    chart: choices.chart?.appVersion === undefined ? chart : metadata,
  };
  return { project, text: printProject(project), diagnostics };
}
