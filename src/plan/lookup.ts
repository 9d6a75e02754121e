// What operator and plan say of one manifest, without a walk through their lists for each.
import { groupBy } from "../classify/group-by.ts";
import { once } from "../classify/once.ts";
import type { Operator } from "../classify/operator.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, CustomResourceBlock, WebhookBlock, WorkloadBlock } from "./chart-plan.ts";
import { type NamedObject, objectKeys } from "./object-keys.ts";

const membersOf = once((list: readonly Manifest[]) => new Set(list));

/** Whether `manifest` is in `list`, a list of an operator. */
export function isAmong(list: readonly Manifest[], manifest: Manifest): boolean {
  return membersOf(list).has(manifest);
}

interface OfManifest {
  readonly manifest: Manifest | undefined;
}

const itemsOf = once((list: readonly OfManifest[]) => firstBy(list, ({ manifest }) => manifest));

/** The item of `list`, a list of an operator or a plan, that is about `manifest`; the first of several. */
export function itemOf<Item extends OfManifest>(list: readonly Item[], manifest: Manifest): Item | undefined {
  return itemsOf(list).get(manifest) as Item | undefined;
}

const workloadBlocksOf = once((blocks: ChartPlan["blocks"]) =>
  firstBy(blocks, ({ workload }) => workload.manifest),
);

/** The block of values of the workload that `manifest` is. */
export function workloadBlockOf({ blocks }: ChartPlan, manifest: Manifest): WorkloadBlock | undefined {
  return workloadBlocksOf(blocks).get(manifest);
}

const customResourceBlocksOf = once((blocks: ChartPlan["customResources"]) =>
  firstBy(blocks, ({ customResource }) => customResource.manifest),
);

/** The block of values of the CR that `manifest` is. */
export function customResourceBlockOf(
  { customResources }: ChartPlan,
  manifest: Manifest,
): CustomResourceBlock | undefined {
  return customResourceBlocksOf(customResources).get(manifest);
}

const keysOf = once(
  (list: readonly Manifest[]): ReadonlyMap<NamedObject, string> =>
    objectKeys(list.map(({ reference }) => reference)),
);

/** What the values of `manifest` are called among those of `list`, a list of an operator. */
export function objectKeyOf(list: readonly Manifest[], { reference }: Manifest): string {
  return keysOf(list).get(reference) ?? "";
}

const namesByKind = once(
  ({ manifests }: Operator) => new Set(manifests.map(({ reference: { kind, name } }) => `${kind}/${name}`)),
);

/** Whether the sources hold an object of this kind and name, in whatever group and namespace. */
export function holds(operator: Operator, kind: string, name: string): boolean {
  return namesByKind(operator).has(`${kind}/${name}`);
}

const webhooksByManifest = once((blocks: ChartPlan["webhooks"]) =>
  groupBy(blocks, ({ webhook }) => webhook.manifest),
);

/** The blocks of values of the webhooks that `manifest` configures. */
export function webhookBlocksOf({ webhooks }: ChartPlan, manifest: Manifest): readonly WebhookBlock[] {
  return webhooksByManifest(webhooks).get(manifest) ?? [];
}

function firstBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item> {
  return new Map(items.toReversed().map((item) => [keyOf(item), item]));
}
