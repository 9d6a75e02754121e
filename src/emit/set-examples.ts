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

/** A number of the CR, near what the source itself sets. */
function customResourceExamples(block: CustomResourceBlock, values: readonly Value[]): readonly SetExample[] {
  const tree = values.find(
    (value) => value.role === "tree" && value.path.join(".") === block.specPath.join("."),
  );
  if (!tree) return [];
  const { object } = block.customResource.manifest;
  const spec = isObject(object["spec"]) ? object["spec"] : object;
  const numbers = schemaFields(tree)
    .filter(({ path, type, description, set }) => {
      const isPlain = path.every((key) => /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key));
      return (
        isPlain &&
        type === "integer" &&
        set === undefined &&
        description !== "" &&
        !/deprecated/i.test(description)
      );
    })
    .map((candidate) => ({ candidate, nearness: depthOfSetParent(candidate, spec, block.specPath.length) }));
  const [best] = numbers.toSorted((a, b) => b.nearness - a.nearness);
  if (!best) return [];
  const { path, description, schema } = best.candidate;
  return [
    { flag: `--set ${path.join(".")}=${exampleInteger(schema)}`, meaning: firstSentence(description, 90) },
  ];
}

/** How deep the field's parent is where the source sets that parent; else negative, the shallower the better. */
function depthOfSetParent({ path }: SchemaField, spec: Json, treeDepth: number): number {
  const parent = path.slice(treeDepth, -1);
  return isObject(field(spec, ...parent)) ? parent.length : -parent.length;
}

function exampleInteger(schema: SchemaField["schema"]): number {
  const minimum = typeof schema["minimum"] === "number" ? schema["minimum"] : -Infinity;
  const maximum = typeof schema["maximum"] === "number" ? schema["maximum"] : Infinity;
  return Math.min(Math.max(schema["default"] === 5 ? 10 : 5, minimum), maximum);
}
