// Renderings of real operators' charts, as they are and with changed values, against a real API server: what the checker of
// `npm run fuzz` accepts (tools/validate-objects), the server must take as well. Nothing but CRDs and namespaces is stored.
// `CHARTWRIGHT_FUZZ_WORDS` chooses manifests, `CHARTWRIGHT_FUZZ_SAMPLE` says how many changes each gets.

import { afterAll, beforeAll, expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import { corpus, listManifests, nameOf } from "../../tools/corpus-manifests.mjs";
import { beyondSchema, type DrawnRendering, FuzzedCharts } from "../fuzz/fuzzed-charts.ts";
import { type ControlPlane, describeWithControlPlane, startControlPlane } from "../support/control-plane.ts";
import { describeWithCorpus, hasCorpus } from "../support/corpus.ts";
import { ObjectRules } from "../support/object-rules.ts";
import { DryRun } from "../support/proving-ground/dry-run.ts";
import { kubernetesApi } from "../support/proving-ground/kubernetes-api.ts";
import { RenderServer } from "../support/render-server.ts";
import { describeWith } from "../support/requirement.ts";
import { seedOfRun } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const words = (process.env["CHARTWRIGHT_FUZZ_WORDS"] ?? "").split(" ").filter((word) => word !== "");
const changes = Number(process.env["CHARTWRIGHT_FUZZ_SAMPLE"] ?? 10);
const seed = seedOfRun();
const manifests = hasCorpus() ? await listManifests(words) : [];
const servers = [RenderServer.start("3"), RenderServer.start("4"), ObjectRules.start()];
for (const server of servers) server?.stop();
const requirement = {
  name: "render servers",
  missing: servers.includes(undefined)
    ? "run: node tools/build.mjs render-helm3 render-helm4 validate-objects"
    : undefined,
  requiredInCi: false,
};

describeWith(requirement, `changed values on a real API server, CHARTWRIGHT_SEED=${seed}`, () => {
  describeWithControlPlane("by server-side dry run", () => {
    describeWithCorpus("of each manifest", () => {
      let plane: ControlPlane;
      let server: DryRun;
      beforeAll(async () => {
        plane = await startControlPlane();
        server = new DryRun(kubernetesApi(plane.access));
      });
      afterAll(() => plane?.stop());

      test("what is wrong is refused, and a kind that nobody knows is not looked at", async () => {
        const metadata = { name: "heron" };
        const pod = { containers: [{ name: "heron", image: "heron" }] };
        const wrong = [
          { apiVersion: "v1", kind: "ConfigMap", metadata, dada: {} },
          { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: 1 } },
          { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ port: 0 }] } },
          // Admission: there is no such service account.
          { apiVersion: "v1", kind: "Pod", metadata, spec: { ...pod, serviceAccountName: "nobody" } },
        ];
        for (const object of wrong) expect(await server.refusal(object, "heron")).toMatch(/heron|dada|data/);
        const right = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1" } };
        expect(await server.refusal(right, "heron")).toBeUndefined();
        const unknown = { apiVersion: "example.org/v1", kind: "Heron", metadata };
        expect(await server.refusal(unknown, "heron")).toBeUndefined();
      });

      test.each(manifests)("%s", async (manifest) => {
        expect(await refusals(manifest, server)).toEqual([]);
      });
    });
  });
});

/** What the server refuses and is not refused of the source itself, in words. */
async function refusals(manifest: string, server: DryRun): Promise<readonly string[]> {
  const { chartSet } = await convert([{ path: manifest }], { folder: corpus, name: nameOf(manifest) });
  const helm3 = RenderServer.start("3");
  const helm4 = RenderServer.start("4");
  const rules = ObjectRules.start();
  if (!chartSet || !helm3 || !helm4 || !rules) throw new Error(`nothing to render of ${manifest}`);
  try {
    const charts = await FuzzedCharts.open(chartSet, temporaryFolder(), { helms: [helm3, helm4], rules });
    const renderings = await charts.drawnRenderings(seed, changes);
    const crds = crdsOf(renderings.slice(0, chartSet.charts.length));
    await server.define(crds);
    try {
      return await refusedOf(renderings, charts.namespace, server, rules);
    } finally {
      await server.undefine(crds);
    }
  } finally {
    for (const program of [helm3, helm4, rules]) program.stop();
  }
}

async function refusedOf(
  renderings: readonly DrawnRendering[],
  namespace: string,
  server: DryRun,
  rules: ObjectRules,
): Promise<readonly string[]> {
  // The source's own fault stays one, whatever the values are: its place is known by the first rendering.
  const ofSource = new Set<string>();
  const asked = new Set<string>();
  const faults: string[] = [];
  for (const { what, documents } of renderings) {
    const isSource = what.endsWith(": {}");
    const news = documents.filter(({ text }) => !asked.has(text));
    for (const { object, templatePath, text } of news) {
      asked.add(text);
      const refusal = object && (await server.refusal(object, namespace));
      if (!object || refusal === undefined) continue;
      const place = `${templatePath} ${object.kind} ${object.metadata["name"]}`;
      const verdict = verdictOn(refusal, (await rules.judge([object], namespace))[0] ?? []);
      if (isSource && verdict === "both") ofSource.add(place);
      else if (verdict !== "beyond" && !ofSource.has(place)) faults.push(`${what}: ${verdict}: ${refusal}`);
    }
  }
  return faults;
}

/** Whether the checker refuses it as well, or the rule is one that values.schema.json does not have. */
function verdictOn(refusal: string, judged: readonly string[]): string {
  if (judged.length === 0) return "the checker accepts what the server refuses";
  return beyondSchema.test(refusal) ? "beyond" : "both";
}

function crdsOf(renderings: readonly DrawnRendering[]) {
  return renderings.flatMap(({ documents }) =>
    documents.flatMap(({ object }) => (object?.kind === "CustomResourceDefinition" ? [object] : [])),
  );
}
