// From the paths of overlays to charts: each overlay is loaded on its own, then all are compiled together.
import type { CompileOptions } from "./compile.ts";
import { compileOverlays, type Overlay } from "./compile-overlays.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import { invariant } from "./diagnostics/internal-error.ts";
import { nearest } from "./diagnostics/suggestion.ts";
import type { ChartSet } from "./emit/chart.ts";
import { type LoadInput, type LoadOptions, load } from "./load/load.ts";
import type { ParsedProject } from "./project/parse-project.ts";
import type { Project } from "./project/project.ts";
import type { ProjectOverlay } from "./project/providers.ts";

/** One provider's manifests, by their paths; those that all providers share are among them. */
export interface OverlayInput {
  readonly provider: string;
  readonly inputs: readonly LoadInput[];
}

/** The charts, and how to compile the same sources again; neither with an error among the diagnostics. */
export interface ConvertedOverlays {
  readonly chartSet?: ChartSet;
  readonly rebuild?: () => ChartSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles overlays, the default provider's first. */
export async function convertOverlays(
  inputs: readonly OverlayInput[],
  options: CompileOptions & LoadOptions,
): Promise<ConvertedOverlays> {
  const { folder: _folder, standardInput: _standardInput, ...choices } = options;
  const overlays: Overlay[] = [];
  const diagnostics: Diagnostic[] = [];
  const customResources = new Set<string>();
  for (const { provider, inputs: own } of inputs) {
    const loaded = await load(own, options);
    diagnostics.push(...loaded.diagnostics);
    for (const name of loaded.customResources) customResources.add(name);
    overlays.push({ provider, sources: loaded.sources });
  }
  if (hasErrors(diagnostics)) return { diagnostics };
  const compileOptions = { ...choices, customResources: [...customResources] };
  const compiled = compileOverlays(overlays, compileOptions);
  const all = [...diagnostics, ...compiled.diagnostics];
  const { chartSet } = compiled;
  if (!chartSet) return { diagnostics: all };
  const rebuild = () => {
    const again = compileOverlays(overlays, compileOptions).chartSet;
    invariant(again, "overlays that compiled once do not compile twice");
    return again;
  };
  return { chartSet, diagnostics: all, rebuild };
}

/** The overlays of a project, the default provider's first: what stands for all is written as it has it. */
export function overlaysOf(providers: Project["providers"]): readonly (readonly [string, ProjectOverlay])[] {
  const overlays = Object.entries(providers?.overlays ?? {});
  const isDefault = ([provider]: readonly [string, unknown]) => provider === providers?.default;
  return [...overlays.filter(isDefault), ...overlays.filter((overlay) => !isDefault(overlay))];
}

/** What is wrong where the default provider is none of those that have an overlay. */
export function missingDefault(
  providers: Project["providers"],
  positionOf: ParsedProject["positionOf"],
): Diagnostic | undefined {
  const names = Object.keys(providers?.overlays ?? {});
  if (!providers || names.length === 0 || names.includes(providers.default)) return undefined;
  const suggestion = nearest(providers.default, names);
  return {
    severity: "error",
    code: "project/invalid",
    message: `The default provider "${providers.default}" has no overlay.`,
    position: positionOf(["providers", "default"]),
    found: providers.default,
    expected: `one of ${names.join(", ")}`,
    hint: suggestion === undefined ? "Name one that has an overlay." : `Did you mean "${suggestion}"?`,
  };
}
