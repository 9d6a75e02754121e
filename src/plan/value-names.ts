// What a project calls the values of its charts. Blocks have their names in the plan, so that all that follows finds them
// there; every other value gets its name where it is registered.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { joinValuePath, type ProjectValues, splitValuePath } from "../project/values.ts";
import { ownKeys, providerKeys } from "./block-names.ts";
import type { Blocks } from "./layout.ts";
import type { MovedValue } from "./moved-values.ts";

type Path = readonly string[];

export interface ValuesOptions {
  readonly project: ProjectValues;
  /** Values that earlier versions of the charts called otherwise. */
  readonly moved?: readonly MovedValue[];
  /** Where something stands in the project file, below `values`. */
  readonly positionOf: (path: readonly (string | number)[], part?: "key" | "value") => Position;
  /** Whether the charts are made of some providers alone: what they do not have may be another one's. */
  readonly isPartial?: boolean;
}

/** A path that the project calls otherwise. */
export interface Renaming {
  /** The path as the project file has it. */
  readonly key: string;
  readonly from: Path;
  readonly to: Path;
}

export interface ValuesPlan extends ValuesOptions {
  /** The blocks that have another name, from the paths that they would have. */
  readonly blocks: readonly Renaming[];
  /** The other renamings; `from` has the new names of blocks. */
  readonly paths: readonly Renaming[];
}

/** Keys whose values are named after objects of the sources; chartwright itself looks for none of them by name. */
const families = new Set([
  "serviceAccounts",
  "configMaps",
  "rbac",
  "priorityClasses",
  "storageClasses",
  "webhooks",
  "networkPolicies",
  "namespaces",
]);

/** Whether values below `key` are the same in all charts that chartwright makes: helpers and commands name them. */
function isFixed(key: string): boolean {
  return (ownKeys.has(key) && !families.has(key)) || providerKeys.includes(key);
}

/**
 * Gives the blocks the names that the project has for them; as they are where it says nothing of values. `whole` is the
 * plan of the chart that an overlay shares.
 */
export function nameBlocks(
  blocks: Blocks,
  options: ValuesOptions | undefined,
  whole: ValuesPlan | undefined,
): {
  readonly blocks: Blocks;
  readonly planned: { readonly values?: ValuesPlan };
  readonly diagnostics: readonly Diagnostic[];
} {
  if (!options) return { blocks, planned: {}, diagnostics: [] };
  const renamings = Object.entries(options.project.rename ?? {}).map(
    ([key, to]): Renaming => ({ key, from: splitValuePath(key), to: splitValuePath(to) }),
  );
  const known = new Set(pathsOf(blocks).map(joinValuePath));
  const ofBlocks = renamings.filter(({ from }) => known.has(joinValuePath(from)));
  const named = mapPaths(blocks, (path) => renamed(path, ofBlocks));
  const plan: ValuesPlan = {
    ...options,
    blocks: ofBlocks,
    paths: renamings
      .filter((renaming) => !ofBlocks.includes(renaming))
      .map((renaming) => ({ ...renaming, from: renamed(renaming.from, ofBlocks) })),
  };
  const diagnostics = [
    ...renamings.flatMap((renaming) => fixedKey(renaming, options)),
    ...fixedHidden(options),
    ...sharedNames(blocks, ofBlocks, options),
  ];
  return { blocks: named, planned: { values: whole ?? plan }, diagnostics };
}

/** `path` by its new name: that of the longest path renamed that leads to it. */
export function renamed(path: Path, renamings: readonly Renaming[]): Path {
  let best: Renaming | undefined;
  for (const renaming of renamings) {
    if (startsWith(path, renaming.from) && renaming.from.length > (best?.from.length ?? -1)) best = renaming;
  }
  return best ? [...best.to, ...path.slice(best.from.length)] : path;
}

/** The path that a value would have without the project, by the one that it has among the blocks of the plan. */
export function pathBefore(path: Path, { blocks }: ValuesPlan): Path {
  return renamed(
    path,
    blocks.map(({ key, from, to }) => ({ key, from: to, to: from })),
  );
}

export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}

function pathsOf({ blocks, customResources, serviceAccounts, webhooks }: Blocks): readonly Path[] {
  return [
    ...blocks.flatMap(({ path, containers }) => [path, ...containers.map((container) => container.path)]),
    ...customResources.map(({ specPath }) => specPath),
    ...[...serviceAccounts, ...webhooks].map(({ path }) => path),
  ];
}

function mapPaths(all: Blocks, nameOf: (path: Path) => Path): Blocks {
  return {
    ...all,
    blocks: all.blocks.map((block) => ({
      ...block,
      path: nameOf(block.path),
      containers: block.containers.map((container) => ({ ...container, path: nameOf(container.path) })),
    })),
    customResources: all.customResources.map((block) => ({ ...block, specPath: nameOf(block.specPath) })),
    serviceAccounts: all.serviceAccounts.map((block) => ({ ...block, path: nameOf(block.path) })),
    webhooks: all.webhooks.map((block) => ({ ...block, path: nameOf(block.path) })),
  };
}

function fixedKey({ key, from, to }: Renaming, { positionOf }: ValuesOptions): readonly Diagnostic[] {
  const [oldKey = ""] = from;
  const [newKey = ""] = to;
  const fixed = [oldKey, newKey].find(isFixed);
  if (fixed === undefined) return [];
  return [
    {
      severity: "error",
      code: "values/fixed",
      message: `"${key}" cannot be called "${joinValuePath(to)}".`,
      position: positionOf(["rename", key], fixed === oldKey ? "key" : "value"),
      found: `the key "${fixed}", which all charts of chartwright have`,
      expected: "a value of the operator's objects, and a key that is not taken",
      hint:
        fixed === oldKey ? "Give it another path under `alias`; its own stays." : "Choose another first key.",
    },
  ];
}

function fixedHidden({ project, positionOf }: ValuesOptions): readonly Diagnostic[] {
  return (project.hide ?? []).flatMap((path, index): readonly Diagnostic[] => {
    const [key = ""] = splitValuePath(path);
    if (!isFixed(key)) return [];
    return [
      {
        severity: "error",
        code: "values/fixed",
        message: `"${path}" cannot be hidden.`,
        position: positionOf(["hide", index]),
        found: `the key "${key}", which all charts of chartwright have`,
        expected: "a value of the operator's objects",
        hint: "Take it out of the list.",
      },
    ];
  });
}

/** Two blocks of one name: `rename` leads one of them to where another is. */
function sharedNames(
  blocks: Blocks,
  renamings: readonly Renaming[],
  { positionOf }: ValuesOptions,
): readonly Diagnostic[] {
  const owners = new Map<string, Path>();
  const known = new Map(pathsOf(blocks).map((path) => [joinValuePath(path), path]));
  return [...known.values()].flatMap((path): readonly Diagnostic[] => {
    const name = joinValuePath(renamed(path, renamings));
    const other = owners.get(name);
    if (!other) {
      owners.set(name, path);
      return [];
    }
    const both = [path, other].map(joinValuePath);
    const renaming = renamings.find(({ from }) => [path, other].some((one) => startsWith(one, from)));
    return [
      {
        severity: "error",
        code: "values/taken",
        message: `The blocks "${both[0]}" and "${both[1]}" cannot both be called "${name}".`,
        position: positionOf(["rename", renaming?.key ?? ""]),
        found: `two blocks called "${name}"`,
        expected: "a name of its own for each block",
        hint: "Choose another name for one of them.",
      },
    ];
  });
}
