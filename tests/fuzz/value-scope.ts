// What each value of a chart may change, by the name it has: this is what a reader of values.yaml expects of it, and it is
// written without a look at the templates.
import type { Chart, ChartSet } from "../../src/emit/chart.ts";
import { formatImageReference, parseImageReference } from "../../src/kubernetes/image-reference.ts";
import { isObject, type Json } from "../../src/kubernetes/object.ts";
import type { ContainerBlock, WorkloadBlock } from "../../src/plan/chart-plan.ts";
import { objectKeyOf } from "../../src/plan/lookup.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import type { PathStep } from "../../src/yaml/tree.ts";
import * as expected from "./expected-fields.ts";

type Path = readonly string[];

/** A part of the rendering. */
export interface Place {
  of(document: RenderedDocument): boolean;
  /** Where in the object; "*" is any step. */
  readonly path: readonly PathStep[];
  /** Which changes of a scalar; all without it. */
  allows?(before: Json | undefined, after: Json | undefined): boolean;
}

/** What may happen when a value changes. */
export interface Scope {
  /** What must be set beside it for the value to count. */
  readonly beside?: readonly { readonly path: Path; readonly value: Json }[];
  /** Whether nothing is rendered from it: it only decides whether anything is. */
  readonly isSilent?: boolean;
  /** Whether there is something in the rendering that it can change; there is without it. */
  appliesTo?(before: readonly RenderedDocument[]): boolean;
  /** Documents that may come or go. */
  comesAndGoes?(document: RenderedDocument): boolean;
  readonly places: readonly Place[];
  /** What the rendering must hold; `value` is the chart's own with the given one merged into it. */
  readonly holds?: expected.Expectation;
}

const anywhere = () => true;
const nothing: Scope = { places: [] };
/** What stands in for an object that the chart does not create. */
const otherName = "fuzz-other";

/** The scope of the value at `path`; undefined for a value that this file knows nothing of. */
export function scopeOf(set: ChartSet, chart: Chart, path: Path): Scope | undefined {
  const [first = "", second = "", third = ""] = path;
  const block = chart.plan.blocks.find((one) => startsWith(path, one.path));
  const account = chart.plan.serviceAccounts.find((one) => startsWith(path, one.path));
  const webhook = chart.plan.webhooks.find((one) => startsWith(path, one.path));
  const customResource = chart.plan.customResources.find((one) => startsWith(path, one.metaPath));
  if (account) return accountScope(chart, account, path.slice(account.path.length));
  if (block) return workloadScope(chart, block, path);
  if (webhook) {
    const key = path[webhook.path.length] ?? "";
    const at = [...webhook.webhook.path, key];
    const of = templateOf(chart, webhook.webhook.manifest);
    return { places: [{ of, path: at }], holds: expected.field(of, at) };
  }
  if (customResource) {
    const of = templateOf(chart, customResource.customResource.manifest);
    const key = path[customResource.metaPath.length] ?? "";
    const isOn = { path: [...customResource.metaPath, "create"], value: true };
    // What watches over it at an uninstall knows it by its name.
    const added = isAdded(chart);
    if (key === "create") {
      return {
        places: [{ of: added, path: [] }],
        comesAndGoes: (document) => of(document) || added(document),
      };
    }
    return {
      beside: [isOn],
      places: [{ of, path: ["metadata", key] }, ...(key === "name" ? [{ of: added, path: [] }] : [])],
      holds:
        key === "name" ? expected.field(of, ["metadata", key]) : expected.contains(of, ["metadata", key]),
    };
  }
  switch (first) {
    case "global":
      return second === "imageRegistry" ? registryScope : pullSecretScope;
    case "commonLabels":
      return {
        places: [{ of: anywhere, path: ["metadata", "labels"] }],
        holds: expected.everywhere("labels"),
      };
    case "commonAnnotations":
      return {
        places: [{ of: anywhere, path: ["metadata", "annotations"] }],
        holds: expected.everywhere("annotations"),
      };
    case "namespaceOverride":
      return { places: [{ of: anywhere, path: [] }] };
    case "createNamespace":
      return {
        beside: [{ path: ["namespaceOverride"], value: "fuzz-namespace" }],
        places: [],
        comesAndGoes: ({ object }) => object?.kind === "Namespace",
      };
    case "extraObjects":
      return { places: [], comesAndGoes: ({ templatePath }) => templatePath.includes("extra") };
    case "preflight":
      return { ...nothing, isSilent: true };
    case "crds":
      return crdScope(second);
    case "gitops":
      // Argo CD asks for no uninstall by Helm: what watches over one is not there.
      return {
        places: [{ of: anywhere, path: ["metadata", "annotations"] }],
        comesAndGoes: isAdded(chart),
      };
    case "tests":
    case "uninstall":
    case "apply":
      return addedScope(chart, path);
    case "rbac":
      return comingAndGoing(chart, set.plan.operator.rbac);
    case "networkPolicies":
      return comingAndGoing(chart, set.plan.operator.networkPolicies);
    case "priorityClasses":
      return comingAndGoing(
        chart,
        set.plan.operator.priorityClasses.filter(
          (one) => objectKeyOf(set.plan.operator.priorityClasses, one) === second,
        ),
      );
    case "namespaces":
      return { places: [], comesAndGoes: anywhere };
    case "monitoring":
      return monitoringScope(set, chart, second);
    case "certificates":
      return certificateScope(set, chart, second);
    case "configMaps":
      return configMapScope(set, chart, second, third);
    case "secrets":
      return secretScope(set, chart, second, third);
    case "storageClasses":
      return { places: [{ of: anywhere, path: [], allows: isText }] };
    default:
      return treeScope(chart, path);
  }
}

