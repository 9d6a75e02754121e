// A chart whose project renames, aliases, adds and hides values, through real Helm: each path reaches its field, and
// nothing else.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectValues } from "../../src/project/values.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type Change,
  type CompiledCharts,
  compileCharts,
  type Given,
  type Objects,
  renderChart,
  withChanges,
} from "./rendered-charts.ts";

const source = `apiVersion: v1
kind: ServiceAccount
metadata: {name: ferry, namespace: ferry-system}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ferry
  namespace: ferry-system
spec:
  replicas: 2
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: {maxSurge: 1, maxUnavailable: 0}
  selector:
    matchLabels: {app: ferry}
  template:
    metadata:
      labels: {app: ferry}
    spec:
      serviceAccountName: ferry
      hostNetwork: true
      dnsPolicy: ClusterFirstWithHostNet
      tolerations:
        - {key: water, operator: Exists}
      containers:
        - name: ferry
          image: registry.example.org/harbour/ferry:v1.2.3
          env:
            - {name: LOG, value: info}
          resources:
            limits: {memory: 64Mi}
        - name: kube-rbac-proxy
          image: registry.example.org/proxy:v0.14.0
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ferry
  namespace: ferry-system
spec:
  minAvailable: 1
  selector:
    matchLabels: {app: ferry}
`;

const project: ProjectValues = {
  rename: {
    ferry: "boat",
    "ferry.containers.kubeRbacProxy": "proxy",
    "ferry.image": "image",
    "ferry.replicas": "replicaCount",
    "ferry.serviceAccount": "serviceAccount",
  },
  alias: {
    "image.name": "image.repository",
    "ferry.image": "image",
    "proxy.reference": "proxy.image",
    "boat.rollingUpdate": "boat.strategy.rollingUpdate",
    "boat.labels": "boat.podLabels",
    logLevel: "boat.env.LOG",
    "log.format": "boat.env.LOG_FORMAT",
    "old.resources": "boat.resources",
    "old.accountName": "serviceAccount.name",
    quiet: { value: "boat.env.LOG", choices: { true: "error", false: "info" } },
    registryMirror: "commonLabels.mirror",
  },
  add: {
    hostNetwork: {
      description: "Whether the Pods have the network of their node.",
      fields: [{ object: "Deployment/ferry", field: "spec.template.spec.hostNetwork" }],
    },
    "boat.dnsPolicy": {
      description: "How names are found.",
      choices: ["ClusterFirst", "ClusterFirstWithHostNet", "Default"],
      fields: [{ object: "Deployment/ferry-system/ferry", field: "spec.template.spec.dnsPolicy" }],
    },
    "boat.stopSeconds": {
      description: "How long a Pod may take to stop.",
      type: "integer",
      fields: [{ object: "Deployment/ferry", field: "spec.template.spec.terminationGracePeriodSeconds" }],
    },
    "boat.workingDir": {
      description: "The folder that it works in.",
      type: "string",
      fields: [
        { object: "Deployment/ferry", field: "spec.template.spec.containers[ferry].workingDir" },
        { object: "Deployment/ferry", field: "spec.template.spec.containers[1].workingDir" },
      ],
    },
    "boat.hostAliases": {
      description: "Names of hosts.",
      type: "list",
      fields: [{ object: "Deployment/ferry", field: "spec.template.spec.hostAliases" }],
    },
    minAvailable: {
      description: "How many Pods must be left.",
      fields: [{ object: "PodDisruptionBudget/ferry", field: "spec.minAvailable" }],
    },
  },
  accept: { namePrefix: "ferry-", "proxy.enabled": true },
  hide: ["boat.tolerations", "boat.affinity", "proxy.resources"],
  describe: { boat: "The ferry itself.", "boat.podLabels": "Labels for the harbour office." },
};

const ferry = "Deployment ferry-system/ferry";
const budget = "PodDisruptionBudget ferry-system/ferry";
const pod = (...path: readonly (string | number)[]) => ["spec", "template", "spec", ...path];
const image = pod("containers", 0, "image");
const given = (...flags: readonly string[]) => flags.flatMap((flag) => ["--set", flag]);

interface Row extends Given {
  readonly name: string;
  readonly changes: readonly Change[];
}

