// What the README says of charts that hold everything: CRDs in a subchart, and CRs that a Job applies.
import { crdSubchart } from "../plan/single.ts";
import {
  appliesCustomResources,
  type ChartFacts,
  customResourceKinds,
  hasCrdSubchart,
  resourceName,
  valueAt,
} from "./chart-facts.ts";
import { code } from "./markdown.ts";

/** Words for the introduction; none for other charts. */
export function experimentalNote({ chart }: ChartFacts): readonly string[] {
  if (!appliesCustomResources(chart)) return [];
  const kinds = customResourceKinds(chart.customResources);
  return [
    [
      `> Experimental. A Job applies ${kinds} once the operator runs, so ${kinds} belongs to no release:`,
      `> ${code("helm get manifest")} shows it as text in a ConfigMap, ${code("helm install")} and ${code("helm upgrade")} wait for the operator whatever their flags, and with ${code("--no-hooks")} or a Helm that is stopped in between it is not applied.`,
      `> ${code("customResource.create=false")} in a later upgrade leaves it where it is.`,
    ].join("\n"),
  ];
}

/** What an install does beyond what Helm does. */
export function installNotes({ chart, namespace, values }: ChartFacts): readonly string[] {
  const follows = hasCrdSubchart(chart) && valueAt(values, [crdSubchart, "namespaceOverride"]) !== undefined;
  return follows
    ? [
        `Helm installs the CRDs as they are, for the namespace ${code(namespace)}. In another one the Job of ${code("crds.upgrade")}, which follows the release, runs before the install too.`,
      ]
    : [];
}

/** What an upgrade does beyond what Helm does. */
export function upgradeNotes({ chart, operator }: ChartFacts): readonly string[] {
  const kinds = customResourceKinds(chart.customResources);
  return [
    ...(hasCrdSubchart(chart)
      ? [
          `Helm itself never changes ${operator.crds.length === 1 ? "the CRD" : "the CRDs"}: a Job (${code("crds.image")}) does, before anything else of the upgrade. When it fails, nothing has changed yet, and the same command tries again. With ${code("crds.upgrade.enabled=false")} something else has to do it. A rollback leaves them as they are.`,
          "An upgrade cannot bring a new CRD and a custom resource of its kind at once, since Helm looks for the kinds first: create that one in a second upgrade.",
        ]
      : []),
    ...(appliesCustomResources(chart)
      ? [
          `Afterwards a Job (${code("apply.image")}) waits for the operator and applies ${kinds}. Where somebody else changed a field that the chart sets, it fails and names the other writer, with Helm 3 too; ${code("apply.forceConflicts=true")} lets the chart's value win. A rollback applies the values of the old revision in the same way.`,
        ]
      : []),
  ];
}

/** How the CRDs of a subchart go. */
export function subchartRemoval(): string {
  return `The CRDs stay in the cluster, and with them every object of their kinds. With ${code("crds.remove.enabled=true")}, set by an upgrade before the uninstall, a Job removes them last. While there are objects of their kinds beside this chart's own, the uninstall stops before the operator goes, and names them; ${code("crds.remove.force=true")} deletes those objects and their data with the CRDs, when no operator is there any more to clean up after them. By hand:`;
}

/** What Argo CD does otherwise than with other charts. */
export function argoNotes({ chart, operator }: ChartFacts): readonly string[] {
  const kinds = customResourceKinds(chart.customResources);
  const names = operator.crds.map((crd) => resourceName(crd)).join(" ");
  return [
    ...(hasCrdSubchart(chart)
      ? [
          `It applies the files of ${code("crds/")} itself, at every sync, so ${code("crds.upgrade.enabled")} is off. They keep the namespace of the published manifests. Before the Application is deleted, ${code(`kubectl annotate crd ${names} argocd.argoproj.io/sync-options=Prune=false,Delete=false`)} keeps them; else they go with it, and every object of their kinds with them.`,
        ]
      : []),
    ...(appliesCustomResources(chart)
      ? [
          `It runs the Job after each sync, but does not know ${kinds}: it shows, compares and prunes nothing of it. Take a layout in which ${kinds} is an object of a chart.`,
        ]
      : []),
  ];
}