const isText = (before: Json | undefined, after: Json | undefined) =>
  typeof before === "string" && typeof after === "string";

const registryScope: Scope = {
  places: [
    {
      of: anywhere,
      path: [],
      allows: (before, after) =>
        isText(before, after) && /(?:registry\.fuzz|fuzz)\.example/.test(String(after)),
    },
  ],
  appliesTo: expected.runsImages,
  holds: expected.registryOfImages,
};

const pullSecretScope: Scope = {
  places: [
    { of: anywhere, path: ["spec", "imagePullSecrets"] },
    { of: anywhere, path: ["spec", "template", "spec", "imagePullSecrets"] },
    { of: anywhere, path: ["spec", "jobTemplate", "spec", "template", "spec", "imagePullSecrets"] },
  ],
};

function crdScope(key: string): Scope {
  const of = ({ object }: RenderedDocument) => object?.kind === "CustomResourceDefinition";
  switch (key) {
    case "enabled":
      return { places: [], comesAndGoes: of };
    case "keep":
      return { places: [{ of, path: ["metadata", "annotations"] }] };
    default:
      return { places: [{ of, path: ["spec", "conversion", "webhook", "clientConfig", "service", "name"] }] };
  }
}

/** What the chart adds to the source: none of its values reaches an object of the source. */
function addedScope(chart: Chart, path: Path): Scope {
  const [family = "", key = ""] = path;
  const of = isAdded(chart);
  const isSwitch = key === "enabled" || key === "strategy";
  const on = family === "tests" ? [{ path: [family, "enabled"], value: true }] : jobStrategy(chart, family);
  return { ...(isSwitch ? {} : { beside: on }), places: [{ of, path: [] }], comesAndGoes: of };
}

/** Whether no object of the source is in the template. */
function isAdded(chart: Chart): Place["of"] {
  const own = new Set(chart.objects.map(({ templatePath }) => templatePath));
  return ({ templatePath }) => !own.has(templatePath);
}

function jobStrategy(chart: Chart, family: string): readonly { readonly path: Path; readonly value: Json }[] {
  const strategies = chart.plan.uninstall?.strategies ?? [];
  return family === "uninstall" && strategies.includes("job")
    ? [{ path: [family, "strategy"], value: "job" }]
    : [];
}

function comingAndGoing(chart: Chart, manifests: readonly unknown[]): Scope {
  return {
    places: [],
    comesAndGoes: ({ templatePath }) =>
      chart.objects.some((one) => one.templatePath === templatePath && manifests.includes(one.manifest)),
  };
}

