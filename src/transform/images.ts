// Images: a block of values for each container's image, and for each image named in its env and args.
import { once } from "../classify/once.ts";
import {
  beginsWithHost,
  formatImageReference,
  type ImageReference,
  looksLikeImage,
  parseImageReference,
} from "../kubernetes/image-reference.ts";
import { camelFromUpperSnake, lowerCamelCase } from "../kubernetes/names.ts";
import { field, listField, stringField } from "../kubernetes/object.ts";
import { overriddenVariables } from "../kubernetes/pod-spec.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ChartPlan, ContainerBlock } from "../plan/chart-plan.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import type { Edit } from "../template/edit.ts";
import {
  call,
  type Expression,
  type Fragment,
  include,
  literal,
  output,
  quoted,
  value,
} from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import {
  appendEntries,
  columnOf,
  isFilledMapping,
  newLine,
  replaceEntry,
  withScalar,
} from "./block-edits.ts";
import { imageRegistryValues } from "./chart-values.ts";
import { emptyDifference } from "./fields.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

const reason = "image";

/** Exposes every image of a workload. The image of a container and the same string in its env are one value. */
export const images: Transform = (manifest, context) => {
  const block = workloadBlockOf(context.chart, manifest);
  if (!block) return {};
  return combine(
    block.containers.flatMap((container) => [
      containerImage(manifest, container, context),
      mentions(manifest, container, context),
    ]),
  );
};

/** `include "chart.image" (dict "image" <values> "global" .Values.global)`; `image` is the source's. */
function imageExpression(
  context: TransformContext,
  path: readonly string[],
  { repository }: ImageReference,
): Expression {
  // Some registries have folders that are called like hosts: gcr.io/google.com/…
  const hostInPath = beginsWithHost(repository) ? [literal("hostInPath"), literal(true)] : [];
  const facts = [literal("image"), value(...path), literal("global"), value("global"), ...hostInPath];
  return include(helperName(context.chart.name, "image"), call("dict", ...facts));
}

function containerImage(
  manifest: Manifest,
  { container, path }: ContainerBlock,
  context: TransformContext,
): Transformed {
  const image = parseImageReference(container.image ?? "");
  const node = nodeAt(manifest.document.root, container.path);
  const entry = entryOf(node, "image");
  if (!image || !entry || !isFilledMapping(node)) return {};
  const { text: source } = manifest.document;
  const column = columnOf(source, node.start);
  const imagePath = [...path, "image"];
  const edits: Edit[] = [
    {
      ...rangeOf(entry.value),
      replacement: [output(quoted(imageExpression(context, imagePath, image)))],
      reason,
    },
  ];
  const policy = entryOf(node, "imagePullPolicy");
  const policyPath = [...imagePath, "pullPolicy"];
  const policyLines = withScalar("imagePullPolicy", policyPath, column, { kind: "object", name: "." });
  if (policy) edits.push(...replaceEntry(source, policy, policyLines, reason));
  else edits.push(appendEntries(source, node, [newLine(column), ...policyLines], reason));
  const policyDefault = stringField(field(manifest.object, ...container.path), "imagePullPolicy");
  return {
    edits,
    differences: emptyDifference({ manifest, path: container.path }, "imagePullPolicy"),
    values: [
      ...imageRegistryValues,
      ...imageValues(
        imagePath,
        image,
        `Image of the ${container.init ? "init " : ""}container "${container.name}".`,
        manifest,
        [...container.path, "image"],
      ),
      {
        path: policyPath,
        default: policyDefault ?? "",
        description: "Always, IfNotPresent or Never; empty for Kubernetes' default.",
        schema: { type: "string", enum: ["Always", "IfNotPresent", "Never", ""] },
      },
    ],
  };
}

