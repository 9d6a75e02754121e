// Values of workloads through real Helm: each way to set one changes exactly the field that it is for.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { kitchenSink } from "./kitchen-sink.ts";
import {
  type Change,
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

const pod = ["spec", "template", "spec"];
const pier = (...path: readonly (string | number)[]): readonly (string | number)[] => [
  ...pod,
  "containers",
  0,
  ...path,
];
const onPier = (path: readonly (string | number)[], value: unknown): Change => [
  "Deployment bay/pier",
  path,
  value,
];
const onPlain = (path: readonly (string | number)[], value: unknown): Change => [
  "Deployment bay/plain",
  path,
  value,
];

/** Fields whose value is the whole map or list; `path` leads to the field of pier and of plain. */
const wholeFields: readonly {
  readonly key: string;
  readonly path: readonly (string | number)[];
  readonly other: unknown;
}[] = [
  { key: "resources", path: pier("resources"), other: { limits: { cpu: "2" } } },
  { key: "securityContext", path: pier("securityContext"), other: { runAsUser: 1000 } },
  { key: "livenessProbe", path: pier("livenessProbe"), other: { exec: { command: ["true"] } } },
  { key: "readinessProbe", path: pier("readinessProbe"), other: { tcpSocket: { port: 80 } } },
  { key: "nodeSelector", path: [...pod, "nodeSelector"], other: { disk: "ssd", answer: "42" } },
  {
    key: "affinity",
    path: [...pod, "affinity"],
    other: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone" }] } },
  },
  { key: "podSecurityContext", path: [...pod, "securityContext"], other: { fsGroup: 65532 } },
  { key: "podAnnotations", path: ["spec", "template", "metadata", "annotations"], other: { other: "two" } },
  { key: "strategy", path: ["spec", "strategy"], other: { rollingUpdate: { maxSurge: "25%" } } },
];

/** Maps are merged by Helm itself: what the source has stays unless it is taken away by null. */
const merged: Readonly<Record<string, unknown>> = {
  resources: { requests: { cpu: "1", memory: "64Mi" }, limits: { memory: "128Mi", cpu: "2" } },
  securityContext: { readOnlyRootFilesystem: true, runAsUser: 1000 },
  livenessProbe: {
    httpGet: { path: "/healthz", port: 8081 },
    periodSeconds: 10,
    exec: { command: ["true"] },
  },
  readinessProbe: { httpGet: { path: "/readyz", port: 8081 }, tcpSocket: { port: 80 } },
  nodeSelector: { "kubernetes.io/os": "linux", disk: "ssd", answer: "42" },
  affinity: {
    nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] },
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone" }] },
  },
  podSecurityContext: { runAsNonRoot: true, fsGroup: 65532 },
  podAnnotations: { note: "one", other: "two" },
  strategy: { type: "Recreate", rollingUpdate: { maxSurge: "25%" } },
};

const wholeRows: readonly Row[] = wholeFields.flatMap(({ key, path, other }): readonly Row[] => [
  {
    name: `${key}: a value is put beside the source's`,
    values: { pier: { [key]: other } },
    changes: [onPier(path, merged[key])],
  },
  {
    name: `${key}: null takes it away`,
    values: `pier: {${key}: null}\n`,
    changes: [onPier(path, undefined)],
  },
  {
    name: `${key}: a value where the source has none`,
    values: { plain: { [key]: other } },
    changes: [onPlain(path, other)],
  },
  { name: `${key}: null where the source has none`, values: `plain: {${key}: null}\n`, changes: [] },
]);

const lists: readonly {
  readonly key: string;
  readonly path: readonly (string | number)[];
  readonly other: readonly unknown[];
}[] = [
  {
    key: "tolerations",
    path: [...pod, "tolerations"],
    other: [{ key: "b", effect: "NoSchedule", tolerationSeconds: 6000000 }],
  },
  {
    key: "topologySpreadConstraints",
    path: [...pod, "topologySpreadConstraints"],
    other: [{ maxSkew: 2, topologyKey: "node", whenUnsatisfiable: "DoNotSchedule" }],
  },
];

