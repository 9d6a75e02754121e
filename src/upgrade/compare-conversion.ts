// How objects get from one version of a CRD to another.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion
import {
  field,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import { type CrdPair, crdFinding } from "./crd-finding.ts";
import type { UpgradeFinding } from "./finding.ts";
import type { ReleasedCrd } from "./read-crd.ts";

/** Whether a webhook converts; else objects are relabelled. */
export function converts({ conversion }: ReleasedCrd): boolean {
  return stringField(conversion, "strategy") === "Webhook";
}

export function* compareConversion(pair: CrdPair): Iterable<UpgradeFinding> {
  const { older, newer } = pair;
  const [before, after] = [converts(older), converts(newer)];
  const steps = { newerSteps: ["spec", "conversion"], path: "spec.conversion" };
  if (!before && after) {
    yield crdFinding("crds/conversion-added", pair, {
      ...steps,
      message: `A webhook converts between versions: ${calledOf(newer.conversion)}.`,
      action:
        "See that its Service runs before somebody reads objects in another version than the stored one; the CRD's caBundle has to be that of its certificate.",
    });
  } else if (before && !after) {
    yield crdFinding("crds/conversion-removed", pair, {
      ...steps,
      message:
        "No webhook converts between versions any more: the API server only writes another apiVersion.",
      action: `Keep a copy of the objects (kubectl get ${older.name} -A -o yaml): fields that one version has and another does not are dropped.`,
    });
  } else if (after && !jsonEqual(withoutBundle(older.conversion), withoutBundle(newer.conversion))) {
    yield crdFinding("crds/conversion-changed", pair, {
      ...steps,
      message: `The webhook that converts is ${calledOf(newer.conversion)}, and was ${calledOf(older.conversion)}.`,
    });
  }
}

function clientOf(conversion: JsonObject): Json | undefined {
  return field(conversion, "webhook", "clientConfig") ?? field(conversion, "webhookClientConfig");
}

/** Who is asked: a certificate is another in every cluster. */
function withoutBundle(conversion: JsonObject): Json {
  const { caBundle: _, ...client } = objectField({ client: clientOf(conversion) ?? {} }, "client");
  return { client, versions: reviewsOf(conversion) };
}

function reviewsOf(conversion: JsonObject): readonly Json[] {
  const own = listField(conversion, "webhook", "conversionReviewVersions");
  return own.length > 0 ? own : listField(conversion, "conversionReviewVersions");
}

function calledOf(conversion: JsonObject): string {
  const client = clientOf(conversion);
  const url = stringField(client, "url");
  if (url !== undefined) return url;
  const path = stringField(client, "service", "path") ?? "/";
  const name = `${stringField(client, "service", "namespace") ?? ""}/${stringField(client, "service", "name") ?? ""}`;
  const port = field(client, "service", "port") ?? 443;
  return `${path} of the Service ${name}, port ${String(port)}, with reviews of ${reviewsOf(conversion).join(" and ")}`;
}
