// The layout `single` on the example operator: CRDs that Helm installs first and a hook upgrades, and what becomes of
// them in the end.

import { expect, test } from "vitest";
import { describeWithEachHelm } from "../support/helm.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { helmIn, refused, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { gateCollection, keptCrds, secondGate } from "./tidegate-cluster.ts";
import { type GateCrd, gateCrdPath, gateFields, type TidegateRelease } from "./tidegate-releases.ts";
import { useReleases, useTidegate } from "./use-tidegate.ts";

const layout = "single";
const namespace = "tidegate-system";
const elsewhere = "harbour-office";
const lanterns = "/apis/tidegate.example.org/v1/lanterns";

describeWithProvingGround("tidegate, as single", () => {
  describeWithEachHelm("lives and ends", (helm) => {
    describeLife({ layout, strategy: "job", operator: "tidegate" }, helm, () => {
      const tidegate = useTidegate(helm, namespace, [elsewhere]);
      const chart = useReleases(tidegate, layout, ["published", "next", "lanterns"]);
      const { run, gate, isReady, difference, leaves } = tidegate;
      const waiting = ["--wait", "--timeout=2m"];
      const upgrade = (release: TidegateRelease, ...flags: readonly string[]) =>
        run("upgrade", "tidegate", chart(release), "--reset-then-reuse-values", ...waiting, ...flags);
      const crd = () => tidegate.ground().api.get<GateCrd>(gateCrdPath);
      const hookObjects = async () => (await difference()).added.filter((name) => name.includes("-crds-"));
      let uid: string | undefined;

      test("one install brings the CRDs, the operator and its custom resource", async () => {
        succeeded(await run("install", "tidegate", chart("published"), ...waiting));
        await isReady();
        uid = (await gate())?.metadata.uid;
        expect(gateFields(await crd())).toContain("companion");
        expect(await hookObjects()).toEqual([]);
        expect(tidegate.cluster().operator.refusals()).toEqual([]);
      });

      test("a Job that cannot start stops the upgrade before anything has changed", async () => {
        await tidegate.ground().api.merge(`${gateCollection}/uplink?fieldManager=kubectl-edit`, {
          spec: { flow: { window: "1m" } },
        });
        const full = await listEverything(tidegate.ground().api);
        const broken = ["--set=crds.image.registry=does-not-start.invalid", "--timeout=15s"];
        refused(await upgrade("next", ...broken));
        expect(await stateOf(run, "tidegate")).toBe("failed");
        const after = compareContent(full, await listEverything(tidegate.ground().api));
        expect([...after.removed, ...after.changed].filter((name) => !name.startsWith("Secret "))).toEqual(
          [],
        );
        expect(gateFields(await crd())).toContain("companion");
      });

      test("the same upgrade again brings the CRD first, and then what needs it; edits stay", async () => {
        succeeded(await upgrade("next", "--set=crds.image.registry=registry.k8s.io"));
        await isReady();
        expect(gateFields(await crd())).toContain("harbourMaster");
        expect(gateFields(await crd())).not.toContain("companion");
        const found = await gate();
        expect(found?.metadata.uid).toBe(uid);
        expect(found?.spec).toMatchObject({ harbourMaster: "Anna", flow: { window: "1m" } });
        expect(await hookObjects()).toEqual([]);
      });

      test("a rollback brings back everything but the CRDs", async () => {
        succeeded(await run("rollback", "tidegate", "1", ...waiting));
        expect(gateFields(await crd())).toContain("harbourMaster");
        const found = await gate();
        expect(found?.spec).not.toHaveProperty("harbourMaster");
        expect(found?.spec).toMatchObject({ flow: { window: "1m" } });
        expect(found?.metadata.uid).toBe(uid);
      });

      test("a new CRD and an object of its kind do not come in one upgrade, but in two", async () => {
        expect(refused(await upgrade("lanterns"))).toContain("no matches for kind");
        expect(
          await tidegate.ground().api.get(`${gateCrdPath.replace("tidegates", "lanterns")}`),
        ).toBeUndefined();
        const create = (isCreated: boolean) => `--set=customResources.lantern.create=${isCreated}`;
        succeeded(await upgrade("lanterns", create(false)));
        succeeded(await upgrade("lanterns", create(true)));
        expect(await tidegate.ground().api.get(`${lanterns}/pier`)).toMatchObject({
          spec: { colour: "green" },
        });
        expect((await gate())?.metadata.uid).toBe(uid);
      });

      test("the uninstall leaves the CRDs and nothing else", async () => {
        succeeded(await run("uninstall", "tidegate"));
        await leaves([
          "apiextensions.k8s.io/CustomResourceDefinition lanterns.tidegate.example.org",
          ...keptCrds,
        ]);
        succeeded(await tidegate.ground().kubectl(["delete", "crd", "lanterns.tidegate.example.org"]));
      });

      test("it installs again over the CRDs that it left, which Helm 4 alone brings up to date", async () => {
        succeeded(await run("install", "tidegate", chart("published"), ...waiting));
        await isReady();
        expect(gateFields(await crd()).includes("companion")).toBe(helm.major === "4");
        succeeded(await upgrade("published"));
        expect(gateFields(await crd())).toContain("companion");
      });

      test("asked to remove the CRDs, it stops before the operator goes while a gate of somebody else is there", async () => {
        const values = ["crds.remove.enabled=true", "crds.remove.timeout=3s", "uninstall.strategy=none"];
        succeeded(await upgrade("published", ...values.map((value) => `--set=${value}`)));
        succeeded(await tidegate.ground().kubectl(["apply", "-f", "-"], { stdin: secondGate }));
        succeeded(await tidegate.ground().kubectl(["delete", "tidegate", "uplink", "--wait"]));
        await isReady("by-hand");
        refused(await run("uninstall", "tidegate"));
        const log = await tidegate
          .ground()
          .kubectl(["logs", "job/tidegate-crds-check", "--namespace", namespace]);
        expect(log.stdout).toContain("tidegates/by-hand");
        await isReady("by-hand");
        expect(tidegate.cluster().operator.isActive()).toBe(true);
        expect(await stateOf(run, "tidegate")).toBe("uninstalling");
      });

      test("once that is deleted, the same command leaves nothing at all", async () => {
        succeeded(await tidegate.ground().kubectl(["delete", "tidegate", "by-hand", "--wait"]));
        succeeded(await run("uninstall", "tidegate"));
        await leaves([]);
      });

      test("in another namespace the CRD's conversion webhook is there, from the install on", async () => {
        const away = helmIn(tidegate.ground, helm, elsewhere);
        const off = ["--set=customResource.create=false", "--set=crds.remove.enabled=true"];
        const place = async () => (await crd())?.spec.conversion.webhook.clientConfig.service.namespace;
        succeeded(await away("install", "tidegate", chart("published"), ...off));
        expect(await place()).toBe(elsewhere);
        succeeded(await away("upgrade", "tidegate", chart("next"), "--reset-then-reuse-values"));
        expect(await place()).toBe(elsewhere);
        expect(gateFields(await crd())).toContain("harbourMaster");
        succeeded(await away("uninstall", "tidegate"));
        await leaves([]);
      });

      const force = ["customResource.create=false", "controller.replicas=0"];
      const forced = [
        ...force,
        "crds.remove.enabled=true",
        "crds.remove.force=true",
        "crds.remove.timeout=5s",
      ];
      const installForced = async (): Promise<void> => {
        const values = forced.map((value) => `--set=${value}`);
        succeeded(await run("install", "tidegate", chart("published"), ...values));
        succeeded(await tidegate.ground().kubectl(["apply", "-f", "-"], { stdin: secondGate }));
      };

      test("forced, the CRDs go with the objects of their kinds", async () => {
        await installForced();
        succeeded(await run("uninstall", "tidegate"));
        await leaves([]);
      });

      test("forced, a CRD waits for an object with a finalizer: the uninstall fails, and the release is gone", async () => {
        await installForced();
        const finalizers = (names: readonly string[] | null) =>
          tidegate.ground().api.merge(`${gateCollection}/by-hand`, { metadata: { finalizers: names } });
        await finalizers(["tidegate.example.org/hold"]);
        refused(await run("uninstall", "tidegate"));
        expect(await stateOf(run, "tidegate")).toBeUndefined();
        await finalizers(null);
        succeeded(
          await tidegate.ground().kubectl(["delete", "job", "tidegate-crds-remove", "-n", namespace]),
        );
        await leaves([]);
      });
    });
  });
});
