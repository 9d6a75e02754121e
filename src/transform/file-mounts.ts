// Mounts Secrets of files that no Pod of the sources names, in the containers that read the providers' ConfigMap.
import { objectField } from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import type { ContainerBlock, WorkloadBlock } from "../plan/chart-plan.ts";
import { call, dot, include, pipe, value } from "../template/expression.ts";
import type { FileMounts } from "../template/file-mounts.ts";
import type { ListSpec } from "./fields.ts";
import type { TransformContext } from "./transform-context.ts";

/** What the volumes of a workload get beside those of the value at `more`. */
export function fileVolumes(
  block: WorkloadBlock,
  context: TransformContext,
  more: readonly string[],
): Pick<ListSpec, "given"> {
  return readersOf(block, context).length === 0 ? {} : { given: listOf("fileVolumes", context, more) };
}

/** What the mounts of a container get beside those of the value at `more`. */
export function fileVolumeMounts(
  block: WorkloadBlock,
  container: ContainerBlock,
  context: TransformContext,
  more: readonly string[],
): Pick<ListSpec, "given"> {
  return readersOf(block, context).includes(container)
    ? { given: listOf("fileVolumeMounts", context, more) }
    : {};
}

function listOf(name: FileMounts, { chart }: TransformContext, more: readonly string[]) {
  const all = include(`${chart.name}.${name}`, call("list", dot, value(...more)));
  return pipe(all, call("fromYamlArray"));
}

/** The containers whose variables come from the ConfigMap; where it is mounted as files, all. */
function readersOf(
  { workload, containers }: WorkloadBlock,
  { set: { providers } }: TransformContext,
): readonly ContainerBlock[] {
  if (!providers?.secrets.some(({ files }) => files?.mountPath !== undefined)) return [];
  const references = allReferences(objectField(workload.manifest.object, ...workload.podSpecPath)).filter(
    ({ kind, name }) => kind === "ConfigMap" && name === providers.configMap.reference.name,
  );
  const running = containers.filter(({ container }) => !container.init);
  const isOf = (path: readonly (string | number)[], { container }: ContainerBlock) => {
    const own = container.path.slice(workload.podSpecPath.length);
    return own.every((step, index) => path[index] === step);
  };
  const reading = running.filter((block) => references.some(({ path }) => isOf(path, block)));
  return references.length === 0 || reading.length > 0 ? reading : running;
}
