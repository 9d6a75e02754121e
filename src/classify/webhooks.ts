// Webhook configurations, entry by entry, and which of them guard the creation of the operator's own CRs.
import { field, groupKind, listField, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { CustomResource, Webhook } from "./operator.ts";

const configurationTypes: Readonly<Record<string, Webhook["type"]>> = {
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": "Mutating",
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": "Validating",
};

/** Whether `manifest` configures webhooks, at least one. */
export function hasWebhooks({ object, reference }: Manifest): boolean {
  return Object.hasOwn(configurationTypes, groupKind(reference)) && listField(object, "webhooks").length > 0;
}

/** The webhooks of all configurations among `manifests`. */
export function readWebhooks(
  manifests: readonly Manifest[],
  customResources: readonly CustomResource[],
): readonly Webhook[] {
  return manifests.flatMap((manifest) => {
    const type = configurationTypes[groupKind(manifest.reference)];
    if (!type) return [];
    return listField(manifest.object, "webhooks").map((webhook, index): Webhook => {
      const service = stringField(webhook, "clientConfig", "service", "name");
      return {
        manifest,
        type,
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
