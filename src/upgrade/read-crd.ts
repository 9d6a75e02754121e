// A CRD as the API server reads it: v1, and v1beta1, which says of all versions at once what v1 says of each.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { ReleasedObject } from "./finding.ts";

export interface ReleasedCrd {
  readonly released: ReleasedObject;
  /** `tides.example.com`. */
  readonly name: string;
  readonly kind: string;
  readonly names: JsonObject;
  readonly scope: string;
  readonly versions: readonly ReleasedVersion[];
  readonly conversion: JsonObject;
  /** Whether fields without a schema are dropped. */
  readonly prunes: boolean;
}

export interface ReleasedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  /** What kubectl shows who uses a deprecated version. */
  readonly warning: string | undefined;
  /** Where the version and its schema stand in the CRD. */
  readonly path: readonly PathStep[];
  readonly schemaPath: readonly PathStep[];
  readonly schema: JsonObject;
  readonly subresources: JsonObject;
  readonly columns: readonly Json[];
  readonly selectableFields: readonly Json[];
}

/** Reads a CRD; parts that it does not have are empty. */
export function readCrd(released: ReleasedObject): ReleasedCrd {
  const { object } = released;
  const spec = objectField(object, "spec");
  const prunes =
    spec["preserveUnknownFields"] === undefined
      ? object.apiVersion !== "apiextensions.k8s.io/v1beta1"
      : spec["preserveUnknownFields"] === false;
  return {
    released,
    name: stringField(object, "metadata", "name") ?? "",
    kind: stringField(spec, "names", "kind") ?? "",
    names: objectField(spec, "names"),
    scope: stringField(spec, "scope") ?? "Namespaced",
    versions: readVersions(spec),
    conversion: objectField(spec, "conversion"),
    prunes,
  };
}

function readVersions(spec: JsonObject): readonly ReleasedVersion[] {
  const listed = listField(spec, "versions");
  const single = stringField(spec, "version");
  if (listed.length === 0 && single !== undefined)
    return [readVersion({ name: single, served: true, storage: true }, ["spec"], spec)];
  return listed.flatMap((version, index) =>
    isObject(version) ? [readVersion(version, ["spec", "versions", index], spec)] : [],
  );
}

function readVersion(version: JsonObject, path: readonly PathStep[], spec: JsonObject): ReleasedVersion {
  const own = field(version, "schema", "openAPIV3Schema");
  const shared = field(spec, "validation", "openAPIV3Schema");
  const found = isObject(own) ? own : shared;
  // Without any schema, all is kept.
  const schema = isObject(found) ? found : { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const columns = version["additionalPrinterColumns"] ?? spec["additionalPrinterColumns"];
  return {
    name: stringField(version, "name") ?? "",
    served: version["served"] === true,
    storage: version["storage"] === true,
    deprecated: version["deprecated"] === true,
    warning: stringField(version, "deprecationWarning"),
    path,
    schemaPath: [...(isObject(own) ? [...path, "schema"] : ["spec", "validation"]), "openAPIV3Schema"],
    schema,
    subresources: objectField(isObject(version["subresources"]) ? version : spec, "subresources"),
    columns: Array.isArray(columns) ? columns : [],
    selectableFields: listField(version, "selectableFields"),
  };
}

/** The version of that name. */
export function versionOf({ versions }: ReleasedCrd, name: string): ReleasedVersion | undefined {
  return versions.find((version) => version.name === name);
}

/** The version in which objects are stored. */
export function storageOf({ versions }: ReleasedCrd): ReleasedVersion | undefined {
  return versions.find(({ storage }) => storage);
}
