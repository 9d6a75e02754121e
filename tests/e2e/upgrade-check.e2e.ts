// Made-up upgrades on a cluster, one for each rule by which `upgrade-check` says that `helm upgrade` fails or that something
// is lost: Helm and the API server do what the report says.

import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saysFailure } from "../../src/upgrade/upgrade-report.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { helmIn, patience, succeeded } from "../support/proving-ground/releases.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { foretell } from "../support/upgrades.ts";
import { type MadeUpUpgrade, madeUpUpgrades } from "../upgrade/made-up-upgrades.ts";
import { writeCharts } from "../upgrade/write-charts.ts";

const namespace = "tides";

describeWithProvingGround("an upgrade goes as it is foretold", () => {
  describeWithEachHelm("for each rule", (helm) => {
    let ground: ProvingGround;
    beforeAll(async () => {
      ground = await startProvingGround();
    });
    afterAll(() => ground?.stop());
    const run = helmIn(() => ground, helm, namespace);

    describe.each(madeUpUpgrades)("$name", (upgrade) => {
      test("Helm does what the report says", async () => {
        const folder = makeFolder();
        try {
          await walk(folder, upgrade);
        } finally {
          await leaveNothing(upgrade);
          rmSync(folder, { recursive: true });
        }
      });
    });

    async function walk(folder: string, { older, newer, outcome, gone }: MadeUpUpgrade): Promise<void> {
      const before = writeCharts(folder, "older", "1.0.0", older);
      const after = writeCharts(folder, "newer", "1.1.0", newer);
      for (const [index, name] of Object.keys(older).entries()) {
        succeeded(await run("install", name, before[index] ?? "", "--create-namespace"));
      }
      const report = await foretell(helm, before, after, namespace);
      const said: string[] = [];
      for (const [index, name] of Object.keys(newer).entries()) {
        const { status, stderr } = await run("upgrade", "--install", name, after[index] ?? "");
        if (status !== 0) said.push(stderr);
      }
      expect({ isFailing: said.length > 0, said }).toEqual({ isFailing: outcome === "fails", said });
      expect(report.findings.some(saysFailure)).toBe(outcome === "fails");
      if (gone !== undefined) {
        await expect
          .poll(async () => (await ground.kubectl(["get", gone, "-n", namespace])).stderr, patience)
          .toContain("NotFound");
      }
      for (const name of new Set([...Object.keys(older), ...Object.keys(newer)]))
        await run("uninstall", name);
    }

    /** Takes the releases away, and what they leave on purpose or because an upgrade failed. */
    async function leaveNothing({ older, newer }: MadeUpUpgrade): Promise<void> {
      for (const name of new Set([...Object.keys(older), ...Object.keys(newer)]))
        await run("uninstall", name);
      const stdin = [...Object.values(older), ...Object.values(newer)].join("");
      const flags = ["-n", namespace, "--ignore-not-found", "--wait"];
      // A release whose kinds the cluster does not know any more cannot be uninstalled.
      await ground.kubectl(["delete", "secret", "-l", "owner=helm", ...flags]);
      await ground.kubectl(["delete", "-f", "-", ...flags], { stdin });
    }
  });
});
