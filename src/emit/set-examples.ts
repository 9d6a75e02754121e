// Examples of settings for the README, chosen from what the chart has: always the same ones for the same source.
import { field, isObject, type Json } from "../kubernetes/object.ts";
import type { CustomResourceBlock } from "../plan/chart-plan.ts";
import type { Value } from "../transform/value.ts";
import { type ChartFacts, valueAt } from "./chart-facts.ts";
import { shellWord } from "./commands.ts";
import { firstSentence } from "./markdown.ts";
import { type SchemaField, schemaFields } from "./schema-tree.ts";

/** A flag for Helm, and what it does. */
export interface SetExample {
  readonly flag: string;
  readonly meaning: string;
}

const mostExamples = 5;

/** Up to five examples: fields of the CRs first, then what most people set. */
export function setExamples(facts: ChartFacts): readonly SetExample[] {
  const { chart, values } = facts;
  const [block] = chart.blocks.filter(({ path }) => valueAt(values, [...path, "replicas"]));
  const workload = block?.workload.name ?? "";
  const one = (path: readonly string[], flag: string, meaning: string): readonly SetExample[] =>
    valueAt(values, path) ? [{ flag, meaning }] : [];
  const inBlock = (...keys: readonly string[]) => [...(block?.path ?? []), ...keys];
  const candidates = [
    ...chart.customResources
      .slice(0, 2)
      .flatMap((customResource) => customResourceExamples(customResource, values)),
    ...one(
      ["global", "imageRegistry"],
      "--set global.imageRegistry=registry.example.com",
      "take all images from a registry of your own",
    ),
    ...one(
      inBlock("replicas"),
      `--set ${inBlock("replicas").join(".")}=3`,
      `run three replicas of ${workload}`,
    ),
    ...one(
      inBlock("nodeSelector"),
      `--set ${shellWord(`${inBlock("nodeSelector").join(".")}.kubernetes\\.io/arch=amd64`)}`,
      `choose the nodes of ${workload}; dots in a key are escaped`,
    ),
    ...one(
      inBlock("resources"),
      `--set ${inBlock("resources").join(".")}.requests.memory=512Mi`,
      `reserve memory for ${workload}`,
    ),
    ...one(
      ["crds", "keep"],
      "--set crds.keep=false",
      "let `helm uninstall` delete the CRDs and every object of their kinds",
    ),
  ];
  return candidates.slice(0, mostExamples);
}

/** A number and a choice of the CR, near what the source itself sets. */
function customResourceExamples(block: CustomResourceBlock, values: readonly Value[]): readonly SetExample[] {
  const tree = values.find(
    ({ role, path }) => role === "tree" && path.join(".") === block.specPath.join("."),
  );
  if (!tree) return [];
  const { object } = block.customResource.manifest;
  const spec = isObject(object["spec"]) ? object["spec"] : object;
  const candidates = schemaFields(tree).filter(
    ({ path, description }) =>
      path.every((key) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)) &&
      description !== "" &&
      !/deprecated/i.test(description),
  );
  const depth = block.specPath.length;
  const example = (wanted: (candidate: SchemaField) => string | undefined): readonly SetExample[] => {
    const fitting = candidates.flatMap((candidate) => {
      const text = wanted(candidate);
      return text === undefined ? [] : [{ candidate, text, rank: rankOf(candidate, spec, depth) }];
    });
    const [best] = fitting.toSorted((a, b) => b.rank - a.rank);
    if (!best) return [];
    const { path, description } = best.candidate;
    return [
      { flag: `--set ${path.join(".")}=${shellWord(best.text)}`, meaning: firstSentence(description, 120) },
    ];
  };
  return [...example(otherInteger), ...example(otherChoice)];
}

/** Fields that the source leaves open come first, those beside what it sets before others, deep ones first. */
function rankOf({ path, set }: SchemaField, spec: Json, treeDepth: number): number {
  const parent = path.slice(treeDepth, -1);
  const nearness = isObject(field(spec, ...parent)) ? 100 + parent.length : -parent.length;
  return nearness - (set === undefined ? 0 : 1000);
}

/** An integer that is not what is set or assumed already. */
function otherInteger({ type, schema, set, assumed }: SchemaField): string | undefined {
  if (type !== "integer") return undefined;
  const minimum = typeof schema["minimum"] === "number" ? schema["minimum"] : -Infinity;
  const maximum = typeof schema["maximum"] === "number" ? schema["maximum"] : Infinity;
  const wished = typeof set === "number" ? set * 2 : 5;
  const allowed = [wished, minimum, maximum].find(
    (number) =>
      Number.isSafeInteger(number) && number >= minimum && number <= maximum && number !== (set ?? assumed),
  );
  return allowed === undefined ? undefined : String(allowed);
}

function otherChoice({ type, choices, set, assumed }: SchemaField): string | undefined {
  if (type !== "string") return undefined;
  const other = choices.find((choice) => choice !== (set ?? assumed) && choice !== "");
  return typeof other === "string" ? other : undefined;
}
