// The charts without a release: `helm template | kubectl apply --server-side`, as README says it, a second time without
// a difference, and with what left the chart pruned. Argo CD and Flux themselves have no place here to run.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LayoutName } from "../../src/project/project.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm, type Helm, kubectl } from "../support/helm.ts";
import { type ProcessResult, runProcess } from "../support/process.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import { compileCharts } from "../support/proving-ground/compiled-charts.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { readmeBlocks, shellOn } from "../support/proving-ground/readme-shell.ts";
import { conditionOf, patience, succeeded } from "../support/proving-ground/releases.ts";
import {
  gateCollection,
  startTidegateCluster,
  type TideGate,
  type TidegateCluster,
  tidegateManifests,
} from "./tidegate-cluster.ts";

/** The commands under the heading "kubectl" of a README, but for the one that makes the namespace. */
function kubectlCommands(readme: string): readonly string[] {
  const section = readme.split(/^### kubectl$/m)[1] ?? "";
  const [, block = ""] = /^```sh\n([\s\S]*?)\n```$/m.exec(section) ?? [];
  return block.split("\n").filter((command) => !command.startsWith("kubectl create namespace "));
}

interface Pipeline {
  readonly ground: ProvingGround;
  readonly helm: Helm;
  /** The folder with the charts. */
  readonly folder: string;
}

/** What `helm template` of a line with a pipe prints; `settings` are more of its values. */
async function streamOf({ ground, helm, folder }: Pipeline, line: string, settings: readonly string[] = []) {
  const [, ...args] = (line.split(" | ")[0] ?? "").split(" ");
  const rendered = await ground.helm(helm, [...args, ...settings], { cwd: folder });
  succeeded({ ...rendered, stderr: "" });
  return rendered.stdout;
}

/** Runs a line of the README, a pipe or a loop included. */
async function run(pipeline: Pipeline, line: string): Promise<void> {
  const [, attempt] = /^until kubectl (.*); do sleep 1; done$/.exec(line) ?? [];
  if (attempt !== undefined) {
    const status = async () => (await pipeline.ground.kubectl(attempt.split(" "))).status;
    await expect.poll(status, patience).toBe(0);
    return;
  }
  const [, ...args] = (line.split(" | ").at(-1) ?? "").split(" ");
  const stdin = line.startsWith("helm ") ? { stdin: await streamOf(pipeline, line) } : {};
  succeeded(await pipeline.ground.kubectl(args, { ...stdin, cwd: pipeline.folder }));
}

/** Sees to it that applying the streams anew would change nothing, and that it does not. */
async function expectNoDifference(pipeline: Pipeline, lines: readonly string[]): Promise<void> {
  const { ground } = pipeline;
  const before = await listEverything(ground.api);
  for (const line of lines) {
    const stdin = await streamOf(pipeline, line);
    expect(await ground.kubectl(["diff", "--server-side", "-f", "-"], { stdin })).toMatchObject({
      status: 0,
      stdout: "",
    });
    await run(pipeline, line);
  }
  expect(compareContent(before, await listEverything(ground.api))).toEqual({
    added: [],
    removed: [],
    changed: [],
  });
}

const layouts: readonly { readonly layout: LayoutName; readonly last: string; readonly passes: number }[] = [
  { layout: "crds-and-main", last: "tidegate", passes: 2 },
  { layout: "one-chart", last: "tidegate", passes: 2 },
  { layout: "single", last: "tidegate", passes: 1 },
  { layout: "operator-and-cr", last: "tidegate-cr", passes: 2 },
  { layout: "crds-operator-cr", last: "tidegate-cr", passes: 3 },
  { layout: "post-install-cr", last: "tidegate", passes: 1 },
];
const namespace = "tidegate-system";

describeWithProvingGround("without a release", () => {
  for (const { layout, last, passes } of layouts) {
    describeWithEachHelm(`tidegate as ${layout}`, (helm) => {
      let cluster: TidegateCluster;
      let pipeline: Pipeline;
      let commands: readonly string[];
      let jobs: readonly string[];

      beforeAll(async () => {
        cluster = await startTidegateCluster(namespace);
        const folder = join(cluster.ground.controlPlane.folder, "charts");
        const charts = await compileCharts(folder, tidegateManifests, { name: "tidegate", layout });
        pipeline = { ground: cluster.ground, helm, folder };
        commands = kubectlCommands(readFileSync(join(charts.chart(last), "README.md"), "utf8"));
        const main = last === "tidegate-cr" ? "tidegate-operator" : last;
        jobs = readmeBlocks(charts.chart(main), "kubectl").slice(1);
      });
      afterAll(async () => {
        await cluster?.stop();
      });

      const streams = () => commands.filter((line) => line.startsWith("helm "));
      const gate = () => cluster.ground.api.get<TideGate>(`${gateCollection}/uplink`);

      test("README's passes bring the operator and its custom resource", async () => {
        // The CRDs of the layout single come from their files.
        expect(streams()).toHaveLength(passes);
        for (const line of commands) await run(pipeline, line);
        if (layout === "post-install-cr") return;
        await expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
      });

      test("README's commands run the Jobs, once and again", async () => {
        const shell = shellOn(cluster.ground, helm, pipeline.folder);
        for (const block of [...jobs, ...jobs]) succeeded(await shell(block));
        await expect.poll(async () => conditionOf(await gate(), "Ready"), patience).toBe("True");
        const done = await cluster.ground.kubectl(["get", "jobs", "-n", namespace, "-o=name"]);
        expect(done.stdout.trim().split("\n")).toEqual([
          ...(layout === "post-install-cr" ? ["job.batch/tidegate-apply"] : []),
          "job.batch/tidegate-rewrite-gates",
        ]);
      });

      test("a second time nothing differs", async () => {
        // The first of two passes over one chart leaves the custom resource out, and prunes nothing.
        await expectNoDifference(pipeline, layout === "one-chart" ? streams().slice(-1) : streams());
      });

      test("what left the chart is pruned, and nothing else", async () => {
        const line = streams().findLast((stream) => !stream.includes("template tidegate-cr ")) ?? "";
        const prune = async (settings: readonly string[]) => {
          const stdin = await streamOf(pipeline, line, settings);
          succeeded(await applySet(cluster.ground, stdin));
        };
        succeeded(await cluster.ground.kubectl(["apply", "-f", "-"], { stdin: parentCrd }));
        succeeded(
          await cluster.ground.kubectl(["wait", "--for=condition=Established", "crd/streams.example.org"]),
        );
        succeeded(await cluster.ground.kubectl(["apply", "-f", "-"], { stdin: parent }));
        await prune([]);
        const before = await listEverything(cluster.ground.api);
        await prune(["--set=monitoring.enabled=false", "--set=networkPolicies.enabled=false"]);
        const { added, removed } = compareContent(before, await listEverything(cluster.ground.api));
        expect({ added, removed }).toEqual({
          added: [],
          removed: [
            `monitoring.coreos.com/PrometheusRule ${namespace}/tidegate`,
            `monitoring.coreos.com/ServiceMonitor ${namespace}/tidegate`,
            `networking.k8s.io/NetworkPolicy ${namespace}/tidegate-controller`,
          ],
        });
      });
    });
  }
});

describeWithCorpus("KubeVirt without a release", (corpus) => {
  describeWithProvingGround("as crds-and-main", () => {
    describeWithEachHelm("once and twice", (helm) => {
      let ground: ProvingGround;
      beforeAll(async () => {
        ground = await startProvingGround();
      });
      afterAll(async () => {
        await ground?.stop();
      });

      test("README's passes apply, and a second time nothing differs", async () => {
        const folder = join(ground.controlPlane.folder, "charts");
        const manifests = corpus
          .list("corpus/kubevirt/v1.9.0")
          .map((file) => corpus.path(`corpus/kubevirt/v1.9.0/${file}`));
        const charts = await compileCharts(folder, manifests, { name: "kubevirt" });
        succeeded(await ground.kubectl(["create", "namespace", "kubevirt"]));
        const pipeline = { ground, helm, folder };
        const commands = kubectlCommands(readFileSync(join(charts.chart("kubevirt"), "README.md"), "utf8"));
        for (const line of commands) await run(pipeline, line);
        await expectNoDifference(
          pipeline,
          commands.filter((line) => line.startsWith("helm ")),
        );
      });
    });
  });
});

/**
 * What kubectl remembers a stream of objects by: a cluster-scoped object, since the chart has objects in several namespaces.
 * https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/#how-to-delete-objects
 */
const parentCrd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: streams.example.org
  labels: {applyset.kubernetes.io/is-parent-type: "true"}
spec:
  group: example.org
  scope: Cluster
  names: {kind: Stream, plural: streams}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;
/** The id is that of the specification: https://git.k8s.io/enhancements/keps/sig-cli/3659-kubectl-apply-prune */
const parent = `
apiVersion: example.org/v1
kind: Stream
metadata:
  name: tidegate
  labels:
    applyset.kubernetes.io/id: applyset-${createHash("sha256").update("tidegate..Stream.example.org").digest("base64url")}-v1
  annotations:
    applyset.kubernetes.io/tooling: kubectl/v1
    applyset.kubernetes.io/contains-group-kinds: ""
`;

/** Applies a stream and prunes what it no longer holds, which kubectl still has behind a switch. */
async function applySet({ controlPlane }: ProvingGround, stdin: string): Promise<ProcessResult> {
  const program = kubectl();
  if (program === undefined) throw new Error("there is no kubectl");
  const { kubeconfig } = controlPlane;
  const args = ["apply", "--server-side", "--prune", "--applyset=streams.example.org/tidegate", "-f", "-"];
  return runProcess(program.path, args, {
    stdin,
    env: {
      PATH: process.env["PATH"],
      HOME: join(kubeconfig, "..", "home"),
      KUBECONFIG: kubeconfig,
      KUBECTL_APPLYSET: "true",
    },
  });
}
