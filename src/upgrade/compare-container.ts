// One container in two releases: its ports, probes, resources, arguments and env.

import { amountOf } from "../adopt/quantity.ts";
import { looksLikeImage } from "../kubernetes/image-reference.ts";
import { field, type Json, jsonEqual, listField, objectField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { pairArguments } from "./container-arguments.ts";
import type { ContainerPair } from "./container-pairs.ts";
import { shownSides } from "./difference-words.ts";
import type { UpgradeFinding } from "./finding.ts";
import { type ObjectPair, objectFinding, type PairDetails } from "./object-pairs.ts";

/** Keys of a container that findings of their own tell of. */
export const toldContainerKeys: ReadonlySet<string> = new Set([
  "name",
  "image",
  "ports",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "resources",
  "args",
  "command",
  "env",
  "envFrom",
  "volumeMounts",
]);

/** What became of a container; its image and what it may do are told elsewhere. */
export function compareContainer(pair: ObjectPair, container: ContainerPair): readonly UpgradeFinding[] {
  const { name, older, newer, olderPath, newerPath } = container;
  if (!older || !newer) {
    const code = newer ? "workloads/container-added" : "workloads/container-removed";
    return [
      objectFinding(code, pair, {
        ...(newer ? { newerPath } : { olderPath }),
        message: newer ? `Container "${name}" is new.` : `Container "${name}" is gone.`,
      }),
    ];
  }
  return [
    ...comparePorts(pair, container),
    ...compareProbes(pair, container),
    ...compareResources(pair, container),
    ...compareSettings(pair, container),
  ];
}

/** The paths of something inside a container, on both sides. */
function at({ olderPath, newerPath }: ContainerPair, ...steps: readonly PathStep[]): PairDetails {
  return { olderPath: [...olderPath, ...steps], newerPath: [...newerPath, ...steps], message: "" };
}

function comparePorts(pair: ObjectPair, container: ContainerPair): readonly UpgradeFinding[] {
  const [before, after] = [container.older, container.newer].map((one) => portsOf(one?.container));
  const gone = [...(before ?? [])].filter(([key]) => !after?.has(key)).map(([, port]) => port);
  const come = [...(after ?? [])].filter(([key]) => !before?.has(key)).map(([, port]) => port);
  const where = `of container "${container.name}"`;
  return [
    ...(gone.length === 0
      ? []
      : [
          objectFinding("workloads/port-removed", pair, {
            ...at(container, "ports"),
            message: `Port ${gone.join(", ")} ${where} is ${come.length === 0 ? "gone" : `now ${come.join(", ")}`}.`,
            action: "Look for network policies, monitors and services of your own that name it.",
          }),
        ]),
    ...(come.length === 0 || gone.length > 0
      ? []
      : [
          objectFinding("workloads/port-added", pair, {
            ...at(container, "ports"),
            message: `Port ${come.join(", ")} ${where} is new.`,
          }),
        ]),
  ];
}

/** By what they are known by: number, protocol and name. */
function portsOf(container: Json | undefined): ReadonlyMap<string, string> {
  return new Map(
    listField(container, "ports").map((port) => {
      const protocol = stringField(port, "protocol") ?? "TCP";
      const name = stringField(port, "name");
      const text = `${field(port, "containerPort")}${protocol === "TCP" ? "" : `/${protocol}`}`;
      return [`${text} ${protocol} ${name ?? ""}`, name === undefined ? text : `${text} (${name})`];
    }),
  );
}

function compareProbes(pair: ObjectPair, container: ContainerPair): readonly UpgradeFinding[] {
  return ["startupProbe", "readinessProbe", "livenessProbe"].flatMap((probe) => {
    const [before, after] = [container.older, container.newer].map((one) => field(one?.container, probe));
    if (jsonEqual(before, after)) return [];
    const where = `of container "${container.name}"`;
    if (after === undefined) {
      return [
        objectFinding("workloads/probe-removed", pair, {
          olderPath: [...container.olderPath, probe],
          message: `The ${probe} ${where} is gone.`,
        }),
      ];
    }
    return [
      objectFinding("workloads/probe-changed", pair, {
        ...at(container, probe),
        ...(before === undefined ? {} : { before }),
        after,
        message:
          before === undefined ? `The ${probe} ${where} is new.` : `The ${probe} ${where} is another one.`,
      }),
    ];
  });
}

function compareResources(pair: ObjectPair, container: ContainerPair): readonly UpgradeFinding[] {
  const [older, newer] = [container.older, container.newer].map((one) =>
    objectField(one?.container, "resources"),
  );
  const named = (kind: "requests" | "limits", differs: (before: number, after: number) => boolean) => {
    const unset = kind === "requests" ? 0 : Number.POSITIVE_INFINITY;
    const [then, now] = [objectField(older, kind), objectField(newer, kind)];
    return [...new Set([...Object.keys(now), ...Object.keys(then)])].flatMap((resource) => {
      const [before, after] = [then[resource], now[resource]];
      if (!differs(amountOf(before) ?? unset, amountOf(after) ?? unset)) return [];
      const shown = (amount: Json | undefined) => (amount === undefined ? "unset" : String(amount));
      return [`${resource} ${shown(before)} → ${shown(after)}`];
    });
  };
  const [raised, less] = [named("requests", isMore), named("requests", isLess)];
  const [lowered, more] = [named("limits", isLess), named("limits", isMore)];
  const relaxed = [
    ...(less.length === 0 ? [] : [`requests less: ${less.join(", ")}`]),
    ...(more.length === 0 ? [] : [`may use more: ${more.join(", ")}`]),
  ];
  const where = `Container "${container.name}"`;
  return [
    ...(raised.length === 0
      ? []
      : [
          objectFinding("workloads/resources-raised", pair, {
            ...at(container, "resources", "requests"),
            message: `${where} requests more: ${raised.join(", ")}.`,
          }),
        ]),
    ...(lowered.length === 0
      ? []
      : [
          objectFinding("workloads/limits-lowered", pair, {
            ...at(container, "resources", "limits"),
            message: `${where} is limited more: ${lowered.join(", ")}.`,
            action: "Compare with what it uses now; the limits are values of the chart.",
          }),
        ]),
    ...(relaxed.length === 0
      ? []
      : [
          objectFinding("workloads/resources-relaxed", pair, {
            ...at(container, "resources"),
            message: `${where} ${relaxed.join("; ")}.`,
          }),
        ]),
  ];
}

const isMore = (before: number, after: number) => after > before;
const isLess = (before: number, after: number) => after < before;

function compareSettings(pair: ObjectPair, container: ContainerPair): readonly UpgradeFinding[] {
  const [before, after] = [container.older, container.newer].map((one) => one?.container);
  const words = ["command", "args"].flatMap((list) => {
    const [then = [], now = []] = [before, after].map((one) => listField(one, list).map(String));
    return argumentWords(then, now) ?? (jsonEqual(then, now) ? [] : [`${list} in another order`]);
  });
  const [older, newer] = [container.older?.env, container.newer?.env];
  const env = [...new Set([...(newer?.keys() ?? []), ...(older?.keys() ?? [])])].flatMap((name) => {
    const [then, now] = [older?.get(name)?.entry, newer?.get(name)?.entry];
    if (jsonEqual(then, now) || (isImage(then) && isImage(now))) return [];
    if (then === undefined) return [`+${name}`];
    return now === undefined ? [`-${name}`] : [name];
  });
  const isOther = !jsonEqual(field(before, "envFrom"), field(after, "envFrom"));
  const told = [
    ...(words.length > 0 ? [`arguments ${words.join(", ")}`] : []),
    ...(env.length > 0 ? [`env ${env.join(", ")}`] : []),
    ...(isOther ? ["envFrom"] : []),
  ];
  if (told.length === 0) return [];
  const path = words.length > 0 ? [] : ["env"];
  return [
    objectFinding("workloads/settings-changed", pair, {
      ...at(container, ...path),
      message: `Container "${container.name}" has other settings: ${told.join("; ")}.`,
    }),
  ];
}

/** What is other among the words of a command line; undefined where each of them is there as before. */
function argumentWords(then: readonly string[], now: readonly string[]): readonly string[] | undefined {
  if (jsonEqual(then.toSorted(), now.toSorted())) return undefined;
  const { pairs, added, removed } = pairArguments(then, now);
  const changed = pairs.flatMap(({ older, newer }) => {
    if (older.value === newer.value) return [];
    // Images that are other ones are told as images.
    if (looksLikeImage(older.value ?? "") && looksLikeImage(newer.value ?? "")) return [];
    const [was, is] = shownSides(older.value, newer.value);
    return [newer.flag === undefined ? `${is} instead of ${was}` : `${newer.flag} is ${is} and was ${was}`];
  });
  return [
    ...changed,
    ...added.map(({ text }) => `new ${shown(text)}`),
    ...removed.map(({ text }) => `without ${shown(text)}`),
  ];
}

/** Whether a variable holds an image, which is told as one. */
function isImage(variable: Json | undefined): boolean {
  return looksLikeImage(stringField(variable, "value") ?? "");
}

const longestWord = 60;

function shown(word: string): string {
  const line = word.replaceAll(/\s+/g, " ");
  return line.length > longestWord ? `${line.slice(0, longestWord - 1)}…` : line;
}
