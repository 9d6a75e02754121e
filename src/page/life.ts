// The life of a chart set as steps: who does what at an install, an upgrade and an uninstall, taken from the plan.
import { counted } from "../diagnostics/counted.ts";
import type { Chart, ChartSet } from "../emit/chart.ts";
import {
  appliesCustomResources,
  type ChartFacts,
  chartFacts,
  customResourceKinds,
  hasCrdSubchart,
  holdsCrds,
  laterCustomResources,
  valueAt,
} from "../emit/chart-facts.ts";
import {
  createCommand,
  deleteCommands,
  installCommand,
  plainTarget,
  uninstallCommand,
  upgradeCommand,
} from "../emit/commands.ts";
import { type Words, words } from "../emit/words.ts";
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { formatReference } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { kindCounts, type LifePhase, type LifeStep, step } from "./life-step.ts";

/** The phases of `set`. */
export function lifeOf(set: ChartSet): readonly LifePhase[] {
  const all = set.charts.map(
    (chart): Member => ({ chart, facts: chartFacts(set.plan, chart.plan, chart.values) }),
  );
  return [
    { name: "Install", steps: all.flatMap(installSteps) },
    { name: "Upgrade", steps: all.flatMap(upgradeSteps) },
    { name: "Uninstall", steps: [...all.toReversed().flatMap(uninstallSteps), ...remains(all)] },
  ];
}

interface Member {
  readonly chart: Chart;
  readonly facts: ChartFacts;
}

function installSteps(member: Member): readonly LifeStep[] {
  const { chart, facts } = member;
  const { plan } = chart;
  const later = laterCustomResources(plan);
  const kinds = customResourceKinds(later);
  return [
    command(installCommand(plan, plainTarget(facts, plan))),
    ...(hasCrdSubchart(plan)
      ? [step("helm", "CRDs of crds/ are created", "Helm leaves alone those that are there.")]
      : []),
    ...hooks(member, "pre-install", "before all other objects"),
    step("helm", `${counted(regular(member).length, "object")} created`, counts(regular(member))),
    ...running(member),
    ...hooks(member, "post-install", "once all objects are there"),
    ...applying(member),
    ...(later.length > 0
      ? [
          command(
            createCommand(plan, later, plainTarget(facts, plan)),
            "The second step, once the operator runs.",
          ),
          step("helm", `${capital(kinds)} created`),
        ]
      : []),
  ];
}

function upgradeSteps(member: Member): readonly LifeStep[] {
  const { chart, facts } = member;
  const { plan } = chart;
  return [
    command(upgradeCommand(plan, plainTarget(facts, plan))),
    ...(hasCrdSubchart(plan)
      ? [
          step(
            "hook",
            "A Job brings the CRDs up to date",
            "pre-upgrade hook; Helm itself never changes what is in crds/.",
          ),
        ]
      : []),
    ...hooks(member, "pre-upgrade", "before all other objects"),
    step("helm", "Objects changed, new ones created, dropped ones deleted"),
    ...hooks(member, "post-upgrade", "once all objects are there"),
    ...applying(member),
  ];
}

function uninstallSteps(member: Member): readonly LifeStep[] {
  const { chart, facts } = member;
  const { plan } = chart;
  const target = plainTarget(facts, plan);
  const { uninstall, customResources } = plan;
  const kinds = customResourceKinds(customResources);
  const isByHand = uninstall !== undefined && uninstall.strategy !== "job" && customResources.length > 0;
  return [
    ...(isByHand
      ? deleteCommands(facts, customResources, target).map((deletion) =>
          command(deletion, "Wait for it: only the running operator can clean up."),
        )
      : []),
    ...(plan.role === "custom-resource"
      ? [
          command(words`${uninstallCommand(target)} --wait --timeout 15m`),
          step("cluster", `The operator cleans up after ${kinds}`, "It has to run until that is done."),
        ]
      : [command(uninstallCommand(target))]),
    ...guard(member),
    ...(uninstall?.strategy === "job" && customResources.length > 0
      ? [
          step(
            "hook",
            `A Job deletes ${kinds}`,
            "pre-delete hook; it waits until the operator has cleaned up.",
            "fails or takes too long: nothing else is deleted",
          ),
        ]
      : []),
    ...hooks(member, "pre-delete", "before all other objects"),
    dying(member).length === 0
      ? step("helm", "The release is forgotten, and nothing deleted")
      : step("helm", `${counted(dying(member).length, "object")} deleted`, counts(dying(member))),
    ...hooks(member, "post-delete", "once all objects are gone"),
  ];
}

