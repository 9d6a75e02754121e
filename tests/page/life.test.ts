// What happens in which order, held against docs/lifecycle.md, which tells what real clusters showed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { lifeOf } from "../../src/page/life.ts";
import type { LayoutName, UninstallStrategy } from "../../src/project/project.ts";
import { repositoryFolder } from "../support/repository.ts";

const release = join(repositoryFolder, "examples", "tidegate", "release", "v0.9.2");
const sources = ["tidegate-operator.yaml", "tidegate-cr.yaml"].map((name) => ({
  name,
  text: readFileSync(join(release, name), "utf8"),
}));

/** The steps of each phase, in short: who does it, and the first words of what. */
function life(layout: LayoutName, strategy?: UninstallStrategy): Readonly<Record<string, readonly string[]>> {
  const { chartSet, diagnostics } = compile(sources, {
    name: "tidegate",
    layout,
    ...(strategy ? { uninstall: { strategy } } : {}),
  });
  if (!chartSet) throw new Error(JSON.stringify(diagnostics));
  return Object.fromEntries(
    lifeOf(chartSet).map(({ name, steps }) => [
      name,
      steps.map(({ actor, title, refusal }) => {
        const words = title
          .split(" ")
          .slice(0, actor === "command" ? 3 : 5)
          .join(" ");
        return `${actor}: ${words}${refusal === undefined ? "" : " ↩"}`;
      }),
    ]),
  );
}

test("CRDs come first and stay, and a Job deletes the CR before the operator goes", () => {
  expect(life("crds-and-main")).toEqual({
    Install: [
      "command: helm install tidegate-crd",
      "helm: 2 objects created",
      "command: helm install tidegate",
      "helm: 39 objects created",
      "cluster: The operator starts",
      "hook: Job tidegate-system/tidegate-rewrite-gates",
    ],
    Upgrade: [
      "command: helm upgrade tidegate-crd",
      "helm: Objects changed, new ones created,",
      "command: helm upgrade tidegate",
      "helm: Objects changed, new ones created,",
      "hook: Job tidegate-system/tidegate-rewrite-gates",
    ],
    Uninstall: [
      "command: helm uninstall tidegate",
      "guard: Guard: is there another TideGate? ↩",
      "hook: A Job deletes the TideGate ↩",
      "helm: 38 objects deleted",
      "command: helm uninstall tidegate-crd",
      "helm: The release is forgotten, and",
      "stays: Stays: 2 CRDs (crds.keep), and",
      "stays: Stays: the namespace tidegate-system",
    ],
  });
});

test("with the CRDs in crds/ a Job brings them up to date, and with a guard a person deletes the CR", () => {
  expect(life("single", "guard")).toEqual({
    Install: [
      "command: helm install tidegate",
      "helm: CRDs of crds/ are created",
      "helm: 39 objects created",
      "cluster: The operator starts",
      "hook: Job tidegate-system/tidegate-rewrite-gates",
    ],
    Upgrade: [
      "command: helm upgrade tidegate",
      "hook: A Job brings the CRDs",
      "helm: Objects changed, new ones created,",
      "hook: Job tidegate-system/tidegate-rewrite-gates",
    ],
    Uninstall: [
      "command: kubectl delete tidegates.tidegate.example.org/uplink",
      "command: helm uninstall tidegate",
      "guard: Guard: is there a TideGate? ↩",
      "helm: 38 objects deleted",
      "stays: Stays: 2 CRDs (Helm deletes",
      "stays: Stays: the namespace tidegate-system",
    ],
  });
});

test("a CR in a chart of its own is the last to come and the first to go", () => {
  const { Install, Uninstall } = life("crds-operator-cr", "none");
  expect(Install?.slice(-3)).toEqual([
    "hook: Job tidegate-system/tidegate-rewrite-gates",
    "command: helm install tidegate-cr",
    "helm: 1 object created",
  ]);
  expect(Uninstall?.slice(0, 5)).toEqual([
    "command: helm uninstall tidegate-cr",
    "cluster: The operator cleans up after",
    "helm: 1 object deleted",
    "command: helm uninstall tidegate-operator",
    "helm: 38 objects deleted",
  ]);
});

test("a CR that a Job applies is no object of the release", () => {
  const { Install, Upgrade } = life("post-install-cr");
  expect(Install).toEqual([
    "command: helm install tidegate",
    "helm: 40 objects created",
    "cluster: The operator starts",
    "hook: Job tidegate-system/tidegate-rewrite-gates",
    "hook: A Job applies the TideGate",
  ]);
  expect(Upgrade?.at(-1)).toBe("hook: A Job applies the TideGate");
});

test("a CR of which the first install knows no kind comes in a second step", () => {
  const { Install, Uninstall } = life("one-chart", "none");
  expect(Install?.slice(-2)).toEqual(["command: helm upgrade tidegate", "helm: The TideGate created"]);
  // Without a guard nothing refuses.
  expect(Uninstall?.filter((step) => step.endsWith("↩"))).toEqual([]);
});
