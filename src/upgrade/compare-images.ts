// The images of a workload: those of its containers, and those that an operator is told in its env and arguments.
import { coerce, compare, parse } from "semver";
import { counted } from "../diagnostics/counted.ts";
import {
  formatImageReference,
  type ImageReference,
  looksLikeImage,
  parseImageReference,
} from "../kubernetes/image-reference.ts";
import { listField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { pairArguments } from "./container-arguments.ts";
import type { ContainerPair } from "./container-pairs.ts";
import type { UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** An image of both releases, by where it is named. */
interface ImagePair {
  readonly olderPath: readonly PathStep[];
  readonly newerPath: readonly PathStep[];
  readonly before: ImageReference;
  readonly after: ImageReference;
}

/** What became of the images of one workload. One that several places name, and several that changed alike, are told once. */
export function compareImages(
  pair: ObjectPair,
  containers: readonly ContainerPair[],
): readonly UpgradeFinding[] {
  const images = containers.flatMap(imagesOf).filter(({ before, after }) => textOf(before) !== textOf(after));
  return [...moved(pair, images), ...retagged(pair, images), ...loosened(pair, images)];
}

function imagesOf({ older, newer, olderPath, newerPath }: ContainerPair): readonly ImagePair[] {
  if (!older || !newer) return [];
  const found: ImagePair[] = [];
  const look = (
    [then, olderTail]: readonly [string | undefined, readonly PathStep[]],
    [now, newerTail]: readonly [string | undefined, readonly PathStep[]],
    isImage: (text: string) => boolean,
  ) => {
    if (then === undefined || now === undefined || !isImage(then) || !isImage(now)) return;
    const [before, after] = [parseImageReference(then), parseImageReference(now)];
    if (!before || !after) return;
    const paths = { olderPath: [...olderPath, ...olderTail], newerPath: [...newerPath, ...newerTail] };
    found.push({ ...paths, before, after });
  };
  look(
    [stringField(older.container, "image"), ["image"]],
    [stringField(newer.container, "image"), ["image"]],
    () => true,
  );
  for (const [name, now] of newer.env) {
    const then = older.env.get(name);
    if (!then) continue;
    look(
      [stringField(then.entry, "value"), ["env", then.index, "value"]],
      [stringField(now.entry, "value"), ["env", now.index, "value"]],
      looksLikeImage,
    );
  }
  for (const list of ["command", "args"]) {
    const [then = [], now = []] = [older, newer].map(({ container }) =>
      listField(container, list).map(String),
    );
    for (const argument of pairArguments(then, now).pairs) {
      look(
        [argument.older.value, [list, argument.older.index]],
        [argument.newer.value, [list, argument.newer.index]],
        looksLikeImage,
      );
    }
  }
  return found;
}

function moved(pair: ObjectPair, images: readonly ImagePair[]): readonly UpgradeFinding[] {
  const other = images.filter(({ before, after }) => placeOf(before) !== placeOf(after));
  return once(other, ({ before, after }) => `${placeOf(before)} ${placeOf(after)}`).map(
    ({ before, after, ...paths }) =>
      objectFinding("workloads/image-moved", pair, {
        ...paths,
        before: textOf(before),
        after: textOf(after),
        message: `The image comes from ${placeOf(after)} instead of ${placeOf(before)}.`,
        action:
          "Mirror it where images are mirrored, and look whether pull secrets and admission rules allow it.",
      }),
  );
}

/** Images that go from one tag to another together are one finding. */
function retagged(pair: ObjectPair, images: readonly ImagePair[]): readonly UpgradeFinding[] {
  const groups = new Map<string, ImagePair[]>();
  for (const image of images) {
    if (versionOf(image.before) === versionOf(image.after)) continue;
    const key = isRepinned(image) ? "" : `${versionOf(image.before)} → ${versionOf(image.after)}`;
    groups.set(key, [...(groups.get(key) ?? []), image]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const distinct = once(group, ({ after }) => placeOf(after));
    const names = distinct.map(({ after }) => after.repository.split("/").at(-1)).join(", ");
    const isOlder = isEarlier(first.after, first.before);
    const code: FindingCode = isOlder ? "workloads/image-older" : "workloads/image-changed";
    const what =
      distinct.length === 1
        ? `The image ${names} goes`
        : `${counted(distinct.length, "image")} (${names}) go`;
    const change =
      isRepinned(first) && distinct.length > 1
        ? "to other digests"
        : `from ${versionOf(first.before)} to ${versionOf(first.after)}`;
    return [
      objectFinding(code, pair, {
        olderPath: first.olderPath,
        newerPath: first.newerPath,
        before: textOf(first.before),
        after: textOf(first.after),
        message: `${what} ${change}.`,
        ...(isOlder
          ? { action: "Make sure that the step back is meant; data may be of the later version." }
          : {}),
      }),
    ];
  });
}

/** Whether nothing but the digest is another, which says nothing by itself. */
function isRepinned({ before, after }: ImagePair): boolean {
  return before.tag === after.tag && before.digest !== "" && after.digest !== "";
}

function loosened(pair: ObjectPair, images: readonly ImagePair[]): readonly UpgradeFinding[] {
  return once(images, ({ after }) => textOf(after)).flatMap(({ before, after, ...paths }) => {
    const details = { ...paths, before: textOf(before), after: textOf(after) };
    if (isFloating(after) && !isFloating(before)) {
      return [
        objectFinding("workloads/image-floating", pair, {
          ...details,
          message: `The image ${textOf(after)} is not of one version.`,
          action: "Set its tag or digest among the chart's values.",
        }),
      ];
    }
    if (before.digest === "" || after.digest !== "") return [];
    return [
      objectFinding("workloads/image-digest-lost", pair, {
        ...details,
        message: `The image ${textOf(after)} is no longer pinned by a digest.`,
        action: "Set its digest among the chart's values where images have to be pinned.",
      }),
    ];
  });
}

/** Whether what runs under the reference may change from one day to the next. */
export function isFloating({ tag, digest }: ImageReference): boolean {
  return digest === "" && /^(?:|latest|main|master|nightly|devel|dev|edge|canary)$/.test(tag);
}

function once<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const seen = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}

/** Docker Hub by its name and without it is the same place. */
function placeOf({ registry, repository }: ImageReference): string {
  const host = registry === "" ? "docker.io" : registry;
  const path = host === "docker.io" && !repository.includes("/") ? `library/${repository}` : repository;
  return `${host}/${path}`;
}

function textOf(image: ImageReference): string {
  return formatImageReference(image);
}

function versionOf({ tag, digest }: ImageReference): string {
  const pinned = digest === "" ? "" : `${digest.slice(0, "sha256:".length + 12)}…`;
  return [tag, pinned].filter((part) => part !== "").join("@") || "no tag";
}

function isEarlier(after: ImageReference, before: ImageReference): boolean {
  const [now, then] = [readVersion(after.tag), readVersion(before.tag)];
  return now !== undefined && then !== undefined && compare(now, then) < 0;
}

function readVersion(tag: string) {
  if (!/^v?[0-9]+\.[0-9]/.test(tag)) return undefined;
  return parse(tag, { loose: true }) ?? coerce(tag) ?? undefined;
}
