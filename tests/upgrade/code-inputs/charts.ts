// Upgrades of a chart as a whole.
import { crd } from "./crds.ts";
import type { CodeInput, CodeInputs, Side } from "./input.ts";
import { between, object } from "./input.ts";

const facts = (more: string, version = "1.0.0"): Side => ({
  files: { "Chart.yaml": `apiVersion: v2\nname: tide\nversion: ${version}\n${more}` },
});

function says(older: string, newer: string): CodeInput {
  return { older: facts(older), newer: facts(newer, "1.1.0") };
}

const hook = (command: string) =>
  object(
    "batch/v1",
    "Job",
    { spec: { template: { spec: { containers: [{ name: "tide", command: [command] }] } } } },
    { annotations: { "helm.sh/hook": "pre-upgrade" } },
  );

const inFolder = (content: object): Side => ({ files: { "crds/tide.yaml": JSON.stringify(content) } });
const depends = (version: string) => `dependencies: [{ name: moon, version: ${version} }]\n`;

/** Text that does not compress. */
function noise(length: number): object {
  let state = 1;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return object("v1", "ConfigMap", { data: { text } });
}

export const chartInputs: CodeInputs = {
  "chart/kube-version-raised": says("", 'kubeVersion: ">=1.30.0-0"\n'),
  "chart/kube-version-lowered": says('kubeVersion: ">=1.30.0-0"\n', ""),
  "chart/renamed": {
    older: facts(""),
    newer: { files: { "Chart.yaml": "apiVersion: v2\nname: ebb\nversion: 1.1.0\n" } },
  },
  "chart/added": { older: { charts: { tide: [] } }, newer: { charts: { tide: [], moon: [] } } },
  "chart/hook-added": between([], [hook("ebb")]),
  "chart/hook-changed": between([hook("ebb")], [hook("flood")]),
  "chart/hook-removed": between([hook("ebb")], []),
  "chart/dependency-added": says("", depends("1.0.0")),
  "chart/dependency-removed": says(depends("1.0.0"), ""),
  "chart/dependency-changed": says(depends("1.0.0"), depends("1.1.0")),
  "chart/crds-not-upgraded": { older: {}, newer: inFolder(crd()) },
  "chart/crds-refused": { older: inFolder(crd()), newer: inFolder(crd([{}], { scope: "Cluster" })) },
  "chart/release-nearly-full": between([], [noise(450_000)]),
  "chart/app-version-changed": says("appVersion: v1.0.0\n", "appVersion: v1.1.0\n"),
  "chart/app-version-lower": says("appVersion: v1.1.0\n", "appVersion: v1.0.0\n"),
  "chart/version-not-raised": { older: facts(""), newer: facts("deprecated: true\n") },
  "chart/deprecated": says("", "deprecated: true\n"),
};
