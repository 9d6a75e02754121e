// `chartwright adopt` where Argo CD, Flux or the Operator Lifecycle Manager installed the operator: the example operator with
// the marks, the owners and the field managers that each writes. The tools themselves are not there, only their objects;
// what the garbage collector does is real. Every command is run as it is printed.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KubernetesObject } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts } from "../support/proving-ground/compiled-charts.ts";
import type { Fields } from "../support/proving-ground/kubernetes-api.ts";
import { openShell, type Shell } from "../support/proving-ground/printed-commands.ts";
import { describeWithProvingGround, type ProvingGround } from "../support/proving-ground/proving-ground.ts";
import { conditionOf, helmIn, patience, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { commandsFor, planned } from "./adopting.ts";
import {
  gateCollection,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateCrds,
  tidegateManifests,
} from "./tidegate-cluster.ts";

/** A tool that has installed the operator. */
interface Tool {
  readonly name: string;
  readonly fieldManager: string;
  /** Its own objects: `kind.group/version namespace/name`, the first of which owns what it makes. */
  readonly own: readonly { readonly resource: string; readonly kind: string; readonly object: Fields }[];
  /** What it adds to the metadata of an object that it installs. */
  readonly marks: (object: KubernetesObject, ownerUid: string) => Fields;
  readonly message: string;
}

const namespace = "tidegate-system";
const owned = (
  group: string,
  version: string,
  kind: string,
  place: string,
  name: string,
  more: Fields = {},
) => ({
  resource: `/apis/${group}/${version}/namespaces/${place}/${kind.toLowerCase()}s`,
  kind: `${kind}.${group}`,
  object: { apiVersion: `${group}/${version}`, kind, metadata: { name, namespace: place, ...more } },
});
const csv = "tidegate.v0.9.2";

const tools: readonly Tool[] = [
  {
    name: "Argo CD",
    fieldManager: "argocd-controller",
    own: [
      owned("argoproj.io", "v1alpha1", "Application", "argocd", "gates", {
        finalizers: ["resources-finalizer.argocd.argoproj.io"],
      }),
    ],
    marks: ({ apiVersion, kind, metadata }) => ({
      annotations: {
        "argocd.argoproj.io/tracking-id": `gates:${apiVersion.includes("/") ? apiVersion.split("/")[0] : ""}/${kind}:${namespace}/${metadata["name"]}`,
      },
    }),
    message: "Argo CD manages it (gates)",
  },
  {
    name: "Flux",
    fieldManager: "kustomize-controller",
    own: [
      // Its finalizer, which Flux takes away of a suspended one, would wait for Flux.
      owned("kustomize.toolkit.fluxcd.io", "v1", "Kustomization", "flux-system", "gates"),
    ],
    marks: () => ({
      labels: {
        "kustomize.toolkit.fluxcd.io/name": "gates",
        "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
      },
    }),
    message: "Flux manages it (Kustomization gates)",
  },
  {
    name: "the Operator Lifecycle Manager",
    fieldManager: "olm",
    own: [
      owned("operators.coreos.com", "v1alpha1", "ClusterServiceVersion", namespace, csv),
      owned("operators.coreos.com", "v1alpha1", "Subscription", namespace, "tidegate"),
    ],
    marks: ({ metadata }, uid) => ({
      labels: {
        "olm.owner": csv,
        "olm.owner.kind": "ClusterServiceVersion",
        "olm.owner.namespace": namespace,
        "olm.managed": "true",
      },
      // An owner with a namespace cannot own what has none.
      ...(metadata["namespace"] === namespace
        ? {
            ownerReferences: [
              {
                apiVersion: "operators.coreos.com/v1alpha1",
                kind: "ClusterServiceVersion",
                name: csv,
                uid,
                controller: false,
                blockOwnerDeletion: false,
              },
            ],
          }
        : {}),
    }),
    message: `the Operator Lifecycle Manager manages it (${csv})`,
  },
];

/** The object with more metadata. */
function marked(object: KubernetesObject, more: Fields): Fields & { readonly kind: string } {
  const { labels = {}, annotations = {}, ...others } = more as Record<string, Fields>;
  const metadata = object.metadata as Record<string, Fields>;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...others,
      labels: { ...metadata["labels"], ...labels },
      annotations: { ...metadata["annotations"], ...annotations },
    },
  };
}

function outline(resource: string, kind: string): Fields {
  const [, , group = "", version = ""] = resource.split("/");
  const [name = ""] = kind.split(".");
  const plural = `${name.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: name, plural, singular: name.toLowerCase(), listKind: `${name}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  };
}

