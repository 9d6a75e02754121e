// Chart.yaml. Versions are quoted: 1.10 or 0x1 stays text for every YAML reader. There is no
// dependency between the charts of a set: Helm would install them as one release, and a CR cannot be in the release
// whose templates bring its CRD.
import { looksLikeImage } from "../kubernetes/image-reference.ts";
import { field, type Json, type KubernetesObject, listField, stringField } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { indent, printYaml } from "../yaml/print.ts";
import { type ChartFacts, chartFacts } from "./chart-facts.ts";
import { chartMarks } from "./chart-marks.ts";
import { dependencies } from "./dependencies.ts";

/** The text of Chart.yaml. */
export function chartFile(set: ChartSetPlan, chart: ChartPlan): string {
  const { metadata } = set;
  const facts = chartFacts(set, chart, []);
  const lines = [
    "apiVersion: v2",
    `name: ${printYaml(chart.name)}`,
    `description: ${printYaml(chartDescription(facts))}`,
    "type: application",
    `version: ${quote(metadata.version)}`,
    `appVersion: ${quote(metadata.appVersion)}`,
    `kubeVersion: ${quote(withPrereleases(metadata.kubeVersion))}`,
    ...optional("home", metadata.home),
    ...optional("icon", metadata.icon),
    ...list("sources", metadata.sources),
    ...list("keywords", metadata.keywords),
    ...maintainers(metadata.maintainers ?? []),
    ...dependencyLines(set, chart),
    ...annotations(facts),
  ];
  return `${lines.join("\n")}\n`;
}

/** One line on what this chart of the set is. */
export function chartDescription({ set, chart }: ChartFacts): string {
  const description = oneLine(set.metadata.description);
  return chart.role === "crds" ? `Custom resource definitions for ${set.name}: ${description}` : description;
}

/**
 * `>=1.30` → `>=1.30.0-0`: without a pre-release in the constraint Helm refuses the versions of vendors, such as
 * v1.34.4-gke.1. Only lower bounds are widened, and only those without a pre-release of their own.
 */
export function withPrereleases(constraint: string): string {
  return constraint.replace(
    /(>=|~|\^)(\s*)(v?\d+(?:\.\d+){0,2})(?![\w.+-])/g,
    (_, comparison: string, blanks: string, version: string) => {
      // A pre-release needs all three numbers before it.
      const missing = 3 - version.split(".").length;
      return `${comparison}${blanks}${version}${".0".repeat(missing)}-0`;
    },
  );
}

function dependencyLines(set: ChartSetPlan, chart: ChartPlan): readonly string[] {
  const all = dependencies(set, chart);
  if (all.length === 0) return [];
  return [
    "dependencies:",
    ...all.flatMap(({ name, version, repository, condition, alias }) => [
      `  - name: ${printYaml(name)}`,
      `    version: ${quote(version)}`,
      ...(repository === undefined ? [] : [`    repository: ${quote(repository)}`]),
      ...(condition === undefined ? [] : [`    condition: ${printYaml(condition)}`]),
      ...(alias === undefined ? [] : [`    alias: ${printYaml(alias)}`]),
    ]),
  ];
}