function guard({ chart: { plan } }: Member): readonly LifeStep[] {
  const { uninstall } = plan;
  if (!uninstall?.strategies.includes("guard") || uninstall.strategy === "none") return [];
  const kinds = uninstall.crds.map(({ kind }) => kind).join(" or ");
  const isOther = uninstall.strategy === "job";
  return [
    step(
      "guard",
      `Guard: is there ${isOther ? "another" : "a"} ${kinds}?`,
      "An admission policy, from Kubernetes 1.30 on.",
      "there is: refused, everything is still there",
    ),
  ];
}

/** What no uninstall takes away. */
function remains(all: readonly Member[]): readonly LifeStep[] {
  const crds = all.flatMap(({ chart, facts }) => {
    const isKept = chart.plan.role === "crds" || valueAt(chart.values, ["crds", "keep"]) !== undefined;
    if (!holdsCrds(chart.plan, facts.operator) || !(isKept || hasCrdSubchart(chart.plan))) return [];
    const why = hasCrdSubchart(chart.plan) ? "Helm deletes nothing of crds/" : "crds.keep";
    return [`${counted(facts.crds.length, "CRD")} (${why}), and with them every object of their kinds`];
  });
  const made = all.flatMap(({ chart }) =>
    (chart.plan.jobs?.made ?? []).map(
      ({ kind, name, job }) => `${kind} ${name}, which the Job ${job.name} made`,
    ),
  );
  const namespace = all[0]?.facts.namespace;
  const stays = [...crds, ...made, ...(namespace === undefined ? [] : [`the namespace ${namespace}`])];
  return stays.map((what) => step("stays", `Stays: ${what}`));
}

/** The objects of the source that are the release's own, and none of its hooks. */
function regular({ chart }: Member): readonly Manifest[] {
  const { plan, objects } = chart;
  const hooked = new Set(
    [...(plan.jobs?.hooks ?? []), ...(plan.jobs?.sourceHooks ?? [])].map(({ manifest }) => manifest),
  );
  const forms = new Map(plan.templates.map(({ manifest, form }) => [manifest, form]));
  return objects
    .filter(
      ({ setToRender, manifest }) =>
        setToRender === undefined && !hooked.has(manifest) && !forms.get(manifest),
    )
    .map(({ manifest }) => manifest);
}

/** Those that go with the release: CRDs that are kept do not, and CRs that have to be gone before. */
function dying(member: Member): readonly Manifest[] {
  const isKept =
    member.chart.plan.role === "crds" || valueAt(member.chart.values, ["crds", "keep"]) !== undefined;
  const crds = new Set(member.facts.crds.map(({ manifest }) => manifest));
  const { uninstall, customResources } = member.chart.plan;
  const gone = new Set(uninstall ? customResources.map(({ customResource }) => customResource.manifest) : []);
  return regular(member).filter((manifest) => !(isKept && crds.has(manifest)) && !gone.has(manifest));
}

function running({ facts }: Member): readonly LifeStep[] {
  const names = facts.workloads
    .filter(({ kind }) => kind !== "Job" && kind !== "CronJob")
    .map(({ name }) => name);
  return names.length === 0 ? [] : [step("cluster", "The operator starts", names.join(", "))];
}

function applying({ chart: { plan } }: Member): readonly LifeStep[] {
  if (!appliesCustomResources(plan) || plan.customResources.length === 0) return [];
  const kinds = customResourceKinds(plan.customResources);
  return [
    step("hook", `A Job applies ${kinds}`, "post-install and post-upgrade hook, once the operator runs."),
  ];
}

/** The hooks that come from the source, at one event. */
function hooks({ chart: { plan } }: Member, event: string, when: string): readonly LifeStep[] {
  const planned = (plan.jobs?.hooks ?? []).filter(({ events }) => events.split(",").includes(event));
  const own = (plan.jobs?.sourceHooks ?? []).filter(({ manifest }) =>
    hookEventsOf(manifest.object).includes(event),
  );
  const manifests = [...planned.toSorted((a, b) => a.weight - b.weight), ...own].map(
    ({ manifest }) => manifest,
  );
  if (manifests.length === 0) return [];
  return [
    step(
      "hook",
      manifests.map(({ reference }) => formatReference(reference)).join(", "),
      `${event} hook, ${when}.`,
    ),
  ];
}

function counts(manifests: readonly Manifest[]): string {
  return kindCounts(manifests.map(({ object }) => object.kind));
}

function command(typed: Words, detail?: string): LifeStep {
  const text = typed.map((fragment) => (fragment.kind === "text" ? fragment.text : "")).join("");
  return step("command", text, detail);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
