// What a custom resource can hold and a values file cannot: integers of 64 bits, and nulls that mean something.
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts, renderChart } from "./rendered-charts.ts";

const integer = "{type: integer, format: int64}";
const source = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: weirs.river.example.org}
spec:
  group: river.example.org
  names: {kind: Weir, plural: weirs}
  scope: Cluster
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                flow: ${integer}
                hex: ${integer}
                marks: {type: array, items: ${integer}}
                grid: {type: array, items: {type: array, items: ${integer}}}
                gates: {type: array, items: {type: object, properties: {serial: ${integer}, note: {type: string}}}}
                mode: {type: string, nullable: true, default: auto}
                deep: {type: object, properties: {mode: {type: string, nullable: true, default: auto}}}
                free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                banks: {type: array, default: [left, right], items: {type: string}}
                locks: {type: array, items: {type: string}}
---
apiVersion: river.example.org/v1
kind: Weir
metadata: {name: first}
spec:
  flow: 9007199254740993
  hex: 0x7fffffffffffffff
  marks: [1, -9007199254740993]
  grid: [[9007199254740995]]
  gates:
    - {serial: 9223372036854775807, note: null}
  mode: null
  deep: {mode: ~}
  free: {list: [[{a: null, b: 1}]], none: [], unset: null, inner: {unset: ~}}
  banks: []
  locks: []
`;

describeWithEachHelm("a custom resource", (helm) => {
  let charts: CompiledCharts;
  /** The lines of the rendered spec. */
  const spec = async (...flags: readonly string[]) => {
    const result = await helm.template(["probe", `${charts.folder}/quay`, ...flags]);
    if (result.status !== 0) throw new Error(result.stderr);
    return result.stdout
      .slice(result.stdout.indexOf("\nspec:\n") + 7)
      .trimEnd()
      .split("\n");
  };
  beforeAll(() => {
    charts = compileCharts(source);
  });
  afterAll(() => charts.remove());

  // The API server fills a default in where a field is absent, and takes what is open as it is.
  test("keeps every digit, and what is empty where that says something", async () => {
    expect(await spec()).toEqual(
      [
        "banks: []",
        "deep:",
        "  mode: null",
        "flow: 9007199254740993",
        "free:",
        "  inner:",
        "    unset: null",
        "  list:",
        "  - - b: 1",
        "  none: []",
        "  unset: null",
        "gates:",
        "- serial: 9223372036854775807",
        "grid:",
        "- - 9007199254740995",
        "hex: 9223372036854775807",
        "marks:",
        "- 1",
        "- -9007199254740993",
        "mode: null",
      ].map((line) => `  ${line}`),
    );
  });

  test("takes more digits from users, and numbers as before", async () => {
    const lines = await spec(
      "--set-string",
      "weir.flow=9223372036854775806",
      "--set",
      "weir.hex=7,weir.mode=x,weir.deep.mode=null",
      "--set-json",
      'weir.marks=["9007199254740997",3]',
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        "  flow: 9223372036854775806",
        "  hex: 7",
        "  mode: x",
        "    mode: null",
        "  - 9007199254740997",
        "  - 3",
      ]),
    );
    const without = await spec("--set", "weir.flow=null,weir.deep=null");
    expect(without.join("\n")).not.toMatch(/flow|deep/);
  });

  test("refuses what is no integer", async () => {
    await expect(spec("--set", "weir.flow=fast")).rejects.toThrow(/flow/);
    await expect(renderChart(helm, charts, { values: { weir: { marks: ["1e3"] } } })).rejects.toThrow(
      /marks/,
    );
  });
});
