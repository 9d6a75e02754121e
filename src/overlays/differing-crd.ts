// A CRD that is not the same for all providers: there is one in the cluster, whatever provider a release has.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatReference } from "../kubernetes/object.ts";
import type { EditedTemplate } from "../transform/chart-template.ts";

/** What is said of an object, by provider, that not all of `providers` have alike: nothing where it is no CRD. */
export function differingCrd(
  byProvider: ReadonlyMap<string, EditedTemplate>,
  providers: readonly string[],
): readonly Diagnostic[] {
  const [first] = byProvider.values();
  if (first?.manifest.reference.kind !== "CustomResourceDefinition") return [];
  const { manifest, form } = first;
  const other = [...byProvider.values()].find(
    (template) => template.manifest.document.text !== manifest.document.text,
  );
  const missing = providers.filter((provider) => !byProvider.has(provider));
  const places = {
    position: manifest.position,
    ...(other
      ? { notes: [{ message: "another overlay has it here", position: other.manifest.position }] }
      : {}),
    ...(missing.length > 0 ? { found: `none in the overlay of ${missing.join(", ")}` } : {}),
  };
  const message = `${formatReference(manifest.reference)} is not the same in all overlays.`;
  if (form === "crd-file") {
    return [
      {
        severity: "error",
        code: "overlays/unmergeable",
        message,
        ...places,
        expected:
          "one text for all providers: Helm installs what is in crds/ as it is, before it reads values",
        hint: "Give the CRD to all overlays, under sources, or choose a layout in which it is a template, such as crds-and-main.",
      },
    ];
  }
  return [
    {
      severity: "warning",
      code: "overlays/crd-differs",
      message,
      ...places,
      expected:
        "one text for all providers: a cluster has one such CRD, and what it does not know of stored objects is lost at their next write",
      hint: "Give the CRD to all overlays, under sources, where it can be the same. Else a release stays with the provider that it was installed for.",
    },
  ];
}
