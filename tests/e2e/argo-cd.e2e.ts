// The charts as Argo CD brings them: with its own engine (tools/gitops-engine), which orders by waves, runs Helm's hooks its
// way and prunes, and with the values of the Application in the chart's docs/gitops.md.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Json, objectField } from "../../src/kubernetes/object.ts";
import type { LayoutName } from "../../src/project/project.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { describeWithEachHelm, programEnvironment } from "../support/helm.ts";
import { type ProcessResult, runProcess } from "../support/process.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import type { ClusterObject } from "../support/proving-ground/kubernetes-api.ts";
import { describeWithProvingGround } from "../support/proving-ground/proving-ground.ts";
import { patience, succeeded } from "../support/proving-ground/releases.ts";
import { repositoryFolder } from "../support/repository.ts";
import { describeWith } from "../support/requirement.ts";
import { keptCrds, tidegateCrds } from "./tidegate-cluster.ts";
import { useTidegate } from "./use-tidegate.ts";

interface Deployment extends ClusterObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly lastTransitionTime: string }[];
  };
}

const build = spawnSync(process.execPath, ["tools/build.mjs", "--find", "gitops-engine"], {
  cwd: repositoryFolder,
  encoding: "utf8",
});
const engine = build.stdout.trim();
const requirement = {
  name: "engine of Argo CD",
  missing: engine === "" ? "run: node tools/build.mjs gitops-engine" : undefined,
  requiredInCi: false,
};

const namespace = "tidegate-system";
const layouts: readonly { readonly layout: LayoutName; readonly charts: readonly string[] }[] = [
  { layout: "crds-and-main", charts: ["tidegate-crd", "tidegate"] },
  { layout: "one-chart", charts: ["tidegate"] },
  { layout: "single", charts: ["tidegate"] },
  { layout: "operator-and-cr", charts: ["tidegate-operator", "tidegate-cr"] },
  { layout: "post-install-cr", charts: ["tidegate"] },
];
/** Where Argo CD knows the custom resource, as an object of a chart. */
const hasCustomResource = (layout: LayoutName): boolean => layout !== "post-install-cr";

/** The values that the Application in a chart's docs/gitops.md gives. */
function applicationValues(chart: string): string {
  const text = readFileSync(join(chart, "docs", "gitops.md"), "utf8");
  const parsed = parseDocument(/^```yaml\n([\s\S]*?)\n```$/m.exec(text)?.[1] ?? "");
  if (!parsed.ok) throw new Error(text);
  return JSON.stringify(objectField(parsed.document.data as Json, "spec", "source", "helm", "valuesObject"));
}

