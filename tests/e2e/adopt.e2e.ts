// `chartwright adopt` on operators that live: KubeVirt and CDI as `kubectl apply` installed them, and tidegate as charts
// of another layout did. Every command is run as it is printed; nothing may be made anew, and no edit may be lost.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdoptionPlan } from "../../src/adopt/adoption-plan.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type ClusterContent,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { ApiResource, ClusterObject, Fields } from "../support/proving-ground/kubernetes-api.ts";
import {
  missingFields,
  type OperatorStandIn,
  startOperator,
} from "../support/proving-ground/operator-stand-in.ts";
import { openShell, type Shell } from "../support/proving-ground/printed-commands.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import {
  calmPatience,
  conditionOf,
  helmIn,
  patience,
  type ReportingResource,
  stateOf,
  succeeded,
  uninstallGuarded,
  untilGuarded,
} from "../support/proving-ground/releases.ts";
import { commandsFor, planned } from "./adopting.ts";
import {
  gateCollection,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateCrds,
  tidegateManifests,
} from "./tidegate-cluster.ts";

interface AppliedOperator {
  readonly name: string;
  readonly version: string;
  readonly resource: ApiResource;
  readonly isNamespaced: boolean;
  readonly deployment: string;
  readonly finalizer: string;
  /** What the operator fills in. */
  readonly defaults: Fields;
  /** What a user adds to the custom resource, and what a user changes in it. */
  readonly added: Fields;
  readonly changed: Fields;
  /** The block of the values, and a value for an upgrade afterwards. */
  readonly block: string;
  readonly value: string;
  readonly valueField: Fields;
}

const operators: readonly AppliedOperator[] = [
  {
    name: "kubevirt",
    version: "v1.9.0",
    resource: { group: "kubevirt.io", version: "v1", plural: "kubevirts" },
    isNamespaced: true,
    deployment: "virt-operator",
    finalizer: "foregroundDeleteKubeVirt",
    defaults: { certificateRotateStrategy: { selfSigned: { ca: { duration: "168h0m0s" } } } },
    added: { configuration: { developerConfiguration: { featureGates: ["LiveMigration"] } } },
    changed: { imagePullPolicy: "Always" },
    block: "kubeVirt",
    value: "configuration.developerConfiguration.cpuAllocationRatio=5",
    valueField: { configuration: { developerConfiguration: { cpuAllocationRatio: 5 } } },
  },
  {
    name: "cdi",
    version: "v1.66.0",
    resource: { group: "cdi.kubevirt.io", version: "v1beta1", plural: "cdis" },
    isNamespaced: false,
    deployment: "cdi-operator",
    finalizer: "operator.cdi.kubevirt.io",
    defaults: { certConfig: { ca: { duration: "48h0m0s" } } },
    added: { priorityClass: "kubevirt-cluster-critical" },
    changed: { imagePullPolicy: "Always" },
    block: "cdi",
    value: "config.dataVolumeTTLSeconds=60",
    valueField: { config: { dataVolumeTTLSeconds: 60 } },
  },
];

interface EditedResource extends ReportingResource {
  readonly spec: Fields;
}

interface Deployment extends ClusterObject {
  readonly spec: { readonly replicas: number };
}

function statusOf(plan: AdoptionPlan, kind: string): string | undefined {
  const objects = plan.charts.flatMap((chart) => chart.objects);
  return objects.find(({ object }) => object.kind === kind)?.status;
}

