// From projects to charts ready to be written: each with its components, in the order in which they are needed. Writes
// nothing.
import { isAbsolute, join, resolve } from "node:path";
import { buildComponents, type Place, parentOf } from "./components/build-components.ts";
import { repeatedObjects } from "./components/repeated-objects.ts";
import { type BuiltComponent, vendor } from "./components/vendor.ts";
import { type BuildResult, type ConvertOptions, compareOutput, convert } from "./convert.ts";
import { convertOverlays, missingDefault } from "./convert-overlays.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { Position } from "./diagnostics/position.ts";
import { loadProject } from "./load/load-project.ts";
import { projectText } from "./load/project-text.ts";
import { sourceBelow } from "./load/source.ts";
import { readValuesFiles } from "./load/values-files.ts";
import { chartVersionFor } from "./plan/chart-metadata.ts";
import type { ChartMetadata } from "./plan/chart-plan.ts";
import type { MovedValue } from "./plan/moved-values.ts";
import type { UninstallOptions } from "./plan/uninstall.ts";
import { changelogName, changesOf, hasChangelog } from "./project/changelog.ts";
import { defaultFlagsOutput } from "./project/flags.ts";
import { defaultOutput, type Project } from "./project/project.ts";
import { providersFor, withOverlaysOf } from "./project/providers.ts";
import { versionPlaceholder } from "./project/versions.ts";
import { type ProjectInputsOptions, projectInputs } from "./project-inputs.ts";
import { readSettings } from "./read-settings.ts";
import { keepContract } from "./values-contract.ts";
import type { PathStep } from "./yaml/tree.ts";

