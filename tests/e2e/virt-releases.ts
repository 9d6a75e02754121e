// The life of a real operator of the KubeVirt family over three of its releases, and once in each other layout. What it
// does is the stand-in's; the charts, the rights and the custom resource are those of the published manifests.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layoutNames } from "../../src/project/project.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import { missingFields } from "../support/proving-ground/operator-stand-in.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import {
  refused,
  stateOf,
  succeeded,
  uninstallGuarded,
  untilGuarded,
} from "../support/proving-ground/releases.ts";
import { expectFields, nothing, useVirtCluster, type VirtCluster, type VirtProject } from "./virt-cluster.ts";

/** A Pod of the operator as it was when it appeared. */
interface NewPod extends ClusterObject {
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
}

const blocking = "uninstallStrategy=BlockUninstallIfWorkloadsExist";

/** The tests of one operator: its default layout, then each other one, on one cluster for each Helm. */
export function describeReleases(project: VirtProject): void {
  const operator = project.title;
  describeWithCorpus(`${project.name} on a proving ground`, (corpus) => {
    describeWithProvingGround("in all layouts", () => {
      describeWithEachHelm("lives and ends", (helm) => {
        const cluster = useVirtCluster(project, corpus, helm);
        describeLife({ layout: "crds-and-main", strategy: "job", operator }, helm, () => {
          cluster.useLayout("crds-and-main");
          defaultLife(project, cluster, helm);
        });
        for (const layout of layoutNames.filter((name) => name !== "crds-and-main")) {
          const strategy = layout === "operator-and-cr" || layout === "crds-operator-cr" ? "guard" : "job";
          describeLife({ layout, strategy, operator }, helm, () => {
            cluster.useLayout(layout);
            otherLife(project, cluster, layout);
          });
        }
      });
    });
  });
}

