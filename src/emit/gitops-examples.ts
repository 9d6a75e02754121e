// docs/gitops.md: an Application for Argo CD and a HelmRelease for Flux, complete but for the address of the registry. It
// stays in the repository, see helmignore.ts.
import type { Json, JsonObject } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { componentKey, type GitopsValues } from "../plan/component.ts";
import { crdSubchart } from "../plan/single.ts";
import type { Value } from "../transform/value.ts";
import { printYaml } from "../yaml/print.ts";
import {
  type ChartFacts,
  chartFacts,
  hasCrdSubchart,
  hasGitops,
  laterCustomResources,
  ownNamespaceMetadata,
} from "./chart-facts.ts";
import { code, codeBlock } from "./markdown.ts";

/** Where the file is in the chart. */
export const gitopsFile = "docs/gitops.md";

/** Where the examples take charts from; who publishes them knows better. */
const registry = "registry.example.org/charts";

/** The text of docs/gitops.md. */
export function gitopsExamples(set: ChartSetPlan, chart: ChartPlan, values: readonly Value[]): string {
  const facts = chartFacts(set, chart, values);
  const { before } = facts;
  const parts = [
    `# ${chart.name} with Argo CD and Flux`,
    `What differs from Helm is told in the README. In place of ${code(registry)} comes the registry in which the chart is published.`,
    "## Argo CD",
    codeBlock("yaml", [printYaml(application(facts))]),
    ...(before.length === 0
      ? []
      : [
          `This Application comes after that of ${before.map(({ name }) => code(name)).join(" and ")}. The waves order them only below an Application of Applications whose Argo CD [assesses the health of Applications](https://argo-cd.readthedocs.io/en/stable/operator-manual/health/); otherwise the sync is tried again until it succeeds.`,
        ]),
    "## Flux",
    codeBlock("yaml", [
      fluxObjects(facts)
        .map((object) => printYaml(object))
        .join("\n---\n"),
    ]),
    `${code("RetryOnFailure")}, in Flux 2.7 or later, repeats what failed; without it a failed install is uninstalled again.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function application(facts: ChartFacts): JsonObject {
  const { chart, set, before, namespace } = facts;
  const wave = set.charts.length > 1 ? { "argocd.argoproj.io/sync-wave": String(before.length) } : undefined;
  const values = argoValues(facts);
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: {
      name: chart.name,
      namespace: "argocd",
      ...(wave ? { annotations: wave } : {}),
      // With it the deletion of the Application deletes its objects.
      finalizers: ["resources-finalizer.argocd.argoproj.io"],
    },
    spec: {
      project: "default",
      source: {
        repoURL: registry,
        chart: chart.name,
        targetRevision: set.metadata.version,
        helm: {
          releaseName: chart.name,
          ...(Object.keys(values).length > 0 ? { valuesObject: values } : {}),
        },
      },
      destination: { server: "https://kubernetes.default.svc", namespace },
      syncPolicy: {
        automated: { prune: true },
        ...namespacePolicy(facts),
        retry: { limit: 10, backoff: { duration: "15s", factor: 2, maxDuration: "5m" } },
      },
    },
  };
}

/** The first Application makes the namespace. */
function namespacePolicy(facts: ChartFacts): JsonObject {
  if (facts.before.length > 0) return {};
  const metadata = namespaceMetadata(facts);
  return {
    ...(Object.keys(metadata).length > 0 ? { managedNamespaceMetadata: metadata } : {}),
    syncOptions: ["CreateNamespace=true"],
  };
}

function namespaceMetadata({ operator }: ChartFacts): JsonObject {
  const { labels, annotations } = ownNamespaceMetadata(operator);
  return {
    ...(labels.length > 0 ? { labels: Object.fromEntries(labels) } : {}),
    ...(annotations.length > 0 ? { annotations: Object.fromEntries(annotations) } : {}),
  };
}

/** What the examples set: the chart's own values, and those of its components. */
export function gitopsValues(set: ChartSetPlan, chart: ChartPlan, values: readonly Value[]): GitopsValues {
  const facts = chartFacts(set, chart, values);
  return { argo: argoValues(facts), flux: fluxValues(facts) };
}

/** Argo CD waits between waves, so that CRs need no second step. */
function argoValues({ chart, operator }: ChartFacts): JsonObject {
  const given: { [key: string]: Json } = hasGitops(chart, operator) ? { gitops: true } : {};
  // Argo CD applies `crds/` by itself.
  if (hasCrdSubchart(chart)) setAt(given, [crdSubchart, "upgrade", "enabled"], false);
  for (const { metaPath } of laterCustomResources(chart)) setAt(given, [...metaPath, "create"], true);
  return { ...given, ...componentValues(chart, "argo") };
}

/** Flux applies `crds/` by itself where it is told to. */
function fluxValues({ chart }: ChartFacts): JsonObject {
  const own = hasCrdSubchart(chart) ? { [crdSubchart]: { upgrade: { enabled: false } } } : {};
  return { ...own, ...componentValues(chart, "flux") };
}

function componentValues({ components }: ChartPlan, tool: keyof GitopsValues): JsonObject {
  return Object.fromEntries(
    components.flatMap((component) => {
      const values = component.gitops?.[tool] ?? {};
      return Object.keys(values).length > 0 ? [[componentKey(component), values] as const] : [];
    }),
  );
}

function setAt(map: { [key: string]: Json }, [key = "", ...rest]: readonly string[], leaf: Json): void {
  if (rest.length === 0) map[key] = leaf;
  else {
    const child = { ...((map[key] ?? {}) as JsonObject) };
    setAt(child, rest, leaf);
    map[key] = child;
  }
}

/** https://fluxcd.io/flux/components/helm/helmreleases/ */
function fluxObjects(facts: ChartFacts): readonly JsonObject[] {
  const namespace = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: facts.namespace, ...namespaceMetadata(facts) },
  };
  return [...(facts.before.length === 0 ? [namespace] : []), ociRepository(facts), helmRelease(facts)];
}

function ociRepository({ chart, set, namespace }: ChartFacts): JsonObject {
  return {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: "OCIRepository",
    metadata: { name: chart.name, namespace },
    spec: {
      interval: "10m",
      url: `oci://${registry}/${chart.name}`,
      // A tag has no plus sign: https://helm.sh/docs/topics/registries/
      ref: { tag: set.metadata.version.replaceAll("+", "_") },
      layerSelector: {
        mediaType: "application/vnd.cncf.helm.chart.content.v1.tar+gzip",
        operation: "copy",
      },
    },
  };
}

function helmRelease(facts: ChartFacts): JsonObject {
  const { chart, before, namespace } = facts;
  const retry = { strategy: { name: "RetryOnFailure", retryInterval: "1m" } };
  const values = fluxValues(facts);
  const hasValues = Object.keys(values).length > 0;
  // All that Flux is given is about CRDs in a subchart, of the chart or of a component.
  const crds = hasValues ? { crds: "CreateReplace" } : {};
  return {
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    metadata: { name: chart.name, namespace },
    spec: {
      interval: "10m",
      releaseName: chart.name,
      chartRef: { kind: "OCIRepository", name: chart.name },
      ...(before.length > 0 ? { dependsOn: before.slice(-1).map(({ name }) => ({ name })) } : {}),
      install: { ...crds, ...retry },
      upgrade: { ...crds, ...retry },
      ...(hasValues ? { values } : {}),
    },
  };
}
