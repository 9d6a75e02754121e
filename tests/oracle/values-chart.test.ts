// Values of everything but workloads through real Helm: service accounts, webhooks, certificates, CRDs, the custom
// resource, labels, namespaces. Each changes exactly what it is for.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { kitchenSink } from "./kitchen-sink.ts";
import {
  type Change,
  type CompiledCharts,
  compileCharts,
  type Given,
  type Objects,
  renderChart,
  withChanges,
} from "./rendered-charts.ts";

interface Row extends Given {
  readonly name: string;
  readonly changes: readonly Change[];
}

/** A render that must fail; the message names what is wrong. */
interface Refusal extends Given {
  readonly name: string;
  readonly says: RegExp;
}

const binding = "ClusterRoleBinding pier";
const hooks = "ValidatingWebhookConfiguration pier";
const berth = "Berth bay/first";
const podSpec = ["spec", "template", "spec"];

const accounts: readonly Row[] = [
  {
    name: "another name follows everywhere",
    flags: ["--set", "pier.serviceAccount.name=other"],
    changes: [
      ["ServiceAccount bay/pier", [], undefined],
      ["ServiceAccount bay/other", [], "renamed"],
      ["Deployment bay/pier", [...podSpec, "serviceAccountName"], "other"],
      [binding, ["subjects", 0, "name"], "other"],
    ],
  },
  {
    name: "an existing account in its place",
    flags: ["--set", "pier.serviceAccount.create=false,pier.serviceAccount.name=existing"],
    changes: [
      ["ServiceAccount bay/pier", [], undefined],
      ["Deployment bay/pier", [...podSpec, "serviceAccountName"], "existing"],
      [binding, ["subjects", 0, "name"], "existing"],
    ],
  },
  {
    name: "annotations, as strings",
    flags: ["--set-string", "pier.serviceAccount.annotations.example\\.org/role=1e3"],
    changes: [["ServiceAccount bay/pier", ["metadata", "annotations"], { "example.org/role": "1e3" }]],
  },
  {
    name: "an annotation that ends with a line break, at the end of the manifest",
    values: { pier: { serviceAccount: { annotations: { "example.org/role": "two\nlines\n" } } } },
    changes: [
      ["ServiceAccount bay/pier", ["metadata", "annotations"], { "example.org/role": "two\nlines\n" }],
    ],
  },
];

const webhooks: readonly Row[] = [
  {
    name: "the failure policy",
    flags: ["--set", "webhooks.ships.failurePolicy=Fail"],
    changes: [[hooks, ["webhooks", 0, "failurePolicy"], "Fail"]],
  },
  {
    name: "no failure policy",
    flags: ["--set", "webhooks.ships.failurePolicy="],
    changes: [[hooks, ["webhooks", 0, "failurePolicy"], undefined]],
  },
  {
    name: "the timeout",
    flags: ["--set", "webhooks.ships.timeoutSeconds=30"],
    changes: [[hooks, ["webhooks", 0, "timeoutSeconds"], 30]],
  },
  {
    name: "no timeout",
    flags: ["--set", "webhooks.ships.timeoutSeconds=null"],
    changes: [[hooks, ["webhooks", 0, "timeoutSeconds"], undefined]],
  },
  {
    name: "a selector beside the source's",
    values: { webhooks: { ships: { namespaceSelector: { matchLabels: { more: "1" } } } } },
    changes: [[hooks, ["webhooks", 0, "namespaceSelector", "matchLabels", "more"], "1"]],
  },
  {
    name: "no selector",
    values: "webhooks: {ships: {namespaceSelector: null}}\n",
    changes: [[hooks, ["webhooks", 0, "namespaceSelector"], undefined]],
  },
  {
    name: "a selector where the source has none",
    values: { webhooks: { ships: { objectSelector: { matchLabels: { a: "b" } } } } },
    changes: [[hooks, ["webhooks", 0, "objectSelector"], { matchLabels: { a: "b" } }]],
  },
];

const switches: readonly Row[] = [
  {
    name: "certificates by hand",
    flags: ["--set", "certificates.mode=manual,certificates.caBundle=Y2E="],
    changes: [
      ["Certificate bay/pier-cert", [], undefined],
      [hooks, ["metadata", "annotations"], undefined],
      [hooks, ["webhooks", 0, "clientConfig", "caBundle"], "Y2E="],
    ],
  },
  {
    name: "no monitors",
    flags: ["--set", "monitoring.enabled=false"],
    changes: [["ServiceMonitor bay/pier", [], undefined]],
  },
  {
    name: "no network policies",
    flags: ["--set", "networkPolicies.enabled=false"],
    changes: [["NetworkPolicy bay/pier", [], undefined]],
  },
  {
    name: "a namespace beside the own that exists already",
    flags: ["--set", "namespaces.roads.create=false"],
    changes: [["Namespace roads", [], undefined]],
  },
  {
    name: "no custom resource",
    flags: ["--set", "customResource.create=false"],
    changes: [[berth, [], undefined]],
  },
  {
    name: "one more object, with an expression",
    values: {
      extraObjects: [{ apiVersion: "v1", kind: "Secret", metadata: { name: "{{ .Release.Name }}-more" } }],
    },
    changes: [
      ["Secret probe-more", [], { apiVersion: "v1", kind: "Secret", metadata: { name: "probe-more" } }],
    ],
  },
];

