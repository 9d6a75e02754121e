// Template files, one for each object, named by what they hold.

import { compareNames, fileNameOf } from "../kubernetes/names.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PlannedTemplate } from "./chart-plan.ts";
import { FreeNames } from "./free-names.ts";

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
  const free = new FreeNames(ownFiles, (file) => file.toLowerCase());
  const files = new Map<Manifest, string>();
  for (const manifest of manifests.toSorted((a, b) => compareNames(placeOf(a), placeOf(b)))) {
    const { kind, name, namespace, group } = manifest.reference;
    const isCrd = kind === "CustomResourceDefinition";
    const base = shortened(isCrd ? name : `${kind.toLowerCase()}-${name}`, 180);
    const place = namespace ?? group;
    const candidates = place === "" ? [base] : [base, `${base}-${shortened(place, 60)}`];
    // Two names may differ only in case, in what a file name cannot hold, or at their ends.
    files.set(manifest, free.take(candidates, `${base}-`));
  }
  return manifests.map((manifest) => ({ manifest, path: `templates/${files.get(manifest)}.yaml` }));
}

/** A file name of at most `length` characters: file systems end at 255 bytes, names of objects at 253. */
function shortened(name: string, length: number): string {
  return fileNameOf(fileNameOf(name).slice(0, length));
}

function placeOf({ reference: { namespace, group, kind, name } }: Manifest): string {
  return [namespace ?? "", group, kind, name].join("/");
}
