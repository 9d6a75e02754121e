// Names of Secrets that the chart holds, and of what it needs from outside: values set them, and references follow.
import { groupKind, listField, objectField, stringField } from "../kubernetes/object.ts";
import { allReferences, claimSpecPaths } from "../kubernetes/pod-references.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import { objectKeys } from "../plan/object-keys.ts";
import { dot, type Expression, include, output, quoted, value } from "../template/expression.ts";
import { nameHelper } from "../template/helpers.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";
import { replaceRange } from "./block-edits.ts";
import { replaceableObject } from "./replaceable-object.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "object name";

/** Kinds whose names can be values, with the key of the values' root. */
const families = { Secret: "secrets", ConfigMap: "configMaps", StorageClass: "storageClasses" } as const;

type Kind = keyof typeof families;

/** What every namespace has: https://kubernetes.io/docs/concepts/configuration/configmap/ */
const inEveryNamespace = "kube-root-ca.crt";

interface Reference {
  readonly kind: Kind;
  readonly name: string;
  readonly path: readonly PathStep[];
  /** Whether the operator runs without it, or another value names it. */
  readonly optional: boolean;
}

/** Puts names from values where the source refers to a Secret of its own or to an object from outside. */
export const objectNames: Transform = (manifest, context) => {
  const own = ownSecrets(context).find((secret) => secret.manifest === manifest);
  return combine([
    ...(own ? [secretObject(manifest, own.path, context)] : []),
    ...referencesOf(manifest, context).map((reference) => follow(manifest, reference, context)),
  ]);
};

/** The Secrets of the chart in the operator's own namespace, with the place of their values. */
export function ownSecrets({ chart, set }: Pick<TransformContext, "chart" | "set">): readonly {
  readonly manifest: Manifest;
  readonly path: readonly string[];
}[] {
  const inChart = new Set(chart.templates.map(({ manifest }) => manifest));
  const secrets = set.operator.secrets.filter(
    (manifest) => inChart.has(manifest) && isOwn(manifest, set.operator.sourceNamespace),
  );
  const keys = objectKeys(secrets.map(({ reference }) => reference));
  return secrets.map((manifest) => ({
    manifest,
    path: [families.Secret, keys.get(manifest.reference) ?? ""],
  }));
}

function isOwn({ reference }: Manifest, sourceNamespace: string | undefined): boolean {
  return (reference.namespace ?? sourceNamespace) === sourceNamespace;
}

/** The Secret's own manifest: whether the chart holds it, and its name. */
function secretObject(manifest: Manifest, path: readonly string[], context: TransformContext): Transformed {
  const node = nodeAt(manifest.document.root, ["metadata", "name"]);
  return {
    edits: node ? [replaceRange(node, [output(quoted(secretName(path, context)))], reason)] : [],
    values: [
      section([families.Secret], "Secrets of the operator."),
      ...replaceableObject(manifest, path, "Secret", "Secret"),
    ],
  };
}

function section(path: readonly string[], description: string): Value {
  return { path, role: "section", description, schema: {} };
}

function secretName(path: readonly string[], { chart }: TransformContext): Expression {
  return include(nameHelper(chart.name, path), dot);
}

function referencesOf(manifest: Manifest, { chart, set }: TransformContext): readonly Reference[] {
  const { object } = manifest;
  if (!isOwn(manifest, set.operator.sourceNamespace)) return [];
  const workload = chart.blocks.find((block) => block.workload.manifest === manifest)?.workload;
  const podSpecPath = workload?.podSpecPath ?? [];
  const inPods = allReferences(workload && objectField(object, ...podSpecPath)).flatMap(
    ({ kind, name, path, optional }): readonly Reference[] => {
      // Pull secrets are a value as a whole list.
      const isListed = path[0] === "imagePullSecrets";
      return kind === "Secret" || kind === "ConfigMap"
        ? [{ kind, name, path: [...podSpecPath, ...path], optional: optional || isListed }]
        : [];
    },
  );
  const inAccount = (object.kind === "ServiceAccount" ? ["imagePullSecrets", "secrets"] : []).flatMap(
    (list) =>
      listField(object, list).map((item, index) => ({
        kind: "Secret" as const,
        name: stringField(item, "name") ?? "",
        path: [list, index, "name"],
        optional: true,
      })),
  );
  const classes = claimSpecPaths(object).map((claim) => ({
    kind: "StorageClass" as const,
    name: stringField(object, ...claim, "storageClassName") ?? "",
    path: [...claim, "storageClassName"],
    optional: false,
  }));
  return [...inPods, ...inAccount, ...classes].filter(({ name }) => name !== "");
}

function follow(manifest: Manifest, reference: Reference, context: TransformContext): Transformed {
  const { kind, name, path } = reference;
  const node = nodeAt(manifest.document.root, path);
  if (!node) return {};
  const held =
    kind === "Secret" && ownSecrets(context).find((secret) => secret.manifest.reference.name === name);
  if (held) return { edits: [replaceRange(node, [output(quoted(secretName(held.path, context)))], reason)] };
  const outside = outsidePath(reference, context);
  if (!outside) return {};
  const family = families[kind];
  return {
    edits: [replaceRange(node, [output(quoted(value(...outside, "name")))], reason)],
    values: [
      section([family], `${kind === "StorageClass" ? "Storage classes" : `${kind}s`} of the operator.`),
      section(outside, `${kind} "${name}", which must exist.`),
      {
        path: [...outside, "name"],
        default: name,
        description: "Its name.",
        schema: { type: "string", minLength: 1 },
        position: positionOf(manifest, path),
      },
    ],
  };
}

/** Where the values of an object from outside stand; undefined for one that the sources hold or make. */
function outsidePath(
  { kind, name, optional }: Reference,
  { set: { operator } }: TransformContext,
): readonly string[] | undefined {
  const isMade =
    kind === "Secret" &&
    operator.certificates.some(({ object }) => stringField(object, "spec", "secretName") === name);
  const isHeld = operator.manifests.some(
    ({ object, reference }) => object.kind === kind && reference.name === name,
  );
  if (optional || isMade || isHeld || name === inEveryNamespace) return undefined;
  // A key that an object of the sources has stays that object's.
  const held = operator.manifests
    .filter(({ reference }) => groupKind(reference) === `/${kind}`)
    .map(({ reference }) => reference);
  const outside = { name };
  return [families[kind], objectKeys([...held, outside]).get(outside) ?? ""];
}