/** Images in env values and arguments: the container's own, another container's, or one with a value of its own. */
function mentions(manifest: Manifest, block: ContainerBlock, context: TransformContext): Transformed {
  const { container } = block;
  const variables = listField(manifest.object, ...container.path, "env");
  const overridden = overriddenVariables(variables);
  const env = variables.flatMap((entry, index) => {
    const name = stringField(entry, "name") ?? "";
    const image = stringField(entry, "value");
    return image === undefined || overridden.has(index)
      ? []
      : [mention(["env", index, "value"], "", image, camelFromUpperSnake(name))];
  });
  const args = ["command", "args"].flatMap((list) =>
    listField(manifest.object, ...container.path, list).flatMap((argument, index) => {
      if (typeof argument !== "string") return [];
      const equals = argument.startsWith("-") ? argument.indexOf("=") + 1 : 0;
      return [
        mention(
          [list, index],
          argument.slice(0, equals),
          argument.slice(equals),
          lowerCamelCase(argument.slice(0, equals)),
        ),
      ];
    }),
  );
  const paths = new Map<string, readonly string[]>();
  const keys = new Set<string>();
  return combine(
    [...env, ...args].map((found) => {
      const image = parseImageReference(found.image);
      if (!image || !isSpecific(image)) return {};
      // The same string is one value, wherever it stands.
      const known = ownerOf(found.image, block, context) ?? paths.get(found.image);
      if (!known && !looksLikeImage(found.image)) return {};
      const path = known ?? [...block.path, "images", unusedKey(imageKey(found.key, image), found.key, keys)];
      paths.set(found.image, path);
      const source = [...container.path, ...found.path];
      const own = known ? [] : imageValues(path, image, "Image that the operator starts.", manifest, source);
      return {
        edits: replaceMention(manifest, source, found, imageExpression(context, path, image)),
        values: [...imageRegistryValues, ...own],
      };
    }),
  );
}

/** Whether a reference says more than one bare word, which could be anything. */
function isSpecific({ registry, repository, tag, digest }: ImageReference): boolean {
  return registry !== "" || tag !== "" || digest !== "" || repository.includes("/");
}

/** The short key, or the whole one, or that with a number; it is used from now on. */
function unusedKey(short: string, long: string, used: Set<string>): string {
  let key = used.has(short) ? long : short;
  for (let count = 2; used.has(key); count += 1) key = `${long}${count}`;
  used.add(key);
  return key;
}

interface Mention {
  readonly path: readonly PathStep[];
  /** What stands before the image in the text: `--image=`. */
  readonly before: string;
  readonly image: string;
  readonly key: string;
}

function mention(path: readonly PathStep[], before: string, image: string, key: string): Mention {
  return { path, before, image, key };
}

/** `RELATED_IMAGE_API` and `apiImage` are both the image `api`. */
function imageKey(key: string, image: ImageReference): string {
  const short = key.replace(/^(?:relatedImage|image)(?=[A-Z])/, "").replace(/Image$/, "");
  const name = short === "" || short === "_" ? (image.repository.split("/").at(-1) ?? "image") : short;
  return lowerCamelCase(name);
}

const containersByImage = once(
  ({ blocks }: ChartPlan) =>
    new Map(
      blocks
        .flatMap(({ containers }) => containers)
        .toReversed()
        .map((one) => [one.container.image, one]),
    ),
);

/** The values of a container that runs exactly this image: its own container first, then any of the chart. */
function ownerOf(
  image: string,
  block: ContainerBlock,
  { chart }: TransformContext,
): readonly string[] | undefined {
  const owner = block.container.image === image ? block : containersByImage(chart).get(image);
  return owner ? [...owner.path, "image"] : undefined;
}

function replaceMention(
  manifest: Manifest,
  path: readonly PathStep[],
  { before, image }: Mention,
  expression: Expression,
): readonly Edit[] {
  const node = nodeAt(manifest.document.root, path);
  if (node?.kind !== "scalar") return [];
  if (before === "" && node.style === "plain") {
    return [{ ...rangeOf(node), replacement: [output(quoted(expression))], reason }];
  }
  const raw = manifest.document.text.slice(node.start, node.end);
  const at = raw.indexOf(before + image);
  if (at === -1) return [];
  const start = node.start + at + before.length;
  const replacement: readonly Fragment[] = [output(expression)];
  return [{ start, end: start + image.length, replacement, reason }];
}

function imageValues(
  path: readonly string[],
  image: ImageReference,
  description: string,
  manifest: Manifest,
  source: readonly PathStep[],
): readonly Value[] {
  const position = positionOf(manifest, source);
  const part = (key: string, words: string, schema: Value["schema"]): Value => ({
    path: [...path, key],
    default: image[key as keyof ImageReference],
    description: words,
    schema,
    position,
  });
  return [
    {
      path,
      role: "section",
      description: `${description} The source has ${formatImageReference(image)}.`,
      schema: {},
      position,
    },
    part("registry", "Host; global.imageRegistry takes its place.", { type: "string" }),
    part("repository", "Path in the registry.", { type: "string", minLength: 1 }),
    part("tag", image.digest === "" ? "The version to run." : "Without effect while digest is set.", {
      type: ["string", "number"],
    }),
    part("digest", 'What runs, whatever the tag says; "" leaves it to the tag.', {
      type: "string",
      pattern: "^$|^[a-z0-9]+:[0-9a-f]{32,}$",
    }),
  ];
}

function rangeOf(node: { readonly start: number; readonly end: number }) {
  return { start: node.start, end: node.end };
}
