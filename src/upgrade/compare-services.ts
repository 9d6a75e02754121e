// Services: whom they choose, and what is to be reached there.
import { field, isObject, jsonEqual, listField, objectField, stringField } from "../kubernetes/object.ts";
import { podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** What became of the Services that both releases have. */
export function compareServices(
  pairs: readonly ObjectPair[],
  before: readonly ReleasedObject[],
  after: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const services = pairs.filter(({ newer }) => newer.object.kind === "Service");
  return services.flatMap((pair) => [...comparePorts(pair), ...compareChoice(pair, before, after)]);
}

function comparePorts(pair: ObjectPair): readonly UpgradeFinding[] {
  const { older, newer } = pair;
  const type = [older, newer].map(({ object }) => stringField(object, "spec", "type") ?? "ClusterIP");
  const ports = [older, newer].map(({ object }) => listField(object, "spec", "ports").map(portText));
  const gone = ports[0]?.filter((port) => !ports[1]?.includes(port)) ?? [];
  const changes = [
    ...(type[0] === type[1] ? [] : [{ key: "type", what: `it is of type ${type[1]} instead of ${type[0]}` }]),
    ...(gone.length === 0
      ? []
      : [{ key: "ports", what: `its ports are ${ports[1]?.join(", ")} instead of ${ports[0]?.join(", ")}` }]),
  ];
  return changes.map(({ key, what }) =>
    objectFinding("objects/service-changed", pair, {
      olderPath: ["spec", key],
      newerPath: ["spec", key],
      message: `Who connects to the Service finds something else: ${what}.`,
      action: "Look for clients, network policies and monitors of your own.",
    }),
  );
}

/** What clients see of a port; where it leads to inside the Pods is the chart's own affair. */
function portText(port: unknown): string {
  const name = stringField(port, "name");
  const protocol = stringField(port, "protocol") ?? "TCP";
  const node = field(port, "nodePort");
  const number = `${field(port, "port")}${protocol === "TCP" ? "" : `/${protocol}`}`;
  return `${number}${name === undefined ? "" : ` (${name})`}${node === undefined ? "" : ` on nodes ${node}`}`;
}

function compareChoice(
  pair: ObjectPair,
  before: readonly ReleasedObject[],
  after: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const { older, newer } = pair;
  if (chosenBy(older, before).length === 0 || chosenBy(newer, after).length > 0) return [];
  const selector = objectField(newer.object, "spec", "selector");
  if (
    Object.keys(selector).length === 0 &&
    jsonEqual(selector, objectField(older.object, "spec", "selector"))
  )
    return [];
  return [
    objectFinding("objects/service-without-pods", pair, {
      olderPath: ["spec", "selector"],
      newerPath: ["spec", "selector"],
      message: "No workload of the release has the labels any more that the Service chooses Pods by.",
      action: "Make selector and Pod labels fit each other, unless an operator makes the Pods.",
    }),
  ];
}

/** The workloads whose Pods a Service chooses. */
function chosenBy(service: ReleasedObject, release: readonly ReleasedObject[]): readonly ReleasedObject[] {
  const wanted = Object.entries(objectField(service.object, "spec", "selector"));
  if (wanted.length === 0) return [];
  return release.filter((object) => {
    if (object.namespace !== service.namespace) return false;
    const pod = podSpecOf(object);
    if (!pod) return false;
    const holder = field(object.object, ...pod.path.slice(0, -1));
    const labels = isObject(holder) ? objectField(holder, "metadata", "labels") : {};
    return wanted.every(([key, value]) => labels[key] === value);
  });
}
