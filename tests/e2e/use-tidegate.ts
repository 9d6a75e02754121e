// What tests of the example operator share: one cluster for a suite, the charts that the suite compiles, and questions to
// the cluster.

import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { UninstallOptions } from "../../src/plan/uninstall.ts";
import type { LayoutName } from "../../src/project/project.ts";
import type { Helm } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import {
  type ClusterContent,
  type ContentDifference,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ProvingGround } from "../support/proving-ground/proving-ground.ts";
import { shellOn } from "../support/proving-ground/readme-shell.ts";
import {
  calmPatience,
  conditionOf,
  helmIn,
  patience,
  type RunHelm,
  succeeded,
} from "../support/proving-ground/releases.ts";
import {
  gateCollection,
  keptCrds,
  secondGate,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateManifests,
} from "./tidegate-cluster.ts";
import { compileTidegate, type TidegateRelease } from "./tidegate-releases.ts";

/** A cluster that a suite uses. */
export interface TidegateInUse {
  ground(): ProvingGround;
  cluster(): TidegateCluster;
  /** Helm in the namespace of the operator. */
  readonly run: RunHelm;
  /** Compiles charts into a folder of their own, which is in the result. */
  compile(
    layout: string,
    uninstall?: UninstallOptions,
  ): Promise<CompiledCharts & { readonly folder: string }>;
  /** Runs commands of a README in the folder of its charts. */
  shell(folder: string, commands: string): Promise<ProcessResult>;
  gate(name?: string): Promise<TideGate | undefined>;
  isReady(name?: string): Promise<void>;
  /** Makes a custom resource that is no release's, and waits until the operator has it in hand. */
  makeGateByHand(): Promise<void>;
  /** How the cluster differs from what it was before the suite. */
  difference(): Promise<ContentDifference>;
  /** Resolves when nothing is left but what `added` names; by default the CRDs, which the charts keep. */
  leaves(added?: readonly string[]): Promise<void>;
  /** What has gone since then, but for Pods. */
  missingSince(then: ClusterContent): Promise<readonly string[]>;
}

/** Starts a cluster for the suite around it, with `others` as further namespaces, and ends it with the suite. */
export function useTidegate(helm: Helm, namespace: string, others: readonly string[] = []): TidegateInUse {
  let cluster: TidegateCluster;
  let before: ClusterContent;
  beforeAll(async () => {
    cluster = await startTidegateCluster(namespace);
    for (const other of others) succeeded(await ground().kubectl(["create", "namespace", other]));
    before = await listEverything(cluster.ground.api);
  });
  afterAll(async () => {
    await cluster?.stop();
  });
  const ground = (): ProvingGround => cluster.ground;
  const gate = (name = "uplink"): Promise<TideGate | undefined> =>
    ground().api.get<TideGate>(`${gateCollection}/${name}`);
  const isReady = (name?: string): Promise<void> =>
    expect.poll(async () => conditionOf(await gate(name), "Ready"), patience).toBe("True");
  const difference = async () => compareContent(before, await listEverything(ground().api));
  return {
    ground,
    cluster: () => cluster,
    run: helmIn(ground, helm, namespace),
    compile: async (layout, uninstall = {}) => {
      const folder = join(ground().controlPlane.folder, "charts", layout, uninstall.strategy ?? "default");
      const charts = await compileCharts(folder, tidegateManifests, { name: "tidegate", layout, uninstall });
      return { ...charts, folder };
    },
    shell: (folder, commands) => shellOn(ground(), helm, folder)(commands),
    gate,
    isReady,
    makeGateByHand: async () => {
      succeeded(await ground().kubectl(["apply", "-f", "-"], { stdin: secondGate }));
      await isReady("by-hand");
    },
    difference,
    leaves: (added = keptCrds) =>
      expect.poll(difference, calmPatience).toEqual({ added, removed: [], changed: [] }),
    missingSince: async (then) => {
      const { removed } = compareContent(then, await listEverything(ground().api));
      return removed.filter((name) => !name.startsWith("Pod "));
    },
  };
}

/** Compiles releases in one layout for the suite around it; the folder of the main chart of each. */
export function useReleases(
  { ground }: TidegateInUse,
  layout: LayoutName,
  releases: readonly TidegateRelease[],
): (release: TidegateRelease) => string {
  const charts = new Map<TidegateRelease, CompiledCharts>();
  beforeAll(async () => {
    const folder = join(ground().controlPlane.folder, "charts");
    for (const release of releases) charts.set(release, await compileTidegate(folder, release, { layout }));
  });
  return (release) => charts.get(release)?.chart("tidegate") ?? "";
}
