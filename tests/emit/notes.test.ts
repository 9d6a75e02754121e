// NOTES.txt as Helm renders it: the commands with the release's own names, and words of the source unharmed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readinessOf } from "../../src/emit/readiness.ts";
import { parseAll } from "../../src/yaml/document.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import { runProcess } from "../support/process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type AnvilOptions, anvilOperator } from "./anvil-operator.ts";
import { compileText, fileOf, writeCharts } from "./compiled-charts.ts";

const conditions = `          status:
            type: object
            properties:
              conditions:
                type: array
                items:
                  type: object
                  properties:
                    type: {type: string}
                    status: {type: string}
`;

const readyColumn = `    additionalPrinterColumns:
    - {name: Paused, type: string, jsonPath: '.status.conditions[?(@.type=="Paused")].status'}
    - {name: Ready, type: string, jsonPath: ".status.conditions[?(@.type=='Ready')].status"}
`;

describe("what to wait for after a CR was created", () => {
  test.each<{ name: string; options: AnvilOptions; expected: unknown }>([
    {
      name: "the condition that a printer column shows and that means done",
      options: { status: conditions, printerColumns: readyColumn },
      expected: { kind: "condition", condition: "Ready" },
    },
    {
      name: "the condition that the schema lists",
      options: {
        status: conditions.replace(
          "type: {type: string}",
          "type: {type: string, enum: [Degraded, Available]}",
        ),
      },
      expected: { kind: "condition", condition: "Available" },
    },
    {
      name: "Available by convention, where the status has conditions without names",
      options: { status: conditions },
      expected: { kind: "convention", condition: "Available" },
    },
    {
      name: "nothing, where the only condition named does not mean done",
      options: {
        status: conditions,
        printerColumns: readyColumn.split("\n").slice(0, 2).join("\n").concat("\n"),
      },
      expected: { kind: "none" },
    },
    { name: "nothing, where the status has no conditions", options: {}, expected: { kind: "none" } },
  ])("$name", ({ options, expected }) => {
    const { plan } = compileText(anvilOperator(options), { name: "anvil" });
    const [customResource] = plan.operator.customResources;
    expect(customResource && readinessOf(customResource)).toEqual(expected);
  });
});

