// From manifests to charts ready to be written: load and compile, then the comparison with the output folder. Writes
// nothing.
import type { Operator } from "./classify/operator.ts";
import {
  type CompileOptions,
  compile,
  compileOperator,
  type UnderstandOptions,
  understand,
} from "./compile.ts";
import { type Diagnostic, hasErrors, sortDiagnostics } from "./diagnostics/diagnostic.ts";
import { invariant } from "./diagnostics/internal-error.ts";
import type { ChartSet } from "./emit/chart.ts";
import { type LoadInput, type LoadOptions, load } from "./load/load.ts";
import { chartSetNameFor } from "./plan/chart-set-name.ts";
import { type Comparison, compareTree, type FileTree } from "./write/compare-tree.ts";

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
  return compareOutput({ chartSet, diagnostics, rebuild }, output, folder);
}

/** Loads, parses and classifies manifests. */
export async function inspect(
  inputs: readonly LoadInput[],
  options: LoadOptions &
    Pick<UnderstandOptions, "sourceNamespace" | "fieldValidation" | "patches" | "isOverlay"> = {},
): Promise<InspectResult> {
  const loaded = await load(inputs, options);
  if (hasErrors(loaded.diagnostics)) return { diagnostics: loaded.diagnostics };
  const { folder: _folder, standardInput: _standardInput, ...choices } = options;
  const { operator, diagnostics: found } = understand(loaded.sources, choices);
  const diagnostics = [...loaded.diagnostics, ...found];
  if (!operator) return { diagnostics };
  return { operator, name: chartSetNameFor(operator, loaded.sources[0]?.name ?? ""), diagnostics };
}

/** The files of a chart set: one folder for each chart, called after it. */
export function fileTree(chartSet: ChartSet): FileTree {
  return new Map(
    chartSet.charts.flatMap(({ plan, files }) =>
      [...files].map(([path, text]): [string, string] => [`${plan.name}/${path}`, text]),
    ),
  );
}

/** `result` with what is new or other in the folder `output`; as it is where no folder was named. */
export function compareOutput(
  result: BuildResult,
  output: string | undefined,
  workingFolder: string | undefined,
  own: ReadonlyMap<string, string> = new Map(),
): BuildResult {
  const { chartSet } = result;
  if (!chartSet || output === undefined) return result;
  const comparison = compareTree(fileTree(chartSet), {
    folder: output,
    name: chartSet.plan.name,
    own,
    ...(workingFolder === undefined ? {} : { workingFolder }),
  });
  return { ...result, comparison };
}
