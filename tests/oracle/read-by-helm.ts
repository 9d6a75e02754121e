// What real Helm reads in YAML texts, many of them in one call: each is a file of a chart, read by `fromYaml`,
// which is the library that kubectl and the API server read manifests with.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { writeTree } from "../support/golden.ts";
import type { Helm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";

/** What Helm made of one text: its data, or what it said against it. */
export type Reading = { readonly data: unknown } | { readonly error: string };

/** Reads mappings. A text that Helm refuses gives its words. */
export async function readByHelm(helm: Helm, texts: readonly string[]): Promise<readonly Reading[]> {
  const template = [
    "{{- range $path, $_ := .Files.Glob `texts/*` }}",
    "{{- $data := $.Files.Get $path | fromYaml }}",
    "# {{ base $path }} {{ toJson $data | b64enc }}",
    "{{- end }}",
  ].join("\n");
  const files = texts.map((text, index): [string, string] => [`texts/${index}`, text]);
  const output = await renderWith(helm, template, new Map(files));
  const readings: Reading[] = [];
  for (const [, index, json] of output.matchAll(/^# (\d+) (\S*)$/gm)) {
    const data: unknown = JSON.parse(Buffer.from(json ?? "", "base64").toString("utf8"));
    const isError = typeof data === "object" && data !== null && "Error" in data;
    readings[Number(index)] = isError ? { error: String(data.Error) } : { data };
  }
  return readings;
}

/** Renders one template in a chart of its own with `files` beside it; the namespace is "bay". */
export async function renderWith(
  helm: Helm,
  template: string,
  files: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const chart: readonly [string, string][] = [
    ["Chart.yaml", "apiVersion: v2\nname: probe\nversion: 0.1.0\n"],
    ["templates/probe.yaml", template],
    ...files,
  ];
  const folder = makeFolder();
  try {
    writeTree(folder, new Map(chart.map(([path, text]) => [join("chart", path), text])));
    const result = await helm.template(["probe", join(folder, "chart"), "--namespace", "bay"]);
    if (result.status !== 0) throw new Error(result.stderr);
    return result.stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