describeWithProvingGround("adopt from a tool", () => {
  describeWithEachHelm("ends with releases alone", (helm) => {
    let cluster: TidegateCluster;
    let ground: ProvingGround;
    let shell: Shell;
    let charts: CompiledCharts;
    const run = helmIn(() => ground, helm, namespace);
    const gate = () => ground.api.get<TideGate>(`${gateCollection}/uplink`);
    const isReady = () => expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
    const uids = () =>
      Promise.all(
        [
          `${gateCollection}/uplink`,
          `/apis/apps/v1/namespaces/${namespace}/deployments/tidegate-controller`,
          `/api/v1/namespaces/${namespace}/serviceaccounts/tidegate-controller`,
          "/apis/rbac.authorization.k8s.io/v1/clusterroles/tidegate-controller",
          ...tidegateCrds.map((crd) => `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd}`),
        ].map(async (path) => (await ground.api.get(path))?.metadata.uid),
      );
    const apply = async (objects: readonly unknown[], fieldManager: string): Promise<void> => {
      const stdin = JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
      const flags = ["--server-side", `--field-manager=${fieldManager}`, "--force-conflicts"];
      succeeded(await ground.kubectl(["apply", ...flags, "-f", "-"], { stdin }));
      succeeded(await ground.kubectl(["wait", "crd", "--all", "--for=condition=Established"]));
    };

    /** Makes the tool's own objects; their paths. */
    const createOwn = async (own: Tool["own"]): Promise<readonly string[]> => {
      const paths: string[] = [];
      for (const { resource, object } of own) {
        await ground.api.create(resource, object);
        paths.push(`${resource}/${(object["metadata"] as { readonly name: string }).name}`);
      }
      const [, subscription] = paths;
      // What the Operator Lifecycle Manager writes of a Subscription.
      if (subscription !== undefined) await ground.api.merge(subscription, { status: { installedCSV: csv } });
      return paths;
    };

    beforeAll(async () => {
      cluster = await startTidegateCluster(namespace);
      ground = cluster.ground;
      shell = openShell(ground, helm);
      const folder = join(ground.controlPlane.folder, "charts");
      charts = await compileCharts(folder, tidegateManifests, { name: "tidegate", layout: "crds-and-main" });
      await apply(
        tools.flatMap(({ own }) => own.map(({ resource, kind }) => outline(resource, kind))),
        "kubectl",
      );
      for (const place of ["argocd", "flux-system"]) succeeded(await ground.kubectl(["create", "ns", place]));
    });
    afterAll(async () => {
      await cluster?.stop();
    });

    test.each(tools)(
      "$name lets go, and every object lives on",
      async ({ fieldManager, own, marks, message }) => {
        const paths = await createOwn(own);
        const [first = ""] = paths;
        const uid = (await ground.api.get(first))?.metadata.uid ?? "";
        const objects = charts.operator.manifests.map(({ object }) => marked(object, marks(object, uid)));
        const isCrd = ({ kind }: { readonly kind: string }) => kind === "CustomResourceDefinition";
        await apply(objects.filter(isCrd), fieldManager);
        await apply(
          objects.filter((object) => !isCrd(object)),
          fieldManager,
        );
        await isReady();
        const before = await uids();

        const chartPaths = [charts.chart("tidegate-crd"), charts.chart("tidegate")];
        const plan = await planned(shell, helm, chartPaths);
        expect(plan.findings.map((finding) => finding.message).join("\n")).toContain(message);
        expect(plan.findings.filter(({ severity }) => severity === "blocks")).toEqual([]);
        for (const command of commandsFor(helm, plan)) succeeded(await shell.run(command));

        for (const path of paths) expect(await ground.api.get(path)).toBeUndefined();
        expect(await uids()).toEqual(before);
        await isReady();
        for (const release of ["tidegate-crd", "tidegate"])
          expect(await stateOf(run, release)).toBe("deployed");
        const again = await planned(shell, helm, chartPaths);
        expect(again.charts.map(({ state }) => state)).toEqual(["adopted", "adopted"]);
        expect(again.charts.flatMap((chart) => chart.objects.flatMap(({ claims }) => claims))).toEqual([]);
        // The tool is still written down as the other writer of the fields that it set.
        const force = helm.major === "4" ? ["--force-conflicts"] : [];
        const value = ["--reset-then-reuse-values", "--set=tideGate.flow.burst=1024", ...force];
        succeeded(await run("upgrade", "tidegate", charts.chart("tidegate"), ...value));
        expect(await uids()).toEqual(before);

        succeeded(await run("uninstall", "tidegate"));
        succeeded(await run("uninstall", "tidegate-crd"));
        succeeded(await ground.kubectl(["delete", "crd", ...tidegateCrds, "--timeout=60s"]));
      },
    );
  });
});