function monitoringScope(set: ChartSet, chart: Chart, key: string): Scope {
  const { comesAndGoes } = comingAndGoing(chart, set.plan.operator.monitors);
  const of = comesAndGoes ?? anywhere;
  const paths: Readonly<Record<string, readonly (readonly PathStep[])[]>> = {
    labels: [["metadata", "labels"]],
    namespace: [
      ["metadata", "namespace"],
      ["spec", "namespaceSelector"],
    ],
    interval: [
      ["spec", "endpoints", "*", "interval"],
      ["spec", "podMetricsEndpoints", "*", "interval"],
      ["spec", "groups", "*", "interval"],
    ],
  };
  return key === "enabled"
    ? { places: [], comesAndGoes: of }
    : { places: (paths[key] ?? []).map((path) => ({ of, path })) };
}

function certificateScope(set: ChartSet, chart: Chart, key: string): Scope {
  const bundles = [
    ["webhooks", "*", "clientConfig", "caBundle"],
    ["spec", "conversion", "webhook", "clientConfig", "caBundle"],
    ["spec", "caBundle"],
  ].map((path) => ({ of: anywhere, path }));
  if (key === "caBundle") {
    return { beside: [{ path: ["certificates", "mode"], value: "manual" }], places: bundles };
  }
  return {
    ...comingAndGoing(chart, set.plan.operator.certificates),
    places: [...bundles, { of: anywhere, path: ["metadata", "annotations"] }],
  };
}

function configMapScope(set: ChartSet, chart: Chart, key: string, part: string): Scope {
  if (part === "name") return { places: [{ of: anywhere, path: [], allows: isText }] };
  const own = set.plan.operator.configMaps.find(
    (one) => objectKeyOf(set.plan.operator.configMaps, one) === key,
  );
  const of = templateOf(chart, own);
  return { places: [{ of, path: ["data"] }], holds: expected.textsOf(of, "data") };
}

function secretScope(set: ChartSet, chart: Chart, key: string, part: string): Scope {
  const own = set.plan.operator.secrets.find((one) => objectKeyOf(set.plan.operator.secrets, one) === key);
  const of = templateOf(chart, own);
  const path = ["secrets", key];
  switch (part) {
    case "create":
      return {
        beside: [{ path: [...path, "name"], value: otherName }],
        places: [{ of: anywhere, path: [], allows: isText }],
        comesAndGoes: of,
      };
    case "name":
      return { places: [{ of: anywhere, path: [], allows: isText }] };
    default:
      return {
        places: [
          { of, path: ["data"] },
          { of, path: ["stringData"] },
        ],
        holds: expected.secretTexts(of),
      };
  }
}

function accountScope(chart: Chart, account: Chart["plan"]["serviceAccounts"][number], rest: Path): Scope {
  const of = templateOf(chart, account.manifest);
  const { name } = account.serviceAccount;
  const renamed: Place = {
    of: anywhere,
    path: [],
    allows: (before, after) =>
      isText(before, after) && [name, otherName].some((one) => String(before).includes(one)),
  };
  switch (rest[0]) {
    case "create":
      return {
        beside: [{ path: [...account.path, "name"], value: otherName }],
        places: [renamed],
        comesAndGoes: of,
      };
    case "name":
      return { places: [renamed], holds: expected.field(of, ["metadata", "name"]) };
    case "annotations":
      return {
        places: [{ of, path: ["metadata", "annotations"] }],
        holds: expected.contains(of, ["metadata", "annotations"]),
      };
    default:
      return { places: [{ of, path: ["imagePullSecrets"] }] };
  }
}

function treeScope(chart: Chart, path: Path): Scope | undefined {
  const block = chart.plan.customResources.find((one) => startsWith(path, one.specPath));
  if (!block) return undefined;
  const { manifest } = block.customResource;
  const of = templateOf(chart, manifest);
  const at = isObject(manifest.object["spec"]) ? ["spec"] : [];
  const rest = path.slice(block.specPath.length);
  return {
    beside: [{ path: [...block.metaPath, "create"], value: true }],
    places: [{ of, path: [...at, ...rest] }],
    holds: expected.field(of, [...at, ...rest]),
  };
}

