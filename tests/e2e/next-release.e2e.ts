// From one release of a real operator to the next, as its administrator does it: the older charts are installed, the newer
// ones follow by `helm upgrade`, and an uninstall takes everything away. For every operator that the corpus has in several
// releases. Nobody runs the operators here; their webhooks are set to be passed over. Before, `upgrade-check` says whether
// the upgrade goes through, and is held to that.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import type { Chart, ChartSet } from "../../src/emit/chart.ts";
import { scopeOfKind } from "../../src/kubernetes/scope.ts";
import { saysFailure } from "../../src/upgrade/upgrade-report.ts";
import { type Corpus, describeWithCorpus } from "../support/corpus.ts";
import { type ReleaseStep, releaseSteps } from "../support/corpus-steps.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { compareContent, listEverything } from "../support/proving-ground/cluster-content.ts";
import { wakeCrdFinalizer } from "../support/proving-ground/dying-crds.ts";
import {
  describeWithProvingGround,
  type ProvingGround,
  startProvingGround,
} from "../support/proving-ground/proving-ground.ts";
import { helmIn, type RunHelm, refused, stateOf, succeeded } from "../support/proving-ground/releases.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { foretell } from "../support/upgrades.ts";

/** One release's charts on the disk. */
interface Charts {
  readonly set: ChartSet;
  readonly folder: string;
  /** Whether the source asks for an API that Kubernetes no longer has, of which the compiler has told. */
  readonly asksForRemovedApi: boolean;
}

async function compiled(corpus: Corpus, path: string, { operator }: ReleaseStep): Promise<Charts> {
  const { chartSet, diagnostics } = await convert([{ path: corpus.path(path) }], { name: operator });
  if (!chartSet) throw new Error(`${path}: ${diagnostics.map(({ message }) => message).join(" ")}`);
  const folder = makeFolder();
  for (const { plan, files } of chartSet.charts)
    writeFiles(join(folder, plan.name), Object.fromEntries(files));
  const asksForRemovedApi = diagnostics.some(({ code }) => code === "classify/removed-api");
  return { set: chartSet, folder, asksForRemovedApi };
}

/** Nobody answers for webhooks here; what is in two steps is rendered whole. */
function settings({ plan, objects }: Chart, isWhole: boolean): readonly string[] {
  const passedOver = plan.webhooks.map(({ path }) => `${path.join(".")}.failurePolicy=Ignore`);
  const second = isWhole ? [...new Set(objects.flatMap(({ setToRender }) => setToRender ?? []))] : [];
  return [...passedOver, ...second].flatMap((setting) => ["--set", setting]);
}

/** Outlines of the kinds that other projects bring, so that objects of them are taken. */
function foreignCrds({ plan }: ChartSet): ReadonlyMap<string, object> {
  const own = new Set(plan.operator.crds.map(({ group, kind }) => `${group}/${kind}`));
  const foreign = new Map<string, object>();
  for (const { reference } of plan.operator.manifests) {
    const { group, version, kind, namespace } = reference;
    const isOthers = group.includes(".") && !group.endsWith(".k8s.io");
    const isBuiltIn = scopeOfKind(group, kind) !== undefined && !isOthers;
    if (!isOthers || isBuiltIn || own.has(`${group}/${kind}`)) continue;
    const plural = `${kind.toLowerCase()}s`;
    const scope = scopeOfKind(group, kind) ?? (namespace === undefined ? "Cluster" : "Namespaced");
    foreign.set(`${plural}.${group}`, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope,
        names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
          },
        ],
      },
    });
  }
  return foreign;
}

