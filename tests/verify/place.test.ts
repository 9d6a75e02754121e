// Where a field of the source stands in its template, also when someone has edited the template.
import { expect, test } from "vitest";
import { positionOf } from "../../src/parse/manifest.ts";
import { templatePlace } from "../../src/verify/place.ts";
import { harbour } from "./harbour.ts";

const path = "templates/deployment-harbour-manager.yaml";
const image = ["spec", "template", "spec", "containers", 0, "image"];

function lines(edit: (text: string) => string) {
  const [chart] = harbour().charts;
  const object = chart?.objects.find(({ templatePath }) => templatePath === path);
  if (!chart || !object) throw new Error("no Deployment");
  const text = edit(chart.files.get(path) ?? "");
  const files = new Map([...chart.files, [path, text]]);
  const checked = { chart, files, folder: "out/harbour/" };
  return [image, ["spec", "replicas"], ["metadata", "labels"]].map((field) => {
    const place = templatePlace(checked, object, field);
    const source = positionOf(object.manifest, field);
    return `${place?.file}:${place?.column} ${text.split("\n")[(place?.line ?? 0) - 1]?.trim()} (${source.text.trim()})`;
  });
}

const imageSource = "(image: registry.example.org/harbour-system/manager:v1)";
const right = [
  `out/harbour/${path}:11 image: {{ .Values.manager.image | quote }} ${imageSource}`,
  `out/harbour/${path}:3 replicas: {{ .Values.manager.replicas }} (replicas: 2)`,
  `out/harbour/${path}:5 app: harbour (app: harbour)`,
];

test("in the template as emitted", () => {
  expect(lines((text) => text)).toEqual(right);
});

test("in one with lines put in and taken out above", () => {
  const edit = (text: string) =>
    text
      .replace("kind: Deployment\n", "kind: Deployment\n# by hand\n# by hand\n")
      .replace(/.*managed-by.*\n/, "");
  expect(lines(edit)).toEqual(right);
});

test("of a line that was changed, the line that took its place", () => {
  const edit = (text: string) => text.replace(/replicas: .*/, "replicas: 7");
  expect(lines(edit)[1]).toBe(`out/harbour/${path}:3 replicas: 7 (replicas: 2)`);
});

test("of a line that is gone, the line that follows it now", () => {
  const edit = (text: string) => text.replace(/ *image: .*\n/, "");
  expect(lines(edit)[0]).toBe(`out/harbour/${path}:11 args: ${imageSource}`);
});

test("in a file that is gone there is no place", () => {
  const [chart] = harbour().charts;
  const [object] = chart?.objects ?? [];
  if (!chart || !object) throw new Error("no chart");
  expect(templatePlace({ chart, files: new Map(), folder: undefined }, object)).toBeUndefined();
});
