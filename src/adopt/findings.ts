// What a person has to decide before live objects go to a release.
import { groupKind, type ObjectReference } from "../kubernetes/object.ts";
import type {
  AdoptionFinding,
  ChartAdoption,
  DryRun,
  FieldReport,
  ForgottenRelease,
  LeftBehind,
} from "./adoption-plan.ts";
import type { Obstacles } from "./obstacles.ts";
import type { Claim } from "./ownership.ts";

/** What is looked at. */
export interface FindingInput extends Obstacles {
  readonly charts: readonly ChartAdoption[];
  readonly forget: readonly ForgottenRelease[];
  readonly leftBehind: readonly LeftBehind[];
  readonly dryRuns: readonly DryRun[];
}

/** Everything that somebody should want, or settle, first. */
export function adoptionFindings(input: FindingInput): readonly AdoptionFinding[] {
  const { charts, forget, leftBehind, oldTags } = input;
  return [
    ...unknownKindFindings(input.unknownKinds),
    ...input.elsewhere.map(
      ({ object, namespaces }): AdoptionFinding => ({
        severity: "blocks",
        object,
        message: `it runs in the namespace ${namespaces.map((name) => `"${name}"`).join(" and ")}; a second one would be made`,
        hint: "Give that namespace with --namespace: releases are where their objects are.",
      }),
    ),
    ...charts.flatMap((chart) => chart.objects.flatMap((object) => objectFindings(chart.chart, object))),
    ...oldTags.map(
      ({ chart, live, chartTag }): AdoptionFinding => ({
        severity: "decide",
        chart,
        message: `the cluster runs "${live}" and the chart is made for "${chartTag}"; the values keep what runs`,
        hint: "Adopt with charts of the release that runs, or take the tag out of the values to upgrade at once.",
      }),
    ),
    ...input.unkept.map(
      ({ chart, object }): AdoptionFinding => ({
        severity: "decide",
        chart,
        object,
        message: "an uninstall will delete it, and with it every object of its kind",
        hint: "Leave crds.keep on, so that it says helm.sh/resource-policy: keep.",
      }),
    ),
    ...forget.map(
      ({ name, namespace, objects }): AdoptionFinding => ({
        severity: "decide",
        message: `${objects} objects belong to the release "${name}" in namespace "${namespace}", which Helm will forget`,
        hint: "Never uninstall it afterwards: Helm 3 deletes what another release has taken over.",
      }),
    ),
    ...leftBehind.flatMap(({ object, reason, command }): readonly AdoptionFinding[] =>
      command === undefined ? [] : [{ severity: "decide", object, message: reason, hint: `Run: ${command}` }],
    ),
    ...dryRunFindings(charts, input.dryRuns),
  ];
}

function unknownKindFindings(kinds: readonly ObjectReference[]): readonly AdoptionFinding[] {
  const first = new Map(kinds.map((kind) => [groupKind(kind), kind]));
  return Array.from(first.values(), (object) => ({
    severity: "blocks",
    object,
    message: `the cluster does not know the kind ${object.kind} (${object.group}/${object.version})`,
    hint: "Install what brings it, or switch its objects off; the chart's README names the value.",
  }));
}

function objectFindings(
  chart: string,
  { object, changes, refusals, claims }: ChartAdoption["objects"][number],
): readonly AdoptionFinding[] {
  return [
    ...refusals.map(
      ({ reason, way }): AdoptionFinding => ({
        severity: "blocks",
        chart,
        object,
        message: `refused: ${reason}`,
        hint: `The way out: ${way}.`,
      }),
    ),
    ...claims.flatMap((claim): readonly AdoptionFinding[] => {
      const parts = claimFinding(claim);
      return parts ? [{ severity: "decide", chart, object, ...parts }] : [];
    }),
    ...(changes.length === 0 || refusals.length > 0 ? [] : [changeFinding(chart, object, changes)]),
  ];
}

function changeFinding(
  chart: string,
  object: ObjectReference,
  changes: readonly FieldReport[],
): AdoptionFinding {
  const paths = changes.map(({ path }) => path);
  const shown = paths.slice(0, 3).join(", ") + (paths.length > 3 ? ` and ${paths.length - 3} more` : "");
  return {
    severity: "decide",
    chart,
    object,
    message: `the adoption changes ${shown}, which no value of the chart keeps`,
    hint: "Compare both; the chart's is what its operator was published with.",
  };
}

/** Other releases are told together, since one command forgets each. */
function claimFinding(claim: Claim): Pick<AdoptionFinding, "message" | "hint"> | undefined {
  switch (claim.kind) {
    case "release":
      return undefined;
    case "argo-cd":
      return {
        message: `Argo CD manages it (${claim.by}) and will write it back`,
        hint: "The commands begin with taking that Application away without its objects. Or let Argo CD install the chart.",
      };
    case "flux":
      return {
        message: `Flux manages it (${claim.by}) and will write it back`,
        hint: "The commands begin with taking that object away without what it manages. Or let Flux install the chart.",
      };
    case "olm":
      return {
        message: `the Operator Lifecycle Manager manages it (${claim.by})`,
        hint: "The commands begin with deleting its Subscription and, without what it owns, its ClusterServiceVersion.",
      };
    case "owner":
      return {
        message: `it belongs to ${claim.by}, which writes it back, and with which it goes`,
        hint: "Leave it out of the chart, or adopt its owner.",
      };
  }
}

/** Charts after the first may need what comes before them. */
function dryRunFindings(
  charts: readonly ChartAdoption[],
  dryRuns: readonly DryRun[],
): readonly AdoptionFinding[] {
  return dryRuns.flatMap(({ helm, chart, passed, words = "" }): readonly AdoptionFinding[] => {
    if (passed) return [];
    const before = charts.slice(
      0,
      charts.findIndex((candidate) => candidate.chart === chart),
    );
    const names = before.map((candidate) => candidate.chart).join(" and ");
    return [
      {
        severity: names === "" ? "blocks" : "decide",
        chart,
        message: `Helm ${helm} refuses it: ${words}`,
        ...(names === ""
          ? {}
          : { hint: `This was asked before ${names} is adopted; ask again when that is done.` }),
      },
    ];
  });
}
