// From paths to charts ready to be written: load and compile, then the comparison with the output folder.
// `convert` starts from manifests, `build` from a project; neither writes.
import { isAbsolute, join, resolve } from "node:path";
import type { Operator } from "./classify/operator.ts";
import {
  type CompileOptions,
  compile,
  compileOperator,
  type UnderstandOptions,
  understand,
} from "./compile.ts";
import { buildComponents, type Place, parentOf } from "./components/build-components.ts";
import { type BuiltComponent, vendor } from "./components/vendor.ts";
import { convertOverlays, missingDefault, overlaysOf } from "./convert-overlays.ts";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics/diagnostic.ts";
import { invariant } from "./diagnostics/internal-error.ts";
import type { Position } from "./diagnostics/position.ts";
import type { ChartSet } from "./emit/chart.ts";
import { type LoadInput, type LoadOptions, load } from "./load/load.ts";
import { loadProject } from "./load/load-project.ts";
import { readValuesFiles } from "./load/values-files.ts";
import { chartSetNameFor } from "./plan/chart-set-name.ts";
import type { UninstallOptions } from "./plan/uninstall.ts";
import { defaultFlagsOutput } from "./project/flags.ts";
import { defaultOutput, type Project, type ProjectSource } from "./project/project.ts";
import { readSettings } from "./read-settings.ts";
import { type Comparison, compareTree, type FileTree } from "./write/compare-tree.ts";
import type { PathStep } from "./yaml/tree.ts";

