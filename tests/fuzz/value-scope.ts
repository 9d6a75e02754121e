// What each value of a chart may change, by the name it has: this is what a reader of values.yaml expects of it, and it is
// written without a look at the templates.
import type { Chart, ChartSet } from "../../src/emit/chart.ts";
import { isObject } from "../../src/kubernetes/object.ts";
import { objectKeyOf } from "../../src/plan/lookup.ts";
import * as expected from "./expected-fields.ts";
import {
  addedScope,
  certificateScope,
  configMapScope,
  crdScope,
  isAdded,
  monitoringScope,
  secretScope,
} from "./object-scope.ts";
import { anywhere, comingAndGoing, isText, type Path, type Scope, startsWith, templateOf } from "./scope.ts";
import { accountScope, workloadScope } from "./workload-scope.ts";

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
  if (customResource) return customResourceScope(chart, customResource, path);
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
      return { places: [], isSilent: true };
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

type CustomResourceBlock = Chart["plan"]["customResources"][number];

/** What is told of a custom resource beside its fields: whether it is there, and its metadata. */
function customResourceScope(chart: Chart, customResource: CustomResourceBlock, path: Path): Scope {
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
    holds: key === "name" ? expected.field(of, ["metadata", key]) : expected.contains(of, ["metadata", key]),
  };
}

/** The fields of a custom resource. */
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
