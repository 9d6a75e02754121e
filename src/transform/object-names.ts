// Names of Secrets that the chart holds, and of what it needs from outside: values set them, and references follow.
import { once } from "../classify/once.ts";
import type { Operator } from "../classify/operator.ts";
import { compareNames, lowerCamelCase, withoutContentHash } from "../kubernetes/names.ts";
import { listField, objectField, stringField } from "../kubernetes/object.ts";
import { allReferences, claimSpecPaths } from "../kubernetes/pod-references.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { holds, itemOf, objectKeyOf, workloadBlockOf } from "../plan/lookup.ts";
import { dot, type Expression, include, output, quoted, value } from "../template/expression.ts";
import { nameHelper } from "../template/helpers.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";
import { replaceRange } from "./block-edits.ts";
import { providerSecret } from "./provider-objects.ts";
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
  const own = itemOf(ownSecrets(context), manifest);
  return combine([
    ...(own ? [secretObject(manifest, own.path, context)] : []),
    ...referencesOf(manifest, context).map((reference) => follow(manifest, reference, context)),
  ]);
};

/** The Secrets of the chart in the operator's own namespace, with the place of their values. */
export function ownSecrets({ chart, set }: Place): readonly OwnSecret[] {
  return secretsOf(set)(chart);
}

type Place = Pick<TransformContext, "chart" | "set">;

interface OwnSecret {
  readonly manifest: Manifest;
  readonly path: readonly string[];
}

const secretsOf = once(({ operator, providers }: ChartSetPlan) =>
  once(({ templates }: ChartPlan): readonly OwnSecret[] => {
    const inChart = new Set(templates.map(({ manifest }) => manifest));
    const secrets = operator.secrets.filter(
      (manifest) =>
        inChart.has(manifest) &&
        isOwn(manifest, operator.sourceNamespace) &&
        !providerSecret(providers, manifest),
    );
    return secrets.map((manifest) => ({ manifest, path: [families.Secret, objectKeyOf(secrets, manifest)] }));
  }),
);

const byName = once(
  (secrets: readonly OwnSecret[]) =>
    new Map(secrets.map((secret) => [secret.manifest.reference.name, secret])),
);

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

function referencesOf(manifest: Manifest, { chart, set }: Place): readonly Reference[] {
  const { object } = manifest;
  if (!isOwn(manifest, set.operator.sourceNamespace)) return [];
  const workload = workloadBlockOf(chart, manifest)?.workload;
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
  const { set } = context;
  const node = nodeAt(manifest.document.root, path);
  if (!node) return {};
  if (kind === "Secret" && set.providers?.secrets.some((secret) => secret.name === name)) return {};
  const held = kind === "Secret" && byName(ownSecrets(context)).get(name);
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
function outsidePath(reference: Reference, { chart, set }: Place): readonly string[] | undefined {
  if (!isOutside(reference, set.operator)) return undefined;
  const { kind, name } = reference;
  return [families[kind], outsideKeysOf(set)(chart).get(`${kind}/${name}`) ?? ""];
}

/** The keys of what the chart needs from outside. A key that an object of the chart has stays that object's. */
const outsideKeysOf = once((set: ChartSetPlan) =>
  once((chart: ChartPlan): ReadonlyMap<string, string> => {
    const references = chart.templates
      .flatMap(({ manifest }) => referencesOf(manifest, { chart, set }))
      .filter((reference) => isOutside(reference, set.operator))
      .toSorted((a, b) => compareNames(a.name, b.name));
    const { configMaps } = set.operator;
    const taken = new Set([
      ...configMaps.map((manifest) => `${families.ConfigMap}/${objectKeyOf(configMaps, manifest)}`),
      ...ownSecrets({ chart, set }).map(({ path }) => path.join("/")),
    ]);
    const keys = new Map<string, string>();
    for (const { kind, name } of references) {
      if (keys.has(`${kind}/${name}`)) continue;
      const short = lowerCamelCase(withoutContentHash(name));
      let key = short;
      for (let count = 2; taken.has(`${families[kind]}/${key}`); count += 1) key = `${short}${count}`;
      taken.add(`${families[kind]}/${key}`);
      keys.set(`${kind}/${name}`, key);
    }
    return keys;
  }),
);

const madeByCertificates = once(
  ({ certificates }: Operator) =>
    new Set(certificates.map(({ object }) => stringField(object, "spec", "secretName"))),
);

function isOutside({ kind, name, optional }: Reference, operator: Operator): boolean {
  if (optional || name === inEveryNamespace || holds(operator, kind, name)) return false;
  return kind !== "Secret" || !madeByCertificates(operator).has(name);
}
