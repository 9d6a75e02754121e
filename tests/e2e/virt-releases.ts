// The life of a real operator of the KubeVirt family over three of its releases, and once in each other layout. What it
// does is the stand-in's; the charts, the rights and the custom resource are those of the published manifests.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manifest } from "../../src/parse/manifest.ts";
import { layoutNames } from "../../src/project/project.ts";
import { type Corpus, describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import {
  type ClusterContent,
  type ContentDifference,
  compareContent,
  listEverything,
} from "../support/proving-ground/cluster-content.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import {
  type ApiResource,
  type ClusterObject,
  type Fields,
  resourcePath,
} from "../support/proving-ground/kubernetes-api.ts";
import { describeLife } from "../support/proving-ground/life.ts";
import {
  missingFields,
  type OperatorStandIn,
  startOperator,
} from "../support/proving-ground/operator-stand-in.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import {
  conditionOf,
  helmIn,
  patience,
  type ReportingResource,
  refused,
  stateOf,
  succeeded,
  uninstallGuarded,
  untilGuarded,
} from "../support/proving-ground/releases.ts";

/** One operator and what a test does to it. */
export interface VirtProject {
  /** Of its folder in the corpus, its namespace and its custom resource. */
  readonly name: string;
  /** As people write it. */
  readonly title: string;
  /** Three releases in sequence. */
  readonly versions: readonly [string, string, string];
  readonly resource: ApiResource;
  readonly isNamespaced: boolean;
  readonly deployment: string;
  readonly finalizer: string;
  /** The name of its webhook's configuration, which its rights name. */
  readonly webhook: string;
  /** The kind whose objects it is there for, and what it answers while there is one. */
  readonly workloads: ApiResource & { readonly kind: string };
  readonly refusal: string;
  /** The block of its custom resource's spec among the values. */
  readonly specBlock: string;
  /** Fields of the spec that the operator fills in. */
  readonly defaults: Fields;
  /** Fields of the spec that a user edits and the charts do not set. */
  readonly edit: Fields;
  /** A field of the spec that the charts set, as somebody else edits it, and as the charts have it. */
  readonly contested: Fields;
  readonly own: Fields;
  /** A value of the spec as `--set` has it below the block, and the field that it sets. */
  readonly value: string;
  readonly valueField: Fields;
}

interface VirtResource extends ReportingResource {
  readonly spec: Fields;
}

