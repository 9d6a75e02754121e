// From fields that shall stay to values that make the chart render them.

import { describe, expect, test } from "vitest";
import { settingsFor, type ValueSetting, withSettings } from "../../src/adopt/kept-values.ts";
import type { LivePath } from "../../src/adopt/live-path.ts";
import { type Binding, markValues, readBindings } from "../../src/adopt/value-marks.ts";
import type { JsonObject } from "../../src/kubernetes/object.ts";

const manager: LivePath = ["spec", "containers", { key: "name", value: "manager" }];

describe("marks", () => {
  const values = {
    web: { replicas: 2, env: { A: "1" }, tolerations: [], image: { registry: "r", tag: "t" } },
    other: 1,
  };
  const { values: marked, marks } = markValues(values, ["web"]);
  const at = (...path: readonly string[]): string => {
    const found = [...marks].find(
      ([, mark]) => mark.path.join() === ["web", ...path].join() && mark.kind !== "map",
    );
    return found?.[0] ?? "";
  };
  const mapMark = (...path: readonly string[]): string =>
    [...marks].find(([, mark]) => mark.path.join() === ["web", ...path].join() && mark.kind === "map")?.[0] ??
    "";

  test("stand for every value of a block and for a key more in every map", () => {
    expect(marked).toEqual({
      web: {
        replicas: Number(at("replicas")),
        env: { A: at("env", "A"), [mapMark("env")]: mapMark("env") },
        tolerations: [at("tolerations")],
        image: {
          registry: at("image", "registry"),
          tag: at("image", "tag"),
          [mapMark("image")]: mapMark("image"),
        },
        [mapMark()]: mapMark(),
      },
      other: 1,
    });
  });

  test("show what a value feeds where they come out", () => {
    const rendered: JsonObject = {
      metadata: { labels: { [mapMark()]: mapMark(), a: "b" } },
      spec: {
        replicas: Number(at("replicas")),
        tolerations: [at("tolerations")],
        args: ["run", at("tolerations")],
        containers: [
          {
            name: "manager",
            image: `${at("image", "registry")}/web:${at("image", "tag")}`,
            env: [
              { name: "A", value: at("env", "A") },
              { name: mapMark("env"), value: mapMark("env") },
            ],
          },
        ],
      },
    };
    expect(readBindings(rendered, marks, true)).toEqual([
      { kind: "map", path: ["metadata", "labels"], value: ["web"] },
      { kind: "field", path: ["spec", "replicas"], value: ["web", "replicas"] },
      { kind: "field", path: ["spec", "tolerations"], value: ["web", "tolerations"] },
      { kind: "tail", path: ["spec", "args"], own: 1, value: ["web", "tolerations"] },
      {
        kind: "image",
        path: [...manager, "image"],
        parts: { registry: ["web", "image", "registry"], tag: ["web", "image", "tag"] },
      },
      { kind: "items", path: [...manager, "env"], value: ["web", "env"] },
      {
        kind: "field",
        path: [...manager, "env", { key: "name", value: "A" }, "value"],
        value: ["web", "env", "A"],
      },
    ]);
  });
});

describe("settingsFor", () => {
  const live: JsonObject = {
    spec: {
      replicas: 1,
      flow: { limit: 5, steps: [{ at: 1 }] },
      args: ["run", "--fast"],
      containers: [
        {
          name: "manager",
          image: "mirror.example.org:5000/a/web:v2",
          env: [
            { name: "B", value: "2" },
            { name: "C", valueFrom: { x: 1 } },
          ],
        },
      ],
    },
  };
  const chart: JsonObject = { spec: { replicas: 2, args: ["run"] } };
  const parts = {
    registry: ["web", "image", "registry"],
    repository: ["web", "image", "repository"],
    tag: ["web", "image", "tag"],
  };
  test.each<{
    name: string;
    path: LivePath;
    wish?: "keep" | "leave";
    bindings: readonly Binding[];
    expected: readonly ValueSetting[] | undefined;
  }>([
    {
      name: "a value that is the field",
      path: ["spec", "replicas"],
      bindings: [{ kind: "field", path: ["spec", "replicas"], value: ["web", "replicas"] }],
      expected: [{ path: ["web", "replicas"], value: 1 }],
    },
    {
      name: "a field that is left to a program",
      path: ["spec", "replicas"],
      wish: "leave",
      bindings: [{ kind: "field", path: ["spec", "replicas"], value: ["web", "replicas"] }],
      expected: [{ path: ["web", "replicas"], value: null }],
    },
    {
      name: "a field in a map that is a value as a whole",
      path: ["spec", "flow", "limit"],
      bindings: [{ kind: "map", path: ["spec"], value: ["gate"] }],
      expected: [{ path: ["gate", "flow", "limit"], value: 5 }],
    },
    {
      name: "the list around it, since lists are replaced whole",
      path: ["spec", "flow", "steps", 0, "at"],
      bindings: [{ kind: "map", path: ["spec"], value: ["gate"] }],
      expected: [{ path: ["gate", "flow", "steps"], value: [{ at: 1 }] }],
    },
    {
      name: "a field that the cluster lacks is taken away",
      path: ["spec", "gone"],
      bindings: [{ kind: "map", path: ["spec"], value: ["gate"] }],
      expected: [{ path: ["gate", "gone"], value: null }],
    },
    {
      name: "the nearest of several",
      path: ["spec", "flow", "limit"],
      bindings: [
        { kind: "map", path: ["spec"], value: ["gate"] },
        { kind: "field", path: ["spec", "flow", "limit"], value: ["limit"] },
      ],
      expected: [{ path: ["limit"], value: 5 }],
    },
    {
      name: "an env variable by its name",
      path: [...manager, "env", { key: "name", value: "B" }],
      bindings: [{ kind: "items", path: [...manager, "env"], value: ["web", "env"] }],
      expected: [{ path: ["web", "env", "B"], value: "2" }],
    },
    {
      name: "an env variable that is more than a value",
      path: [...manager, "env", { key: "name", value: "C" }],
      bindings: [{ kind: "items", path: [...manager, "env"], value: ["web", "env"] }],
      expected: [{ path: ["web", "env", "C"], value: { valueFrom: { x: 1 } } }],
    },
    {
      name: "arguments behind the operator's own",
      path: ["spec", "args"],
      bindings: [{ kind: "tail", own: 1, path: ["spec", "args"], value: ["web", "extraArgs"] }],
      expected: [{ path: ["web", "extraArgs"], value: ["--fast"] }],
    },
    {
      name: "an image in its parts",
      path: [...manager, "image"],
      bindings: [{ kind: "image", path: [...manager, "image"], parts }],
      expected: [
        { path: ["web", "image", "registry"], value: "mirror.example.org:5000" },
        { path: ["web", "image", "repository"], value: "a/web" },
        { path: ["web", "image", "tag"], value: "v2" },
      ],
    },
    {
      name: "an image that differs in more than its values",
      path: [...manager, "image"],
      bindings: [{ kind: "image", path: [...manager, "image"], parts: { tag: ["web", "image", "tag"] } }],
      expected: undefined,
    },
    { name: "no value reaches it", path: ["spec", "replicas"], bindings: [], expected: undefined },
  ])("$name", ({ path, wish = "keep", bindings, expected }) => {
    expect(settingsFor({ path, wish }, bindings, live, chart)).toEqual(expected);
  });

  test("settings become a tree", () => {
    const settings = [
      { path: ["a", "b"], value: 1 },
      { path: ["a", "c"], value: null },
    ];
    expect(withSettings({ a: { d: 2 } }, settings)).toEqual({ a: { d: 2, b: 1, c: null } });
  });
});
