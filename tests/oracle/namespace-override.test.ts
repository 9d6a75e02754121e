// namespaceOverride: a chart whose release is in one namespace and whose objects are in another renders what it renders
// with the release there, hooks, guards and tests of the release included.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { convert, fileTree } from "../../src/convert.ts";
import { formatReference, referenceOf } from "../../src/kubernetes/object.ts";
import { scopeOfKind } from "../../src/kubernetes/scope.ts";
import { type LayoutName, layoutNames } from "../../src/project/project.ts";
import { installedReference, RenderedReader } from "../../src/verify/rendered.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { releaseFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const releases = {
  tidegate: ["tidegate-operator.yaml", "tidegate-cr.yaml"],
  "harbour-lights": ["install.yaml", "harbour-light.yaml"],
} as const;

const cases = Object.entries(releases).flatMap(([example, files]) =>
  layoutNames.map((layout) => ({ example, layout, files })),
);

async function chartsOf(example: string, files: readonly string[], layout: LayoutName): Promise<string> {
  const paths = files.map((path) => ({ path: join(releaseFolder(example), path) }));
  const { chartSet, diagnostics } = await convert(paths, { name: "quay", layout });
  if (!chartSet) throw new Error(JSON.stringify(diagnostics));
  const folder = temporaryFolder();
  writeTree(folder, fileTree(chartSet));
  return folder;
}

describeWithEachHelm("namespaceOverride", (helm) => {
  test.each(cases)("moves all of $example in the layout $layout", async ({ example, layout, files }) => {
    const folder = await chartsOf(example, files, layout);
    for (const chart of readdirSync(folder)) {
      const render = async (namespace: string, values: unknown) => {
        const { status, stdout, stderr } = await helm.template(
          ["quay", join(folder, chart), "--namespace", namespace, "--values", "-"],
          { stdin: JSON.stringify(values) },
        );
        expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
        return new RenderedReader().read(stdout).flatMap(({ object }) => {
          if (!object) return [];
          const reference = referenceOf(object);
          const isPlaced = scopeOfKind(reference.group, reference.kind) === "Namespaced";
          const installed = isPlaced ? installedReference(reference, namespace) : reference;
          return [
            { installed: formatReference(installed), object: withNamespace(object, namespace, isPlaced) },
          ];
        });
      };
      const there = await render("elsewhere", {});
      // A chart that names no namespace has no such value.
      if (!readFileSync(join(folder, chart, "values.yaml"), "utf8").includes("\nnamespaceOverride:")) {
        expect(await render("here", {})).toEqual(there);
        continue;
      }
      const override = {
        namespaceOverride: "elsewhere",
        ...(layout === "single" ? { crds: { namespaceOverride: "elsewhere" } } : {}),
      };
      expect(await render("here", override)).toEqual(there);
    }
  });
});

/** The object with the namespace that it lands in, which a template need not say where it is the release's. */
function withNamespace(object: { readonly metadata: object }, namespace: string, isPlaced: boolean): object {
  return isPlaced ? { ...object, metadata: { namespace, ...object.metadata } } : object;
}