function defaultLife(project: VirtProject, cluster: VirtCluster, helm: Helm): void {
  const { name, defaults, edit, specBlock } = project;
  const [oldest, older] = project.versions.map((version) => version.replace(/^v/, ""));
  const { run, chart, customResource, crdName } = cluster;
  const main = (release: number): string => chart(name, release);
  const crds = (release: number): string => chart(`${name}-crd`, release);
  const keptCrd = {
    ...nothing,
    added: [`apiextensions.k8s.io/CustomResourceDefinition ${crdName}`],
  };
  const install = async (release: number): Promise<void> => {
    succeeded(await run("install", `${name}-crd`, crds(release)));
    succeeded(await run("install", name, main(release), "--wait", "--timeout=2m"));
    await cluster.isReady();
  };
  /** Upgrades as the README says, and watches the operator's Pods meanwhile. */
  const upgradeMain = async (release: number, ...values: readonly string[]): Promise<readonly NewPod[]> => {
    const pods = new Map<string, NewPod>();
    const watch = cluster.ground().api.watch<NewPod>(`/api/v1/namespaces/${name}/pods`, (pod) => {
      if (!pods.has(pod.metadata.uid)) pods.set(pod.metadata.uid, pod);
    });
    const flags = ["--reset-then-reuse-values", "--wait", "--timeout=2m"];
    succeeded(await run("upgrade", name, main(release), ...flags, ...values));
    await cluster.isReady();
    watch.stop();
    const version = project.versions[release] ?? "";
    return [...pods.values()].filter(({ spec }) => spec.containers[0]?.image.endsWith(`:${version}`));
  };
  let uid: string | undefined;
  let revision: number;

  test("the main chart is refused before the chart of the CRDs, and leaves nothing", async () => {
    const said = refused(await run("install", name, main(0)));
    expect(said).toContain(`The CustomResourceDefinition ${crdName} is not in the cluster.`);
    expect(said).toContain(`helm upgrade --install ${name}-crd ./${name}-crd --namespace ${name}`);
    expect(await cluster.difference()).toEqual(nothing);
  });

  test("the first release installs, and its operator takes the custom resource in hand", async () => {
    await install(0);
    uid = (await customResource())?.metadata.uid;
    await cluster.runsRelease(0);
    await cluster.hasFieldsOf(0);
    await cluster.hasRightsOf(0);
    expectFields(await customResource(), defaults);
    expect(cluster.operator().refusals()).toEqual([]);
  });

  test("the main chart of the next release is refused while the CRD is an older one", async () => {
    await cluster.edit(edit);
    const said = refused(await run("upgrade", name, main(1), "--reset-then-reuse-values"));
    expect(said).toContain(`is of ${name}-crd-${oldest}, older than this chart (${older})`);
    await cluster.runsRelease(0);
  });

  test.each([
    { release: 1, values: [] },
    { release: 2, values: [`--set=${specBlock}.${project.value}`, `--set=${specBlock}.${blocking}`] },
  ])(
    "upgrade $release: fields and rights come before the operator, and edits stay",
    async ({ release, values }) => {
      succeeded(await run("upgrade", `${name}-crd`, crds(release), "--reset-then-reuse-values"));
      await cluster.hasFieldsOf(release);
      const pods = await upgradeMain(release, ...values);
      await cluster.runsRelease(release);
      await cluster.hasRightsOf(release);
      const roles = await cluster.versionsOfChangedRoles(release);
      const firstPod = Math.min(...pods.map(({ metadata }) => Number(metadata.resourceVersion)));
      expect(pods).not.toEqual([]);
      for (const role of roles) expect(role).toBeLessThan(firstPod);
      expect((await customResource())?.metadata.uid).toBe(uid);
      expectFields(await customResource(), defaults, edit, project.own);
      if (values.length > 0) expectFields(await customResource(), project.valueField);
      expect(cluster.operator().refusals()).toEqual([]);
    },
  );

  test("a field that the charts set and somebody else edited", async () => {
    await cluster.edit(project.contested);
    const upgrade = ["upgrade", name, main(2), "--reset-then-reuse-values"];
    if (helm.major === "3") {
      // The chart has not changed it, so Helm 3 does not touch it.
      succeeded(await run(...upgrade));
      expectFields(await customResource(), project.contested, edit, project.valueField);
      await cluster.edit(project.own);
    } else {
      expect(refused(await run(...upgrade))).toContain("kubectl-edit");
      expectFields(await customResource(), project.contested);
      succeeded(await run(...upgrade, "--force-conflicts"));
      expectFields(await customResource(), project.own, edit, project.valueField);
    }
    expect(await stateOf(run, name)).toBe("deployed");
  });

  test("the README names the way out under Upgrade, where a refused user looks", () => {
    const readme = readFileSync(join(main(2), "README.md"), "utf8");
    expect(/^## Upgrade\n(.*?)^## /ms.exec(readme)?.[1]).toContain("--force-conflicts");
  });

  test("a rollback brings back operator, rights and values; the CRD and the edits stay", async () => {
    const history = JSON.parse((await run("history", name, "--output=json")).stdout) as readonly {
      readonly revision: number;
      readonly app_version: string;
    }[];
    revision = history.find(({ app_version: version }) => version === project.versions[1])?.revision ?? 0;
    succeeded(await run("rollback", name, String(revision), "--wait", "--timeout=2m"));
    await cluster.isReady();
    await cluster.runsRelease(1);
    await cluster.hasRightsOf(1);
    await cluster.hasFieldsOf(2);
    const found = await customResource();
    expect(found?.metadata.uid).toBe(uid);
    expectFields(found, defaults, edit, project.own);
    expect(missingFields(found?.spec ?? {}, project.valueField)).toBeDefined();
    expect(found?.spec["uninstallStrategy"]).toBeUndefined();
  });

  test("while there is work, uninstalling fails with the operator's own words, and nothing is deleted", async () => {
    await upgradeMain(2, `--set=${specBlock}.${blocking}`);
    const { group, version, plural, kind } = project.workloads;
    const workload = `{apiVersion: ${group}/${version}, kind: ${kind}, metadata: {name: work, namespace: default}}`;
    succeeded(await cluster.ground().kubectl(["apply", "-f", "-"], { stdin: workload }));
    const full = await listEverything(cluster.ground().api);
    refused(await run("uninstall", name));
    const log = await cluster.ground().kubectl(["logs", `job/${name}-uninstall`, "--namespace", name]);
    expect(log.stdout).toContain(project.refusal);
    const { removed, changed } = compareContent(full, await listEverything(cluster.ground().api));
    // The ConfigMap is a hook, and comes back with the next upgrade. Helm marks its own record.
    expect(removed).toEqual([`ConfigMap ${name}/${name}-uninstall`]);
    expect(changed).toEqual([expect.stringMatching(/^Secret .*\/sh\.helm\.release\.v1\./)]);
    expect((await customResource())?.metadata.deletionTimestamp).toBeUndefined();
    expect(await stateOf(run, name)).toBe("uninstalling");
    await cluster.isReady();
    succeeded(await cluster.ground().kubectl(["delete", `${plural}.${group}`, "work", "-n=default"]));
  });

  test("then a second try leaves the kept CRD and nothing else", async () => {
    succeeded(await run("uninstall", name));
    expect(await customResource()).toBeUndefined();
    succeeded(await run("uninstall", `${name}-crd`));
    await cluster.leaves(keptCrd);
  });

  test("installed again, and with crds.keep switched off first, it leaves nothing at all", async () => {
    await install(2);
    expect((await customResource())?.metadata.uid).not.toBe(uid);
    succeeded(await run("upgrade", `${name}-crd`, crds(2), "--set=crds.keep=false"));
    succeeded(await run("uninstall", name));
    succeeded(await run("uninstall", `${name}-crd`));
    await cluster.leaves(nothing);
    expect(cluster.operator().refusals()).toEqual([]);
  });
}

/** The releases of one layout, by their charts. */
interface LayoutSteps {
  readonly crds: readonly string[];
  readonly operator: string;
  /** The chart of the custom resource alone, where there is one. */
  readonly customResource?: string;
  /** Whether the custom resource comes with the second upgrade. */
  readonly hasSecondStep?: boolean;
}

function stepsOf(name: string, layout: string): LayoutSteps {
  if (layout === "one-chart") return { crds: [], operator: name, hasSecondStep: true };
  if (layout === "single" || layout === "post-install-cr") return { crds: [], operator: name };
  const crds = layout === "crds-operator-cr" ? [`${name}-crd`] : [];
  return { crds, operator: `${name}-operator`, customResource: `${name}-cr` };
}

function otherLife(project: VirtProject, cluster: VirtCluster, layout: string): void {
  const { name } = project;
  const { run, chart, customResource } = cluster;
  const steps = stepsOf(name, layout);
  const waiting = ["--wait", "--timeout=2m"];
  let uid: string | undefined;

  describe("its life", () => {
    test("installs, and the operator takes the custom resource in hand", async () => {
      for (const crds of steps.crds) succeeded(await run("install", crds, chart(crds, 1)));
      succeeded(await run("install", steps.operator, chart(steps.operator, 1), ...waiting));
      if (steps.hasSecondStep) {
        const values = ["--reset-then-reuse-values", "--set=customResource.create=true"];
        succeeded(await run("upgrade", steps.operator, chart(steps.operator, 1), ...values));
      } else if (steps.customResource !== undefined) {
        succeeded(await run("install", steps.customResource, chart(steps.customResource, 1)));
      }
      await cluster.isReady();
      uid = (await customResource())?.metadata.uid;
      expect(cluster.operator().refusals()).toEqual([]);
    });

    test("the operator is upgraded under the living custom resource", async () => {
      await cluster.edit(project.edit);
      for (const name of [...steps.crds, steps.operator]) {
        succeeded(await run("upgrade", name, chart(name, 2), "--reset-then-reuse-values", ...waiting));
      }
      // The chart of the custom resource stays at the older release, and fits.
      for (const name of steps.customResource === undefined ? [] : [steps.customResource]) {
        succeeded(await run("upgrade", name, chart(name, 1), "--reset-then-reuse-values"));
      }
      await cluster.isReady();
      await cluster.runsRelease(2);
      await cluster.hasRightsOf(2);
      await cluster.hasFieldsOf(2);
      expect((await customResource())?.metadata.uid).toBe(uid);
      expectFields(await customResource(), project.defaults, project.edit, project.own);
    });

    test("a rollback brings back the operator, and the CRD where it is in the same chart", async () => {
      succeeded(await run("rollback", steps.operator, "--wait", "--timeout=2m"));
      await cluster.isReady();
      await cluster.runsRelease(1);
      await cluster.hasRightsOf(1);
      await cluster.hasFieldsOf(layout === "single" || steps.crds.length > 0 ? 2 : 1);
      expect((await customResource())?.metadata.uid).toBe(uid);
      expectFields(await customResource(), project.own);
    });

    test("the releases go in the order of the README, and leave the kept CRD and nothing else", async () => {
      if (steps.customResource !== undefined) {
        await untilGuarded(cluster.ground(), name, steps.operator);
        expect(refused(await run("uninstall", steps.operator))).toContain(
          `${name} exists: the operator must not be removed before it.`,
        );
        succeeded(await run("uninstall", steps.customResource, "--wait", "--timeout=15m"));
        expect(await customResource()).toBeUndefined();
      }
      await uninstallGuarded(run, steps.operator);
      for (const crds of steps.crds) succeeded(await run("uninstall", crds));
      expect(await customResource()).toBeUndefined();
      await cluster.leaves({
        ...nothing,
        added: [`apiextensions.k8s.io/CustomResourceDefinition ${cluster.crdName}`],
      });
    });
  });
}
