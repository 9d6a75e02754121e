// Webhooks and admission policies as one: who is asked about which requests, and what happens without an answer.
// https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
import {
  field,
  type Json,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { ReleasedObject } from "./finding.ts";

/** One webhook of a configuration, or one policy. */
export interface Interceptor {
  readonly released: ReleasedObject;
  readonly kind: "webhook" | "policy";
  /** What tells it from others: a webhook's name is its own, whatever its configuration is called. */
  readonly key: string;
  readonly subject: string;
  /** Where it stands in its object. */
  readonly path: readonly PathStep[];
  readonly content: JsonObject;
  readonly rules: readonly Json[];
  /** The word before its rules, and before its selectors. */
  readonly rulesKey: readonly PathStep[];
  readonly matchKey: readonly PathStep[];
  readonly match: JsonObject;
  readonly matchConditions: readonly Json[];
  /** `Fail` or `Ignore`. */
  readonly failurePolicy: string;
}

const webhookKinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
const policyKinds = ["MutatingAdmissionPolicy", "ValidatingAdmissionPolicy"];

/** All that the objects of a release put before writes. */
export function readInterceptors(objects: readonly ReleasedObject[]): readonly Interceptor[] {
  return objects.flatMap((released): readonly Interceptor[] => {
    const { kind } = released.object;
    const name = stringField(released.object, "metadata", "name") ?? "";
    if (webhookKinds.includes(kind)) {
      return listField(released.object, "webhooks").map((webhook, index) =>
        readWebhook(released, webhook, index, name),
      );
    }
    return policyKinds.includes(kind) ? [readPolicy(released, name)] : [];
  });
}

function readWebhook(
  released: ReleasedObject,
  webhook: Json,
  index: number,
  configuration: string,
): Interceptor {
  const own = stringField(webhook, "name") ?? String(index);
  return {
    released,
    kind: "webhook",
    key: `${released.object.kind}/${own}`,
    subject: `${released.object.kind} ${configuration}`,
    path: ["webhooks", index],
    content: objectField({ webhook }, "webhook"),
    rules: listField(webhook, "rules"),
    rulesKey: ["rules"],
    matchKey: [],
    match: objectField({ webhook }, "webhook"),
    matchConditions: listField(webhook, "matchConditions"),
    failurePolicy: failurePolicyOf(webhook, released),
  };
}

/** A v1beta1 webhook is ignored where nothing is said. */
function failurePolicyOf(webhook: Json, { object }: ReleasedObject): string {
  return stringField(webhook, "failurePolicy") ?? (isBetaWebhook(object) ? "Ignore" : "Fail");
}

function isBetaWebhook({ apiVersion, kind }: ReleasedObject["object"]): boolean {
  return apiVersion === "admissionregistration.k8s.io/v1beta1" && webhookKinds.includes(kind);
}

function readPolicy(released: ReleasedObject, name: string): Interceptor {
  const spec = objectField(released.object, "spec");
  return {
    released,
    kind: "policy",
    key: `${released.object.kind}/${name}`,
    subject: `${released.object.kind} ${name}`,
    path: ["spec"],
    content: spec,
    rules: listField(spec, "matchConstraints", "resourceRules"),
    rulesKey: ["matchConstraints", "resourceRules"],
    matchKey: ["matchConstraints"],
    match: objectField(spec, "matchConstraints"),
    matchConditions: listField(spec, "matchConditions"),
    failurePolicy: failurePolicyOf(spec, released),
  };
}

/** The name of a webhook inside its configuration; undefined for a policy. */
export function webhookName({ kind, content }: Interceptor): string | undefined {
  return kind === "webhook" ? stringField(content, "name") : undefined;
}

/** Whether objects in any version of an API are asked about where one is named. */
export function isEquivalent({ match, released }: Interceptor): boolean {
  const implied = isBetaWebhook(released.object) ? "Exact" : "Equivalent";
  return (field(match, "matchPolicy") ?? implied) === "Equivalent";
}
