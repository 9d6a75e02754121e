// The plan: which charts there are, which manifest goes into which template, and what the blocks of values
// are called. Made by a layout, read by transform and emit.
import type {
  Container,
  CustomResource,
  CustomResourceDefinition,
  Operator,
  ServiceAccount,
  Webhook,
  Workload,
} from "../classify/operator.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChangelogItem } from "../project/changelog.ts";
import type { LayoutName, UninstallStrategy } from "../project/project.ts";
import type { Component } from "./component.ts";
import type { ProvidersPlan } from "./providers.ts";
import type { ValuesPlan } from "./value-names.ts";

/** What Chart.yaml says, as the project or the command line gave it. */
export interface ChartMetadata {
  readonly version: string;
  readonly appVersion: string;
  readonly kubeVersion: string;
  readonly description: string;
  readonly home?: string;
  readonly icon?: string;
  readonly sources?: readonly string[];
  readonly keywords?: readonly string[];
  readonly maintainers?: readonly { readonly name: string; readonly email?: string; readonly url?: string }[];
  /** What the changelog lists of this version. */
  readonly changes?: readonly ChangelogItem[];
  /** Images that the operator pulls and no manifest names. */
  readonly images?: readonly string[];
}

/** The charts of one operator, in install order. */
export interface ChartSetPlan {
  readonly name: string;
  readonly layout: LayoutName;
  readonly operator: Operator;
  readonly metadata: ChartMetadata;
  readonly charts: readonly ChartPlan[];
  /** Undefined for an operator that has no providers to choose from. */
  readonly providers?: ProvidersPlan;
  /** What the project changes of the charts' values. */
  readonly values?: ValuesPlan;
  /** What is left out of every chart, by design. */
  readonly leftOut: readonly LeftOut[];
  /** The chart that these are part of; undefined where each is installed as a release of its own name. */
  readonly parent?: ParentChart;
}

/** How a chart is known inside another one. */
export interface ParentChart {
  /** The name of the release, which is called as the outermost chart. */
  readonly release: string;
  /** What Helm calls the chart there: its alias, or its name. */
  readonly key: string;
}

export interface LeftOut {
  readonly manifest: Manifest;
  readonly reason: string;
}

/**
 * One chart. `crds` holds CRDs only, `main` the rest, `all` everything; `operator` all but CRs, with or without
 * CRDs, and `custom-resource` only CRs.
 */
export interface ChartPlan {
  readonly name: string;
  readonly role: "crds" | "main" | "all" | "operator" | "custom-resource";
  readonly templates: readonly PlannedTemplate[];
  readonly blocks: readonly WorkloadBlock[];
  readonly customResources: readonly CustomResourceBlock[];
  readonly serviceAccounts: readonly ServiceAccountBlock[];
  readonly webhooks: readonly WebhookBlock[];
  /** The charts that it depends on. */
  readonly components: readonly Component[];
  /** How the release ends; undefined where nothing has to be waited for. */
  readonly uninstall?: UninstallPlan;
  /** What runs as hooks; undefined for a chart without Jobs. */
  readonly jobs?: JobPlan;
  /** The manifests of each overlay that the chart is made for; undefined where there is one source for all. */
  readonly overlays?: readonly (readonly Manifest[])[];
}

/** The Jobs of a chart and what they need. */
export interface JobPlan {
  readonly hooks: readonly PlannedHook[];
  /** Hooks by the sources' own word, which stay as they are. */
  readonly sourceHooks: readonly Hook[];
  /** What Jobs make and other Pods of the chart wait for. */
  readonly made: readonly MadeObject[];
}

/** An object of the sources as a hook: https://helm.sh/docs/topics/charts_hooks/ */
export interface Hook {
  readonly manifest: Manifest;
  /** `pre-install,pre-upgrade`; those of an install and an upgrade come first. */
  readonly events: string;
  /** Hooks of one event run by weight. */
  readonly weight: number;
}

/** An object that becomes a hook. No two of a chart have the same weight. */
export interface PlannedHook extends Hook {
  /** Why it is a hook, for the list of differences. */
  readonly reason: string;
}

/** An object that no manifest of the sources holds, and the Job that makes it. */
export interface MadeObject {
  readonly kind: string;
  readonly name: string;
  readonly job: Workload;
}

/** What keeps the operator alive until its CRs are gone. */
export interface UninstallPlan {
  /** The kinds that configure the operator. */
  readonly crds: readonly CustomResourceDefinition[];
  /** What a user can choose, the best first. */
  readonly strategies: readonly UninstallStrategy[];
  readonly strategy: UninstallStrategy;
  /** What deleting a CR does to the user's data, in the project's words. */
  readonly warning: string | undefined;
}

/** One manifest in one file. */
export interface PlannedTemplate {
  readonly manifest: Manifest;
  /** `templates/deployment-virt-operator.yaml`. */
  readonly path: string;
  /**
   * What the file is, where Helm does not render an object from it: `crd-file` stands in a folder `crds/`, which Helm
   * installs as it is; `named-template` is the text of an object that a Job applies.
   */
  readonly form?: "crd-file" | "named-template";
}

/** The values block of a workload, such as `virtOperator`. */
export interface WorkloadBlock {
  readonly workload: Workload;
  readonly path: readonly string[];
  readonly containers: readonly ContainerBlock[];
}

/** Where a container's values stand: in the workload's block, or under its `containers.<name>`. */
export interface ContainerBlock {
  readonly container: Container;
  readonly path: readonly string[];
}

/** The values of a CR: its spec under `specPath`, name and switches under `metaPath`. */
export interface CustomResourceBlock {
  readonly customResource: CustomResource;
  readonly specPath: readonly string[];
  readonly metaPath: readonly string[];
  /** Whether the first install renders it; false where it must come in a second step. */
  readonly createByDefault: boolean;
}

export interface ServiceAccountBlock {
  readonly serviceAccount: ServiceAccount;
  readonly manifest: Manifest;
  readonly path: readonly string[];
}

export interface WebhookBlock {
  readonly webhook: Webhook;
  readonly path: readonly string[];
}