describeWithProvingGround("Argo CD", () => {
  describeWith(requirement, "syncs", () => {
    describeWithEachHelm("what Helm renders", (helm) => {
      const tidegate = useTidegate(helm, namespace);
      const { gate, isReady } = tidegate;
      const api = () => tidegate.ground().api;
      /** Hands a stream to the engine as the objects of an application. */
      const apply = (application: string, stdin: string): Promise<ProcessResult> => {
        const env = programEnvironment(tidegate.ground().controlPlane.kubeconfig);
        return runProcess(engine, ["-app", application, "-namespace", namespace], { stdin, env });
      };
      const deployment = async (): Promise<Deployment | undefined> =>
        api().get<Deployment>(`/apis/apps/v1/namespaces/${namespace}/deployments/tidegate-controller`);

      /** Jobs that ran as hooks, which stay until the next sync, and the CRDs. */
      const removeRest = async (): Promise<void> => {
        const { kubectl } = tidegate.ground();
        succeeded(await kubectl(["delete", "job", "--all", "--namespace", namespace]));
        succeeded(await kubectl(["delete", "crd", ...tidegateCrds, "--timeout=60s"]));
      };

      for (const { layout, charts } of layouts) {
        describeLayout(layout, charts);
      }

      function describeLayout(layout: LayoutName, names: readonly string[]): void {
        let compiled: Awaited<ReturnType<typeof tidegate.compile>>;
        const render = async (name: string, settings: readonly string[] = []): Promise<string> => {
          const chart = compiled.chart(name);
          const values = join(compiled.folder, `${name}-values.json`);
          writeFileSync(values, applicationValues(chart));
          // As Argo CD calls it.
          const flags = ["--namespace", namespace, "--values", values, "--include-crds"];
          const rendered = await helm.template([name, chart, ...flags, ...settings]);
          succeeded({ ...rendered, stderr: "" });
          return rendered.stdout;
        };
        const sync = async (name: string, ...settings: readonly string[]): Promise<string> => {
          const synced = await apply(name, await render(name, settings));
          succeeded(synced);
          return synced.stdout;
        };
        const last = names.at(-1) ?? "";
        const main = names.length > 1 && layout === "operator-and-cr" ? "tidegate-operator" : last;
        let uid: string | undefined;

        beforeAll(async () => {
          compiled = await tidegate.compile(layout);
        });

        test(`${layout}: a sync of each Application brings the operator, and then its custom resource`, async () => {
          for (const name of names) await sync(name);
          await isReady();
          uid = (await gate())?.metadata.uid;
          const available = (await deployment())?.status?.conditions?.find(
            ({ type }) => type === "Available",
          );
          const created = (await gate())?.metadata.creationTimestamp ?? "";
          expect(Date.parse(created)).toBeGreaterThanOrEqual(Date.parse(available?.lastTransitionTime ?? ""));
        });

        test(`${layout}: a second sync changes nothing`, async () => {
          const before = await listEverything(api());
          for (const name of names) await sync(name);
          const { added, removed, changed } = compareContent(before, await listEverything(api()));
          const isOfJob = (name: string): boolean => /^(?:Pod|batch\/Job) /.test(name);
          expect([...added, ...removed, ...changed].filter((name) => !isOfJob(name))).toEqual([]);
          expect((await gate())?.metadata.uid).toBe(uid);
        });

        test(`${layout}: a value changes the custom resource, and what left the chart is pruned`, async () => {
          const before = await listEverything(api());
          const limit = layout === "operator-and-cr" ? "flow.limit=60%" : "tideGate.flow.limit=60%";
          await sync(last, `--set=${limit}`);
          if (main !== last) await sync(main, "--set=networkPolicies.enabled=false");
          else await sync(main, `--set=${limit},networkPolicies.enabled=false`);
          expect((await gate())?.spec.flow.limit).toBe("60%");
          expect((await gate())?.metadata.uid).toBe(uid);
          const { removed } = compareContent(before, await listEverything(api()));
          expect(removed.filter((name) => !/^(?:Pod|batch\/Job) /.test(name))).toEqual([
            `networking.k8s.io/NetworkPolicy ${namespace}/tidegate-controller`,
          ]);
        });

        /** What the README tells a person to do first. */
        const prepareEnd = async (): Promise<void> => {
          if (!hasCustomResource(layout)) {
            // Argo CD does not know it.
            succeeded(await tidegate.ground().kubectl(["delete", "tidegate", "uplink", "--timeout=60s"]));
          }
          if (layout === "single") {
            const readme = readFileSync(join(compiled.chart("tidegate"), "README.md"), "utf8");
            const [, keep = ""] = /`kubectl (annotate crd [^`]*)`/.exec(readme) ?? [];
            succeeded(await tidegate.ground().kubectl(keep.split(" ")));
          }
        };

        test(`${layout}: when all goes, the custom resource goes before the operator, and the CRDs stay`, async () => {
          await prepareEnd();
          for (const name of names.toReversed()) {
            succeeded(await apply(name, ""));
            // The README says to wait for it before the operator's Application goes.
            if (name === last) await expect.poll(gate, patience).toBeUndefined();
          }
          await expect.poll(deployment, patience).toBeUndefined();
          const { added } = await tidegate.difference();
          expect(added).toEqual(expect.arrayContaining([...keptCrds]));
          await removeRest();
          await tidegate.leaves([]);
        });
      }
    });
  });
});
