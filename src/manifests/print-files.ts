// The manifests of a set as files: named as operators publish them, or all in one stream.
import { printKustomization } from "./kustomization.ts";
import type { ManifestPart, ReleaseManifest } from "./manifests.ts";

/** A chart set as its manifests say where they are from. */
export interface ManifestSet {
  /** What the files are called after. */
  readonly name: string;
  readonly namespace: string;
  /** In the order of their install. */
  readonly charts: readonly {
    readonly name: string;
    readonly version: string;
    readonly appVersion: string;
  }[];
  /** The values that were given, in words: `prod.yaml`, `--set a=b`. */
  readonly values: readonly string[];
  readonly manifests: readonly ReleaseManifest[];
}

/** What every file says in its second line: who finds it there may write the file anew. */
export const madeBy = "# Made by `chartwright manifests` from ";

const parts: readonly { readonly part: ManifestPart; readonly ending: string; readonly words: string }[] = [
  { part: "crds", ending: "crds", words: "Its custom resource definitions; apply them first." },
  { part: "operator", ending: "operator", words: "The operator, with its namespace." },
  { part: "custom-resources", ending: "cr", words: "What configures the operator; apply it once that runs." },
];

/** One file for each part that there is, by name, in the order in which they are to be applied. */
export function printFiles(
  set: ManifestSet,
  { kustomize = false }: { readonly kustomize?: boolean } = {},
): ReadonlyMap<string, string> {
  const files = parts.flatMap(({ part, ending, words }) => {
    const own = set.manifests.filter((manifest) => manifest.part === part);
    const text = `${header(set, words)}${printDocuments(own)}`;
    return own.length === 0 ? [] : [{ name: `${set.name}-${ending}.yaml`, text, part, own }];
  });
  const kustomization = kustomize
    ? [["kustomization.yaml", header(set) + printKustomization(set, files)]]
    : [];
  return new Map([
    ...files.map(({ name, text }): [string, string] => [name, text]),
    ...(kustomization as [string, string][]),
  ]);
}

/** All in one. */
export function printStream(set: ManifestSet): string {
  return header(set) + printDocuments(set.manifests);
}

function printDocuments(manifests: readonly ReleaseManifest[]): string {
  return manifests.map(({ text }) => `---\n${text}`).join("");
}

/** Says no time: the same charts and values give the same files. */
function header({ name, namespace, charts, values }: ManifestSet, words?: string): string {
  const versions = new Set(charts.map(({ appVersion }) => appVersion).filter((version) => version !== ""));
  const [version = "", ...others] = versions;
  const operator = others.length === 0 && version !== "" ? `${name} ${version}` : name;
  const named = charts.map((chart) => `${chart.name} ${chart.version}`);
  const from = named.length === 1 ? `the chart ${named[0]}` : `the charts ${listed(named)}`;
  const lines = [
    `# ${operator} in the namespace ${namespace}.${words === undefined ? "" : ` ${words}`}`,
    `${madeBy}${from}: change those, not this file.`,
    `# Values: ${values.length === 0 ? "the charts' own" : values.join(" ")}`,
  ];
  return lines.map((line) => `${line.replace(/[\r\n]+/g, " ")}\n`).join("");
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
