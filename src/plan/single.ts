// One chart with everything. The CRDs are in a bundled subchart: Helm installs what is in its `crds/` before anything
// else, so that the CR can be in the first install; and files of a subchart are not stored in the release, where the
// CRDs would stand twice, once as files and once in the hook that brings them up to date.
import type { Operator } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { crdTemplates } from "./chart-parts.ts";
import type { PlannedTemplate } from "./chart-plan.ts";
import type { Layout } from "./layout.ts";
import { planTemplates } from "./template-paths.ts";

/** The name of the subchart, and of its block of values. */
export const crdSubchart = "crds";

export const single: Layout = {
  createsCustomResources: true,
  limits: [
    "an upgrade cannot bring a new CRD and a custom resource of its kind: Helm looks for the kind before the hook runs",
    "a rollback leaves the CRDs as they are: Helm runs no upgrade hook",
  ],
  charts(name, operator, manifests, blocks) {
    const crds = crdTemplates(operator, manifests).map(
      ({ manifest, path }): PlannedTemplate => ({
        manifest,
        path: `charts/${crdSubchart}/${path.replace(/^templates\//, "crds/")}`,
        form: "crd-file",
      }),
    );
    const apart = new Set(crds.map(({ manifest }) => manifest));
    const others = manifests.filter((manifest) => !apart.has(manifest));
    return [{ ...blocks, name, role: "all", templates: [...planTemplates(others), ...crds] }];
  },
};

/** The most that a ConfigMap holds (MaxSecretSize in pkg/apis/core/types.go counts for both). */
const configMapLimit = 1024 * 1024;

/** CRDs that do not fit into the ConfigMap from which the hook applies them. */
export function oversizedCrds({ crds }: Operator): readonly Diagnostic[] {
  return crds.flatMap(({ manifest }): readonly Diagnostic[] => {
    const bytes = new TextEncoder().encode(manifest.document.text).length;
    if (bytes <= configMapLimit) return [];
    return [
      {
        severity: "error",
        code: "plan/crd-too-large",
        message: `The CRD "${manifest.reference.name}" does not fit into a ConfigMap, from which the layout single upgrades it.`,
        position: manifest.position,
        found: `${bytes} bytes`,
        expected: `at most ${configMapLimit} bytes`,
        hint: "Choose the layout crds-and-main, or generate the CRD without descriptions (controller-gen crd:maxDescLen=0).",
      },
    ];
  });
}
