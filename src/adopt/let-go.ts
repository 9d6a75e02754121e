// The commands by which another tool lets go of live objects without taking them along: before a release takes them over.
// https://argo-cd.readthedocs.io/en/stable/user-guide/app_deletion/ (deletion without cascade),
// https://fluxcd.io/flux/components/kustomize/kustomizations/#suspend and .../helm/helmreleases/#suspend (what is suspended
// leaves its objects when it is deleted), https://olm.operatorframework.io/docs/tasks/uninstall-operator/
import type { ObjectReference } from "../kubernetes/object.ts";
import type { ChartAdoption, CommandStep } from "./adoption-plan.ts";
import type { Claim } from "./ownership.ts";

/** A tool's own object, and what it claims. */
interface Holder {
  readonly claim: ToolClaim;
  readonly objects: ObjectReference[];
}

type ToolClaim = Extract<Claim, { readonly kind: "argo-cd" | "flux" | "olm" }>;

/** Marks of each tool, which would tell it of its objects again. */
const marks: Readonly<Record<ToolClaim["kind"], readonly (readonly ["annotate" | "label", string])[]>> = {
  "argo-cd": [
    ["annotate", "argocd.argoproj.io/tracking-id-"],
    ["label", "argocd.argoproj.io/instance-"],
  ],
  flux: ["kustomize", "helm"].map(
    (tool) =>
      ["label", ["name", "namespace"].map((key) => `${tool}.toolkit.fluxcd.io/${key}-`).join(" ")] as const,
  ),
  olm: [["label", "olm.owner- olm.owner.kind- olm.owner.namespace- olm.managed-"]],
};

/** The steps for everything that claims objects of the charts; `flags` reach the cluster. */
export function letGoSteps(charts: readonly ChartAdoption[], flags: string): readonly CommandStep[] {
  return holdersOf(charts).flatMap(({ claim, objects }) => [
    ...stopSteps(claim, flags),
    unmarkStep(claim, objects, flags),
    ...(claim.kind === "olm" ? endSteps(claim, flags) : []),
  ]);
}

function holdersOf(charts: readonly ChartAdoption[]): readonly Holder[] {
  const holders = new Map<string, Holder>();
  for (const { object, claims } of charts.flatMap((chart) => chart.objects)) {
    for (const claim of claims) {
      if (claim.kind === "release" || claim.kind === "owner") continue;
      const key = JSON.stringify(claim);
      const holder = holders.get(key) ?? { claim, objects: [] };
      holder.objects.push(object);
      holders.set(key, holder);
    }
  }
  return [...holders.values()];
}

function stopSteps(claim: ToolClaim, flags: string): readonly CommandStep[] {
  const place = claim.namespace === undefined ? "" : ` --namespace ${claim.namespace}`;
  if (claim.kind === "olm") {
    const installed = `{range .items[?(@.status.installedCSV=="${claim.by}")]}{.metadata.name}{end}`;
    const subscriptions = "subscriptions.operators.coreos.com";
    return [
      {
        why: `the Operator Lifecycle Manager installs "${claim.by}" no more`,
        command: `kubectl get ${subscriptions}${place}${flags} --output=jsonpath='${installed}' | xargs -r kubectl delete ${subscriptions}${place}${flags}`,
      },
    ];
  }
  const [resource, letGo] =
    claim.kind === "argo-cd"
      ? ["applications.argoproj.io", '{"metadata":{"finalizers":null}}']
      : [fluxResource(claim.by), '{"spec":{"suspend":true}}'];
  const name = claim.by.split(" ").at(-1) ?? claim.by;
  const tool = claim.kind === "argo-cd" ? `Argo CD's Application "${name}"` : `Flux' ${claim.by}`;
  return [
    {
      why: `${tool} goes without its objects; take it out of Git first, where it is from there`,
      command: `kubectl patch ${resource} ${name}${place} --type=merge --patch='${letGo}'${flags} && \\\nkubectl delete ${resource} ${name}${place}${flags}`,
    },
  ];
}

function fluxResource(by: string): string {
  return by.startsWith("HelmRelease ")
    ? "helmreleases.helm.toolkit.fluxcd.io"
    : "kustomizations.kustomize.toolkit.fluxcd.io";
}

/** Without its marks, what cleans up after a ClusterServiceVersion does not find the objects. */
function endSteps({ by, namespace }: ToolClaim, flags: string): readonly CommandStep[] {
  const place = namespace === undefined ? "" : ` --namespace ${namespace}`;
  return [
    {
      why: `"${by}" goes without its objects`,
      command: `kubectl delete clusterserviceversions.operators.coreos.com ${by}${place} --cascade=orphan${flags}`,
    },
  ];
}

/** One command for the objects of one kind in one namespace. */
function unmarkStep(claim: ToolClaim, objects: readonly ObjectReference[], flags: string): CommandStep {
  const groups = new Map<string, string[]>();
  for (const { group, version, kind, namespace, name } of objects) {
    const resource = group === "" ? kind : `${kind}.${version}.${group}`;
    const place = namespace === undefined ? "" : ` --namespace ${namespace}`;
    const key = `${resource}\0${place}`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const commands = Array.from(groups, ([key, names]) => {
    const [resource = "", place = ""] = key.split("\0");
    return marks[claim.kind].map(
      ([verb, keys]) => `kubectl ${verb} ${resource} ${names.join(" ")} ${keys}${place}${flags}`,
    );
  });
  return { why: "no object says any more that it is of that", command: commands.flat().join(" && \\\n") };
}
