// The README's part for who applies a chart without hooks: the commands that run its Jobs, in the order of the hooks.
import type { ChartPlan, Hook } from "../plan/chart-plan.ts";
import { nameInRelease } from "./added-reference.ts";
import { applyJobPath } from "./applied-custom-resources.ts";
import { appliesCustomResources, type ChartFacts, customResourceKinds } from "./chart-facts.ts";
import { plainTarget, templateCommand } from "./commands.ts";
import { code } from "./markdown.ts";
import { shell } from "./readme-install.ts";
import { type Words, words } from "./words.ts";

/** What runs to an end, with the files of the chart that it needs, its own last. */
interface Run {
  readonly files: readonly string[];
  readonly kind: string;
  readonly name: string;
}

export function jobsByHand(facts: ChartFacts): readonly string[] {
  const { chart } = facts;
  const applies = appliesCustomResources(chart);
  const first = runsOf(facts, "pre");
  const last = [
    ...(applies ? [{ files: [applyJobPath], kind: "Job", name: nameInRelease({}, chart, "apply") }] : []),
    ...runsOf(facts, "post"),
  ];
  if (first.length + last.length === 0) return [];
  const left = [
    ...(applies ? [`the Job that applies ${customResourceKinds(chart.customResources)}`] : []),
    ...(chart.jobs === undefined ? [] : ["the operator's Jobs"]),
  ].join(" and ");
  return [
    `${code("--no-hooks")} leaves out ${left}. A Job cannot be changed, so the one before is deleted each time.`,
    ...(first.length === 0
      ? []
      : ["Before all else:", shell(first.flatMap((run) => commandsOf(facts, run)))]),
    ...(last.length === 0 ? [] : ["After all else:", shell(last.flatMap((run) => commandsOf(facts, run)))]),
  ];
}

/** The hooks that run before everything else of an install or an upgrade, or after it. */
export function hooksAt({ jobs }: ChartPlan, when: "pre" | "post"): readonly Hook[] {
  return [...(jobs?.hooks ?? []), ...(jobs?.sourceHooks ?? [])].filter(
    ({ events }) => events.startsWith(`${when}-install`) || events.startsWith(`${when}-upgrade`),
  );
}

function runsOf({ chart }: ChartFacts, when: "pre" | "post"): readonly Run[] {
  const hooks = hooksAt(chart, when);
  const runs: Run[] = [];
  let files: readonly string[] = [];
  for (const { manifest } of hooks.toSorted(byWeight)) {
    const template = chart.templates.find((candidate) => candidate.manifest === manifest);
    files = [...files, ...(template === undefined ? [] : [template.path])];
    const { kind, name } = manifest.reference;
    if (!/^(?:Job|Pod)$/.test(kind)) continue;
    runs.push({ files, kind, name });
    files = [];
  }
  return runs;
}

function byWeight(one: Hook, other: Hook): number {
  return one.weight - other.weight;
}

function commandsOf(facts: ChartFacts, { files, kind, name }: Run): readonly Words[] {
  const target = plainTarget(facts, facts.chart);
  const object = `${kind.toLowerCase()}/${name}`;
  const end = kind === "Job" ? "condition=Complete" : "jsonpath={.status.phase}=Succeeded";
  return [
    words`kubectl delete ${object} --namespace ${target.namespace} --ignore-not-found`,
    templateCommand(facts, facts.chart, target, [], files),
    words`kubectl wait ${object} --for=${end} --namespace ${target.namespace} --timeout=15m`,
  ];
}