const listRows: readonly Row[] = lists.flatMap(({ key, path, other }): readonly Row[] => [
  {
    name: `${key}: a list takes the place of the source's`,
    values: { pier: { [key]: other } },
    changes: [onPier(path, other)],
  },
  {
    name: `${key}: an empty list takes it away`,
    values: { pier: { [key]: [] } },
    changes: [onPier(path, undefined)],
  },
  {
    name: `${key}: null takes it away`,
    values: `pier: {${key}: null}\n`,
    changes: [onPier(path, undefined)],
  },
  {
    name: `${key}: by --set-json`,
    flags: ["--set-json", `pier.${key}=${JSON.stringify(other)}`],
    changes: [onPier(path, other)],
  },
  {
    name: `${key}: a list where the source has none`,
    values: { plain: { [key]: other } },
    changes: [onPlain(path, other)],
  },
]);

const volume = { name: "certs", secret: { secretName: "certs" } };
const mount = { name: "certs", mountPath: "/certs", readOnly: true };
const additions: readonly Row[] = [
  {
    name: "extraVolumes: one more beside the source's",
    values: { pier: { extraVolumes: [volume] } },
    changes: [onPier([...pod, "volumes", 1], volume)],
  },
  {
    name: "extraVolumes: the first",
    values: { plain: { extraVolumes: [volume] } },
    changes: [onPlain([...pod, "volumes"], [volume])],
  },
  {
    name: "extraVolumeMounts: one more",
    values: { pier: { extraVolumeMounts: [mount] } },
    changes: [onPier(pier("volumeMounts", 1), mount)],
  },
  {
    name: "extraArgs: behind the source's",
    values: { pier: { extraArgs: ["--v=4", "{{ not.a.template }}"] } },
    changes: [onPier(pier("args", 2), "--v=4"), onPier(pier("args", 3), "{{ not.a.template }}")],
  },
  {
    name: "extraArgs: by --set",
    flags: ["--set", "plain.extraArgs={--a,--b=c}"],
    changes: [onPlain(pier("args"), ["--a", "--b=c"])],
  },
  { name: "extraArgs: null", values: "pier: {extraArgs: null}\n", changes: [] },
  {
    name: "podLabels: one more; the operator's own stays",
    values: { pier: { podLabels: { team: "a", app: "other" } } },
    changes: [onPier(["spec", "template", "metadata", "labels", "team"], "a")],
  },
  {
    name: "pull secrets: beside the source's, on every workload",
    values: { global: { imagePullSecrets: [{ name: "mine" }] } },
    changes: [
      onPier([...pod, "imagePullSecrets", 1], { name: "mine" }),
      onPlain([...pod, "imagePullSecrets"], [{ name: "mine" }]),
    ],
  },
];

const scalars: readonly Row[] = [
  {
    name: "replicas: a number",
    flags: ["--set", "pier.replicas=5"],
    changes: [onPier(["spec", "replicas"], 5)],
  },
  { name: "replicas: none", flags: ["--set", "pier.replicas=0"], changes: [onPier(["spec", "replicas"], 0)] },
  {
    name: "replicas: null leaves them to an autoscaler",
    flags: ["--set", "pier.replicas=null"],
    changes: [onPier(["spec", "replicas"], undefined)],
  },
  {
    name: "replicas: a large number from a file",
    values: { pier: { replicas: 1000000 } },
    changes: [onPier(["spec", "replicas"], 1000000)],
  },
  {
    name: "replicas: where the source has none",
    flags: ["--set", "plain.replicas=3"],
    changes: [onPlain(["spec", "replicas"], 3)],
  },
  {
    name: "priorityClassName: another",
    flags: ["--set", "pier.priorityClassName=low"],
    changes: [onPier([...pod, "priorityClassName"], "low")],
  },
  {
    name: "priorityClassName: a name that is no string in YAML",
    flags: ["--set-string", "pier.priorityClassName=1e3"],
    changes: [onPier([...pod, "priorityClassName"], "1e3")],
  },
  {
    name: "priorityClassName: empty",
    flags: ["--set", "pier.priorityClassName="],
    changes: [onPier([...pod, "priorityClassName"], undefined)],
  },
  {
    name: "a sidecar's resources leave the main container alone",
    values: { pier: { containers: { proxy: { resources: { limits: { cpu: 0.5 } } } } } },
    changes: [onPier([...pod, "containers", 1, "resources"], { limits: { cpu: 0.5 } })],
  },
  {
    name: "an init container's security context",
    values: { pier: { containers: { setup: { securityContext: { privileged: false } } } } },
    changes: [onPier([...pod, "initContainers", 0, "securityContext"], { privileged: false })],
  },
];