const rows: readonly Row[] = [
  {
    name: "a renamed part of a block",
    flags: given("image.tag=v9"),
    changes: [[ferry, image, "registry.example.org/harbour/ferry:v9"]],
  },
  { name: "a renamed value", flags: given("replicaCount=5"), changes: [[ferry, ["spec", "replicas"], 5]] },
  {
    name: "what else is in a renamed block",
    flags: given("boat.priorityClassName=high"),
    changes: [[ferry, pod("priorityClassName"), "high"]],
  },
  {
    name: "a renamed block of a container",
    flags: given("proxy.image.tag=v0.15.0"),
    changes: [[ferry, pod("containers", 1, "image"), "registry.example.org/proxy:v0.15.0"]],
  },
  {
    name: "the account of a renamed block",
    flags: given("serviceAccount.create=false", "serviceAccount.name=other"),
    changes: [
      [ferry, pod("serviceAccountName"), "other"],
      ["ServiceAccount ferry-system/ferry", [], undefined],
    ],
  },
  {
    name: "the account by its other name",
    flags: given("serviceAccount.create=false", "old.accountName=other"),
    changes: [
      [ferry, pod("serviceAccountName"), "other"],
      ["ServiceAccount ferry-system/ferry", [], undefined],
    ],
  },
  {
    name: "an image by its name, which has a host",
    flags: given("image.name=mirror.example.org:5000/ferry"),
    changes: [[ferry, image, "mirror.example.org:5000/ferry:v1.2.3"]],
  },
  {
    name: "an image by its name, from the registry of all",
    flags: given("image.name=mirror.example.org:5000/ferry", "global.imageRegistry=cache.example.org/all"),
    changes: [
      [ferry, image, "cache.example.org/all/ferry:v1.2.3"],
      [ferry, pod("containers", 1, "image"), "cache.example.org/all/proxy:v0.14.0"],
    ],
  },
  {
    name: "an image as one text",
    flags: given(
      "proxy.reference=mirror.example.org/tools/proxy:v2@sha256:0123456789012345678901234567890123456789012345678901234567890123",
    ),
    changes: [
      [
        ferry,
        pod("containers", 1, "image"),
        "mirror.example.org/tools/proxy:v2@sha256:0123456789012345678901234567890123456789012345678901234567890123",
      ],
    ],
  },
  {
    name: "an image as one text without a host",
    flags: given("proxy.reference=proxy"),
    changes: [[ferry, pod("containers", 1, "image"), "proxy"]],
  },
  {
    name: "an image as one text with a port and no tag",
    flags: given("proxy.reference=localhost:5000/proxy"),
    changes: [[ferry, pod("containers", 1, "image"), "localhost:5000/proxy"]],
  },
  {
    name: "an image in its parts by the old name",
    flags: given("ferry.image.tag=v8"),
    changes: [[ferry, image, "registry.example.org/harbour/ferry:v8"]],
  },
  {
    name: "a part of a map by another name",
    flags: given("boat.rollingUpdate.maxUnavailable=1"),
    changes: [[ferry, ["spec", "strategy", "rollingUpdate", "maxUnavailable"], 1]],
  },
  {
    name: "null by another name",
    flags: given("boat.rollingUpdate.maxSurge=null"),
    changes: [[ferry, ["spec", "strategy", "rollingUpdate", "maxSurge"], undefined]],
  },
  {
    name: "a map by another name beside the value itself",
    values: { boat: { labels: { team: "a" }, podLabels: { tier: "b" } } },
    changes: [[ferry, ["spec", "template", "metadata", "labels"], { app: "ferry", team: "a", tier: "b" }]],
  },
  {
    name: "a variable by another name",
    flags: given("logLevel=debug"),
    changes: [[ferry, pod("containers", 0, "env", 0, "value"), "debug"]],
  },
  {
    name: "both names with one value",
    flags: given("logLevel=debug", "boat.env.LOG=debug"),
    changes: [[ferry, pod("containers", 0, "env", 0, "value"), "debug"]],
  },
  {
    name: "a variable that the source lacks by another name",
    flags: given("log.format=json"),
    changes: [[ferry, pod("containers", 0, "env", 1), { name: "LOG_FORMAT", value: "json" }]],
  },
  { name: "an empty text by another name of what has no default", flags: given("log.format="), changes: [] },
  {
    name: "a choice by another name",
    flags: given("quiet=true"),
    changes: [[ferry, pod("containers", 0, "env", 0, "value"), "error"]],
  },
  { name: "a choice that is the default", flags: given("quiet=false"), changes: [] },
  {
    name: "a map of a block that is there no more",
    values: { old: { resources: { requests: { cpu: "1" } } } },
    changes: [[ferry, pod("containers", 0, "resources", "requests"), { cpu: "1" }]],
  },
  {
    name: "an added switch",
    flags: given("hostNetwork=false"),
    changes: [[ferry, pod("hostNetwork"), false]],
  },
  {
    name: "an added switch, taken away",
    flags: given("hostNetwork=null"),
    changes: [[ferry, pod("hostNetwork"), undefined]],
  },
  {
    name: "an added choice",
    flags: given("boat.dnsPolicy=Default"),
    changes: [[ferry, pod("dnsPolicy"), "Default"]],
  },
  {
    name: "an added number that the source lacks",
    flags: given("boat.stopSeconds=90"),
    changes: [[ferry, pod("terminationGracePeriodSeconds"), 90]],
  },
  {
    name: "an added text of two fields",
    flags: ["--set-literal", "boat.workingDir=/tmp/{{ x }}: #"],
    changes: [
      [ferry, pod("containers", 0, "workingDir"), "/tmp/{{ x }}: #"],
      [ferry, pod("containers", 1, "workingDir"), "/tmp/{{ x }}: #"],
    ],
  },
  {
    name: "an added list",
    values: { boat: { hostAliases: [{ ip: "192.0.2.1", hostnames: ["pier"] }] } },
    changes: [[ferry, pod("hostAliases"), [{ ip: "192.0.2.1", hostnames: ["pier"] }]]],
  },
  {
    name: "an added number of another object",
    flags: given("minAvailable=3"),
    changes: [[budget, ["spec", "minAvailable"], 3]],
  },
  {
    name: "a label of all objects by another name",
    flags: given("registryMirror=near"),
    changes: ["ServiceAccount", "Deployment", "PodDisruptionBudget"].map((kind) => [
      `${kind} ferry-system/ferry`,
      ["metadata", "labels", "mirror"],
      "near",
    ]),
  },
  {
    name: "what an earlier chart had, as this one has it",
    flags: given("namePrefix=ferry-", "proxy.enabled=true"),
    changes: [],
  },
];

