// A chart of components as it is released: its components come from a real registry, a foreign one among them.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  describeWithRegistry,
  needsPlainHttp,
  publish,
  type Registry,
  startRegistry,
} from "../support/registry.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { beacon, harbourIn } from "./harbour-projects.ts";

describeWithRegistry("a published chart of components", () => {
  describeWithEachHelm("with", (helm) => {
    let registry: Registry;
    let folder: string;
    let chart: string;

    beforeAll(async () => {
      registry = await startRegistry({ isPlain: needsPlainHttp(helm) });
      folder = makeFolder();
      chart = join(folder, "quay/charts/quay");
      writeFiles(folder, { ...harbourIn(`oci://${registry.host}/charts`), ...beacon });
      expect(await call(["build", "--release", "quay"], { folder })).toMatchObject({ code: 0 });
      for (const path of ["tide/charts/tide", "crane/charts/crane", "beacon"]) {
        await publish(helm, registry, join(folder, path), "charts");
      }
    });
    afterAll(async () => {
      await registry?.stop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    const run = (...args: readonly string[]) => helm.run([...args, ...registry.helmFlags]);
    const withoutTime = (text: string) => text.replace(/^generated: .*$/m, "");
    const lockOf = (path: string) => withoutTime(readFileSync(join(path, "Chart.lock"), "utf8"));

    test("is refused without the password", async () => {
      const { status, stderr } = await helm.run([
        ...["dependency", "build", chart, ...registry.helmConnection],
        ...["--registry-config", join(folder, "none.json")],
      ]);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/401|authoriz|credential/i);
    });

    test("is completed by its lock, which is the one that Helm writes", async () => {
      const ours = lockOf(chart);
      expect(await run("dependency", "build", chart)).toMatchObject({ status: 0 });
      expect(readdirSync(join(chart, "charts")).toSorted()).toEqual([
        "beacon-4.5.6.tgz",
        "crane-2.0.0.tgz",
        "tide-1.2.3.tgz",
      ]);
      expect(lockOf(chart)).toBe(ours);
      const copy = join(folder, "copy");
      cpSync(chart, copy, { recursive: true });
      rmSync(join(copy, "Chart.lock"));
      expect(await run("dependency", "update", copy)).toMatchObject({ status: 0 });
      expect(lockOf(copy)).toBe(ours);
    });

    test("takes its own and preset values to all of them, the foreign one included", async () => {
      const { status, stdout, stderr } = await helm.template([
        ...["quay", chart, "--set", "lift.enabled=true,beacon.height=12"],
        ...["--set", "global.imageRegistry=mirror.example.com"],
      ]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain('colour: "red"');
      expect(stdout).toContain('height: "12"');
      expect(stdout).toContain("replicas: 2");
      expect(stdout).toMatch(/image: "?mirror\.example\.com\/crane:v2\.0\.0/);
      const off = await helm.template(["quay", chart, "--set", "lights.enabled=false"]);
      expect(off.stdout).not.toContain("colour:");
    });

    test("leaves what the foreign chart takes to the foreign chart's own schema", async () => {
      const refused = await helm.template(["quay", chart, "--set", "beacon.height=tall"]);
      expect(refused.status).not.toBe(0);
      expect(refused.stderr).toMatch(/height/);
    });

    test("is itself a chart of the registry, which brings all that it needs", async () => {
      expect(await publish(helm, registry, chart, "charts")).toMatch(/sha256:/);
      const pulled = join(folder, "pulled");
      const address = `oci://${registry.host}/charts/quay`;
      expect(await run("pull", address, "--version", "0.3.0", "--untar", "--untardir", pulled)).toMatchObject(
        { status: 0 },
      );
      expect(existsSync(join(pulled, "quay/charts/tide/Chart.yaml"))).toBe(true);
      const here = await helm.template(["quay", chart]);
      const there = await run("template", "quay", address, "--version", "0.3.0");
      expect(there.stdout).toBe(here.stdout);
    });

    test("is built locally again beside what Helm put there, and renders each object once", async () => {
      expect(await call(["build", "quay"], { folder })).toMatchObject({ code: 0 });
      expect(await call(["build", "--check", "quay"], { folder })).toMatchObject({ code: 0 });
      const { stdout } = await helm.template(["quay", chart]);
      expect(stdout.match(/^ {2}name: "?tide-operator"?$/gm)).toHaveLength(2);
    });
  });
});
