// What the values of a workload, a container and a service account may change.
import type { Chart } from "../../src/emit/chart.ts";
import { formatImageReference, parseImageReference } from "../../src/kubernetes/image-reference.ts";
import type { ContainerBlock, WorkloadBlock } from "../../src/plan/chart-plan.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import type { PathStep } from "../../src/yaml/tree.ts";
import * as expected from "./expected-fields.ts";
import {
  anywhere,
  isText,
  otherName,
  type Path,
  type Place,
  type Scope,
  type SetValue,
  startsWith,
  templateOf,
} from "./scope.ts";

/** Where a value of a workload or a container goes: the field, and what the rendering holds there. */
export function workloadScope(chart: Chart, block: WorkloadBlock, path: Path): Scope | undefined {
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
function withoutDigest(path: Path, part: string): readonly SetValue[] {
  return part === "tag" ? [{ path: [...path, "digest"], value: "" }] : [];
}

/** The same image in the env and the arguments of whatever container. */
function mentionsOf(image: string): Place {
  const reference = parseImageReference(image);
  const plain = reference ? formatImageReference({ ...reference, digest: "" }) : image;
  return {
    of: anywhere,
    path: [],
    allows: (before, after) =>
      isText(before, after) && [image, plain].some((text) => String(before).includes(text)),
  };
}

function isWorkload(chart: Chart, { templatePath }: RenderedDocument): boolean {
  const paths = chart.plan.blocks.map(
    ({ workload }) => chart.objects.find(({ manifest }) => manifest === workload.manifest)?.templatePath,
  );
  return paths.includes(templatePath);
}

/** What the values of a service account may change: it, and every mention of its name. */
export function accountScope(
  chart: Chart,
  account: Chart["plan"]["serviceAccounts"][number],
  rest: Path,
): Scope {
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
