// The tables of Kubernetes' fields (src/kubernetes/field-schemas.ts) against the OpenAPI of a real API server: every field that
// it has is there, with its type and all its choices.

import { expect, test } from "vitest";
import * as tables from "../../src/kubernetes/field-schemas.ts";
import { field, isObject, type JsonObject, listField, objectField } from "../../src/kubernetes/object.ts";
import { describeWithControlPlane, startControlPlane } from "../support/control-plane.ts";
import { type KubernetesApi, kubernetesApi } from "../support/proving-ground/kubernetes-api.ts";

const core = "io.k8s.api.core.v1.";
const apps = "io.k8s.api.apps.v1.";

/** Each table with the server's schema of the same field; a list by its items. */
const pairs: readonly (readonly [name: string, table: JsonObject, group: string, schema: string])[] = [
  ["resources", tables.resources, "api/v1", `${core}ResourceRequirements`],
  ["securityContext", tables.securityContext, "api/v1", `${core}SecurityContext`],
  ["podSecurityContext", tables.podSecurityContext, "api/v1", `${core}PodSecurityContext`],
  ["probe", tables.probe, "api/v1", `${core}Probe`],
  ["tolerations", itemsOf(tables.tolerations), "api/v1", `${core}Toleration`],
  ["affinity", tables.affinity, "api/v1", `${core}Affinity`],
  [
    "topologySpreadConstraints",
    itemsOf(tables.topologySpreadConstraints),
    "api/v1",
    `${core}TopologySpreadConstraint`,
  ],
  ["volume", tables.volume, "api/v1", `${core}Volume`],
  ["volumeMount", tables.volumeMount, "api/v1", `${core}VolumeMount`],
  [
    "labelSelector",
    tables.labelSelector,
    "apis/apps/v1",
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
  ],
  ["Deployment", tables.strategies["Deployment"] ?? {}, "apis/apps/v1", `${apps}DeploymentStrategy`],
  ["DaemonSet", tables.strategies["DaemonSet"] ?? {}, "apis/apps/v1", `${apps}DaemonSetUpdateStrategy`],
  ["StatefulSet", tables.strategies["StatefulSet"] ?? {}, "apis/apps/v1", `${apps}StatefulSetUpdateStrategy`],
];

/** Fields of a Kubernetes that is newer than the server here (k8s.io/api v0.37). */
const newer = new Set(["protocol", "mode", "bindMountOptions", "defaultUser", "user"]);

describeWithControlPlane("the fields of Kubernetes", () => {
  test("are those of the API server", async () => {
    const plane = await startControlPlane();
    try {
      const api = kubernetesApi(plane.access);
      const faults: string[] = [];
      for (const [name, table, group, schema] of pairs) {
        const schemas = await schemasOf(api, group);
        faults.push(...faultsOf(name, table, objectField(schemas, schema), schemas));
      }
      expect(faults).toEqual([]);
    } finally {
      await plane.stop();
    }
  });
});

async function schemasOf(api: KubernetesApi, group: string): Promise<JsonObject> {
  return objectField(await api.get<JsonObject>(`/openapi/v3/${group}`), "components", "schemas");
}

function itemsOf(list: JsonObject): JsonObject {
  return objectField(list, "items");
}

function faultsOf(path: string, own: JsonObject, server: JsonObject, schemas: JsonObject): readonly string[] {
  const theirs = resolved(server, schemas);
  const [type, theirType] = [typeOf(own), typeOf(theirs)];
  if (type !== theirType) return [`${path} is ${type} and not ${theirType}`];
  if (own["x-kubernetes-preserve-unknown-fields"] === true) return [];
  const choices = listField(own, "enum");
  const missing = listField(theirs, "enum").filter(
    (choice) => choices.length > 0 && !choices.includes(choice),
  );
  const fields = objectField(own, "properties");
  const theirFields = objectField(theirs, "properties");
  const unknown = Object.keys(theirFields).length === 0 ? [] : Object.keys(fields);
  return [
    ...missing.map((choice) => `${path} has no choice ${choice}`),
    ...Object.keys(theirFields).flatMap((key) =>
      Object.hasOwn(fields, key) ? [] : [`${path} has no ${key}`],
    ),
    ...unknown.flatMap((key) =>
      Object.hasOwn(theirFields, key)
        ? faultsOf(`${path}.${key}`, objectField(fields, key), objectField(theirFields, key), schemas)
        : newer.has(key)
          ? []
          : [`${path}.${key} is none of the server's`],
    ),
    ...["items", "additionalProperties"].flatMap((key) =>
      isObject(own[key])
        ? faultsOf(`${path}.*`, objectField(own, key), objectField(theirs, key), schemas)
        : [],
    ),
  ];
}

/** The schema at the end of its references. */
function resolved(schema: JsonObject, schemas: JsonObject): JsonObject {
  const reference = field(schema, "$ref") ?? field(schema, "allOf", 0, "$ref");
  return typeof reference === "string"
    ? resolved(objectField(schemas, reference.split("/").at(-1) ?? ""), schemas)
    : schema;
}

function typeOf(schema: JsonObject): string {
  if (schema["x-kubernetes-int-or-string"] === true || schema["format"] === "int-or-string")
    return "integer or string";
  const branches = [...listField(schema, "anyOf"), ...listField(schema, "oneOf")];
  if (branches.length > 0)
    return branches
      .map((one) => typeOf(one as JsonObject))
      .toSorted()
      .join(" or ");
  return String(schema["type"]);
}
