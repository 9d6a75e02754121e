// Releases of the example operator that tests make of the published one: what a next release may bring, in text.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ConvertOptions } from "../../src/convert.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { tidegateManifests } from "./tidegate-cluster.ts";

/** A part of the CRD of the gates, as the cluster has it. */
export interface GateCrd extends ClusterObject {
  readonly spec: {
    readonly conversion: {
      readonly webhook: { readonly clientConfig: { readonly service: { readonly namespace: string } } };
    };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: {
        readonly openAPIV3Schema: {
          readonly properties: { readonly spec: { readonly properties: Readonly<Record<string, unknown>> } };
        };
      };
    }[];
  };
}

export const gateCrdPath =
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/tidegates.tidegate.example.org";

/** The names of the fields in the spec of a v1 gate. */
export function gateFields(crd: GateCrd | undefined): readonly string[] {
  const v1 = crd?.spec.versions.find(({ name }) => name === "v1");
  return Object.keys(v1?.schema.openAPIV3Schema.properties.spec.properties ?? {});
}

/** A second kind with an object of it. */
const lantern = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lanterns.tidegate.example.org}
spec:
  group: tidegate.example.org
  scope: Cluster
  names: {kind: Lantern, plural: lanterns, singular: lantern, listKind: LanternList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {colour: {type: string}}}
---
apiVersion: tidegate.example.org/v1
kind: Lantern
metadata: {name: pier}
spec: {colour: green}
`;

/**
 * `published`: as it is. `next`: the CRD of the gates has a field "harbourMaster", which the CR sets, and no field
 * "companion" any more. `lanterns`: the same with a second CRD and an object of its kind.
 */
export type TidegateRelease = "published" | "next" | "lanterns";

const versions: Readonly<Record<TidegateRelease, string>> = {
  published: "0.9.2",
  next: "0.9.3",
  lanterns: "0.9.4",
};

/** Compiles one release into a folder of its own below `folder`. */
export function compileTidegate(
  folder: string,
  release: TidegateRelease,
  options: ConvertOptions,
): Promise<CompiledCharts> {
  const sources = join(folder, release, "manifests");
  mkdirSync(sources, { recursive: true });
  const paths = tidegateManifests.map((path) => {
    const target = join(sources, basename(path));
    const text = readFileSync(path, "utf8");
    writeFileSync(target, release === "published" ? text : nextRelease(text));
    return target;
  });
  if (release === "lanterns") {
    const path = join(sources, "lantern.yaml");
    writeFileSync(path, lantern);
    paths.push(path);
  }
  return compileCharts(join(folder, release), paths, {
    ...options,
    name: "tidegate",
    chart: { version: versions[release] },
  });
}

function nextRelease(text: string): string {
  const changed = text
    .replace(
      "              companion:\n",
      "              harbourMaster:\n                type: string\n              tug:\n",
    )
    .replace("\nspec:\n  trafficClass:", "\nspec:\n  harbourMaster: Anna\n  trafficClass:");
  if (changed === text)
    throw new Error("the example has changed: there is nothing to put the next release into");
  return changed;
}
