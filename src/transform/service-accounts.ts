// Service accounts: created or named by a value, and every reference to one follows.
import { field, stringField } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ServiceAccountBlock } from "../plan/chart-plan.ts";
import type { Edit } from "../template/edit.ts";
import { dot, include, output, quoted } from "../template/expression.ts";
import { nameHelper } from "../template/helpers.ts";
import { type Node, nodeAt, type PathStep, type ScalarNode } from "../yaml/tree.ts";
import { isFilledMapping } from "./block-edits.ts";
import { accountPullSecrets } from "./pull-secrets.ts";
import { replaceableObject } from "./replaceable-object.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "service account";

/** Puts the account's name from values wherever the source names the account by field or by user name. */
export const serviceAccounts: Transform = (manifest, context, earlier) => {
  const own = context.chart.serviceAccounts.find((block) => block.manifest === manifest);
  return combine([
    ...context.chart.serviceAccounts.map((block) => ({ edits: references(manifest, block, context) })),
    ...(own ? [accountObject(manifest, own, context), pullSecretsOf(manifest, own, earlier)] : []),
  ]);
};

function nameExpression(context: TransformContext, block: ServiceAccountBlock) {
  return include(nameHelper(context.chart.name, block.path), dot);
}

/** The account's own manifest: its name, more annotations, and the values for both. */
function accountObject(
  manifest: Manifest,
  block: ServiceAccountBlock,
  context: TransformContext,
): Transformed {
  const name = nodeAt(manifest.document.root, ["metadata", "name"]);
  return {
    edits: name ? [replaceName(name, block, context)] : [],
    annotations: [{ map: [...block.path, "annotations"] }],
    values: accountValues(manifest, block),
  };
}

function pullSecretsOf(
  manifest: Manifest,
  { path }: ServiceAccountBlock,
  earlier: readonly Edit[],
): Transformed {
  const parent = manifest.document.root;
  return isFilledMapping(parent)
    ? accountPullSecrets({ manifest, parent, path: [], earlier }, [...path, "imagePullSecrets"])
    : {};
}

function replaceName(node: Node, block: ServiceAccountBlock, context: TransformContext): Edit {
  const replacement = [output(quoted(nameExpression(context, block)))];
  return { start: node.start, end: node.end, replacement, reason };
}

function references(
  manifest: Manifest,
  block: ServiceAccountBlock,
  context: TransformContext,
): readonly Edit[] {
  const { root } = manifest.document;
  const paths = [
    ...subjectPaths(manifest, block),
    ...workloadPaths(manifest, block, context),
    ...tokenPaths(manifest, block),
  ];
  const fields = paths.flatMap((path) => {
    const node = nodeAt(root, path);
    return node ? [replaceName(node, block, context)] : [];
  });
  return [...fields, ...userNames(manifest, block, context)];
}

function subjectPaths(
  manifest: Manifest,
  { serviceAccount }: ServiceAccountBlock,
): readonly (readonly PathStep[])[] {
  const subjects = field(manifest.object, "subjects");
  if (!Array.isArray(subjects)) return [];
  return subjects.flatMap((subject, index) => {
    const namespace = stringField(subject, "namespace") ?? serviceAccount.namespace;
    const named =
      stringField(subject, "kind") === "ServiceAccount" &&
      stringField(subject, "name") === serviceAccount.name &&
      namespace === serviceAccount.namespace;
    return named ? [["subjects", index, "name"]] : [];
  });
}

function workloadPaths(
  manifest: Manifest,
  { serviceAccount }: ServiceAccountBlock,
  { chart, set }: TransformContext,
): readonly (readonly PathStep[])[] {
  const workload = chart.blocks.find((block) => block.workload.manifest === manifest)?.workload;
  const namespace = manifest.reference.namespace ?? set.operator.sourceNamespace;
  if (workload?.serviceAccountName !== serviceAccount.name || namespace !== serviceAccount.namespace)
    return [];
  // `serviceAccount` is the field's deprecated twin; the API server keeps both equal.
  return ["serviceAccountName", "serviceAccount"].map((key) => [...workload.podSpecPath, key]);
}

/** https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets */
function tokenPaths(
  manifest: Manifest,
  { serviceAccount }: ServiceAccountBlock,
): readonly (readonly PathStep[])[] {
  const path = ["metadata", "annotations", "kubernetes.io/service-account.name"];
  return manifest.object.kind === "Secret" && stringField(manifest.object, ...path) === serviceAccount.name
    ? [path]
    : [];
}

/** `system:serviceaccount:<namespace>:<name>` in any text outside a CRD. */
function userNames(
  manifest: Manifest,
  block: ServiceAccountBlock,
  context: TransformContext,
): readonly Edit[] {
  const { name, namespace } = block.serviceAccount;
  if (manifest.object.kind === "CustomResourceDefinition") return [];
  const user = `system:serviceaccount:${namespace ?? ""}:${name}`;
  if (!manifest.document.text.includes(user)) return [];
  const replacement = [output(nameExpression(context, block))];
  return scalars(manifest.document.root).flatMap((node) => {
    const raw = manifest.document.text.slice(node.start, node.end);
    const at = raw.indexOf(user);
    if (at === -1 || /^[A-Za-z0-9.-]/.test(raw.slice(at + user.length))) return [];
    const end = node.start + at + user.length;
    return [{ start: end - name.length, end, replacement, reason }];
  });
}

function scalars(node: Node | undefined): readonly ScalarNode[] {
  if (node?.kind === "scalar") return [node];
  if (node?.kind === "mapping") return node.entries.flatMap((entry) => scalars(entry.value));
  return node?.kind === "sequence" ? node.items.flatMap(scalars) : [];
}

function accountValues(manifest: Manifest, { path }: ServiceAccountBlock): readonly Value[] {
  const annotations = field(manifest.object, "metadata", "annotations");
  return [
    ...replaceableObject(manifest, path, "Service account", "account"),
    {
      path: [...path, "annotations"],
      default: {},
      description: `More annotations of the account${annotations ? "; those of the operator stay" : ""}, for instance for cloud identities.`,
      schema: { type: "object", additionalProperties: { type: "string" } },
      position: positionOf(manifest, ["metadata", "annotations"]),
    },
  ];
}