describeWithEachHelm("NOTES.txt", (helm) => {
  test("of a main chart says what to do next, in order", async () => {
    const labels = '  labels:\n    pod-security.kubernetes.io/enforce: privileged\n    anvil: ""\n';
    const options = { namespaceLabels: labels, status: conditions, printerColumns: readyColumn };
    expect(
      await notesOf(helm, options, { chart: "anvil", args: ["--set", "customResource.name=other"] }),
    ).toBe(
      `anvil 1.0.0 (v1.0.0) is release "mine" in namespace "smithy".

1. Give the namespace what the operator's own manifests give it. Once is enough:

  kubectl label namespace smithy --overwrite pod-security.kubernetes.io/enforce=privileged anvil=

2. Wait until the operator runs:

  kubectl rollout status deployment/anvil-operator --namespace smithy --timeout=5m

3. Wait until the Anvil is ready:

  kubectl wait --for=condition=Ready anvils.anvil.example.org/other --namespace smithy --timeout=15m

To uninstall; a Job deletes the Anvil first and waits until the operator has cleaned up:

  helm uninstall mine --namespace smithy

If it fails, this says why:

  kubectl logs job/mine-anvil-uninstall --all-containers --namespace smithy
`,
    );
  });

  test("warns of what the project says becomes of the user's data, as README does", async () => {
    const warning = "Deleting the Anvil melts all {{ swords }}.";
    expect(await notesOf(helm, {}, { chart: "anvil", warning })).toContain(warning);
    const set = compileText(anvilOperator(), { name: "anvil", uninstall: { warning } });
    expect(fileOf(set, "anvil", "README.md")).toContain("> Deleting the Anvil melts all");
  });

  test("shows the second step where the first install leaves the CR out", async () => {
    const target = { chart: "anvil", layout: "one-chart" };
    const first = await notesOf(helm, {}, target);
    expect(first).toContain(`
2. Once the operator runs, create the Anvil:

  helm upgrade mine ./anvil --namespace smithy --reset-then-reuse-values --set customResource.create=true

To uninstall, delete the Anvil first and wait`);
    const second = await notesOf(helm, {}, { ...target, args: ["--set", "customResource.create=true"] });
    expect(second).toContain(`
2. Wait until the Anvil is ready:

  kubectl get anvils.anvil.example.org/main --namespace smithy

To uninstall; a Job deletes the Anvil first`);
    expect(second).toContain(
      '"helm uninstall mine --namespace smithy" leaves the CustomResourceDefinitions in the cluster',
    );
  });

  test("of a chart of CRDs leads on to the operator, and says what becomes of the CRDs", async () => {
    const target = { chart: "anvil-crd" };
    expect(await notesOf(helm, {}, target)).toBe(
      `anvil-crd 1.0.0 (v1.0.0) holds the CustomResourceDefinitions of anvil:

  anvils.anvil.example.org
  forges.anvil.example.org

Next, install or upgrade the operator and the Anvil, in the same namespace:

  helm upgrade --install anvil ./anvil --namespace smithy --reset-then-reuse-values

"helm uninstall mine --namespace smithy" leaves them in the cluster, and with them every object of their kinds.
`,
    );
    const notKept = await notesOf(helm, {}, { ...target, args: ["--set", "crds.keep=false"] });
    expect(notKept).toContain('"helm uninstall mine --namespace smithy" deletes them');
  });

  test("keeps words of the source as they are, for Helm and for a shell", async () => {
    const words = `it's {{ fail "x" }} "two" $HOME \`id\` {{{ \\ end`;
    const namespaceLabels = `  annotations:\n    example.org/words: ${JSON.stringify(words)}\n`;
    const notes = await notesOf(helm, { namespaceLabels }, { chart: "anvil" });
    const command = notes.split("\n").find((line) => line.includes("kubectl annotate")) ?? "";
    const script = `kubectl() { for word; do printf '%s\\n' "$word"; done; }\n${command.trim()}\n`;
    const { stdout } = await runProcess("sh", ["-c", script]);
    expect(stdout.split("\n").at(-2)).toBe(`example.org/words=${words}`);
  });
});

interface NotesTarget {
  readonly chart: string;
  readonly layout?: string;
  readonly args?: readonly string[];
  readonly warning?: string;
}

/** The notes of a release "mine" in the namespace "smithy". Offline, `helm template` keeps them to itself. */
async function notesOf(
  helm: Helm,
  options: AnvilOptions,
  { chart, layout, args = [], warning }: NotesTarget,
): Promise<string> {
  const folder = temporaryFolder();
  const set = compileText(anvilOperator(options), {
    name: "anvil",
    chart: { version: "1.0.0" },
    ...(layout === undefined ? {} : { layout }),
    ...(warning === undefined ? {} : { uninstall: { warning } }),
  });
  writeCharts(set, folder);
  const holder = `apiVersion: v1
kind: ConfigMap
metadata:
  name: notes
data:
  notes: {{ include (print .Template.BasePath "/NOTES.txt") . | toJson }}
`;
  writeFileSync(join(folder, chart, "templates", "notes-holder.yaml"), holder);
  const shown = ["--show-only", "templates/notes-holder.yaml", "--namespace", "smithy"];
  const result = await helm.template(["mine", chart, ...shown, ...args], { cwd: folder });
  expect(result).toMatchObject({ status: 0, stderr: "" });
  const [rendered] = parseAll([result.stdout.replace(/^---\n/, "")]);
  const { data } = (rendered?.ok ? rendered.document.data : undefined) as { data: { notes: string } };
  return data.notes;
}