function optional(key: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${key}: ${quote(value)}`];
}

function list(key: string, items: readonly string[] | undefined): readonly string[] {
  return items === undefined || items.length === 0
    ? []
    : [`${key}:`, ...items.map((item) => `  - ${quote(item)}`)];
}

function maintainers(people: NonNullable<ChartSetPlan["metadata"]["maintainers"]>): readonly string[] {
  if (people.length === 0) return [];
  return [
    "maintainers:",
    ...people.flatMap(({ name, email, url }) => [
      `  - name: ${quote(name)}`,
      ...(email === undefined ? [] : [`    email: ${quote(email)}`]),
      ...(url === undefined ? [] : [`    url: ${quote(url)}`]),
    ]),
  ];
}

/** What Artifact Hub cannot see by itself (https://artifacthub.io/docs/topics/annotations/helm/), and what we read back. */
function annotations(facts: ChartFacts): readonly string[] {
  const lines: string[] = [];
  if (facts.operator.crds.length > 0) lines.push('  artifacthub.io/operator: "true"');
  const crds = facts.crds.map(({ manifest, kind, storageVersion }) => ({
    kind,
    version: storageVersion,
    name: manifest.reference.name,
    displayName: kind,
    description: `${kind} of ${facts.set.name}`,
  }));
  if (crds.length > 0) lines.push(...block("artifacthub.io/crds", crds));
  const examples = examplesOf(facts);
  if (examples.length > 0) lines.push(...block("artifacthub.io/crdsExamples", examples));
  const declared = declaredImages(facts);
  const images = [...new Set([...imagesOf(facts), ...declared])].map((image) => ({
    name: imageName(image),
    image,
  }));
  if (images.length > 0) lines.push(...block("artifacthub.io/images", images));
  const changes = (facts.set.metadata.changes ?? []).map(({ kind, description, links }) => ({
    kind,
    description,
    ...(links.length === 0 ? {} : { links: links.map(({ name, url }) => ({ name, url })) }),
  }));
  if (changes.length > 0) lines.push(...block("artifacthub.io/changes", changes));
  const { version, appVersion } = facts.set.metadata;
  if (isPrerelease(version) || isPrerelease(appVersion)) lines.push('  artifacthub.io/prerelease: "true"');
  const marks = Object.entries(chartMarks(facts.set, declared)).map(
    ([key, said]) => `  ${key}: ${quote(said)}`,
  );
  return ["annotations:", ...lines, ...marks];
}

/** The custom resources of the sources whose CRDs this chart has. */
function examplesOf({ crds, operator }: ChartFacts): readonly KubernetesObject[] {
  const own = new Set(crds.map(({ manifest, kind }) => `${field(manifest.object, "spec", "group")}/${kind}`));
  return operator.customResources
    .map(({ manifest }) => manifest)
    .filter(({ reference }) => own.has(`${reference.group}/${reference.kind}`))
    .map(({ object }) => object);
}

/** Whether a version is one before a release (SemVer 2, section 9), with a `v` in front or without. */
function isPrerelease(version: string): boolean {
  return /^v?\d+\.\d+\.\d+-[0-9A-Za-z]/.test(version);
}

function block(key: string, data: readonly { readonly [key: string]: Json }[]): readonly string[] {
  return [`  ${key}: |`, indent(printYaml(data), 4)];
}

/** The images that the operator pulls by itself belong to the chart that has it. */
function declaredImages({ set, chart }: ChartFacts): readonly string[] {
  const isOperators = chart.role !== "crds" && chart.role !== "custom-resource";
  return isOperators ? (set.metadata.images ?? []) : [];
}

/** The images of the chart: those of containers, then those that environment and arguments name. */
export function imagesOf({ workloads }: ChartFacts): readonly string[] {
  const containers = workloads.flatMap((workload) =>
    workload.containers.map((container) => ({ workload, container })),
  );
  const own = containers.flatMap(({ container }) => container.image ?? []);
  const named = containers.flatMap(({ workload, container }) =>
    textsOf(workload.manifest.object, container.path),
  );
  return [...new Set([...own, ...named.filter(looksLikeImage)])];
}

/** The values of env entries, and arguments without a flag's name. */
function textsOf(object: Json, path: readonly (string | number)[]): readonly string[] {
  const environment = listField(object, ...path, "env").flatMap((entry) => stringField(entry, "value") ?? []);
  const words = ["command", "args"].flatMap((key) => listField(object, ...path, key));
  return [
    ...environment,
    ...words.flatMap((word) => (typeof word === "string" ? word.replace(/^--?[A-Za-z0-9_.-]+=/, "") : [])),
  ];
}

function imageName(image: string): string {
  return /([^/:@]+)(?:[:@].*)?$/.exec(image)?.[1] ?? image;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A double-quoted YAML scalar. JSON's escapes are YAML's; C1 controls and line separators need one too. */
function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
