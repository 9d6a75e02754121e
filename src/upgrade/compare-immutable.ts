// What the API server refuses of an upgrade: fields that nobody can change, content that was made immutable, Pod templates
// of Jobs. Helm asks for all changes at once, so that one refusal fails the whole upgrade.
import { amountOf } from "../adopt/quantity.ts";
import { type ImmutableField, immutableFieldsOf } from "../kubernetes/immutable-fields.ts";
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { UpgradeFinding } from "./finding.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** The changes of one object that the API server refuses; those of CRDs are told elsewhere. */
export function compareImmutable(pair: ObjectPair): readonly UpgradeFinding[] {
  const { kind } = pair.newer.object;
  if (kind === "CustomResourceDefinition") return [];
  const known = immutableFieldsOf(kind);
  const fields = known && !isExternalName(pair) ? known.fields : [];
  return [
    ...fields.flatMap((one) => compareField(pair, one, known?.way ?? "")),
    ...compareContent(pair),
    ...compareClaimSize(pair),
    ...comparePod(pair),
  ];
}

/** A Service that is a name of the DNS has no address that could stay. */
function isExternalName({ older, newer }: ObjectPair): boolean {
  return [older, newer].some(({ object }) => stringField(object, "spec", "type") === "ExternalName");
}

function compareField(
  pair: ObjectPair,
  { path: text, default: preset, isKept, isChosen }: ImmutableField,
  way: string,
): readonly UpgradeFinding[] {
  const { kind } = pair.newer.object;
  const path = text.split(".").map((step): PathStep => (/^[0-9]+$/.test(step) ? Number(step) : step));
  const [before, after] = [pair.older, pair.newer].map(({ object }) => {
    const value = comparable(text, field(object, ...path));
    return value === undefined || value === null ? preset : value;
  });
  if (jsonEqual(before, after)) return [];
  const details = {
    ...(before === undefined ? {} : { olderPath: path, before }),
    ...(after === undefined ? {} : { newerPath: path, after }),
  };
  if (after === undefined && isKept) {
    return [
      objectFinding("objects/immutable-unset", pair, {
        ...details,
        message: `"${text}" is not set any more, and stays as it is in clusters that have the object.`,
        action: `Nothing, where that is fine; else ${way}.`,
      }),
    ];
  }
  if (before === undefined && isChosen) {
    return [
      objectFinding("objects/immutable-set", pair, {
        ...details,
        message: `"${text}" is set for the first time, and cannot be changed once the cluster has chosen it.`,
        action: `Look at what the cluster has; where it is something else, ${way}.`,
      }),
    ];
  }
  if (kind === "Job" && text === "spec.template") return [jobFinding(pair, way)];
  return [
    objectFinding("objects/immutable-field", pair, {
      ...details,
      message: `"${text}" is another one, and the API server does not let anybody change it.`,
      action: `Before the upgrade ${way}.`,
    }),
  ];
}

/** What of a field the API server compares: claims without what it adds to them. */
function comparable(path: string, value: Json | undefined): Json | undefined {
  if (path === "roleRef" && isObject(value)) return { apiGroup: "rbac.authorization.k8s.io", ...value };
  if (path !== "spec.volumeClaimTemplates" || !Array.isArray(value)) return value;
  return value.map((claim: Json) => ({
    metadata: {
      name: stringField(claim, "metadata", "name") ?? "",
      labels: objectField(claim, "metadata", "labels"),
      annotations: objectField(claim, "metadata", "annotations"),
    },
    spec: { volumeMode: "Filesystem", ...objectField(claim, "spec") },
  }));
}

function jobFinding(pair: ObjectPair, way: string): UpgradeFinding {
  const path = ["spec", "template"];
  const isGone = field(pair.older.object, "spec", "ttlSecondsAfterFinished") !== undefined;
  return objectFinding(isGone ? "objects/finished-job-changed" : "objects/job-changed", pair, {
    olderPath: path,
    newerPath: path,
    message: isGone
      ? "The Pod template of the Job is another one; the upgrade fails unless the Job has gone after its end."
      : "The Pod template of the Job is another one, and the API server does not let anybody change it.",
    action: `Before the upgrade ${way}.`,
  });
}

/** ConfigMaps and Secrets that say `immutable: true`: https://kubernetes.io/docs/concepts/configuration/configmap/#configmap-immutable */
function compareContent(pair: ObjectPair): readonly UpgradeFinding[] {
  const { older, newer } = pair;
  if (newer.object.kind !== "ConfigMap" && newer.object.kind !== "Secret") return [];
  if (field(older.object, "immutable") !== true) return [];
  const staysImmutable = field(newer.object, "immutable") === true;
  if (staysImmutable && jsonEqual(contentOf(older.object), contentOf(newer.object))) return [];
  const path = [staysImmutable ? "data" : "immutable"];
  return [
    objectFinding("objects/immutable-content", pair, {
      olderPath: path,
      newerPath: path,
      message: staysImmutable
        ? "The content is another one, and the object was made immutable."
        : "The object was made immutable, which cannot be taken back.",
      action: "Give what changes another name in the sources, or delete the object before the upgrade.",
    }),
  ];
}

function contentOf(object: JsonObject): JsonObject {
  const texts = Object.entries(objectField(object, "stringData")).map(([key, text]) => [
    key,
    btoa(String.fromCharCode(...new TextEncoder().encode(String(text)))),
  ]);
  const data = objectField(object, "data");
  return { ...data, ...Object.fromEntries(texts), ...objectField(object, "binaryData") };
}

function compareClaimSize(pair: ObjectPair): readonly UpgradeFinding[] {
  if (pair.newer.object.kind !== "PersistentVolumeClaim") return [];
  const path = ["spec", "resources", "requests", "storage"];
  const [before, after] = [pair.older, pair.newer].map(({ object }) => field(object, ...path));
  const [then, now] = [amountOf(before), amountOf(after)];
  if (then === undefined || now === undefined || now >= then) return [];
  return [
    objectFinding("objects/immutable-field", pair, {
      olderPath: path,
      newerPath: path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      message: "The claim asks for less than before, and a volume does not shrink.",
      action: "Set the chart's value to what the cluster has.",
    }),
  ];
}

/** Of a Pod by itself hardly anything but its images can be changed. */
function comparePod(pair: ObjectPair): readonly UpgradeFinding[] {
  if (pair.newer.object.kind !== "Pod") return [];
  const [before, after] = [pair.older, pair.newer].map(({ object }) =>
    withoutImages(objectField(object, "spec")),
  );
  if (jsonEqual(before, after)) return [];
  return [
    objectFinding("objects/immutable-field", pair, {
      olderPath: ["spec"],
      newerPath: ["spec"],
      message: "The Pod is another one, and of a Pod hardly anything but its images can be changed.",
      action: "Before the upgrade delete it, and let the release make it anew.",
    }),
  ];
}

function withoutImages(spec: JsonObject): JsonObject {
  const imageless = (list: string) =>
    listField(spec, list).map((container) => (isObject(container) ? { ...container, image: "" } : container));
  return {
    ...spec,
    containers: imageless("containers"),
    initContainers: imageless("initContainers"),
    activeDeadlineSeconds: 0,
  };
}