describeWithCorpus("the next release of each operator", (corpus) => {
  describeWithProvingGround("on a cluster", () => {
    describeWithEachHelm("upgrades and ends", async (helm) => {
      let ground: ProvingGround;
      beforeAll(async () => {
        ground = await startProvingGround();
      });
      afterAll(() => ground?.stop());

      const steps = await releaseSteps(corpus);
      describe.each(steps.length > 0 ? steps : [{ operator: "none", older: "", newer: "" }])(
        "$older → $newer",
        (step) => {
          test("installs, upgrades, and leaves nothing of its own", async () => {
            const [older, newer] = [
              await compiled(corpus, step.older, step),
              await compiled(corpus, step.newer, step),
            ];
            try {
              await walk(older, newer);
            } finally {
              for (const { folder } of [older, newer]) rmSync(folder, { recursive: true });
            }
          });
        },
      );

      async function walk(older: Charts, newer: Charts): Promise<void> {
        const { set } = older;
        const namespace = set.plan.operator.sourceNamespace ?? "default";
        const run = helmIn(() => ground, helm, namespace);
        const foreign = [...new Map([...foreignCrds(newer.set), ...foreignCrds(set)]).values()];
        const crds = JSON.stringify({ apiVersion: "v1", kind: "List", items: foreign });
        const kubectl = async (...verb: string[]) => {
          if (foreign.length > 0) succeeded(await ground.kubectl([...verb, "-f", "-"], { stdin: crds }));
        };
        await kubectl("apply");
        try {
          await upgradeAndEnd(older, newer, run, namespace);
        } finally {
          await kubectl("delete");
        }
      }

      /** The report says whether Helm takes the newer charts, and Helm says the same. */
      async function upgradeAsForetold(
        older: Charts,
        newer: Charts,
        run: RunHelm,
        { namespace, isWhole }: { readonly namespace: string; readonly isWhole: boolean },
      ): Promise<void> {
        const foretold = await foretell(helm, foldersOf(older), foldersOf(newer), namespace);
        const failures = foretold.findings.filter(saysFailure);
        const failure = await bring(run, newer, isWhole, failures.length > 0);
        expect({ failed: failure !== undefined, failures }).toEqual({
          failed: failures.length > 0,
          failures,
        });
        const state = failure === undefined ? "deployed" : expect.anything();
        for (const { plan } of newer.set.charts) expect(await stateOf(run, plan.name)).toEqual(state);
      }

      async function upgradeAndEnd(
        older: Charts,
        newer: Charts,
        run: RunHelm,
        namespace: string,
      ): Promise<void> {
        const { set } = older;
        const before = await listEverything(ground.api);
        const hasSteps = set.charts.some(({ objects }) => objects.some(({ setToRender }) => setToRender));
        const refusal = await bring(run, older, false);
        if (refusal !== undefined) {
          // A cluster as old as these releases would take them.
          expect(refusal).toMatch(/no matches for kind "\w+" in version/);
          return;
        }
        if (hasSteps) await bring(run, older, true);
        await upgradeAsForetold(older, newer, run, { namespace, isWhole: hasSteps });
        for (const { plan } of newer.set.charts.toReversed()) succeeded(await run("uninstall", plan.name));
        // Helm does not wait for CRDs: the API server takes one away by itself, once a look every five seconds, for a minute,
        // finds no object of it.
        const left = async () => {
          await wakeCrdFinalizer(ground.api);
          return compareContent(before, await listEverything(ground.api)).added.filter(isOwn);
        };
        await expect
          .poll(left, {
            timeout: 150_000,
            interval: 1000,
          })
          .toEqual([]);
      }
    });
  });
});

/** Installs or upgrades each chart; what Helm says to the first that it refuses, where one may be refused. */
async function bring(
  run: RunHelm,
  { set: { charts }, folder, asksForRemovedApi }: Charts,
  isWhole: boolean,
  mayFail: boolean = asksForRemovedApi,
): Promise<string | undefined> {
  for (const chart of charts) {
    const { name } = chart.plan;
    const crdSettings = chart.values.some(({ path }) => path.join(".") === "crds.keep")
      ? ["--set", "crds.keep=false"]
      : [];
    const flags = ["--install", "--create-namespace", ...settings(chart, isWhole), ...crdSettings];
    const outcome = await run("upgrade", name, join(folder, name), ...flags);
    if (outcome.status !== 0 && mayFail) return refused(outcome);
    succeeded(outcome);
  }
  return undefined;
}

function foldersOf({ set, folder }: Charts): readonly string[] {
  return set.charts.map(({ plan }) => join(folder, plan.name));
}

/** What a release brings; its namespace, and what a namespace has by itself, stays. */
function isOwn(name: string): boolean {
  return !/^Namespace |^ConfigMap \S+\/kube-root-ca\.crt$|^ServiceAccount \S+\/default$/.test(name);
}
