import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { formatReference } from "../../src/kubernetes/object.ts";
import { layoutNames } from "../../src/project/project.ts";
import { crd, deployment, document } from "../classify/classified.ts";
import { planned, planResult } from "./planned.ts";

const operator =
  document("v1", "Namespace", "quay") +
  document("v1", "Namespace", "pier") +
  crd("Gate") +
  deployment("quay/a");
const gate = document("example.org/v1", "Gate", "quay/g");
const guard = document(
  "admissionregistration.k8s.io/v1",
  "ValidatingWebhookConfiguration",
  "hooks",
  "webhooks:\n- name: gates.example.org\n  clientConfig: {service: {name: s, namespace: quay}}\n  rules: [{operations: [CREATE], apiGroups: [example.org], resources: [gates]}]\n",
);

describe("a layout has its charts, in install order, with their objects", () => {
  test.each([
    {
      layout: "crds-and-main",
      charts: {
        "quay-crd": ["CustomResourceDefinition gates.example.org"],
        quay: ["Namespace pier", "Deployment quay/a", "Gate quay/g"],
      },
    },
    {
      layout: "one-chart",
      charts: {
        quay: [
          "Namespace pier",
          "CustomResourceDefinition gates.example.org",
          "Deployment quay/a",
          "Gate quay/g",
        ],
      },
    },
    {
      layout: "operator-and-cr",
      charts: {
        "quay-operator": [
          "CustomResourceDefinition gates.example.org",
          "Namespace pier",
          "Deployment quay/a",
        ],
        "quay-cr": ["Gate quay/g"],
      },
    },
    {
      layout: "crds-operator-cr",
      charts: {
        "quay-crd": ["CustomResourceDefinition gates.example.org"],
        "quay-operator": ["Namespace pier", "Deployment quay/a"],
        "quay-cr": ["Gate quay/g"],
      },
    },
    {
      layout: "single",
      charts: {
        quay: [
          "Namespace pier",
          "Deployment quay/a",
          "Gate quay/g",
          "CustomResourceDefinition gates.example.org",
        ],
      },
    },
    {
      layout: "post-install-cr",
      charts: {
        quay: [
          "Namespace pier",
          "CustomResourceDefinition gates.example.org",
          "Deployment quay/a",
          "Gate quay/g",
        ],
      },
    },
  ])("$layout", ({ layout, charts }) => {
    const set = planned(operator + gate, { layout });
    expect(set.layout).toBe(layout);
    const found = set.charts.map(({ name, templates }) => [
      name,
      templates.map(({ manifest }) => formatReference(manifest.reference)),
    ]);
    expect(Object.fromEntries(found)).toEqual(charts);
    expect(found.map(([name]) => name)).toEqual(Object.keys(charts));
  });

  test("and every layout leaves out the own namespace only, with its reason", () => {
    for (const layout of layoutNames) {
      const { leftOut, charts } = planned(operator + gate, { layout });
      expect(leftOut.map(({ manifest }) => formatReference(manifest.reference))).toEqual(["Namespace quay"]);
      expect(leftOut[0]?.reason).toContain("the release's namespace takes its place");
      const rendered = charts.flatMap(({ templates }) => templates.map(({ manifest }) => manifest));
      expect(rendered).toHaveLength(4);
      expect(new Set(rendered).size).toBe(4);
    }
  });
});

describe("files that Helm does not render", () => {
  const formsOf = (layout: string) =>
    planned(operator + gate, { layout }).charts.flatMap(({ templates }) =>
      templates.flatMap(({ path, form }) => (form ? [`${form} ${path}`] : [])),
    );

  test("are the CRDs of single, each in a file of the subchart", () => {
    expect(formsOf("single")).toEqual(["crd-file charts/crds/crds/gates.example.org.yaml"]);
  });

  test("are the CRs of post-install-cr, as named templates", () => {
    expect(formsOf("post-install-cr")).toEqual(["named-template templates/_gate-g.tpl"]);
  });
});

test("a CRD that fits into no ConfigMap is refused by single alone", () => {
  const large = operator.replace("type: object", `type: object, description: "${"x".repeat(1024 * 1024)}"`);
  expect(large).not.toBe(operator);
  for (const layout of layoutNames.filter((name) => name !== "single")) {
    expect(planResult(large + gate, { layout }).diagnostics).toEqual([]);
  }
  expect(planResult(large + gate, { layout: "single" }).diagnostics).toEqual([
    expect.objectContaining({
      severity: "error",
      code: "plan/crd-too-large",
      message:
        'The CRD "gates.example.org" does not fit into a ConfigMap, from which the layout single upgrades it.',
      expected: "at most 1048576 bytes",
    }),
  ]);
});

test("a CR that a Job is to apply has to be there", () => {
  expect(
    planResult(operator, { layout: "post-install-cr" }).diagnostics.map(({ code, hint }) => [code, hint]),
  ).toEqual([["plan/no-custom-resource", "Give a sample with --cr, or choose the layout one-chart."]]);
});

test("without a layout it is crds-and-main where the sources have a CR, else one-chart", () => {
  expect(planned(operator + gate).layout).toBe("crds-and-main");
  expect(planned(operator).layout).toBe("one-chart");
});