interface Crd extends ClusterObject {
  readonly spec: {
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Role extends ClusterObject {
  readonly rules: readonly unknown[];
}

/** A Pod of the operator as it was when it appeared. */
interface NewPod extends ClusterObject {
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
}

const blocking = "uninstallStrategy=BlockUninstallIfWorkloadsExist";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const nothing: ContentDifference = { added: [], removed: [], changed: [] };

/** The tests of one operator. */
export function describeReleases(project: VirtProject): void {
  describeWithCorpus(`${project.name} on a proving ground`, (corpus) => {
    describeWithProvingGround("as crds-and-main", () => {
      describeWithEachHelm("three releases in sequence", (helm) =>
        describeLife({ layout: "crds-and-main", strategy: "job", operator: project.title }, helm, () =>
          defaultLife(project, corpus, helm),
        ),
      );
    });
    for (const layout of layoutNames.filter((name) => name !== "crds-and-main")) {
      const strategy = layout === "operator-and-cr" || layout === "crds-operator-cr" ? "guard" : "job";
      describeWithProvingGround(`as ${layout}`, () => {
        describeWithEachHelm("lives and ends", (helm) =>
          describeLife({ layout, strategy, operator: project.title }, helm, () =>
            otherLife(project, corpus, layout, helm),
          ),
        );
      });
    }
  });
}

/** A cluster with the operator's stand-in, which starts and ends with the suite around it. */
function useCluster(project: VirtProject, corpus: Corpus, helm: Helm, layout: string) {
  const { name, resource, workloads } = project;
  const crdName = `${resource.plural}.${resource.group}`;
  const crdPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crdName}`;
  const collection = project.isNamespaced
    ? resourcePath(resource).replace(`/${resource.plural}`, `/namespaces/${name}/${resource.plural}`)
    : resourcePath(resource);
  let ground: ProvingGround;
  let operator: OperatorStandIn;
  let before: ClusterContent;
  const charts: CompiledCharts[] = [];

  beforeAll(async () => {
    ground = await startProvingGround();
    for (const version of project.versions) {
      const manifests = ["operator", "cr"].map((part) =>
        corpus.path(`corpus/${name}/${version}/${name}-${part}.yaml`),
      );
      const folder = join(ground.controlPlane.folder, "charts", version);
      charts.push(await compileCharts(folder, manifests, { name, layout }));
    }
    succeeded(await ground.kubectl(["apply", "-f", "-"], { stdin: workloadCrd(workloads) }));
    succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
    succeeded(await ground.kubectl(["create", "namespace", name]));
    operator = await startOperator(ground.controlPlane, {
      resource,
      deployment: { namespace: name, name: project.deployment },
      finalizer: project.finalizer,
      defaults: project.defaults,
      status: { phase: "Deployed" },
      guard: {
        name: project.webhook,
        workloads,
        message: project.refusal,
        isGuarded: (found) =>
          (found as VirtResource).spec["uninstallStrategy"] === "BlockUninstallIfWorkloadsExist",
      },
    });
    before = await listEverything(ground.api);
  });
  afterAll(async () => {
    await operator?.stop();
    await ground?.stop();
  });

  const path = `${collection}/${name}`;
  const customResource = (): Promise<VirtResource | undefined> => ground.api.get<VirtResource>(path);
  return {
    crdName,
    ground: () => ground,
    operator: () => operator,
    run: helmIn(() => ground, helm, name),
    customResource,
    /** Changes fields of the custom resource as another writer than Helm. */
    edit: (spec: Fields) => ground.api.merge(`${path}?fieldManager=kubectl-edit`, { spec }),
    /** The folder of a chart of one of the releases: 0 is the oldest. */
    chart: (chartName: string, release: number) => compiled(release).chart(chartName),
    isReady: () =>
      expect
        .poll(async () => {
          const found = await customResource();
          // CDI's status has no such field.
          const seen = found?.status?.observedGeneration ?? found?.metadata.generation;
          return seen === found?.metadata.generation && conditionOf(found, "Ready");
        }, patience)
        .toBe("True"),
    /** The image of the operator's Deployment ends with the version of the release. */
    runsRelease: async (release: number): Promise<void> => {
      const deployment = ["get", "deployment", project.deployment, "--namespace", name];
      const image = "-o=jsonpath={.spec.template.spec.containers[0].image}";
      const { stdout } = await ground.kubectl([...deployment, image]);
      expect(stdout.split(":").at(-1)).toBe(project.versions[release]);
    },
    /** The live roles have the rules of the release. */
    hasRightsOf: async (release: number): Promise<void> => {
      for (const manifest of rolesOf(release)) {
        expect((await ground.api.get<Role>(rolePath(manifest, name)))?.rules).toEqual(
          manifest.object["rules"],
        );
      }
    },
    /** The versions of the live roles that the new release changes, as the API server counts them. */
    versionsOfChangedRoles: async (release: number): Promise<readonly number[]> => {
      const older = new Set(rolesOf(release - 1).map(({ object }) => JSON.stringify(object["rules"])));
      const changed = rolesOf(release).filter(({ object }) => !older.has(JSON.stringify(object["rules"])));
      const live = await Promise.all(
        changed.map((manifest) => ground.api.get<Role>(rolePath(manifest, name))),
      );
      return live.map((role) => Number(role?.metadata.resourceVersion));
    },
    /** The live CRD knows the fields of the release's CRD and no other. */
    hasFieldsOf: async (release: number): Promise<void> => {
      const crd = await ground.api.get<Crd>(crdPath);
      const live = (crd?.spec.versions ?? []).flatMap((version) =>
        fieldPaths(version.schema.openAPIV3Schema, version.name),
      );
      const published = compiled(release).operator.crds.flatMap(({ versions }) =>
        versions.flatMap((version) => fieldPaths((version.schema ?? {}) as Schema, version.name)),
      );
      expect(live.sort()).toEqual(published.sort());
    },
    difference: async (): Promise<ContentDifference> =>
      compareContent(before, await listEverything(ground.api)),
    leaves: (expected: ContentDifference) =>
      expect
        .poll(async () => compareContent(before, await listEverything(ground.api)), {
          ...patience,
          interval: 1000,
        })
        .toEqual(expected),
  };

  function compiled(release: number): CompiledCharts {
    const found = charts[release];
    if (found === undefined) throw new Error(`release ${release} is not compiled`);
    return found;
  }
  function rolesOf(release: number): readonly Manifest[] {
    return compiled(release).operator.manifests.filter(({ object }) => /^(Cluster)?Role$/.test(object.kind));
  }
}

function rolePath({ object, reference }: Manifest, namespace: string): string {
  return object.kind === "ClusterRole"
    ? `${rbac}/clusterroles/${reference.name}`
    : `${rbac}/namespaces/${namespace}/roles/${reference.name}`;
}

function fieldPaths(schema: Schema, path: string): readonly string[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([key, field]) => [
    `${path}.${key}`,
    ...fieldPaths(field, `${path}.${key}`),
  ]);
  return schema.items === undefined ? below : [...below, ...fieldPaths(schema.items, `${path}[]`)];
}

function workloadCrd({ group, version, plural, kind }: VirtProject["workloads"]): string {
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: ${kind}, plural: ${plural}, singular: ${kind.toLowerCase()}, listKind: ${kind}List}
  versions:
    - name: ${version}
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;
}

/** Holds where the custom resource has the fields, whatever else it has. */
function expectFields(found: VirtResource | undefined, ...fields: readonly Fields[]): void {
  for (const wanted of fields) expect(missingFields(found?.spec ?? {}, wanted, true)).toBeUndefined();
}

function defaultLife(project: VirtProject, corpus: Corpus, helm: Helm): void {
  const { name, defaults, edit, specBlock } = project;
  const [oldest, older] = project.versions.map((version) => version.replace(/^v/, ""));
  const cluster = useCluster(project, corpus, helm, "crds-and-main");
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
    // Helm marks its own record.
    expect(removed).toEqual([]);
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

function otherLife(project: VirtProject, corpus: Corpus, layout: string, helm: Helm): void {
  const { name } = project;
  const cluster = useCluster(project, corpus, helm, layout);
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
