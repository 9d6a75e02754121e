// Webhook configurations, entry by entry, and which of them guard the creation of the operator's own CRs.
import { field, listField, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { CustomResource, Webhook } from "./operator.ts";

const configurationTypes = {
  MutatingWebhookConfiguration: "Mutating",
  ValidatingWebhookConfiguration: "Validating",
} as const;

/** Whether `kind` configures webhooks. */
export function isWebhookConfiguration(kind: string): kind is keyof typeof configurationTypes {
  return Object.hasOwn(configurationTypes, kind);
}

/** The webhooks of all configurations among `manifests`. */
export function readWebhooks(
  manifests: readonly Manifest[],
  customResources: readonly CustomResource[],
): readonly Webhook[] {
  return manifests.flatMap((manifest) => {
    const { kind } = manifest.object;
    if (!isWebhookConfiguration(kind)) return [];
    return listField(manifest.object, "webhooks").map((webhook, index): Webhook => {
      const service = stringField(webhook, "clientConfig", "service", "name");
      return {
        manifest,
        type: configurationTypes[kind],
        name: stringField(webhook, "name") ?? `webhook-${index}`,
        path: ["webhooks", index],
        failurePolicy: stringField(webhook, "failurePolicy") ?? "Fail",
        service: service
          ? { name: service, namespace: stringField(webhook, "clientConfig", "service", "namespace") }
          : undefined,
        guardsCreateOf: customResources.filter((customResource) => guardsCreate(webhook, customResource)),
      };
    });
  });
}

/** https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules */
function guardsCreate(webhook: unknown, { crd }: CustomResource): boolean {
  return listField(webhook, "rules").some((rule) => {
    const has = (key: string, ...wanted: readonly string[]) =>
      listField(rule, key).some((value) => value === "*" || wanted.includes(String(value)));
    const scope = field(rule, "scope") ?? "*";
    const inScope = scope === "*" || scope === crd.scope;
    return (
      inScope &&
      has("operations", "CREATE") &&
      has("apiGroups", crd.group) &&
      has("resources", crd.plural, "*/*")
    );
  });
}