const customResource: readonly Row[] = [
  {
    name: "another name",
    flags: ["--set", "customResource.name=second"],
    changes: [
      [berth, [], undefined],
      ["Berth bay/second", [], "renamed"],
    ],
  },
  {
    name: "a label and an annotation",
    values: { customResource: { labels: { tier: "1" }, annotations: { note: "yes" } } },
    changes: [
      [berth, ["metadata", "labels", "tier"], "1"],
      [berth, ["metadata", "annotations"], { note: "yes" }],
    ],
  },
  {
    name: "an integer by --set",
    flags: ["--set", "berth.depth=5"],
    changes: [[berth, ["spec", "depth"], 5]],
  },
  {
    name: "a large integer from a file",
    values: { berth: { depth: 9007199254740991 } },
    changes: [[berth, ["spec", "depth"], 9007199254740991]],
  },
  {
    name: "a string that looks like a number",
    flags: ["--set-string", "berth.name=1e3"],
    changes: [[berth, ["spec", "name"], "1e3"]],
  },
  { name: "a boolean", flags: ["--set", "berth.open=false"], changes: [[berth, ["spec", "open"], false]] },
  {
    name: "a fraction from a file",
    values: { berth: { ratio: 1.25 } },
    changes: [[berth, ["spec", "ratio"], 1.25]],
  },
  {
    name: "an integer or a string",
    flags: ["--set", "berth.power=75"],
    changes: [[berth, ["spec", "power"], 75]],
  },
  {
    name: "a list by --set",
    flags: ["--set", "berth.features={A,B}"],
    changes: [[berth, ["spec", "features"], ["A", "B"]]],
  },
  {
    name: "an empty list, since it was asked for",
    values: { berth: { features: [] } },
    changes: [[berth, ["spec", "features"], []]],
  },
  {
    name: "a map by --set-json",
    flags: ["--set-json", 'berth.limits={"a":"1","b":"2"}'],
    changes: [[berth, ["spec", "limits"], { a: "1", b: "2" }]],
  },
  {
    name: "an empty map, since it was asked for",
    values: { berth: { limits: {} } },
    changes: [[berth, ["spec", "limits"], {}]],
  },
  {
    name: "null takes a field away",
    flags: ["--set", "berth.name=null"],
    changes: [[berth, ["spec", "name"], undefined]],
  },
  {
    name: "null takes a nested field away",
    flags: ["--set", "berth.mooring.lines=null"],
    changes: [[berth, ["spec", "mooring", "lines"], undefined]],
  },
  { name: "null for what is not there", flags: ["--set", "berth.anything=null"], changes: [] },
  {
    name: "text of several lines, with braces",
    values: { berth: { name: "a\n{{ b }}\n", anything: { deep: [{ y: "n" }] } } },
    changes: [
      [berth, ["spec", "name"], "a\n{{ b }}\n"],
      [berth, ["spec", "anything"], { deep: [{ y: "n" }] }],
    ],
  },
  {
    name: "the namespace in it by a value",
    flags: ["--set", "berth.targetNamespace=roads"],
    changes: [[berth, ["spec", "targetNamespace"], "roads"]],
  },
];

const refusals: readonly Refusal[] = [
  {
    name: "a PEM file where its base64 is to be",
    values: { certificates: { mode: "manual", caBundle: "-----BEGIN CERTIFICATE-----\n" } },
    says: /caBundle.*[Dd]oes not match pattern/s,
  },
  { name: "a text for a number of Pods", flags: ["--set", "pier.replicas=many"], says: /pier[./]replicas/ },
  { name: "a negative number of Pods", flags: ["--set", "pier.replicas=-1"], says: /pier[./]replicas/ },
  { name: "an unknown key of a workload", flags: ["--set", "pier.replcias=1"], says: /replcias/ },
  { name: "an unknown key at the root", flags: ["--set", "peir.replicas=1"], says: /peir/ },
  { name: "an unknown field of the custom resource", flags: ["--set", "berth.depht=1"], says: /depht/ },
  {
    name: "a text for an integer of the custom resource",
    flags: ["--set", "berth.depth=deep"],
    says: /berth[./]depth/,
  },
  { name: "an integer below its minimum", flags: ["--set", "berth.depth=0"], says: /berth[./]depth/ },
  {
    name: "a word that is not among those allowed",
    flags: ["--set", "berth.mooring.kind=side"],
    says: /berth[./]mooring[./]kind/,
  },
  { name: "a required field that was taken away", flags: ["--set", "berth.depth=null"], says: /depth/ },
  { name: "a list where a map belongs", flags: ["--set", "pier.resources={a}"], says: /pier[./]resources/ },
  {
    name: "a pull policy that Kubernetes does not know",
    flags: ["--set", "pier.image.pullPolicy=Sometimes"],
    says: /pullPolicy/,
  },
  {
    name: "a tag with its digest in it",
    flags: ["--set", "pier.image.digest=v1@sha256:abc"],
    says: /digest/,
  },
  {
    name: "a timeout that the API server refuses",
    flags: ["--set", "webhooks.ships.timeoutSeconds=31"],
    says: /timeoutSeconds/,
  },
  {
    name: "an existing account without its name",
    flags: ["--set", "pier.serviceAccount.create=false"],
    says: /pier\.serviceAccount\.name must name an existing service account/,
  },
];