const refusals: readonly (Given & { readonly name: string; readonly says: RegExp })[] = [
  { name: "the path before the renaming", flags: given("ferry.replicas=3"), says: /replicas/ },
  { name: "a hidden value", flags: given("boat.affinity.x=1"), says: /affinity/ },
  { name: "a part of a hidden value", flags: given("proxy.resources.limits.cpu=1"), says: /resources/ },
  {
    name: "both names with other values",
    flags: given("logLevel=debug", "boat.env.LOG=warn"),
    says: /logLevel is another name of boat\.env\.LOG, and the two are set to different values \(LOG\): set one of them/,
  },
  {
    name: "both names with other values in maps",
    values: { boat: { labels: { team: "a" }, podLabels: { team: "b" } } },
    says: /boat\.labels is another name of boat\.podLabels, and the two are set to different values \(team\)/,
  },
  { name: "an unknown choice", flags: given("quiet=perhaps"), says: /quiet/ },
  { name: "another type by another name", flags: given("boat.labels=x"), says: /labels/ },
  { name: "another type of an added value", flags: given("boat.stopSeconds=soon"), says: /stopSeconds/ },
  { name: "no choice of an added value", flags: given("boat.dnsPolicy=Never"), says: /dnsPolicy/ },
  { name: "what an earlier chart could do", flags: given("proxy.enabled=false"), says: /enabled/ },
];

describeWithEachHelm("values as a project has them", (helm) => {
  let charts: CompiledCharts;
  let preset: Objects;

  beforeAll(async () => {
    charts = compileCharts(source, {
      values: { project, positionOf: () => ({ source: "", line: 1, column: 1, text: "" }) },
    });
    preset = await renderChart(helm, charts, { namespace: "ferry-system" });
  });
  afterAll(() => charts.remove());

  test.each(rows)("$name changes its fields", async ({ changes, ...own }) => {
    const rendered = await renderChart(helm, charts, { namespace: "ferry-system", ...own });
    expect(rendered).toEqual(withChanges(preset, changes));
  });

  test.each(refusals)("$name is refused", async ({ says, ...own }) => {
    await expect(renderChart(helm, charts, own)).rejects.toThrow(says);
  });

  test("the schema can be left aside, and the templates still refuse two values", async () => {
    const flags = [...given("logLevel=debug", "boat.env.LOG=warn"), "--skip-schema-validation"];
    await expect(renderChart(helm, charts, { flags })).rejects.toThrow(/set one of them/);
  });

  test("a release of a chart without the aliases keeps its values", async () => {
    const flags = given("old=null", "log=null");
    const rendered = await renderChart(helm, charts, { namespace: "ferry-system", flags });
    expect(rendered).toEqual(preset);
  });
});