const env = (...path: readonly (string | number)[]): readonly (string | number)[] => pier("env", ...path);
const environment: readonly Row[] = [
  {
    name: "env: another value",
    flags: ["--set", "pier.env.MODE=storm"],
    changes: [onPier(env(0, "value"), "storm")],
  },
  { name: "env: an empty value", flags: ["--set", "pier.env.MODE="], changes: [onPier(env(0, "value"), "")] },
  {
    name: "env: a bare number and a bare boolean become strings",
    values: { pier: { env: { MODE: true, COUNT: 7 } } },
    changes: [onPier(env(0, "value"), "true"), onPier(env(1, "value"), "7")],
  },
  {
    name: "env: a large number keeps its digits",
    values: { pier: { env: { COUNT: 20240501000000 } } },
    changes: [onPier(env(1, "value"), "20240501000000")],
  },
  {
    name: "env: text with lines, quotes and braces",
    values: { pier: { env: { MODE: 'a\n"b" {{ c }}\n' } } },
    changes: [onPier(env(0, "value"), 'a\n"b" {{ c }}\n')],
  },
  {
    name: "env: null takes one away",
    flags: ["--set", "pier.env.MODE=null"],
    changes: [
      onPier(env(), [
        { name: "COUNT", value: "007" },
        { name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        { name: "WATCH_NAMESPACE", value: "bay" },
        { name: "PIER_IMAGE", value: "registry.example.org:5000/harbour/pier:v1.2.3" },
        { name: "RELATED_IMAGE_CRANE", value: "quay.io/harbour/crane:v4" },
      ]),
    ],
  },
  {
    name: "env: a literal from a Secret",
    values: { pier: { env: { MODE: { valueFrom: { secretKeyRef: { name: "s", key: "k" } } } } } },
    changes: [onPier(env(0), { name: "MODE", valueFrom: { secretKeyRef: { name: "s", key: "k" } } })],
  },
  {
    name: "env: a computed one by a value",
    flags: ["--set", "pier.env.POD=fixed"],
    changes: [onPier(env(2), { name: "POD", value: "fixed" })],
  },
  {
    name: "env: the namespace by a value",
    flags: ["--set-string", "pier.env.WATCH_NAMESPACE=a\\,b"],
    changes: [onPier(env(3), { name: "WATCH_NAMESPACE", value: "a,b" })],
  },
  {
    name: "env: two new ones, by name",
    values: { pier: { env: { Z: "26", A: 1 } } },
    changes: [onPier(env(6), { name: "A", value: "1" }), onPier(env(7), { name: "Z", value: "26" })],
  },
  {
    name: "env: the first one of a container without",
    flags: ["--set-string", "plain.env.LEVEL=1"],
    changes: [onPlain(pier("env"), [{ name: "LEVEL", value: "1" }])],
  },
  {
    name: "env: the whole map null",
    values: "pier: {env: null}\n",
    changes: [
      onPier(env(), [
        { name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        { name: "WATCH_NAMESPACE", value: "bay" },
        { name: "PIER_IMAGE", value: "registry.example.org:5000/harbour/pier:v1.2.3" },
        { name: "RELATED_IMAGE_CRANE", value: "quay.io/harbour/crane:v4" },
      ]),
    ],
  },
];

const images: readonly Row[] = [
  {
    name: "image: the tag, also where it stands in the environment",
    flags: ["--set", "pier.image.tag=v9"],
    changes: [
      onPier(pier("image"), "registry.example.org:5000/harbour/pier:v9"),
      onPier(env(4, "value"), "registry.example.org:5000/harbour/pier:v9"),
    ],
  },
  {
    name: "image: a tag that is a number",
    flags: ["--set", "pier.image.tag=20240501"],
    changes: [
      onPier(pier("image"), "registry.example.org:5000/harbour/pier:20240501"),
      onPier(env(4, "value"), "registry.example.org:5000/harbour/pier:20240501"),
    ],
  },
  {
    name: "image: a tag that is a number in a file",
    values: "plain: {image: {tag: 20240501}}\n",
    changes: [onPlain(pier("image"), "team/plain:20240501")],
  },
  {
    name: "image: a tag that is a fraction in a file",
    values: "plain: {image: {tag: 1.5}}\n",
    changes: [onPlain(pier("image"), "team/plain:1.5")],
  },
  {
    name: "image: a digest beside the tag",
    flags: ["--set", `plain.image.tag=v1,plain.image.digest=sha256:${"ab".repeat(32)}`],
    changes: [onPlain(pier("image"), `team/plain:v1@sha256:${"ab".repeat(32)}`)],
  },
  {
    name: "image: the repository",
    flags: ["--set", "plain.image.repository=other/name"],
    changes: [onPlain(pier("image"), "other/name")],
  },
  {
    name: "image: the registry, with its port",
    flags: ["--set", "plain.image.registry=localhost:5000"],
    changes: [onPlain(pier("image"), "localhost:5000/team/plain")],
  },
  {
    name: "image: without tag",
    flags: ["--set", "pier.image.tag="],
    changes: [
      onPier(pier("image"), "registry.example.org:5000/harbour/pier"),
      onPier(env(4, "value"), "registry.example.org:5000/harbour/pier"),
    ],
  },
  {
    name: "image: the tag of an image by digest stays beside the digest",
    flags: ["--set", "pier.containers.proxy.image.tag=v2"],
    changes: [
      onPier(
        [...pod, "containers", 1, "image"],
        "quay.io/harbour/proxy:v2@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      ),
    ],
  },
  {
    name: "image: the pull policy",
    flags: ["--set", "pier.image.pullPolicy=Always"],
    changes: [onPier(pier("imagePullPolicy"), "Always")],
  },
  {
    name: "image: no pull policy",
    flags: ["--set", "pier.image.pullPolicy="],
    changes: [onPier(pier("imagePullPolicy"), undefined)],
  },
  {
    name: "image: the one that the operator starts",
    flags: ["--set", "pier.images.crane.tag=v5"],
    changes: [onPier(env(5, "value"), "quay.io/harbour/crane:v5")],
  },
  {
    name: "image: one registry for all, with a port and a path",
    flags: ["--set", "global.imageRegistry=registry.local:5000/mirror/"],
    changes: [
      onPier(pier("image"), "registry.local:5000/mirror/harbour/pier:v1.2.3"),
      onPier(env(4, "value"), "registry.local:5000/mirror/harbour/pier:v1.2.3"),
      onPier(env(5, "value"), "registry.local:5000/mirror/harbour/crane:v4"),
      onPier(
        [...pod, "containers", 1, "image"],
        "registry.local:5000/mirror/harbour/proxy@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      ),
      onPier([...pod, "initContainers", 0, "image"], "registry.local:5000/mirror/library/busybox"),
      onPlain(pier("image"), "registry.local:5000/mirror/team/plain"),
      ["Berth bay/first", ["spec", "image"], "registry.local:5000/mirror/harbour/gauge:v1"],
    ],
  },
];

describeWithEachHelm("a workload's values", (helm) => {
  let charts: ReturnType<typeof compileCharts>;
  let defaults: Objects;
  beforeAll(async () => {
    charts = compileCharts(kitchenSink, { layout: "crds-and-main", uninstall: { strategy: "none" } });
    defaults = await renderChart(helm, charts);
  });
  afterAll(() => charts.remove());

  describe.each([
    { title: "maps that are values as a whole", rows: wholeRows },
    { title: "lists that are values as a whole", rows: listRows },
    { title: "lists that values add to", rows: additions },
    { title: "numbers and names", rows: scalars },
    { title: "environment variables", rows: environment },
    { title: "images", rows: images },
  ])("$title", ({ rows }) => {
    test.each(rows)("$name", async ({ changes, ...given }) => {
      expect(await renderChart(helm, charts, given)).toEqual(withChanges(defaults, changes));
    });
  });
});
