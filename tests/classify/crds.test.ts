import { describe, expect, test } from "vitest";
import { classified, crd, document, said } from "./classified.ts";

const schema = "schema: {openAPIV3Schema: {type: object}}";
const definition = (spec: string, apiVersion = "apiextensions.k8s.io/v1") =>
  document(
    apiVersion,
    "CustomResourceDefinition",
    "widgets.example.org",
    `spec:\n  group: example.org\n  names: {kind: Widget, plural: widgets}\n${spec}`,
  );

describe("a CRD", () => {
  test("has its versions, the stored one, its scope and the service that converts", () => {
    const text = definition(`  scope: Cluster
  conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: converter, namespace: quay}}}}
  versions:
  - {name: v1alpha1, served: true, storage: false, deprecated: true, ${schema}}
  - {name: v1, served: true, storage: true, ${schema}}
  - {name: v2, served: false, storage: false, ${schema}}
`);
    const [found] = classified(text).operator.crds;
    expect(found).toMatchObject({
      group: "example.org",
      kind: "Widget",
      plural: "widgets",
      scope: "Cluster",
      storageVersion: "v1",
      conversionService: { name: "converter", namespace: "quay" },
    });
    expect(found?.versions).toMatchObject([
      { name: "v1alpha1", served: true, storage: false, deprecated: true },
      { name: "v1", served: true, storage: true, deprecated: false },
      { name: "v2", served: false, storage: false, deprecated: false },
    ]);
  });

  test.each([
    { name: "the strategy is None", conversion: "{strategy: None}" },
    {
      name: "a URL converts",
      conversion: "{strategy: Webhook, webhook: {clientConfig: {url: https://example.org}}}",
    },
  ])("has no service that converts where $name", ({ conversion }) => {
    const text = definition(
      `  scope: Cluster\n  conversion: ${conversion}\n  versions: [{name: v1, served: true, storage: true, ${schema}}]\n`,
    );
    expect(classified(text).operator.crds[0]?.conversionService).toBeUndefined();
  });

  test("in the removed API is read, with a warning", () => {
    const text = definition(
      "  scope: Namespaced\n  version: v1\n  conversion: {strategy: Webhook, webhookClientConfig: {service: {name: c, namespace: quay}}}\n  validation: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}\n",
      "apiextensions.k8s.io/v1beta1",
    );
    const result = classified(text);
    expect(result.operator.crds[0]).toMatchObject({
      storageVersion: "v1",
      conversionService: { name: "c", namespace: "quay" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { properties: { spec: { type: "object" } } } },
      ],
    });
    expect(
      said(result),
    ).toBe(`a.yaml:2:13: warning: Kubernetes 1.22 removed CustomResourceDefinition in apiextensions.k8s.io/v1beta1: newer clusters refuse the object. [classify/removed-api]
  2 | apiVersion: apiextensions.k8s.io/v1beta1
    |             ^
  expected: apiextensions.k8s.io/v1
  hint:     Write it in apiextensions.k8s.io/v1: a current controller-gen does.`);
  });

  test("without schema is refused, at the version that lacks it", () => {
    const text = definition(
      `  scope: Cluster\n  versions:\n  - {name: v1, served: true, storage: false, ${schema}}\n  - {name: v2, served: true, storage: true}\n`,
    );
    expect(
      said(classified(text)),
    ).toBe(`a.yaml:11:5: error: Version "v2" of the CRD "widgets.example.org" has no schema. [classify/crd-without-schema]
  11 |   - {name: v2, served: true, storage: true}
     |     ^
  found:    no schema.openAPIV3Schema
  expected: schema.openAPIV3Schema: apiextensions.k8s.io/v1 requires a structural schema in every version
  hint:     Add the schema; to allow any content, x-kubernetes-preserve-unknown-fields: true under type: object.`);
  });

  test.each([
    {
      name: "no stored version",
      versions: `[{name: v1, served: true, storage: false, ${schema}}]`,
      found: "0 storage versions",
    },
    {
      name: "two stored versions",
      versions: `[{name: v1, served: true, storage: true, ${schema}}, {name: v2, served: true, storage: true, ${schema}}]`,
      found: "2 storage versions",
    },
    { name: "no versions", versions: "[]", found: "0 storage versions" },
  ])("with $name is refused", ({ versions, found }) => {
    const text = said(classified(definition(`  scope: Cluster\n  versions: ${versions}\n`)));
    expect(text).toContain(
      'error: The CRD "widgets.example.org" lacks what the API server requires. [classify/crd-malformed]',
    );
    expect(text).toContain(`found:    group example.org, kind Widget, plural widgets, ${found}`);
  });
});

describe("a custom resource", () => {
  const versions = definition(
    `  scope: Namespaced\n  versions:\n  - {name: v1alpha1, served: true, storage: false, ${schema}}\n  - {name: v1, served: true, storage: true, ${schema}}\n  - {name: v0, served: false, storage: false, ${schema}}\n`,
  );
  const widget = (version: string) => document(`example.org/${version}`, "Widget", "quay/w");

  test("in the stored version is taken as it is", () => {
    const result = classified(versions + widget("v1"));
    expect(said(result)).toBe("");
    expect(result.operator.customResources[0]?.version.name).toBe("v1");
  });

  test("in another version gets a warning: the conversion webhook is down at install", () => {
    expect(
      said(classified(versions + widget("v1alpha1"))),
    ).toBe(`a.yaml:14:13: warning: Widget "w" is not written in its storage version. [classify/not-storage-version]
  14 | apiVersion: example.org/v1alpha1
     |             ^
  found:    example.org/v1alpha1
  expected: example.org/v1
  hint:     Other versions need the conversion webhook, which is down at install and uninstall.`);
  });

  test.each(["v0", "v9"])("in the version %s, which is not served, is refused", (version) => {
    expect(
      said(classified(versions + widget(version))),
    ).toBe(`a.yaml:14:13: error: The CRD of Widget "w" does not serve its version. [classify/unknown-version]
  14 | apiVersion: example.org/${version}
     |             ^
  found:    example.org/${version}
  expected: one of example.org/v1alpha1, example.org/v1
  hint:     Write the CR in a version that the CRD serves.`);
  });

  test("is one whatever comes first, it or its CRD", () => {
    const { customResources } = classified(document("example.org/v1", "Gear", "g") + crd("Gear")).operator;
    expect(customResources.map(({ manifest }) => manifest.reference.name)).toEqual(["g"]);
  });
});
