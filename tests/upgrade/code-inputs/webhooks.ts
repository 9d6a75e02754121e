// Upgrades of webhooks, admission policies and aggregated APIs.
import { between, type CodeInput, type CodeInputs, object } from "./input.ts";

const rule = (resource: string) => ({
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources: [resource],
});

const configuration = (webhook: object = {}) =>
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
    webhooks: [
      {
        name: "tides.example.com",
        clientConfig: { url: "https://tide.example.com/validate" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [rule("pods")],
        ...webhook,
      },
    ],
  });

function webhook(older: object, newer: object): CodeInput {
  return between([configuration(older)], [configuration(newer)]);
}

const policy = (expression: string) =>
  object("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", {
    spec: { matchConstraints: { resourceRules: [rule("pods")] }, validations: [{ expression }] },
  });

const api = (spec: object = {}) =>
  object("apiregistration.k8s.io/v1", "APIService", { spec }, { name: "v1.sub.example.com" });

const service = { clientConfig: { service: { namespace: "tides", name: "ebb" } } };

export const webhookInputs: CodeInputs = {
  "webhooks/refused": webhook({}, { sideEffects: "Some" }),
  "webhooks/no-service": webhook({}, service),
  "webhooks/added-failing": between([], [configuration()]),
  "webhooks/added": between([], [configuration({ failurePolicy: "Ignore" })]),
  "webhooks/removed": between([configuration()], []),
  "webhooks/scope-widened": webhook({}, { rules: [rule("pods"), rule("secrets")] }),
  "webhooks/scope-narrowed": webhook({ rules: [rule("pods"), rule("secrets")] }, {}),
  "webhooks/failure-fails": webhook({ failurePolicy: "Ignore" }, {}),
  "webhooks/failure-ignored": webhook({}, { failurePolicy: "Ignore" }),
  "webhooks/policy-changed": between([policy("object.a")], [policy("object.b")]),
  "webhooks/called-otherwise": webhook({}, { timeoutSeconds: 5 }),
  "webhooks/api-added": between([], [api()]),
  "webhooks/api-removed": between([api()], []),
  "webhooks/api-changed": between([api()], [api({ insecureSkipTLSVerify: true })]),
};
