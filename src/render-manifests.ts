// Charts from anywhere → the manifests of their release, rendered with real Helm. Writes nothing but on the workbench.
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import { changingDiagnostics } from "./manifests/changing.ts";
import { manifests, type ReleaseManifests } from "./manifests/manifests.ts";
import type { ManifestSet } from "./manifests/print-files.ts";
import { hookReason, type ReleaseObject, releaseObjects } from "./manifests/release-objects.ts";
import { namespaceValues } from "./manifests/release-values.ts";
import { type ReleaseOptions, type RenderedSet, withRenderedSets } from "./render-sets.ts";

/** The manifests of one chart set. */
export interface RenderedManifestSet extends ManifestSet, Pick<ReleaseManifests, "leftOut"> {}

/** A set for each project, and one for all charts that are given by themselves; none with an error. */
export interface RenderManifestsResult {
  readonly sets: readonly RenderedManifestSet[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the charts that `references` mean (as `readCharts` has them) as release manifests. Throws HelmError without Helm. */
export function renderManifests(
  references: readonly string[],
  workingFolder: string,
  options: ReleaseOptions,
): Promise<RenderManifestsResult> {
  return withRenderedSets(references, workingFolder, options, async (rendered, diagnostics) => {
    const all: RenderedManifestSet[] = [];
    const found = [...diagnostics];
    for (const set of rendered) {
      const result = await manifestsOf(set);
      all.push(result.set);
      found.push(...result.diagnostics);
    }
    return { sets: hasErrors(found) ? [] : all, diagnostics: found };
  });
}

async function manifestsOf(
  set: RenderedSet,
): Promise<{ readonly set: RenderedManifestSet; readonly diagnostics: readonly Diagnostic[] }> {
  const { name, namespace, charts, values } = set;
  const result = manifests({ charts, namespace, namespaceObjects: await namespaceObjects(set) });
  const changing = charts.flatMap(({ rendered, tree }) => changingDiagnostics(rendered, tree));
  return {
    set: {
      name,
      namespace,
      charts: charts.map(({ rendered: { chart } }) => ({
        name: chart.name,
        version: chart.version,
        appVersion: chart.appVersion,
      })),
      values,
      manifests: result.manifests,
      leftOut: result.leftOut,
    },
    diagnostics: [...result.diagnostics, ...changing, ...hooksOf(result)],
  };
}

/** The namespace of the set, as charts render it that are released in another one. */
async function namespaceObjects({
  namespace,
  renderElsewhere,
}: RenderedSet): Promise<readonly ReleaseObject[]> {
  const elsewhere = await renderElsewhere(`${namespace}-not`, (tree) => namespaceValues(tree, namespace));
  return elsewhere
    .flatMap(({ rendered, tree }) => releaseObjects(rendered, tree).objects)
    .filter(({ manifest: { reference } }) => reference.kind === "Namespace" && reference.name === namespace);
}

/** Of a chart that somebody made: its author meant hooks to run. */
function hooksOf({ leftOut }: ReleaseManifests): readonly Diagnostic[] {
  return leftOut
    .filter(({ reason }) => reason === hookReason)
    .map(({ reference, chart, template }) => ({
      severity: "info",
      code: "manifests/hook",
      message: `${reference.kind} "${reference.name}" is a hook of Helm, and left out.`,
      found: `${chart}/${template}`,
    }));
}
