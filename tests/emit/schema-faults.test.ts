// The check of presets against what Helm is asked when charts are verified: what must pass passes, and each value that a
// schema must refuse is refused at its place.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../src/build.ts";
import { schemaFaults } from "../../src/emit/schema-faults.ts";
import { isObject, type Json, type JsonObject } from "../../src/kubernetes/object.ts";
import { schemaProbes } from "../../src/verify/schema-probes.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import type { PathStep } from "../../src/yaml/tree.ts";
import { repositoryFolder } from "../support/repository.ts";

function read(path: string): JsonObject {
  const result = parseDocument(readFileSync(join(repositoryFolder, path), "utf8"));
  if (!result.ok || !isObject(result.document.data)) throw new Error(path);
  return result.document.data;
}

/** `values` with `value` at `path`; what is no map or list on the way becomes one. */
function withAt(values: Json | undefined, path: readonly PathStep[], value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") return [withAt(undefined, rest, value)];
  const map = isObject(values) ? values : {};
  return { ...map, [step]: withAt(map[step], rest, value) };
}

describe.each(["mooring", "tidegate", "harbour-lights"])("the charts of %s", (name) => {
  test("pass, and are refused with each wrong value", async () => {
    const { chartSet } = await build(`examples/${name}`, repositoryFolder);
    if (!chartSet) throw new Error("no charts");
    for (const { plan, values: registry } of chartSet.charts) {
      const folder = `examples/${name}/charts/${plan.name}`;
      const [own, schema] = [read(`${folder}/values.yaml`), read(`${folder}/values.schema.json`)];
      expect(schemaFaults(own, schema)).toEqual([]);
      const accepted = schemaProbes(registry, schema).filter(({ path, wrong }) => {
        const faults = schemaFaults(withAt(own, path, wrong), schema);
        return !faults.some((fault) => path.slice(0, fault.path.length).join("/") === fault.path.join("/"));
      });
      expect(accepted).toEqual([]);
    }
  });
});
