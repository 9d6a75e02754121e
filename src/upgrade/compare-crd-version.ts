// What a version of a CRD has beside its schema: deprecation, subresources, columns and fields to select by.
import { type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import { type CrdDetails, type CrdPair, crdFinding } from "./crd-finding.ts";
import type { UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import type { ReleasedVersion } from "./read-crd.ts";
import { sides } from "./schema-change.ts";

/** The changes of one version that is in both releases; of one that is not served any more nothing else matters. */
export function* compareVersion(
  pair: CrdPair,
  then: ReleasedVersion,
  now: ReleasedVersion,
): Iterable<UpgradeFinding> {
  if (!then.served || !now.served) return;
  const make = (code: FindingCode, keyword: string, details: Omit<CrdDetails, "path">) =>
    crdFinding(code, pair, {
      path: `spec.versions[${now.name}].${keyword}`,
      olderSteps: [...then.path, ...keyword.split(".")],
      newerSteps: [...now.path, ...keyword.split(".")],
      ...details,
    });
  if (now.deprecated && !then.deprecated) {
    yield make("crds/version-deprecated", "deprecated", {
      message: `${now.name} is deprecated${now.warning === undefined ? "" : `: ${now.warning}`}.`,
    });
  }
  yield* compareStatus(then, now, make);
  yield* compareScale(then, now, make);
  if (!jsonEqual(then.columns, now.columns))
    yield make("crds/columns-changed", "additionalPrinterColumns", {
      message: `kubectl get prints ${columnNames(now.columns)} for ${now.name}.`,
    });
  yield* compareSelectable(then, now, make);
}

type Make = (code: FindingCode, keyword: string, details: Omit<CrdDetails, "path">) => UpgradeFinding;

function* compareStatus(then: ReleasedVersion, now: ReleasedVersion, make: Make): Iterable<UpgradeFinding> {
  const [before, after] = [then, now].map(({ subresources }) => subresources["status"] !== undefined);
  if (before === after) return;
  yield after
    ? make("crds/status-added", "subresources.status", {
        message: `${now.name} has the subresource status: a write of the whole object leaves the status as it is.`,
      })
    : make("crds/status-removed", "subresources.status", {
        message: `${now.name} has no subresource status any more.`,
        action: "Bring clients that write to /status to a version of theirs that writes the whole object.",
      });
}

function* compareScale(then: ReleasedVersion, now: ReleasedVersion, make: Make): Iterable<UpgradeFinding> {
  const [before, after] = [then.subresources["scale"], now.subresources["scale"]];
  if (jsonEqual(before, after)) return;
  if (before === undefined) {
    yield make("crds/scale-added", "subresources.scale", {
      message: `${now.name} has the subresource scale.`,
    });
  } else if (after === undefined) {
    yield make("crds/scale-removed", "subresources.scale", {
      message: `${now.name} has no subresource scale any more.`,
      action: "Remove autoscalers of these objects.",
    });
  } else {
    yield make("crds/scale-changed", "subresources.scale", {
      message: `The subresource scale of ${now.name} has other paths.`,
      ...sides(before, after),
      action: "See whether autoscalers of these objects still find what they read.",
    });
  }
}

function columnNames(columns: readonly Json[]): string {
  const names = columns.map((column) => stringField(column, "name") ?? "");
  return names.length === 0 ? "the age alone" : names.join(", ");
}

function* compareSelectable(
  then: ReleasedVersion,
  now: ReleasedVersion,
  make: Make,
): Iterable<UpgradeFinding> {
  const [before, after] = [then, now].map(({ selectableFields }) =>
    selectableFields.map((selectable) => stringField(selectable, "jsonPath") ?? ""),
  );
  for (const path of after ?? []) {
    if (before?.includes(path)) continue;
    yield make("crds/selectable-field-added", "selectableFields", {
      message: `Objects of ${now.name} can be selected by ${path}.`,
      after: path,
    });
  }
  for (const path of before ?? []) {
    if (after?.includes(path)) continue;
    yield make("crds/selectable-field-removed", "selectableFields", {
      message: `Objects of ${now.name} can be selected by ${path} no longer.`,
      before: path,
      action: "Look for clients with that field selector: the API server refuses them.",
    });
  }
}
