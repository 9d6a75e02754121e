// Service accounts: created or named by a value, and every reference to one follows.
import { once } from "../classify/once.ts";
import { field, listField, stringField } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ChartPlan, ServiceAccountBlock } from "../plan/chart-plan.ts";
import { itemOf, workloadBlockOf } from "../plan/lookup.ts";
import type { Edit } from "../template/edit.ts";
import { dot, include, output, quoted } from "../template/expression.ts";
import { nameHelper } from "../template/helpers.ts";
import { type Node, nodeAt, type PathStep, type ScalarNode } from "../yaml/tree.ts";
import { isFilledMapping } from "./block-edits.ts";
import { textMap } from "./field-schemas.ts";
import { accountPullSecrets } from "./pull-secrets.ts";
import { replaceableObject } from "./replaceable-object.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "service account";

/** Puts the account's name from values wherever the source names the account by field or by user name. */
export const serviceAccounts: Transform = (manifest, context, earlier) => {
  const own = itemOf(context.chart.serviceAccounts, manifest);
  return combine([
    { edits: references(manifest, context) },
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

/** Every place of a manifest that names an account of the chart. */
function references(manifest: Manifest, context: TransformContext): readonly Edit[] {
  const { root } = manifest.document;
  const named = [
    ...subjects(manifest),
    ...workloadAccount(manifest, context),
    ...tokenAccount(manifest),
  ].flatMap(({ path, ...account }) => {
    const node = nodeAt(root, path);
    const block = blockOf(account, context);
    return node && block ? [replaceName(node, block, context)] : [];
  });
  return [...named, ...userNames(manifest, context)];
}

/** An account as a manifest names it; without a namespace it is the operator's own. */
interface NamedAccount {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

interface AccountReference extends NamedAccount {
  readonly path: readonly PathStep[];
}

const blocksByAccount = once(
  (blocks: ChartPlan["serviceAccounts"]) =>
    new Map(
      blocks.map((block) => [`${block.serviceAccount.namespace ?? ""}:${block.serviceAccount.name}`, block]),
    ),
);

function blockOf({ name, namespace }: NamedAccount, { chart, set }: TransformContext) {
  const place = namespace ?? set.operator.sourceNamespace ?? "";
  return blocksByAccount(chart.serviceAccounts).get(`${place}:${name}`);
}

function subjects({ object }: Manifest): readonly AccountReference[] {
  return listField(object, "subjects").flatMap((subject, index) =>
    stringField(subject, "kind") === "ServiceAccount"
      ? [
          {
            name: stringField(subject, "name"),
            namespace: stringField(subject, "namespace"),
            path: ["subjects", index, "name"],
          },
        ]
      : [],
  );
}

function workloadAccount(manifest: Manifest, { chart }: TransformContext): readonly AccountReference[] {
  const workload = workloadBlockOf(chart, manifest)?.workload;
  if (!workload) return [];
  const { namespace } = manifest.reference;
  // `serviceAccount` is the field's deprecated twin; the API server keeps both equal.
  return ["serviceAccountName", "serviceAccount"].map((key) => ({
    name: workload.serviceAccountName,
    namespace,
    path: [...workload.podSpecPath, key],
  }));
}

/** https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets */
function tokenAccount({ object, reference: { namespace } }: Manifest): readonly AccountReference[] {
  const path = ["metadata", "annotations", "kubernetes.io/service-account.name"];
  return object.kind === "Secret" ? [{ name: stringField(object, ...path), namespace, path }] : [];
}

/** https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens */
const userName = /system:serviceaccount:([a-z0-9-]+):([a-z0-9.-]*[a-z0-9])(?![A-Za-z0-9.-])/g;

/** `system:serviceaccount:<namespace>:<name>` in any text outside a CRD. */
function userNames(manifest: Manifest, context: TransformContext): readonly Edit[] {
  const { root, text: source } = manifest.document;
  if (manifest.object.kind === "CustomResourceDefinition" || !source.includes("system:serviceaccount:"))
    return [];
  return scalars(root).flatMap((node) =>
    [...source.slice(node.start, node.end).matchAll(userName)].flatMap(
      ({ index, 0: user, 1: namespace, 2: name = "" }) => {
        const block = blockOf({ name, namespace }, context);
        if (!block) return [];
        const end = node.start + index + user.length;
        const replacement = [output(nameExpression(context, block))];
        return [{ start: end - name.length, end, replacement, reason }];
      },
    ),
  );
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
      schema: textMap,
      position: positionOf(manifest, ["metadata", "annotations"]),
    },
  ];
}
