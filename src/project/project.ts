// The project file, chartwright.yaml: what it can say, as types. The schema in schema.ts is held to them.

import type { ProjectComponent } from "./components.ts";
import type { ProjectFlags } from "./flags.ts";
import type { ProjectPatch } from "./patches.ts";
import type { ProjectProviders } from "./providers.ts";
import type { ProjectValues } from "./values.ts";

/** The name of the project file in a project's folder. */
export const projectFileName = "chartwright.yaml";

/** The folder beside the project file that the charts go to unless `output` says otherwise. */
export const defaultOutput = "charts";

/** The layouts that a project can name, each in a few words. */
export const layoutWords = {
  "crds-and-main": "the CRDs in a chart of their own, to be installed first; the default where there is a CR",
  "one-chart":
    'everything in one chart, a CR switched on by a second "helm upgrade"; the default without a CR',
  single: "one chart and one install: the CRDs in a bundled chart, kept up to date by a Job",
  "operator-and-cr": "CRDs and operator in one chart, the CR in another, whose values are its spec",
  "crds-operator-cr": "a chart each",
  "post-install-cr": "one chart, whose CR a Job applies once the operator runs; experimental",
} as const;

export type LayoutName = keyof typeof layoutWords;

export const layoutNames = Object.keys(layoutWords) as readonly LayoutName[];

/** What keeps the operator alive until its custom resources are gone: plan/uninstall.ts tells them apart. */
export const uninstallStrategies = ["job", "guard", "none"] as const;

/** What a field of a custom resource is that its CRD does not have: an error, or left out with a warning. */
export const fieldValidations = ["strict", "warn"] as const;

export type FieldValidation = (typeof fieldValidations)[number];

export type UninstallStrategy = (typeof uninstallStrategies)[number];

/** What one operator's charts are compiled from, and how. Paths are relative to the project file's folder. */
export interface Project {
  readonly apiVersion: "chartwright/v1";
  readonly kind: "ChartProject";
  /** The name of the chart set; the charts are called after it. */
  readonly name: string;
  /** The operator's release, which `{version}` in paths and URLs of sources stands for. */
  readonly version?: string;
  /** The operator's published manifests, in the order in which they are read; none for charts of components alone. */
  readonly sources?: readonly ProjectSource[];
  /** Custom resources to put into the charts although their kind alone would not say so. */
  readonly customResources?: readonly ProjectSource[];
  /** How the resources are spread over charts; default: `crds-and-main` where there is a custom resource. */
  readonly layout?: LayoutName;
  /** The namespace that the sources call their own; default: that of the workloads. */
  readonly sourceNamespace?: string;
  /** What a field of a custom resource is that its CRD does not have; default: `strict`, an error. */
  readonly fieldValidation?: FieldValidation;
  /** What Chart.yaml says; what is left out is taken from the sources. */
  readonly chart?: ProjectChart;
  /** How the release ends; a strategy alone, or with a warning. */
  readonly uninstall?: UninstallStrategy | ProjectUninstall;
  /** The folder that receives one folder for each chart; default: `charts`. */
  readonly output?: string;
  /** Settings from Go sources. */
  readonly flags?: ProjectFlags;
  /** Several providers in one chart, of which a value chooses one. */
  readonly providers?: ProjectProviders;
  /** What the project changes of the manifests before charts are made of them. */
  readonly patches?: readonly ProjectPatch[];
  /** What the project changes of its charts' values. */
  readonly values?: ProjectValues;
  /** Images that the operator pulls and no manifest names; `{version}` stands for its release. */
  readonly images?: readonly string[];
  /** Charts that the chart of this project depends on. */
  readonly components?: readonly ProjectComponent[];
}

/** How `helm uninstall` deals with the operator's custom resources. */
export interface ProjectUninstall {
  /** Default: `job` where the chart holds a custom resource, else `guard` where that sees them all. */
  readonly strategy?: UninstallStrategy;
  /** What deleting the custom resource does to the user's data; README and NOTES carry it. */
  readonly warning?: string;
}

/**
 * Where manifests come from: a path or a URL. A path is a file, a folder whose .yaml, .yml and .json files are read, or a
 * kustomize directory, which kustomize builds. What a URL holds is pinned by the lock, and so is a path with `{version}`.
 */
export interface ProjectSource {
  readonly path?: string;
  readonly url?: string;
}

/** The fields of Chart.yaml that a project can set. */
export interface ProjectChart {
  /** SemVer 2, without a leading `v`. */
  readonly version?: string;
  /** The operator's own version, in its own form. */
  readonly appVersion?: string;
  /** The Kubernetes versions it runs on, as Helm writes ranges: `>=1.30.0-0`. */
  readonly kubeVersion?: string;
  readonly description?: string;
  readonly home?: string;
  readonly icon?: string;
  /** URLs of the operator's source code. */
  readonly sources?: readonly string[];
  readonly keywords?: readonly string[];
  readonly maintainers?: readonly ProjectMaintainer[];
}

export interface ProjectMaintainer {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

/** What a chart set can be called: it names charts, files and, as Helm proposes it, releases. */
export const chartSetName: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/;

/** A namespace, as Kubernetes takes it (RFC 1123 label). */
export const namespaceName: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** SemVer 2 (https://semver.org); Helm takes no other chart version. */
export const semanticVersion: RegExp =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** A version in a constraint: parts may be left out or be wildcards. */
const identifiers = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
const part = String.raw`(?:\d+|[xX*])`;
const constraintVersion = String.raw`v?${part}(?:\.${part}){0,2}(?:-${identifiers})?(?:\+${identifiers})?`;
const comparison = String.raw`(?:=|!=|>=?|<=?|=>|=<|~>?|\^)\s*${constraintVersion}`;
const range = String.raw`${constraintVersion}(?:\s+-\s+${constraintVersion})?`;

/** A range of versions as Helm reads it: https://github.com/Masterminds/semver#basic-comparisons */
export const versionConstraint: RegExp = new RegExp(
  String.raw`^\s*(?:(?:${comparison}|${range})(?:(?:\s*(?:,|\|\|)\s*|\s+)(?!$)|\s*$))+$`,
);

/** What these patterns ask for, in words. */
export const expectedChartSetName =
  "at most 48 lower-case letters, digits and dashes, with a letter or digit at both ends";
export const expectedNamespaceName =
  "at most 63 lower-case letters, digits and dashes, with a letter or digit at both ends";
export const expectedSemanticVersion = "a SemVer 2 version such as 1.8.4, without a leading v";
export const expectedVersionConstraint =
  "versions and comparisons that Helm takes, such as >=1.30.0-0 <1.36.0-0";