test("an unknown layout is refused, with the nearest known one", () => {
  const { plan, diagnostics } = planResult(operator, { layout: "one-chrat" });
  expect(plan).toBeUndefined();
  expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(
    `error: There is no layout "one-chrat". [plan/unknown-layout]
  found:    one-chrat
  expected: ${layoutNames.join(" or ")}
  hint:     Did you mean "one-chart"?`,
  );
});

describe("a CR whose creation a webhook of the same chart guards", () => {
  const createsAtOnce = (text: string, layout: string) =>
    planned(text, { layout }).charts.flatMap(({ customResources }) =>
      customResources.map(({ createByDefault }) => createByDefault),
    );

  test("comes in a second step, and the user is told", () => {
    const { plan, diagnostics } = planResult(operator + gate + guard, { layout: "crds-and-main" });
    expect(plan?.charts[1]?.customResources[0]?.createByDefault).toBe(false);
    expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(
      `a.yaml:29:1: warning: The webhook "gates.example.org" must answer before Gate "g" can be created, and the same chart installs its server. [plan/webhook-guards-custom-resource]
  29 | apiVersion: admissionregistration.k8s.io/v1
     | ^
  found:    failurePolicy: Fail on CREATE of the CR's kind
  expected: a webhook that is up before the CR is created
  note:     Gate "g" is here (a.yaml:25:1)
  hint:     The chart creates the CR in a second step, once the operator is ready: helm upgrade --set customResource.create=true`,
    );
  });

  test.each([
    {
      name: "comes at once where nothing guards it",
      text: operator + gate,
      layout: "crds-and-main",
      at: [true],
    },
    {
      name: "comes at once where the webhook lets it pass when it is down",
      text: operator + gate + guard.replace("clientConfig", "failurePolicy: Ignore\n  clientConfig"),
      layout: "crds-and-main",
      at: [true],
    },
    {
      name: "comes at once where the server is no service of the cluster",
      text:
        operator +
        gate +
        guard.replace("{service: {name: s, namespace: quay}}", "{url: https://example.org}"),
      layout: "crds-and-main",
      at: [true],
    },
    {
      name: "comes in a second step in one-chart, guarded or not",
      text: operator + gate,
      layout: "one-chart",
      at: [false],
    },
    {
      name: "comes in a second step in single",
      text: operator + gate + guard,
      layout: "single",
      at: [false],
    },
    {
      name: "comes at once where a Job applies it, once the operator runs",
      text: operator + gate + guard,
      layout: "post-install-cr",
      at: [true],
    },
    {
      name: "comes at once in a chart of its own",
      text: operator + gate + guard,
      layout: "operator-and-cr",
      at: [true],
    },
  ])("$name", ({ text, layout, at }) => {
    expect(createsAtOnce(text, layout)).toEqual(at);
  });
});

describe("the chart's version is", () => {
  const withImage = (image: string) =>
    document(
      "apps/v1",
      "Deployment",
      "quay/a",
      `spec: {template: {spec: {containers: [{name: a, image: "${image}"}]}}}\n`,
    );
  test.each([
    {
      name: "that of the operator's image",
      text: withImage("example.org/a:v1.2.3"),
      version: "1.2.3",
      appVersion: "v1.2.3",
    },
    {
      name: "that of the operator's own image, also where a program of another project runs by itself before it",
      text:
        document(
          "apps/v1",
          "Deployment",
          "quay/a-attacher",
          'spec: {template: {spec: {containers: [{name: attach, image: "example.org/csi-attacher:v4.1.0"}]}}}\n',
        ) + withImage("example.org/a:v1.2.3"),
      version: "1.2.3",
      appVersion: "v1.2.3",
    },
    {
      name: "made whole where the tag has two parts",
      text: withImage("a:1.2"),
      version: "1.2.0",
      appVersion: "1.2",
    },
    {
      name: "that of the tag beside a digest",
      text: withImage(`a:v1.2.3@sha256:${"0".repeat(64)}`),
      version: "1.2.3",
      appVersion: "v1.2.3",
    },
    {
      name: "that of the recommended label, where the tag is none",
      text:
        withImage("a:latest") +
        document("v1", "ConfigMap", "quay/c").replace(
          "{name",
          "{labels: {app.kubernetes.io/version: v4.5.6}, name",
        ),
      version: "4.5.6",
      appVersion: "v4.5.6",
    },
    {
      name: "the first of all, where the tag is no version",
      text: withImage("a:latest"),
      version: "0.1.0",
      appVersion: "latest",
    },
    {
      name: "the first of all, where no image has a tag",
      text: withImage("a"),
      version: "0.1.0",
      appVersion: "0.0.0",
    },
  ])("$name", ({ text, version, appVersion }) => {
    expect(planned(text).metadata).toMatchObject({ version, appVersion });
  });

  test("the one that was given", () => {
    expect(planned(operator, { chart: { version: "9.9.9", description: "Given" } }).metadata).toMatchObject({
      version: "9.9.9",
      appVersion: "1",
      description: "Given",
    });
  });
});