const common: readonly Row[] = [
  { name: "commonAnnotations: on every object", values: { commonAnnotations: { team: "7" } }, changes: [] },
];

describeWithEachHelm("a chart's values", (helm) => {
  let charts: CompiledCharts;
  let defaults: Objects;
  beforeAll(async () => {
    charts = compileCharts(kitchenSink, { layout: "crds-and-main", uninstall: { strategy: "none" } });
    defaults = await renderChart(helm, charts);
  });
  afterAll(() => charts.remove());

  describe.each([
    { title: "service accounts", rows: accounts },
    { title: "webhooks", rows: webhooks },
    { title: "switches", rows: switches },
    { title: "the custom resource", rows: customResource },
  ])("$title", ({ rows }) => {
    test.each(rows)("$name", async ({ changes, ...given }) => {
      expect(await renderChart(helm, charts, given)).toEqual(
        withChanges(defaults, renamed(changes, defaults)),
      );
    });
  });

  test.each(refusals)("Helm refuses $name", async ({ says, ...given }) => {
    await expect(renderChart(helm, charts, given)).rejects.toThrow(says);
  });

  test("labels and annotations are put on every object, but never over the operator's own", async () => {
    const given = {
      commonLabels: { team: "7", app: "other", "helm.sh/chart": "other" },
      commonAnnotations: { team: "8" },
    };
    const objects = await renderChart(helm, charts, { values: given });
    expect(Object.keys(objects)).toEqual(Object.keys(defaults));
    for (const [name, object] of Object.entries(objects)) {
      const before = defaults[name]?.metadata;
      expect(object.metadata, name).toEqual({
        ...before,
        labels: { ...(before?.["labels"] as object), team: "7" },
        annotations: { ...(before?.["annotations"] as object | undefined), team: "8" },
      });
      expect({ ...object, metadata: 0 }).toEqual({ ...defaults[name], metadata: 0 });
    }
  });

  test("the release's namespace takes the place of the source's, and nothing else moves", async () => {
    const moved = await renderChart(helm, charts, { namespace: "elsewhere" });
    const text = JSON.stringify(defaults).replaceAll(/(?<![a-z-])bay(?![a-z-])/g, "elsewhere");
    expect(moved).toEqual(JSON.parse(text));
    expect(JSON.stringify(await renderChart(helm, charts, { namespace: "harbour" }))).not.toContain("bay");
  });

  test("namespaceOverride puts every object of the operator there", async () => {
    const moved = await renderChart(helm, charts, { flags: ["--set", "namespaceOverride=elsewhere"] });
    const text = JSON.stringify(defaults).replaceAll(/(?<![a-z-])bay(?![a-z-])/g, "elsewhere");
    expect(moved).toEqual(JSON.parse(text));
  });

  test("CRDs are kept, or not, or left out", async () => {
    const crd = "CustomResourceDefinition berths.harbour.example.org";
    const chart = "quay-crd";
    const kept = await renderChart(helm, charts, { chart });
    expect(kept[crd]?.metadata["annotations"]).toEqual({ "helm.sh/resource-policy": "keep" });
    const notKept = await renderChart(helm, charts, { chart, flags: ["--set", "crds.keep=false"] });
    // An annotation that is not "keep" would keep the CRD, too.
    expect(Object.keys(notKept[crd]?.metadata ?? {})).not.toContain("annotations");
    expect(await renderChart(helm, charts, { chart, flags: ["--set", "crds.enabled=false"] })).toEqual({});
  });

  test.each(common)("$name", async ({ values }) => {
    const objects = await renderChart(helm, charts, { values });
    for (const { metadata } of Object.values(objects))
      expect(metadata["annotations"]).toMatchObject({ team: "7" });
  });
});

/** A renamed object is the old one under its new name. */
function renamed(changes: readonly Change[], objects: Objects): readonly Change[] {
  return changes.map(([object, path, value]) => {
    if (value !== "renamed") return [object, path, value];
    const [kind = "", place = ""] = object.split(" ");
    const [old] = Object.entries(objects).find(([name]) => name.startsWith(`${kind} `)) ?? [];
    const before = structuredClone(objects[old ?? ""]);
    return [object, [], { ...before, metadata: { ...before?.metadata, name: place.split("/").at(-1) } }];
  });
}
