import { describe, expect, test } from "vitest";
import { classified, crd, document } from "./classified.ts";

const configuration = (webhooks: string, kind = "ValidatingWebhookConfiguration") =>
  document("admissionregistration.k8s.io/v1", kind, "hooks", `webhooks:\n${webhooks}`);

test("each entry of a configuration is a webhook", () => {
  const { webhooks } = classified(
    configuration(
      "- {name: a.example.org, failurePolicy: Ignore, clientConfig: {service: {name: s, namespace: quay}}}\n- {clientConfig: {url: https://example.org}}\n",
      "MutatingWebhookConfiguration",
    ),
  ).operator;
  expect(webhooks).toMatchObject([
    {
      type: "Mutating",
      name: "a.example.org",
      path: ["webhooks", 0],
      failurePolicy: "Ignore",
      service: { name: "s", namespace: "quay" },
    },
    // Fail is what the API server takes where nothing is said.
    { type: "Mutating", name: "webhook-1", path: ["webhooks", 1], failurePolicy: "Fail", service: undefined },
  ]);
});

describe("a webhook guards the creation of a CR", () => {
  const sources =
    crd("Widget") +
    crd("Gate", "Cluster") +
    document("example.org/v1", "Widget", "quay/w") +
    document("example.org/v1", "Gate", "g");
  test.each([
    {
      name: "named by group and plural",
      rule: "{operations: [CREATE], apiGroups: [example.org], apiVersions: [v1], resources: [widgets]}",
      guards: ["w"],
    },
    {
      name: "by all resources of its group",
      rule: "{operations: [CREATE], apiGroups: [example.org], resources: ['*']}",
      guards: ["w", "g"],
    },
    {
      name: "by all resources and their parts",
      rule: "{operations: [CREATE], apiGroups: ['*'], resources: ['*/*']}",
      guards: ["w", "g"],
    },
    {
      name: "by all operations",
      rule: "{operations: ['*'], apiGroups: [example.org], resources: [gates]}",
      guards: ["g"],
    },
    {
      name: "in namespaces only",
      rule: "{operations: [CREATE], apiGroups: ['*'], resources: ['*'], scope: Namespaced}",
      guards: ["w"],
    },
    {
      name: "outside namespaces only",
      rule: "{operations: [CREATE], apiGroups: ['*'], resources: ['*'], scope: Cluster}",
      guards: ["g"],
    },
    {
      name: "in every scope",
      rule: "{operations: [CREATE], apiGroups: ['*'], resources: ['*'], scope: '*'}",
      guards: ["w", "g"],
    },
    {
      name: "not its change or deletion",
      rule: "{operations: [UPDATE, DELETE], apiGroups: [example.org], resources: ['*']}",
      guards: [],
    },
    {
      name: "not another group's",
      rule: "{operations: [CREATE], apiGroups: [''], resources: ['*']}",
      guards: [],
    },
    {
      name: "not its parts alone",
      rule: "{operations: [CREATE], apiGroups: [example.org], resources: [widgets/status, widgets/*]}",
      guards: [],
    },
    {
      name: "not by its singular or kind",
      rule: "{operations: [CREATE], apiGroups: [example.org], resources: [widget, Widget]}",
      guards: [],
    },
  ])("$name", ({ rule, guards }) => {
    const { webhooks } = classified(sources + configuration(`- {name: a, rules: [${rule}]}\n`)).operator;
    expect(webhooks[0]?.guardsCreateOf.map(({ manifest }) => manifest.reference.name)).toEqual(guards);
  });

  test("by any one of its rules", () => {
    const rules =
      "{operations: [UPDATE], apiGroups: ['*'], resources: ['*']}, {operations: [CREATE], apiGroups: [example.org], resources: [gates]}";
    const { webhooks } = classified(sources + configuration(`- {name: a, rules: [${rules}]}\n`)).operator;
    expect(webhooks[0]?.guardsCreateOf).toHaveLength(1);
  });
});
