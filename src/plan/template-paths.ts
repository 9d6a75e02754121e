// Template files, one for each object, named by what they hold.
import { compareNames, fileNameOf } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PlannedTemplate } from "./chart-plan.ts";

/** Files that a chart has beside its objects'. */
const ownFiles = [
  "apply-job",
  "custom-resources",
  "extra-objects",
  "preflight",
  "uninstall-guard",
  "uninstall-job",
];

/**
 * `templates/deployment-virt-operator.yaml`; a CRD's file is named by the CRD alone. Where two objects would have
 * one file, which one keeps the short name depends on the objects, not on their order.
 */
export function planTemplates(manifests: readonly Manifest[]): readonly PlannedTemplate[] {
  const used = new Set(ownFiles);
  const files = new Map<Manifest, string>();
  for (const manifest of manifests.toSorted((a, b) => compareNames(placeOf(a), placeOf(b)))) {
    const { kind, name, namespace, group } = manifest.reference;
    const base =
      kind === "CustomResourceDefinition" ? fileNameOf(name) : fileNameOf(`${kind.toLowerCase()}-${name}`);
    const place = namespace ?? group;
    const candidates = place === "" ? [base] : [base, `${base}-${fileNameOf(place)}`];
    // Two names may differ only in case or in what a file name cannot hold.
    let file = candidates.find((candidate) => !used.has(candidate.toLowerCase()));
    for (let count = 2; file === undefined; count += 1) {
      if (!used.has(`${base}-${count}`.toLowerCase())) file = `${base}-${count}`;
    }
    used.add(file.toLowerCase());
    files.set(manifest, file);
  }
  return manifests.map((manifest) => ({ manifest, path: `templates/${files.get(manifest)}.yaml` }));
}

function placeOf({ reference: { namespace, group, kind, name } }: Manifest): string {
  return [namespace ?? "", group, kind, name].join("/");
}