/** Which charts are wanted of a project. */
export interface BuildOptions extends ProjectInputsOptions {
  /** Whether components come from where they are published; otherwise they are in the charts. */
  readonly isRelease?: boolean;
  /**
   * The provider for which alone the charts are wanted: they are made of what it needs, and of what the default provider
   * has, which others share. What is wrong with the others is not seen.
   */
  readonly provider?: string;
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

async function buildProject(
  path: string,
  workingFolder: string,
  options: BuildOptions,
  place: Place | undefined,
): Promise<BuildResult> {
  const loaded = await loadProject(path, workingFolder, options.texts);
  const { name, folder, positionOf } = loaded;
  if (!loaded.project || !positionOf) return { diagnostics: loaded.diagnostics };
  const only = providersFor(loaded.project.providers, options.provider);
  const project = only
    ? { ...loaded.project, ...withOverlaysOf(loaded.project.providers, only) }
    : loaded.project;
  const inputs = await projectInputs({ project, folder, positionOf }, workingFolder, options);
  if (hasErrors(inputs.diagnostics)) return { diagnostics: inputs.diagnostics };
  const settings =
    project.providers && project.flags ? await readSettings(path, workingFolder, only) : undefined;
  if (settings && hasErrors(settings.diagnostics)) return { diagnostics: settings.diagnostics };
  const { isRelease = false } = options;
  const components = await buildComponents({
    project,
    folder,
    positionOf,
    isRelease,
    place,
    build: async (other, at) => {
      // A component has providers of its own.
      const { provider: _provider, ...choices } = options;
      const { chartSet, comparison, diagnostics } = await buildProject(other, workingFolder, choices, at);
      return { ...(chartSet ? { chartSet } : {}), output: comparison?.folder ?? other, diagnostics };
    },
  });
  if (hasErrors(components.diagnostics)) return { diagnostics: components.diagnostics };
  const missing = missingDefault(project.providers, positionOf);
  if (missing) return { diagnostics: [missing] };
  const choicesWith = (moved: readonly MovedValue[]) => ({
    ...choicesOf({ project, folder }, workingFolder, positionOf),
    patches: inputs.patches,
    chart: {
      ...kubeVersionOf(components.built),
      ...project.chart,
      ...releaseOf(project, resolve(workingFolder, folder), options.texts),
      ...imagesOf(project),
    },
    components: components.built.map(({ component }) => component),
    ...(place ? { parent: parentOf(project, place) } : {}),
    ...(project.values || moved.length > 0
      ? {
          values: {
            project: project.values ?? {},
            moved,
            isPartial: only !== undefined,
            positionOf: (path: readonly (string | number)[], part?: "key" | "value") =>
              positionOf(["values", ...path], part),
          },
        }
      : {}),
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
  });
  const compile = (moved: readonly MovedValue[]) =>
    inputs.overlays.length === 0
      ? convert(inputs.shared, choicesWith(moved))
      : convertOverlays(inputs.overlays, choicesWith(moved));
  const output = below(folder, project.output ?? defaultOutput);
  // What a part of the providers lacks has not moved.
  const {
    result,
    files,
    diagnostics: told,
  } = only
    ? { result: await compile([]), files: undefined, diagnostics: [] }
    : await keepContract(compile, { output, workingFolder, name: project.name });
  const whole = withComponents(result, components.built, isRelease);
  const diagnostics = [...whole.diagnostics.map((diagnostic) => relocate(diagnostic, folder, name)), ...told];
  return compareOutput({ ...whole, diagnostics }, output, workingFolder, files);
}

function imagesOf({ images, version = "" }: Project): { readonly images?: readonly string[] } {
  return images ? { images: images.map((image) => image.replaceAll(versionPlaceholder, version)) } : {};
}

/** What follows of the release that a project names: the operator's version, and what the changelog says of the charts'. */
function releaseOf(
  project: Project,
  folder: string,
  texts: BuildOptions["texts"],
): Partial<Pick<ChartMetadata, "appVersion" | "changes">> | undefined {
  if (!hasChangelog(project)) return undefined;
  const { version: release, chart = {} } = project;
  const appVersion = chart.appVersion ?? release;
  const changelog = projectText(join(folder, changelogName), texts) ?? "";
  return {
    ...(appVersion === undefined ? {} : { appVersion }),
    changes: changesOf(changelog, chart.version ?? chartVersionFor(appVersion)),
  };
}

/** What the project file chooses for the charts themselves. */
function choicesOf(
  { project, folder }: { readonly project: Project; readonly folder: string },
  workingFolder: string,
  positionOf: (path: readonly PathStep[]) => Position,
): ConvertOptions & { readonly name: string } {
  const { name, layout, sourceNamespace, fieldValidation, uninstall } = project;
  const position = positionOf(["uninstall", "strategy"]);
  return {
    // Sources are named relative to the project, so that charts do not depend on where the build is started.
    folder: resolve(workingFolder, folder),
    name,
    ...(layout === undefined ? {} : { layout }),
    ...(sourceNamespace === undefined ? {} : { sourceNamespace }),
    ...(fieldValidation === undefined ? {} : { fieldValidation }),
    ...(uninstall === undefined ? {} : { uninstall: { ...uninstallOf(uninstall), position } }),
  };
}

function withComponents(
  { chartSet, rebuild, ...rest }: BuildResult,
  built: readonly BuiltComponent[],
  isRelease: boolean,
): BuildResult {
  if (!chartSet || !rebuild) return rest;
  const local = vendor(chartSet, built, false);
  const repeated = repeatedObjects(
    local,
    built.map(({ component }) => component),
  );
  if (repeated.length > 0) return { ...rest, diagnostics: [...rest.diagnostics, ...repeated] };
  return {
    ...rest,
    chartSet: isRelease ? vendor(chartSet, built, true) : local,
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

/** `path` as a project in `folder` names it, seen from where the folder is. */
function below(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** `diagnostic` with sources named as seen from the working folder; the project file is so already. */
function relocate(diagnostic: Diagnostic, folder: string, projectFile: string): Diagnostic {
  const move = (position: Position): Position =>
    position.source === projectFile
      ? position
      : { ...position, source: sourceBelow(folder, position.source) };
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
