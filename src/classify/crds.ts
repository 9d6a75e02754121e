// CustomResourceDefinitions and the custom resources that are instances of them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field, isObject, listField, splitApiVersion, stringField } from "../kubernetes/object.ts";
import { removedApi } from "../kubernetes/removed-apis.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { CrdVersion, CustomResource, CustomResourceDefinition, ServiceTarget } from "./operator.ts";

/** Reads a CRD; what the API server would refuse is a diagnostic and gives undefined. */
export function readCrd(manifest: Manifest, diagnostics: Diagnostic[]): CustomResourceDefinition | undefined {
  const { object } = manifest;
  const name = manifest.reference.name;
  const versions = readVersions(manifest);
  const storage = versions.filter((version) => version.storage);
  const group = stringField(object, "spec", "group");
  const kind = stringField(object, "spec", "names", "kind");
  const plural = stringField(object, "spec", "names", "plural");
  if (!group || !kind || !plural || storage.length !== 1 || !storage[0]) {
    diagnostics.push({
      severity: "error",
      code: "classify/crd-malformed",
      message: `The CRD "${name}" lacks what the API server requires.`,
      position: positionOf(manifest, ["spec"]),
      found: `group ${group ?? "missing"}, kind ${kind ?? "missing"}, plural ${plural ?? "missing"}, ${storage.length} storage versions`,
      expected: "spec.group, spec.names.kind, spec.names.plural and exactly one version with storage: true",
      hint: "Regenerate the CRD with controller-gen.",
    });
    return undefined;
  }
  checkSchemas(manifest, versions, diagnostics);
  return {
    manifest,
    group,
    kind,
    plural,
    scope: stringField(object, "spec", "scope") === "Cluster" ? "Cluster" : "Namespaced",
    versions,
    storageVersion: storage[0].name,
    conversionService: conversionService(manifest),
  };
}

function readVersions(manifest: Manifest): readonly CrdVersion[] {
  const { object } = manifest;
  const shared = schemaOf(field(object, "spec", "validation"));
  const listed = listField(object, "spec", "versions").flatMap((version) => {
    const name = stringField(version, "name");
    if (!name) return [];
    const schema = schemaOf(field(version, "schema")) ?? shared;
    return [
      {
        name,
        served: field(version, "served") === true,
        storage: field(version, "storage") === true,
        deprecated: field(version, "deprecated") === true,
        schema,
      },
    ];
  });
  const single = stringField(object, "spec", "version");
  if (listed.length > 0 || !single) return listed;
  // v1beta1 could name its only version in spec.version.
  return [{ name: single, served: true, storage: true, deprecated: false, schema: shared }];
}

function schemaOf(holder: unknown): CrdVersion["schema"] {
  const schema = field(holder, "openAPIV3Schema");
  return isObject(schema) ? schema : undefined;
}

function checkSchemas(manifest: Manifest, versions: readonly CrdVersion[], diagnostics: Diagnostic[]): void {
  // v1beta1 could do without one.
  if (removedApi(manifest.object)) return;
  versions.forEach((version, index) => {
    if (version.schema) return;
    diagnostics.push({
      severity: "error",
      code: "classify/crd-without-schema",
      message: `Version "${version.name}" of the CRD "${manifest.reference.name}" has no schema.`,
      position: positionOf(manifest, ["spec", "versions", index]),
      found: "no schema.openAPIV3Schema",
      expected:
        "schema.openAPIV3Schema: apiextensions.k8s.io/v1 requires a structural schema in every version",
      hint: "Add the schema; to allow any content, x-kubernetes-preserve-unknown-fields: true under type: object.",
    });
  });
}

function conversionService(manifest: Manifest): ServiceTarget | undefined {
  const conversion = field(manifest.object, "spec", "conversion");
  if (stringField(conversion, "strategy") !== "Webhook") return undefined;
  // v1beta1 has webhookClientConfig beside the strategy.
  const client = field(conversion, "webhook", "clientConfig") ?? field(conversion, "webhookClientConfig");
  const name = stringField(client, "service", "name");
  return name ? { name, namespace: stringField(client, "service", "namespace") } : undefined;
}

/** The CR that `manifest` is, if one of `crds` defines its kind. */
export function readCustomResource(
  manifest: Manifest,
  crds: readonly CustomResourceDefinition[],
  diagnostics: Diagnostic[],
): CustomResource | undefined {
  const { group, version: name } = splitApiVersion(manifest.object.apiVersion);
  const crd = crds.find((candidate) => candidate.group === group && candidate.kind === manifest.object.kind);
  if (!crd) return undefined;
  const version = crd.versions.find((candidate) => candidate.name === name);
  if (!version?.served) {
    diagnostics.push({
      severity: "error",
      code: "classify/unknown-version",
      message: `The CRD of ${manifest.object.kind} "${manifest.reference.name}" does not serve its version.`,
      position: positionOf(manifest, ["apiVersion"]),
      found: manifest.object.apiVersion,
      expected: `one of ${crd.versions
        .filter((v) => v.served)
        .map((v) => `${group}/${v.name}`)
        .join(", ")}`,
      hint: "Write the CR in a version that the CRD serves.",
    });
    return undefined;
  }
  if (!version.storage) {
    diagnostics.push({
      severity: "warning",
      code: "classify/not-storage-version",
      message: `${manifest.object.kind} "${manifest.reference.name}" is not written in its storage version.`,
      position: positionOf(manifest, ["apiVersion"]),
      found: manifest.object.apiVersion,
      expected: `${group}/${crd.storageVersion}`,
      hint: "Other versions need the conversion webhook, which is down at install and uninstall.",
    });
  }
  return { manifest, crd, version, unknownFields: [] };
}