/** Where a value of a workload or a container goes: the field, and what the rendering holds there. */
function workloadScope(chart: Chart, block: WorkloadBlock, path: Path): Scope | undefined {
  const { workload } = block;
  const of = templateOf(chart, workload.manifest);
  const container = block.containers
    .filter((one) => startsWith(path, one.path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  const key = path[block.path.length] ?? "";
  const pod = workload.podSpecPath;
  const template = pod.slice(0, -1);
  const inPod = (name: string): Scope => ({
    places: [{ of, path: [...pod, name] }],
    holds: expected.field(of, [...pod, name]),
  });
  const added = (place: readonly PathStep[]): Scope => ({
    places: [{ of, path: place }],
    holds: expected.endsWith(of, place),
  });
  switch (key) {
    case "replicas":
      return { places: [{ of, path: ["spec", key] }], holds: expected.field(of, ["spec", key]) };
    case "strategy": {
      const name = workload.kind === "Deployment" ? "strategy" : "updateStrategy";
      return { places: [{ of, path: ["spec", name] }], holds: expected.field(of, ["spec", name]) };
    }
    case "nodeSelector":
    case "tolerations":
    case "affinity":
    case "topologySpreadConstraints":
    case "priorityClassName":
      return inPod(key);
    case "imagePullSecrets":
      return { places: [{ of, path: [...pod, key] }] };
    case "podSecurityContext":
      return inPod("securityContext");
    case "extraVolumes":
      return added([...pod, "volumes"]);
    case "podLabels":
    case "podAnnotations": {
      const at = [...template, "metadata", key === "podLabels" ? "labels" : "annotations"];
      return { places: [{ of, path: at }], holds: expected.contains(of, at) };
    }
    default:
      return container && containerScope(chart, of, block, container, path.slice(container.path.length));
  }
}

function containerScope(
  chart: Chart,
  of: Place["of"],
  block: WorkloadBlock,
  { container, path }: ContainerBlock,
  [key = "", part = ""]: Path,
): Scope | undefined {
  const at = container.path;
  switch (key) {
    case "image":
      return part === "pullPolicy"
        ? {
            places: [{ of, path: [...at, "imagePullPolicy"] }],
            holds: expected.field(of, [...at, "imagePullPolicy"]),
          }
        : {
            beside: withoutDigest([...path, key], part),
            places: [{ of, path: [...at, "image"] }, mentionsOf(container.image ?? "")],
            holds: expected.imagePart(of, [...at, "image"], part),
          };
    case "images":
      return {
        beside: withoutDigest([...path, key, part], "tag"),
        places: [{ of: (document) => isWorkload(chart, document), path: [], allows: isText }],
      };
    case "env":
      return { places: [{ of, path: [...at, "env"] }], holds: expected.variables(of, [...at, "env"]) };
    case "extraArgs":
      return { places: [{ of, path: [...at, "args"] }], holds: expected.endsWith(of, [...at, "args"]) };
    case "extraVolumeMounts":
      return {
        beside: [{ path: [...block.path, "extraVolumes"], value: [{ name: "fuzz-mount", emptyDir: {} }] }],
        places: [{ of, path: [...at, "volumeMounts"] }],
        holds: expected.endsWith(of, [...at, "volumeMounts"]),
      };
    case "resources":
    case "securityContext":
    case "livenessProbe":
    case "readinessProbe":
    case "startupProbe":
      return { places: [{ of, path: [...at, key] }], holds: expected.field(of, [...at, key]) };
    default:
      return undefined;
  }
}

/** A tag says nothing beside a digest. */
function withoutDigest(path: Path, part: string): readonly { readonly path: Path; readonly value: Json }[] {
  return part === "tag" ? [{ path: [...path, "digest"], value: "" }] : [];
}

/** The same image in the env and the arguments of whatever container. */
function mentionsOf(image: string): Place {
  const reference = parseImageReference(image);
  const { digest: _digest, ...tagged } = reference ?? { digest: "" };
  const plain = reference ? formatImageReference({ ...reference, digest: "" }) : image;
  return {
    of: anywhere,
    path: [],
    allows: (before, after) =>
      isText(before, after) &&
      [image, plain].some((text) => String(before).includes(text)) &&
      tagged !== undefined,
  };
}

function isWorkload(chart: Chart, { templatePath }: RenderedDocument): boolean {
  const paths = chart.plan.blocks.map(
    ({ workload }) => chart.objects.find(({ manifest }) => manifest === workload.manifest)?.templatePath,
  );
  return paths.includes(templatePath);
}

function templateOf(chart: Chart, manifest: unknown): Place["of"] {
  const found = chart.objects.find((one) => one.manifest === manifest)?.templatePath;
  return ({ templatePath }) => templatePath === found;
}

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}
