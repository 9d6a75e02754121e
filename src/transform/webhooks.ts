// The fields of a webhook that an administrator may have to change: what happens when its server is away, and
// what it looks at.

import { labelSelector } from "../kubernetes/field-schemas.ts";
import { field } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { WebhookBlock } from "../plan/chart-plan.ts";
import { webhookBlocksOf } from "../plan/lookup.ts";
import type { Edit } from "../template/edit.ts";
import { nodeAt } from "../yaml/tree.ts";
import { isFilledMapping } from "./block-edits.ts";
import { exposeMap } from "./fields.ts";
import { exposeInteger, exposeString } from "./scalar-fields.ts";
import { combine, type Transform, type Transformed } from "./transform-context.ts";

/** Exposes every webhook of a configuration. */
export const webhooks: Transform = (manifest, { chart }, earlier) =>
  combine(webhookBlocksOf(chart, manifest).map((block) => exposeWebhook(manifest, block, earlier)));

function exposeWebhook(
  manifest: Manifest,
  { webhook, path }: WebhookBlock,
  earlier: readonly Edit[],
): Transformed {
  const parent = nodeAt(manifest.document.root, webhook.path);
  if (!isFilledMapping(parent)) return {};
  const place = { manifest, parent, path: webhook.path, earlier };
  const policy = exposeString(
    place,
    "failurePolicy",
    [...path, "failurePolicy"],
    "What happens when the webhook does not answer: Fail or Ignore.",
  );
  const timeout = exposeInteger(
    place,
    "timeoutSeconds",
    [...path, "timeoutSeconds"],
    "How long the API server waits for an answer, in seconds.",
    10,
  );
  return combine([
    {
      values: [
        { path: ["webhooks"], role: "section", description: "Webhooks of the operator.", schema: {} },
        {
          path,
          role: "section",
          description: `${webhook.type} webhook "${webhook.name}".`,
          schema: {},
          position: positionOf(manifest, webhook.path),
        },
      ],
    },
    withSchema(policy, { type: "string", enum: ["Fail", "Ignore", ""] }),
    // https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts
    withSchema(timeout, { type: ["integer", "null"], minimum: 1, maximum: 30 }),
    ...(["namespaceSelector", "objectSelector"] as const).map((key) =>
      exposeMap(place, { key, words: selectorWords[key], schema: labelSelector }, [...path, key]),
    ),
  ]);
}

const selectorWords = {
  namespaceSelector: "Namespaces whose objects the webhook sees; empty for all.",
  objectSelector: "Labels of the objects that the webhook sees; empty for all.",
} as const;

function withSchema(transformed: Transformed, schema: Readonly<Record<string, unknown>>): Transformed {
  return { ...transformed, values: (transformed.values ?? []).map((entry) => ({ ...entry, schema })) };
}

/** Whether cert-manager fills in the CA of a configuration or a CRD. */
export function hasInjectedCa(manifest: Manifest): boolean {
  return injectionAnnotations.some(
    (key) => field(manifest.object, "metadata", "annotations", key) !== undefined,
  );
}

/** https://cert-manager.io/docs/reference/annotations/ */
export const injectionAnnotations: readonly string[] = [
  "cert-manager.io/inject-ca-from",
  "cert-manager.io/inject-ca-from-secret",
  "cert-manager.io/inject-apiserver-ca",
];