describeWithCorpus("adopt on a proving ground", (corpus) => {
  for (const operator of operators) {
    const { name, version, resource } = operator;
    describeWithProvingGround(`${name} as kubectl applied it`, () => {
      describeWithEachHelm("becomes releases", (helm) => {
        let ground: ProvingGround;
        let standIn: OperatorStandIn;
        let shell: Shell;
        let charts: CompiledCharts;
        let plan: AdoptionPlan;
        let before: readonly (string | undefined)[];
        const manifests = ["operator", "cr"].map((part) =>
          corpus.path(`corpus/${name}/${version}/${name}-${part}.yaml`),
        );
        const place = operator.isNamespaced ? `namespaces/${name}/` : "";
        const path = `/apis/${resource.group}/${resource.version}/${place}${resource.plural}/${name}`;
        const deploymentPath = `/apis/apps/v1/namespaces/${name}/deployments/${operator.deployment}`;
        const crdPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${resource.plural}.${resource.group}`;
        const run = helmIn(() => ground, helm, name);
        const customResource = () => ground.api.get<EditedResource>(path);
        const uids = () =>
          Promise.all(
            [path, deploymentPath, crdPath].map(
              async (object) => (await ground.api.get(object))?.metadata.uid,
            ),
          );
        const isReady = () =>
          expect.poll(async () => conditionOf(await customResource(), "Ready"), patience).toBe("True");
        const expectFields = async (...fields: readonly Fields[]): Promise<void> => {
          const spec = (await customResource())?.spec ?? {};
          for (const wanted of fields) expect(missingFields(spec, wanted, true)).toBeUndefined();
        };
        const chartPaths = () => [charts.chart(`${name}-crd`), charts.chart(name)];

        beforeAll(async () => {
          ground = await startProvingGround();
          shell = openShell(ground, helm);
          charts = await compileCharts(join(ground.controlPlane.folder, "charts"), manifests, { name });
          standIn = await startOperator(ground.controlPlane, {
            resource,
            deployment: { namespace: name, name: operator.deployment },
            finalizer: operator.finalizer,
            defaults: operator.defaults,
            status: { phase: "Deployed" },
          });
        });
        afterAll(async () => {
          await standIn?.stop();
          await ground?.stop();
        });

        test("the operator runs, and people have changed its custom resource and its Deployment", async () => {
          const [operatorFile = "", crFile = ""] = manifests;
          succeeded(await ground.kubectl(["apply", "-f", operatorFile]));
          succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
          succeeded(await ground.kubectl(["apply", "-f", crFile]));
          await isReady();
          const spec = { ...operator.added, ...operator.changed };
          await ground.api.merge(`${path}?fieldManager=kubectl-edit`, { spec });
          const scale = ["scale", "deployment", operator.deployment, "--namespace", name, "--replicas=3"];
          succeeded(await ground.kubectl(scale));
          before = await uids();
        });

        test("nothing changes but what makes it a release's, and nothing is left for a person to decide", async () => {
          plan = await planned(shell, helm, chartPaths());
          expect(plan.namespace).toBe(name);
          expect(plan.findings).toEqual([]);
          expect(plan.dryRuns.map(({ passed }) => passed)).toEqual([true, true]);
          const [crds, main] = plan.charts;
          expect(crds?.values).toEqual({});
          // What the operator wrote is not among the values, and what people wrote is.
          expect(
            missingFields(
              main?.values[operator.block] as Fields,
              { ...operator.added, ...operator.changed },
              true,
            ),
          ).toBeUndefined();
          expect(Object.keys(main?.values[operator.block] ?? {})).not.toContain(
            Object.keys(operator.defaults)[0],
          );
          expect(await uids()).toEqual(before);
        });

        test("the printed commands install releases, and every object lives on with every edit", async () => {
          for (const command of commandsFor(helm, plan)) succeeded(await shell.run(command));
          expect([await stateOf(run, `${name}-crd`), await stateOf(run, name)]).toEqual([
            "deployed",
            "deployed",
          ]);
          expect(await uids()).toEqual(before);
          await expectFields(operator.added, operator.changed, operator.defaults);
          expect((await ground.api.get<Deployment>(deploymentPath))?.spec.replicas).toBe(3);
          await isReady();
        });

        test("asked again, it finds its releases and has nothing to say", async () => {
          const again = await planned(shell, helm, chartPaths());
          expect(again.charts.map(({ state }) => state)).toEqual(["adopted", "adopted"]);
          expect(again.forget).toEqual([]);
          expect(again.findings).toEqual([]);
        });

        test("an upgrade changes what it is told to, and nothing else", async () => {
          const flags = ["--reset-then-reuse-values", `--set=${operator.block}.${operator.value}`];
          succeeded(
            await run("upgrade", `${name}-crd`, charts.chart(`${name}-crd`), "--reset-then-reuse-values"),
          );
          succeeded(await run("upgrade", name, charts.chart(name), ...flags));
          await expectFields(operator.valueField, operator.added, operator.changed, operator.defaults);
          expect(await uids()).toEqual(before);
        });

        test("the uninstall removes the custom resource and the operator, and keeps the CRD", async () => {
          succeeded(await run("uninstall", name));
          succeeded(await run("uninstall", `${name}-crd`));
          const [gone, deployment, crd] = await uids();
          expect([gone, deployment]).toEqual([undefined, undefined]);
          expect(crd).toBe(before[2]);
          expect(standIn.refusals()).toEqual([]);
        });
      });
    });
  }
});

describeWithProvingGround("adopt changes the layout of tidegate", () => {
  describeWithEachHelm("from one-chart to crds-and-main to operator-and-cr", (helm) => {
    const namespace = "tidegate-system";
    const edit = { featureGates: ["HighWater"] };
    let cluster: TidegateCluster;
    let ground: ProvingGround;
    let shell: Shell;
    let nothing: ClusterContent;
    let before: readonly (string | undefined)[];
    const charts = new Map<string, CompiledCharts>();
    const run = helmIn(() => ground, helm, namespace);
    const chart = (layout: string, name: string): string => charts.get(layout)?.chart(name) ?? "";
    const gate = () => ground.api.get<TideGate & { readonly spec: Fields }>(`${gateCollection}/uplink`);
    const paths = [
      `${gateCollection}/uplink`,
      `/apis/apps/v1/namespaces/${namespace}/deployments/tidegate-controller`,
      `/apis/apps/v1/namespaces/${namespace}/daemonsets/tidegate-agent`,
      ...tidegateCrds.map((crd) => `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd}`),
    ];
    const uids = () => Promise.all(paths.map(async (path) => (await ground.api.get(path))?.metadata.uid));
    const isReady = () => expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
    const livesOn = async (): Promise<void> => {
      expect(await uids()).toEqual(before);
      expect(
        missingFields((await gate())?.spec ?? {}, { ...edit, flow: { limit: "25%" } }, true),
      ).toBeUndefined();
      await isReady();
    };
    const releases = async (): Promise<readonly string[]> => {
      const { stdout } = await run("list", "--short");
      return stdout.trim().split(/\s+/).sort();
    };
    /** Takes the layout's charts over and runs all that is printed. */
    const move = async (layout: string, names: readonly string[]): Promise<AdoptionPlan> => {
      const plan = await planned(
        shell,
        helm,
        names.map((name) => chart(layout, name)),
      );
      for (const command of commandsFor(helm, plan)) succeeded(await shell.run(command));
      await livesOn();
      expect(await releases()).toEqual([...names].sort());
      return plan;
    };

    beforeAll(async () => {
      cluster = await startTidegateCluster(namespace);
      ground = cluster.ground;
      shell = openShell(ground, helm);
      for (const layout of ["one-chart", "crds-and-main", "operator-and-cr"]) {
        const folder = join(ground.controlPlane.folder, "charts", layout);
        charts.set(layout, await compileCharts(folder, tidegateManifests, { name: "tidegate", layout }));
      }
      nothing = await listEverything(ground.api);
    });
    afterAll(async () => {
      await cluster?.stop();
    });

    test("the operator runs as one release, and somebody has edited its custom resource", async () => {
      const all = chart("one-chart", "tidegate");
      succeeded(await run("install", "tidegate", all));
      const values = ["--set=customResource.create=true", "--set=tideGate.flow.limit=25%"];
      succeeded(await run("upgrade", "tidegate", all, ...values));
      await isReady();
      await ground.api.merge(`${gateCollection}/uplink?fieldManager=kubectl-edit`, { spec: edit });
      before = await uids();
    });

    test("one release becomes two, one of them under the old name", async () => {
      const plan = await move("crds-and-main", ["tidegate-crd", "tidegate"]);
      expect(plan.forget.map(({ name }) => name)).toEqual(["tidegate"]);
      expect(statusOf(plan, "TideGate")).toBe("equal");
    });

    test("the releases are upgraded as ever", async () => {
      succeeded(
        await run(
          "upgrade",
          "tidegate-crd",
          chart("crds-and-main", "tidegate-crd"),
          "--reset-then-reuse-values",
        ),
      );
      const value = ["--reset-then-reuse-values", "--set=tideGate.flow.burst=1024"];
      succeeded(await run("upgrade", "tidegate", chart("crds-and-main", "tidegate"), ...value));
      expect((await gate())?.spec.flow).toMatchObject({ limit: "25%", burst: 1024 });
      await livesOn();
    });

    test("two releases become two others, and what no chart has goes", async () => {
      const plan = await move("operator-and-cr", ["tidegate-operator", "tidegate-cr"]);
      expect(plan.forget.map(({ name }) => name).sort()).toEqual(["tidegate", "tidegate-crd"]);
      expect((await gate())?.spec.flow).toMatchObject({ limit: "25%", burst: 1024 });
    });

    test("the releases end as their README says, and leave the kept CRDs and nothing else", async () => {
      await untilGuarded(ground, namespace, "tidegate-operator");
      succeeded(await run("uninstall", "tidegate-cr", "--wait", "--timeout=15m"));
      await uninstallGuarded(run, "tidegate-operator");
      const added = tidegateCrds.map((name) => `apiextensions.k8s.io/CustomResourceDefinition ${name}`);
      await expect
        .poll(async () => compareContent(nothing, await listEverything(ground.api)), calmPatience)
        .toEqual({ added, removed: [], changed: [] });
    });
  });
});
