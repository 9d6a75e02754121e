// A cluster on which a real operator of the KubeVirt family lives, with its stand-in, and questions to it.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "vitest";
import type { Manifest } from "../../src/parse/manifest.ts";
import type { LayoutName } from "../../src/project/project.ts";
import type { Corpus } from "../support/corpus.ts";
import type { Helm } from "../support/helm.ts";
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
import {
  missingFields,
  type OperatorStandIn,
  startOperator,
} from "../support/proving-ground/operator-stand-in.ts";
import { type ProvingGround, startProvingGround } from "../support/proving-ground/proving-ground.ts";
import {
  calmPatience,
  conditionOf,
  helmIn,
  patience,
  type ReportingResource,
  type RunHelm,
  succeeded,
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

export interface VirtResource extends ReportingResource {
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

const rbac = "/apis/rbac.authorization.k8s.io/v1";
export const nothing: ContentDifference = { added: [], removed: [], changed: [] };

/** What tests do on such a cluster. Releases are numbers: 0 is the oldest. */
export interface VirtCluster {
  readonly crdName: string;
  ground(): ProvingGround;
  operator(): OperatorStandIn;
  /** Helm in the namespace of the operator. */
  readonly run: RunHelm;
  /** Compiles the charts of one layout for the suite around; the CRD that they keep goes with the suite. */
  useLayout(layout: LayoutName): void;
  customResource(): Promise<VirtResource | undefined>;
  /** Changes fields of the custom resource as another writer than Helm. */
  edit(spec: Fields): Promise<unknown>;
  /** The folder of a chart of one of the releases. */
  chart(chartName: string, release: number): string;
  isReady(): Promise<void>;
  /** Holds where the image of the operator's Deployment ends with the version of the release. */
  runsRelease(release: number): Promise<void>;
  /** Holds where the live roles have the rules of the release. */
  hasRightsOf(release: number): Promise<void>;
  /** The versions of the live roles that the new release changes, as the API server counts them. */
  versionsOfChangedRoles(release: number): Promise<readonly number[]>;
  /** Holds where the live CRD knows the fields of the release's CRD and no other. */
  hasFieldsOf(release: number): Promise<void>;
  difference(): Promise<ContentDifference>;
  /** Resolves when nothing is left but what is expected. */
  leaves(expected: ContentDifference): Promise<void>;
}

/** A cluster with the operator's stand-in, which starts and ends with the suite around it. */
export function useVirtCluster(project: VirtProject, corpus: Corpus, helm: Helm): VirtCluster {
  const { name, resource, workloads } = project;
  const crdName = `${resource.plural}.${resource.group}`;
  const crdPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crdName}`;
  const collection = project.isNamespaced
    ? resourcePath(resource).replace(`/${resource.plural}`, `/namespaces/${name}/${resource.plural}`)
    : resourcePath(resource);
  let ground: ProvingGround;
  let operator: OperatorStandIn;
  let before: ClusterContent;
  let charts: readonly CompiledCharts[] = [];

  const start = async (): Promise<void> => {
    ground = await startProvingGround();
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
  };
  const stop = async (): Promise<void> => {
    await operator?.stop();
    await ground?.stop();
  };
  beforeAll(start);
  afterAll(stop);

  const compileAll = (layout: LayoutName): Promise<readonly CompiledCharts[]> =>
    Promise.all(
      project.versions.map((version) => {
        const manifests = ["operator", "cr"].map((part) =>
          corpus.path(`corpus/${name}/${version}/${name}-${part}.yaml`),
        );
        const folder = join(ground.controlPlane.folder, "charts", layout, version);
        return compileCharts(folder, manifests, { name, layout });
      }),
    );
  const leaves = (expected: ContentDifference): Promise<void> =>
    expect
      .poll(async () => compareContent(before, await listEverything(ground.api)), calmPatience)
      .toEqual(expected);
  /** Whether nothing is left of the life before; deletion goes on behind Helm. */
  const isClean = async (): Promise<boolean> => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { added, removed } = compareContent(before, await listEverything(ground.api));
      if (added.length + removed.length === 0) return true;
      await sleep(1000);
    }
    return false;
  };
  const path = `${collection}/${name}`;
  const customResource = (): Promise<VirtResource | undefined> => ground.api.get<VirtResource>(path);
  return {
    crdName,
    ground: () => ground,
    operator: () => operator,
    run: helmIn(() => ground, helm, name),
    useLayout: (layout) => {
      beforeAll(async () => {
        // A life that failed must not take the next ones with it.
        if (!(await isClean())) {
          await stop();
          await start();
        }
        charts = await compileAll(layout);
      });
      afterAll(async () => {
        await ground.kubectl(["delete", "crd", crdName, "--ignore-not-found", "--timeout=20s"]);
      });
    },
    customResource,
    edit: (spec: Fields) => ground.api.merge(`${path}?fieldManager=kubectl-edit`, { spec }),
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
    runsRelease: async (release: number): Promise<void> => {
      const deployment = ["get", "deployment", project.deployment, "--namespace", name];
      const image = "-o=jsonpath={.spec.template.spec.containers[0].image}";
      const { stdout } = await ground.kubectl([...deployment, image]);
      expect(stdout.split(":").at(-1)).toBe(project.versions[release]);
    },
    hasRightsOf: async (release: number): Promise<void> => {
      for (const manifest of rolesOf(release)) {
        expect((await ground.api.get<Role>(rolePath(manifest, name)))?.rules).toEqual(
          manifest.object["rules"],
        );
      }
    },
    versionsOfChangedRoles: async (release: number): Promise<readonly number[]> => {
      const older = new Set(rolesOf(release - 1).map(({ object }) => JSON.stringify(object["rules"])));
      const changed = rolesOf(release).filter(({ object }) => !older.has(JSON.stringify(object["rules"])));
      const live = await Promise.all(
        changed.map((manifest) => ground.api.get<Role>(rolePath(manifest, name))),
      );
      return live.map((role) => Number(role?.metadata.resourceVersion));
    },
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
    leaves,
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
export function expectFields(found: VirtResource | undefined, ...fields: readonly Fields[]): void {
  for (const wanted of fields) expect(missingFields(found?.spec ?? {}, wanted, true)).toBeUndefined();
}
