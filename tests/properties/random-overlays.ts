// Several overlays of one random operator: objects, keys, items and scalars that only some of them have, or have otherwise.

import fc from "fast-check";
import { isObject, type Json, type JsonObject } from "../../src/kubernetes/object.ts";
import { objects } from "./kubernetes-objects.ts";

/** The objects of an overlay, by provider. */
export type RandomOverlays = Readonly<Record<string, readonly JsonObject[]>>;

export const overlays: fc.Arbitrary<RandomOverlays> = fc
  .tuple(objects, objects, fc.array(fc.nat(), { minLength: 300, maxLength: 300 }))
  .map(([base, added, numbers]) => {
    const dice = new Dice(numbers);
    return Object.fromEntries(
      ["dock", "pier", "mole"].map((provider) => {
        const drawn = base.filter(() => dice.roll(6) > 0);
        const kept = drawn.length > 0 ? drawn : base;
        const own = added.filter(
          (object) => dice.roll(4) === 0 && !kept.some((other) => isSame(object, other)),
        );
        const all = [...kept, ...own];
        return [provider, all.map((object) => (dice.roll(2) === 0 ? object : changed(object, dice)))];
      }),
    );
  });

function isSame(a: JsonObject, b: JsonObject): boolean {
  return (
    a["kind"] === b["kind"] && (a["metadata"] as JsonObject)["name"] === (b["metadata"] as JsonObject)["name"]
  );
}

class Dice {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  roll(sides: number): number {
    this.#next += 1;
    return (this.#numbers[this.#next % this.#numbers.length] ?? 0) % sides;
  }
}

/** What an object cannot be without, or is known by. */
const fixed = new Set([
  ...["apiVersion", "kind", "name", "namespace", "metadata", "spec", "template", "jobTemplate", "containers"],
  ...["selector", "matchLabels", "schedule", "roleRef", "subjects", "clientConfig", "service", "valueFrom"],
  ...["fieldRef", "fieldPath", "mountPath", "port", "webhooks", "creationTimestamp"],
]);
/** Maps that take any key with a text. */
const texts = new Set(["data", "stringData", "annotations", "nodeSelector", "limits"]);

function changed(object: JsonObject, dice: Dice): JsonObject {
  return change(object, "", dice) as JsonObject;
}

function change(value: Json, key: string, dice: Dice): Json {
  if (Array.isArray(value)) return changedList(value, key, dice);
  if (isObject(value)) {
    const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
      if (!fixed.has(name) && dice.roll(6) === 0) return [];
      return [[name, change(inner, name, dice)]];
    });
    const isOpen = texts.has(key) && dice.roll(2) === 0;
    const own: [string, Json][] = isOpen
      ? [[`own${dice.roll(4)}`, `b25l${dice.roll(3)}${dice.roll(3)}==`]]
      : [];
    return Object.fromEntries(dice.roll(2) === 0 ? [...own, ...entries] : [...entries, ...own]);
  }
  if (fixed.has(key) || dice.roll(4) > 0) return value;
  switch (key) {
    case "image":
      return `example.org/own:${dice.roll(3)}`;
    case "value":
    case "note":
      return `own ${dice.roll(3)} quay`;
    case "replicas":
      return dice.roll(5);
    default:
      return value;
  }
}

const items: Readonly<Record<string, (number: number) => Json>> = {
  args: (number) => `--own=${number}`,
  env: (number) => ({ name: `OWN${number}`, value: "quay" }),
  volumes: (number) => ({ name: `own${number}`, hostPath: { path: `/own/${number}` } }),
  volumeMounts: (number) => ({ name: `own${number}`, mountPath: `/own/${number}` }),
  tolerations: (number) => ({ operator: "Exists", key: `own${number}` }),
  rules: (number) => ({ apiGroups: [`own${number}`], resources: ["*"], verbs: ["get"] }),
  containers: (number) => ({ name: `own${number}`, image: `example.org/own:${number}` }),
};

function changedList(list: readonly Json[], key: string, dice: Dice): Json {
  const kept = list.filter(
    () => key === "containers" || key === "webhooks" || key === "subjects" || dice.roll(5) > 0,
  );
  const turned = key in items && key !== "containers" && dice.roll(4) === 0 ? kept.toReversed() : kept;
  const inside = turned.map((item) => change(item, "", dice));
  const own = items[key]?.(dice.roll(3));
  if (own === undefined || dice.roll(2) === 0) return inside;
  const at = dice.roll(inside.length + 1);
  return [...inside.slice(0, at), own, ...inside.slice(at)];
}