/** What compiling gave: with an error among the diagnostics, neither charts nor comparison. */
export interface BuildResult {
  readonly chartSet?: ChartSet;
  readonly comparison?: Comparison;
  /** Compiles the same sources again, for the proof that this gives the same charts. */
  readonly rebuild?: () => ChartSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** What was understood of manifests, without making charts of them. */
export interface InspectResult {
  readonly operator?: Operator;
  /** What charts of it are called when nobody names them. */
  readonly name?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Choices that compiling manifests leaves open; `name` is found in the manifests when it is missing. */
export interface ConvertOptions extends LoadOptions, Partial<Omit<CompileOptions, "customResources">> {
  /** The folder that is to receive the charts; without it nothing is compared. */
  readonly output?: string;
}

/** Compiles manifests. */
export async function convert(inputs: readonly LoadInput[], options: ConvertOptions): Promise<BuildResult> {
  const { folder, standardInput, output, ...choices } = options;
  const loaded = await load(inputs, options);
  if (hasErrors(loaded.diagnostics)) return { diagnostics: loaded.diagnostics };
  const understood = understand(loaded.sources, { ...choices, customResources: loaded.customResources });
  const { operator } = understood;
  if (!operator) return { diagnostics: [...loaded.diagnostics, ...understood.diagnostics] };
  const name = choices.name ?? chartSetNameFor(operator, loaded.sources[0]?.name ?? "");
  const compileOptions = { ...choices, name, customResources: loaded.customResources };
  const compiled = compileOperator(operator, compileOptions);
  const diagnostics = [
    ...loaded.diagnostics,
    ...sortDiagnostics([...understood.diagnostics, ...compiled.diagnostics]),
  ];
  const { chartSet } = compiled;
  if (!chartSet || hasErrors(diagnostics)) return { diagnostics };
  const rebuild = () => {
    const again = compile(loaded.sources, compileOptions).chartSet;
    invariant(again, "sources that compiled once do not compile twice");
    return again;
  };
  return withComparison({ chartSet, diagnostics, rebuild }, output, folder);
}

/** Which charts are wanted of a project. */
export interface BuildOptions {
  /** Whether components come from where they are published; otherwise they are in the charts. */
  readonly isRelease?: boolean;
}

/**
 * Compiles the project in `path`, a folder with a project file, and its components; relative paths start at
 * `workingFolder`.
 */
export function build(
  path: string,
  workingFolder: string = process.cwd(),
  options: BuildOptions = {},
): Promise<BuildResult> {
  return buildProject(path, workingFolder, options, undefined);
}

/**
 * The projects in `paths` with those of their components in front, each once: what a component's `file://` address leads
 * to is there before the chart that has it.
 */
export async function projectsInOrder(
  paths: readonly string[],
  workingFolder: string = process.cwd(),
): Promise<readonly string[]> {
  const ordered = new Map<string, string>();
  const visit = async (path: string, trail: readonly string[]): Promise<void> => {
    const { project, folder } = await loadProject(path, workingFolder);
    const identity = resolve(workingFolder, folder);
    if (trail.includes(identity)) return;
    for (const { project: other } of project?.components ?? []) {
      if (other !== undefined) await visit(join(folder, other), [...trail, identity]);
    }
    if (!ordered.has(identity)) ordered.set(identity, path);
  };
  for (const path of paths) await visit(path, []);
  return [...ordered.values()];
}

async function buildProject(
  path: string,
  workingFolder: string,
  options: BuildOptions,
  place: Place | undefined,
): Promise<BuildResult> {
  const loaded = await loadProject(path, workingFolder);
  const { project, name, folder, positionOf } = loaded;
  if (!project || !positionOf) return { diagnostics: loaded.diagnostics };
  const settings = project.providers && project.flags ? await readSettings(path, workingFolder) : undefined;
  if (settings && hasErrors(settings.diagnostics)) return { diagnostics: settings.diagnostics };
  const { isRelease = false } = options;
  const components = await buildComponents({
    project,
    folder,
    positionOf,
    isRelease,
    place,
    build: async (other, at) => {
      const { chartSet, comparison, diagnostics } = await buildProject(other, workingFolder, options, at);
      return { ...(chartSet ? { chartSet } : {}), output: comparison?.folder ?? other, diagnostics };
    },
  });
  if (hasErrors(components.diagnostics)) return { diagnostics: components.diagnostics };
  const inputsOf = (sources: readonly ProjectSource[] = [], ...path: readonly PathStep[]) =>
    sources.map((source, index) => ({
      path: source.path,
      customResource: path[0] === "customResources",
      position: positionOf([...path, index, "path"]),
    }));
  const missing = missingDefault(project.providers, positionOf);
  if (missing) return { diagnostics: [missing] };
  const shared = inputsOf(project.sources, "sources");
  const customResources = inputsOf(project.customResources, "customResources");
  // Sources are named relative to the project, so that charts do not depend on where the build is started.
  const choices = {
    folder: resolve(workingFolder, folder),
    name: project.name,
    ...(project.layout === undefined ? {} : { layout: project.layout }),
    ...(project.sourceNamespace === undefined ? {} : { sourceNamespace: project.sourceNamespace }),
    ...(project.fieldValidation === undefined ? {} : { fieldValidation: project.fieldValidation }),
    chart: { ...kubeVersionOf(components.built), ...project.chart },
    components: components.built.map(({ component }) => component),
    ...(place ? { parent: parentOf(project, place) } : {}),
    ...(project.uninstall === undefined
      ? {}
      : {
          uninstall: {
            ...uninstallOf(project.uninstall),
            position: positionOf(["uninstall", "strategy"]),
          },
        }),
    ...(project.providers
      ? {
          providers: {
            project: project.providers,
            groups: settings?.groups ?? [],
            valuesFiles: readValuesFiles(
              resolve(workingFolder, folder, project.flags?.output ?? defaultFlagsOutput),
            ),
            positionOf: (path: readonly (string | number)[]) => positionOf(["providers", ...path]),
          },
        }
      : {}),
  };
  const overlays = overlaysOf(project.providers).map(([provider, { sources }]) => ({
    provider,
    inputs: [
      ...shared,
      ...inputsOf(sources, "providers", "overlays", provider, "sources"),
      ...customResources,
    ],
  }));
  const result =
    overlays.length === 0
      ? await convert([...shared, ...customResources], choices)
      : await convertOverlays(overlays, choices);
  const diagnostics = result.diagnostics.map((diagnostic) => relocate(diagnostic, folder, name));
  const output = below(folder, project.output ?? defaultOutput);
  const whole = withComponents(result, components.built, isRelease);
  return withComparison({ ...whole, diagnostics }, output, workingFolder);
}

function withComponents(
  { chartSet, rebuild, ...rest }: BuildResult,
  built: readonly BuiltComponent[],
  isRelease: boolean,
): BuildResult {
  if (!chartSet || !rebuild) return rest;
  return {
    ...rest,
    chartSet: vendor(chartSet, built, isRelease),
    rebuild: () => vendor(rebuild(), built, isRelease),
  };
}

/** Helm looks only at what the outermost chart says of Kubernetes, so that it has to say what all components need. */
function kubeVersionOf(built: readonly BuiltComponent[]): { readonly kubeVersion?: string } {
  const all = built.flatMap(({ compiled }) => compiled?.set.plan.metadata.kubeVersion ?? []);
  return all.length === 0 ? {} : { kubeVersion: [...new Set(all)].join(" ") };
}

function uninstallOf(uninstall: NonNullable<Project["uninstall"]>): UninstallOptions {
  return typeof uninstall === "string" ? { strategy: uninstall } : uninstall;
}

/** Loads, parses and classifies manifests. */
export async function inspect(
  inputs: readonly LoadInput[],
  options: LoadOptions & Pick<UnderstandOptions, "sourceNamespace" | "fieldValidation"> = {},
): Promise<InspectResult> {
  const loaded = await load(inputs, options);
  if (hasErrors(loaded.diagnostics)) return { diagnostics: loaded.diagnostics };
  const { folder: _folder, standardInput: _standardInput, ...choices } = options;
  const { operator, diagnostics: found } = understand(loaded.sources, choices);
  const diagnostics = [...loaded.diagnostics, ...found];
  if (!operator) return { diagnostics };
  return { operator, name: chartSetNameFor(operator, loaded.sources[0]?.name ?? ""), diagnostics };
}

/** `path` as a project in `folder` names it, seen from where the folder is. */
function below(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** The files of a chart set: one folder for each chart, called after it. */
export function fileTree(chartSet: ChartSet): FileTree {
  return new Map(
    chartSet.charts.flatMap(({ plan, files }) =>
      [...files].map(([path, text]): [string, string] => [`${plan.name}/${path}`, text]),
    ),
  );
}

function withComparison(
  result: BuildResult,
  output: string | undefined,
  workingFolder: string | undefined,
): BuildResult {
  const { chartSet } = result;
  if (!chartSet || output === undefined) return result;
  const comparison = compareTree(fileTree(chartSet), {
    folder: output,
    name: chartSet.plan.name,
    ...(workingFolder === undefined ? {} : { workingFolder }),
  });
  return { ...result, comparison };
}

/** `diagnostic` with sources named as seen from the working folder; the project file is so already. */
function relocate(diagnostic: Diagnostic, folder: string, projectFile: string): Diagnostic {
  const move = (position: Position): Position =>
    position.source === projectFile ? position : { ...position, source: join(folder, position.source) };
  return {
    ...diagnostic,
    ...(diagnostic.position ? { position: move(diagnostic.position) } : {}),
    ...(diagnostic.notes
      ? {
          notes: diagnostic.notes.map((note) =>
            note.position ? { ...note, position: move(note.position) } : note,
          ),
        }
      : {}),
  };
}
