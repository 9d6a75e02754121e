// Overlays of one chart call their blocks of values alike: by the plan of all their objects, since what a block is called
// can depend on what else the sources hold.
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
  return {
    ...block,
    path,
    containers: block.containers.map((one) => {
      const same = known.containers.find(({ container }) => container.name === one.container.name);
      return { ...one, path: same?.path ?? [...path, ...one.path.slice(block.path.length)] };
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
