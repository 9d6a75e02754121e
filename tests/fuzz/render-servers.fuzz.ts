// The servers give what `helm template` of the same version prints, byte for byte, and refuse what it refuses.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { convert, fileTree } from "../../src/convert.ts";
import { corpus, listManifests, nameOf } from "../../tools/corpus-manifests.mjs";
import { describeWithCorpus } from "../support/corpus.ts";
import { programEnvironment } from "../support/helm.ts";
import { builtTool } from "../support/json-lines.ts";
import { runProcess } from "../support/process.ts";
import { RenderServer } from "../support/render-server.ts";
import { describeWith } from "../support/requirement.ts";
import { seedOfRun } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { chartValues, drawn, overrideOf } from "./value-changes.ts";

const majors = ["3", "4"] as const;
const manifests = ["kubevirt/v1.9.0", "ingress-nginx/controller-v1.15.1", "cert-manager/v1.15.3"];
const changes = 6;

for (const major of majors) {
  const helm = builtTool(`helm${major}`);
  const requirement = {
    name: `Helm ${major} and its server`,
    missing:
      helm && builtTool(`render-helm${major}`)
        ? undefined
        : `run: node tools/build.mjs helm${major} render-helm${major}`,
    requiredInCi: false,
  };
  describeWith(requirement, `the server of Helm ${major} is helm template`, () => {
    describeWithCorpus("rendered twice", () => {
      for (const word of manifests) {
        test(word, { timeout: 600_000 }, () => compare(major, helm ?? "", word));
      }
    });
  });
}

async function compare(major: "3" | "4", helm: string, word: string): Promise<void> {
  const [manifest = ""] = await listManifests([word]);
  const { chartSet } = await convert([{ path: manifest }], { folder: corpus, name: nameOf(manifest) });
  const server = RenderServer.start(major);
  if (!chartSet || !server) throw new Error("nothing to compare");
  const folder = temporaryFolder();
  for (const [path, text] of fileTree(chartSet)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  try {
    for (const chart of chartSet.charts) {
      const place = join(folder, chart.plan.name);
      const number = await server.open(place);
      for (const [index, values] of [{}, ...randomValues(chart)].entries()) {
        const file = join(folder, "values.json");
        writeFileSync(file, JSON.stringify(values));
        const isUpgrade = index % 2 === 1;
        const args = [
          "template",
          "a-release",
          place,
          "--namespace",
          "a-namespace",
          "--include-crds",
          "-f",
          file,
        ];
        const { status, stdout, stderr } = await runProcess(
          helm,
          [...args, ...(isUpgrade ? ["--is-upgrade"] : [])],
          {
            env: programEnvironment(undefined),
          },
        );
        const request = {
          values,
          release: "a-release",
          namespace: "a-namespace",
          includeCRDs: true,
          isUpgrade,
        };
        const rendered = await server.render(number, request);
        expect(rendered.ok).toBe(status === 0);
        if (rendered.ok) expect(rendered.parts.map(({ text }) => text).join("")).toBe(stdout);
        else expect(sorted(withoutAdvice(stderr))).toBe(sorted(`Error: ${rendered.error}`));
      }
    }
  } finally {
    server.stop();
  }
}

/** Values that the schema accepts and some that it refuses. */
function randomValues(chart: Parameters<typeof chartValues>[0]) {
  const values = chartValues(chart);
  const seed = seedOfRun();
  const document = JSON.parse(chart.files.get("values.schema.json") ?? "{}");
  const picks = fc.sample(fc.nat(Math.max(0, values.choices.length - 1)), { numRuns: changes, seed });
  const drawings = picks.flatMap((pick, index) => {
    const choice = values.choices[pick];
    return choice
      ? [overrideOf(values, document, choice.path, drawn(choice.values, seed + index), seed)]
      : [];
  });
  return [...drawings, { commonLabels: 7, thereIsNoSuchValue: true }];
}

/** What Helm says of the chart, without what its command line says of itself where a rendering fails (pkg/cmd/template.go). */
function withoutAdvice(stderr: string): string {
  return stderr.replace(/\n+Use --debug flag to render out invalid YAML\n?$/, "\n");
}

/** The lines of a refusal come in an order that changes from run to run. */
function sorted(words: string): string {
  return words.trim().split("\n").toSorted().join("\n");
}
