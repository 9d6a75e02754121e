// Values of a chart made of overlays, through real Helm: the provider's own defaults, and what a user sets over them.

import { afterAll, beforeAll, expect, test } from "vitest";
import { field } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { compileMooring, renderMooring, tryMooring } from "./mooring.ts";
import type { CompiledCharts, Objects } from "./rendered-charts.ts";

let charts: CompiledCharts;
beforeAll(async () => {
  charts = await compileMooring();
}, 120_000);
afterAll(() => charts.remove());

const podSpec = (objects: Objects) =>
  field(objects["DaemonSet mooring-system/mooring-daemon"], "spec", "template", "spec");
const container = (objects: Objects, key: string) => field(podSpec(objects), "containers", 0, key);
const buoy = ["--set", "provider=buoy", "--set-string", "providerConfigs.buoy.BUOYS=a"];
const dock = ["--set", "provider=dock,providerConfigs.dock.DOCK_NAME=a,providerConfigs.dock.DOCK_BASIN=b"];

describeWithEachHelm("a chart made of overlays", (helm) => {
  const render = (...flags: readonly string[]) => renderMooring(helm, charts, flags);

  test.each<{ name: string; flags: readonly string[]; image: string }>([
    { name: "of the default provider", flags: [], image: "registry.example.org/mooring/daemon:v0.4.0" },
    { name: "of another", flags: buoy, image: "registry.example.org/mooring/daemon:v0.4.0-buoy" },
    {
      name: "with the user's tag",
      flags: [...buoy, "--set", "daemon.image.tag=v9"],
      image: "registry.example.org/mooring/daemon:v9",
    },
    {
      name: "with the user's tag, which is the default provider's",
      flags: [...buoy, "--set", "daemon.image.tag=v0.4.0"],
      image: "registry.example.org/mooring/daemon:v0.4.0",
    },
    {
      name: "from the user's registry",
      flags: [...buoy, "--set", "global.imageRegistry=mirror.example.org"],
      image: "mirror.example.org/mooring/daemon:v0.4.0-buoy",
    },
  ])("has the image $name", async ({ flags, image }) => {
    expect(container(await render(...flags), "image")).toBe(image);
  });

  test("merges a map of the user's into the provider's, and null takes a key or all of it away", async () => {
    const own = { capabilities: { add: ["NET_ADMIN"] }, privileged: true };
    const flags = (setting: string) => [...dock, "--set", `daemon.securityContext${setting}`];
    expect(container(await render(...dock), "securityContext")).toEqual(own);
    expect(container(await render(...flags(".runAsUser=0")), "securityContext")).toEqual({
      ...own,
      runAsUser: 0,
    });
    expect(container(await render(...flags(".privileged=null")), "securityContext")).toEqual({
      capabilities: own.capabilities,
    });
    expect(container(await render(...flags("=null")), "securityContext")).toBeUndefined();
  });

  test("has the volumes of its provider, and those of the user behind them", async () => {
    const more = ["--set-json", 'daemon.extraVolumes=[{"name":"more","emptyDir":{}}]'];
    const names = (objects: Objects) =>
      (field(podSpec(objects), "volumes") as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names(await render(...more))).toEqual(["run", "ssh", "certificates", "more"]);
    expect(names(await render(...dock, ...more))).toEqual(["run", "ssh", "certificates", "dock", "more"]);
  });

  test("holds an object of one provider for this one alone", async () => {
    const policy = "NetworkPolicy mooring-system/mooring-dock";
    expect(await render(...dock)).toHaveProperty([policy]);
    expect(await render(...buoy)).not.toHaveProperty([policy]);
  });

  test("refuses a provider that there is not, also without the schema", async () => {
    for (const more of [[], ["--skip-schema-validation"]]) {
      const { status, stderr } = await tryMooring(helm, charts, ["--set", "provider=pyre", ...more]);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/provider/);
      expect(stderr).toMatch(/pier/);
    }
  });
});
