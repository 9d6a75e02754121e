// Overlays of one chart call their blocks of values alike: by the plan of all their objects, since what a block is called
// can depend on what else the sources hold.
import { lowerCamelCase } from "../kubernetes/names.ts";
import { objectKey } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan, CustomResourceBlock, WorkloadBlock } from "./chart-plan.ts";

/** `chart`, planned of one overlay, with the blocks called as in `whole`, the plan of all. */
export function withSharedNames(chart: ChartPlan, whole: ChartSetPlan): ChartPlan {
  const known = whole.charts.find(({ name }) => name === chart.name);
  if (!known) return chart;
  return {
    ...chart,
    blocks: chart.blocks.map((block) =>
      renamed(
        block,
        find(known.blocks, ({ workload }) => workload.manifest, block.workload.manifest),
      ),
    ),
    customResources: chart.customResources.map((block) =>
      placed(block, customResourceOf(known, block.customResource.manifest)),
    ),
  };
}

function customResourceOf({ customResources }: ChartPlan, manifest: Manifest) {
  return find(customResources, ({ customResource }) => customResource.manifest, manifest);
}

function placed(block: CustomResourceBlock, known: CustomResourceBlock | undefined): CustomResourceBlock {
  if (!known) return block;
  const { specPath, metaPath, createByDefault } = known;
  return { ...block, specPath, metaPath, createByDefault };
}

function renamed(block: WorkloadBlock, known: WorkloadBlock | undefined): WorkloadBlock {
  if (!known) return block;
  const { path } = known;
  // The block itself is that of the container that it is for all; another one stands below, whatever it is here.
  const below = (name: string) => [...path, "containers", lowerCamelCase(name)];
  return {
    ...block,
    path,
    containers: block.containers.map((one) => {
      const { name } = one.container;
      const same = known.containers.find(({ container }) => container.name === name);
      const isMain = one.path.length === block.path.length;
      const own = isMain ? below(name) : [...path, ...one.path.slice(block.path.length)];
      return { ...one, path: same?.path ?? own };
    }),
  };
}

function find<Block>(
  blocks: readonly Block[],
  manifestOf: (block: Block) => Manifest,
  { reference }: Manifest,
): Block | undefined {
  const key = objectKey(reference);
  return blocks.find((block) => objectKey(manifestOf(block).reference) === key);
}
