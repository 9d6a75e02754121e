// Template files, one for each object, named by what they hold.
import { fileNameOf } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PlannedTemplate } from "./chart-plan.ts";

/** `templates/deployment-virt-operator.yaml`; a CRD's file is named by the CRD alone. */
export function planTemplates(manifests: readonly Manifest[]): readonly PlannedTemplate[] {
  const used = new Set<string>();
  return manifests.map((manifest) => {
    const { kind, name, namespace, group } = manifest.reference;
    const base =
      kind === "CustomResourceDefinition" ? fileNameOf(name) : fileNameOf(`${kind.toLowerCase()}-${name}`);
    const candidates = [base, `${base}-${fileNameOf(namespace ?? group)}`];
    // Two names may differ only in case or in what a file name cannot hold.
    let file = candidates.find((candidate) => !used.has(candidate.toLowerCase()));
    for (let count = 2; file === undefined; count += 1) {
      if (!used.has(`${base}-${count}`.toLowerCase())) file = `${base}-${count}`;
    }
    used.add(file.toLowerCase());
    return { manifest, path: `templates/${file}.yaml` };
  });
}
