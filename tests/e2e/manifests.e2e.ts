// Manifests made of the example's charts, applied by kubectl in their order on a real API server: the operator runs, takes
// its custom resource in hand, and the same again changes nothing.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { conditionOf, patience, succeeded } from "../support/proving-ground/releases.ts";
import { repositoryFolder } from "../support/repository.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import {
  gateCollection,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
} from "./tidegate-cluster.ts";

const namespace = "tidegate-system";

describeWithProvingGround("manifests of tidegate's charts", () => {
  describeWithEachHelm("rendered", (helm) => {
    const folder = makeFolder();
    let cluster: TidegateCluster;
    const apply = async (part: string) => {
      const file = join(folder, `tidegate-${part}.yaml`);
      succeeded(await cluster.ground.kubectl(["apply", "--server-side", "-f", file]));
    };

    beforeAll(async () => {
      cluster = await startTidegateCluster(namespace);
      const made = await call(["manifests", "examples/tidegate", "-o", `${folder}/`, "--helm", helm.path], {
        folder: repositoryFolder,
      });
      expect(made).toMatchObject({ code: 0 });
    });

    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await cluster?.stop();
    });

    test("are applied in their order, and the operator takes its custom resource in hand", async () => {
      const { ground } = cluster;
      await apply("crds");
      succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
      await apply("operator");
      const rollout = ["rollout", "status", "deployment/tidegate-controller", "--timeout=1m"];
      succeeded(await ground.kubectl([...rollout, "--namespace", namespace]));
      await apply("cr");
      const gate = () => ground.api.get<TideGate>(`${gateCollection}/uplink`);
      await expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
      expect(cluster.operator.refusals()).toEqual([]);
    });

    test("applied again change nothing", async () => {
      const before = await listEverything(cluster.ground.api);
      for (const part of ["crds", "operator", "cr"]) await apply(part);
      const { added, removed } = compareContent(before, await listEverything(cluster.ground.api));
      expect({ added, removed }).toEqual({ added: [], removed: [] });
      const diff = ["diff", "--server-side", "-f", join(folder, "tidegate-operator.yaml")];
      expect(await cluster.ground.kubectl(diff)).toMatchObject({ status: 0, stdout: "" });
    });
  });
});
