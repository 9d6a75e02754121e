// What `helm lint` prints, as findings.
import { expect, test } from "vitest";
import { readLint } from "../../src/verify/lint.ts";
import { harbour } from "./harbour.ts";

function lint(text: string, passed = false) {
  const [chart] = harbour().charts;
  if (!chart) throw new Error("no chart");
  const findings = readLint({ chart, files: chart.files, folder: "out/harbour" }, { passed, text });
  return findings.map(({ message, template }) => [message, template && `${template.file}:${template.line}`]);
}

test("hints are no findings", () => {
  const text =
    "==> Linting .\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed\n";
  expect(lint(text, true)).toEqual([]);
});

test("errors and warnings are, in Helm's words and with the place that they name", () => {
  const text = `==> Linting out/harbour
[INFO] Chart.yaml: icon is recommended
[ERROR] templates/: template: harbour/templates/clusterrole-harbour-manager.yaml:4:11: executing "x" at <.Values.a.b>: nil pointer
[WARNING] templates/clusterrole-harbour-viewer.yaml: v1beta1 ClusterRole is deprecated
[ERROR] values.yaml: unable to parse YAML:
	two lines

Error: 1 chart(s) linted, 1 chart(s) failed
`;
  expect(lint(text)).toEqual([
    [
      'templates/: template: harbour/templates/clusterrole-harbour-manager.yaml:4:11: executing "x" at <.Values.a.b>: nil pointer',
      "out/harbour/templates/clusterrole-harbour-manager.yaml:4",
    ],
    [
      "templates/clusterrole-harbour-viewer.yaml: v1beta1 ClusterRole is deprecated",
      "out/harbour/templates/clusterrole-harbour-viewer.yaml:1",
    ],
    ["values.yaml: unable to parse YAML:\n\ttwo lines", "out/harbour/values.yaml:1"],
  ]);
});

test("a refusal without a message of the linter is kept whole", () => {
  expect(lint("Error: something else\n")).toEqual([["Error: something else", undefined]]);
  expect(lint("")).toEqual([["Helm refuses the chart without a word", undefined]]);
});
