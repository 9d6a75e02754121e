// The life of charts that anybody made: what Helm does with what it rendered of them, in its order, by their hooks and
// annotations. What an operator does beside that nobody can tell from a chart.
import { counted } from "../diagnostics/counted.ts";
import { shellWord } from "../emit/commands.ts";
import { hookAnnotation, hookEventsOf, hookWeightOf } from "../kubernetes/helm-hooks.ts";
import { formatReference, referenceOf, stringField } from "../kubernetes/object.ts";
import { isWorkloadKind } from "../kubernetes/pod-spec.ts";
import type { ReleasedChart } from "../upgrade/chart-release.ts";
import type { ReleasedObject } from "../upgrade/finding.ts";
import { html } from "./html.ts";
import { lifePictures } from "./life-picture.ts";
import { kindCounts, type LifePhase, type LifeStep, step } from "./life-step.ts";
import type { ReleaseFacts } from "./release-facts.ts";
import { type Section, section } from "./section.ts";

/** The section: a picture for each phase. */
export function releaseLifeSection(facts: ReleaseFacts): Section {
  return section(
    "life",
    "The life of the charts",
    html`
<p>What Helm does, in this order, as far as charts tell. How an operator behaves beside that is its own documentation’s to say.</p>
${lifePictures(releaseLife(facts))}`,
  );
}

/** The phases of the charts of a release. */
function releaseLife(facts: ReleaseFacts): readonly LifePhase[] {
  const { charts } = facts.release;
  return [
    { name: "Install", steps: charts.flatMap((chart) => installSteps(chart, facts)) },
    { name: "Upgrade", steps: charts.flatMap((chart) => upgradeSteps(chart, facts)) },
    {
      name: "Uninstall",
      steps: [...charts.toReversed().flatMap((chart) => uninstallSteps(chart, facts)), ...remains(facts)],
    },
  ];
}

function installSteps(chart: ReleasedChart, facts: ReleaseFacts): readonly LifeStep[] {
  return [
    step("command", command("install", chart, facts)),
    ...(chart.crds.length > 0
      ? [
          step(
            "helm",
            `${counted(chart.crds.length, "CRD")} of crds/ created`,
            "Helm leaves alone those that are there.",
          ),
        ]
      : []),
    ...hooks(chart, "pre-install", "before all other objects"),
    ...(chart.objects.length > 0
      ? [step("helm", `${counted(chart.objects.length, "object")} created`, counts(chart.objects))]
      : []),
    ...running(chart),
    ...hooks(chart, "post-install", "once all objects are there"),
  ];
}

function upgradeSteps(chart: ReleasedChart, facts: ReleaseFacts): readonly LifeStep[] {
  return [
    step("command", command("upgrade", chart, facts)),
    ...(chart.crds.length > 0
      ? [
          step(
            "stays",
            `${counted(chart.crds.length, "CRD")} of crds/ as ${chart.crds.length === 1 ? "it is" : "they are"}`,
            "Helm changes nothing of crds/: apply what is new by hand.",
          ),
        ]
      : []),
    ...hooks(chart, "pre-upgrade", "before all other objects"),
    step("helm", "Objects changed, new ones created, dropped ones deleted"),
    ...hooks(chart, "post-upgrade", "once all objects are there"),
  ];
}

function uninstallSteps(chart: ReleasedChart, { namespace }: ReleaseFacts): readonly LifeStep[] {
  const dying = chart.objects.filter((one) => !isKept(one));
  const kinds = dying.flatMap(({ object }) => stringField(object, "spec", "names", "kind") ?? []);
  return [
    step("command", `helm uninstall ${releaseName(chart)} --namespace ${namespace}`),
    ...hooks(chart, "pre-delete", "before all other objects"),
    dying.length === 0
      ? step("helm", "The release is forgotten, and nothing deleted")
      : step("helm", `${counted(dying.length, "object")} deleted`, counts(dying)),
    ...(kinds.length > 0
      ? [step("cluster", "With the CRDs every object of their kinds is deleted", kinds.join(", "))]
      : []),
    ...hooks(chart, "post-delete", "once all objects are gone"),
  ];
}

/** What no uninstall takes away. */
function remains({ release, namespace }: ReleaseFacts): readonly LifeStep[] {
  const stays = release.charts.flatMap((chart) => {
    const kept = chart.objects.filter(isKept);
    const hooked = chart.hooks.filter((hook) => !isTest(hook) && !deletesItself(hook));
    return [
      ...(chart.crds.length > 0
        ? [`${counted(chart.crds.length, "CRD")} of crds/, and every object of their kinds`]
        : []),
      ...(kept.length > 0 ? [`${counts(kept)} (helm.sh/resource-policy: keep)`] : []),
      ...(hooked.length > 0 ? [`${counts(hooked)} of hooks, which are no part of the release`] : []),
    ];
  });
  return [...stays, `the namespace ${namespace}`].map((what) => step("stays", `Stays: ${what}`));
}

function hooks({ hooks: all }: ReleasedChart, event: string, when: string): readonly LifeStep[] {
  const own = all.filter(({ object }) => hookEventsOf(object).includes(event));
  const ordered = own.toSorted((a, b) => hookWeightOf(a.object) - hookWeightOf(b.object));
  if (ordered.length === 0) return [];
  const names = ordered.map(({ object }) => formatReference(referenceOf(object)));
  return [step("hook", names.join(", "), `${event} hook${names.length === 1 ? "" : "s"}, ${when}.`)];
}

function running({ objects }: ReleasedChart): readonly LifeStep[] {
  const names = objects
    .filter(({ object: { kind } }) => isWorkloadKind(kind) && kind !== "CronJob")
    .map(({ object }) => referenceOf(object).name);
  return names.length === 0 ? [] : [step("cluster", "Pods start", names.join(", "))];
}

function isTest({ object }: ReleasedObject): boolean {
  return hookEventsOf(object).every((event) => event.startsWith("test"));
}

/** Whether Helm deletes the hook once it has succeeded: https://helm.sh/docs/topics/charts_hooks/#hook-deletion-policies */
function deletesItself({ object }: ReleasedObject): boolean {
  const policy = stringField(object, "metadata", "annotations", `${hookAnnotation}-delete-policy`) ?? "";
  return policy.split(",").some((one) => one.trim() === "hook-succeeded");
}

/** https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource */
function isKept({ object }: ReleasedObject): boolean {
  return stringField(object, "metadata", "annotations", "helm.sh/resource-policy")?.trim() === "keep";
}

function counts(objects: readonly ReleasedObject[]): string {
  return kindCounts(objects.map(({ object }) => object.kind));
}

/** A tag of a registry is a version for Helm. */
function command(
  verb: "install" | "upgrade",
  chart: ReleasedChart,
  { namespace, values }: ReleaseFacts,
): string {
  const [, address, tag] = /^(oci:\/\/.*\/[^:@]+):([^@]+)$/.exec(chart.path) ?? [];
  // A bare word might be a repository's chart.
  const isBare = !/^(?:\.{0,2}\/|oci:)/.test(chart.path);
  const place = address ?? (isBare ? `./${chart.path}` : chart.path);
  return [
    `helm ${verb} ${releaseName(chart)} ${shellWord(place)}`,
    ...(tag === undefined ? [] : [`--version ${shellWord(tag)}`]),
    `--namespace ${namespace}`,
    ...values.map((file) => `-f ${shellWord(file)}`),
  ].join(" ");
}

/** A release that is called as its chart; Helm takes up to 53 characters. */
function releaseName({ name }: ReleasedChart): string {
  return name.slice(0, 53).replace(/-+$/, "");
}
