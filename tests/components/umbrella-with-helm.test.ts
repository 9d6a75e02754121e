// Charts that depend on others, with real Helm: the lock, the values, and the proof.

import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { foreign, harbour, projectFile } from "./harbour-projects.ts";

async function built(...argv: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, harbour);
  expect(await call(["build", ...argv], { folder })).toMatchObject({ code: 0 });
  return folder;
}

/** What Helm says to values of the chart `quay`. */
async function verdict(helm: Helm, folder: string, ...flags: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await helm.template([
    "quay",
    join(folder, "quay/charts/quay"),
    ...flags,
  ]);
  return status === 0 ? stdout : `refused: ${stderr}`;
}

describeWithEachHelm("a chart of components", (helm) => {
  test("has the lock that Helm itself writes, but for the time", async () => {
    const folder = await built("quay");
    const chart = join(folder, "quay/charts/quay");
    const ours = readFileSync(join(chart, "Chart.lock"), "utf8");
    expect(await helm.run(["dependency", "build", chart])).toMatchObject({ status: 0 });
    rmSync(join(chart, "Chart.lock"));
    expect(await helm.run(["dependency", "update", chart])).toMatchObject({ status: 0 });
    const theirs = readFileSync(join(chart, "Chart.lock"), "utf8");
    const withoutTime = (text: string) => text.replace(/^generated: .*$/m, "");
    expect(withoutTime(ours)).toBe(withoutTime(theirs));
  });

  test("is verified with its components, each in the namespace of its sources", async () => {
    const folder = await built("quay", "port");
    for (const project of ["quay", "port"]) {
      const { code, stdout } = await call(["verify", project, "--helm", helm.path], { folder });
      expect(stdout).toContain("equals the source      7 objects of the source");
      expect(stdout).toContain("Verified: the charts equal their source.");
      expect(code).toBe(0);
    }
  });

  test("says where a component was edited by hand", async () => {
    const folder = await built("quay");
    const path = join(folder, "quay/charts/quay/charts/crane/templates/deployment-crane.yaml");
    writeFiles(folder, {
      "quay/charts/quay/charts/crane/templates/deployment-crane.yaml": readFileSync(path, "utf8").replace(
        "matchLabels: {app: crane}",
        "matchLabels: {app: hoist}",
      ),
    });
    const { code, stdout } = await call(["verify", "quay", "--helm", helm.path], { folder });
    expect(code).toBe(1);
    expect(stdout).toContain("charts/crane/templates/deployment-crane.yaml:");
    expect(stdout).toContain("source:   ../crane/install.yaml:22");
  });

  test("refuses unknown keys of its own and of its components, and hands global values down", async () => {
    const folder = await built("quay");
    expect(await verdict(helm, folder, "--set", "tyde.enabled=true")).toMatch(/^refused: [\s\S]*tyde/);
    expect(await verdict(helm, folder, "--set", "tide.operator.replicaz=2")).toMatch(
      /^refused: [\s\S]*replicaz/,
    );
    expect(await verdict(helm, folder, "--set", "tide.enabled=maybe")).toMatch(/^refused: /);
    expect(await verdict(helm, folder, "--set", "beacon.anything=1,tags.a=true")).not.toMatch(
      /^refused: .*beacon/s,
    );
    const images = await verdict(
      helm,
      folder,
      ...["--set", "global.imageRegistry=mirror.example.com,lift.enabled=true"],
    );
    expect(images).toMatch(/image: "?mirror\.example\.com\/crane:v2\.0\.0/);
    expect(images).toMatch(/image: "?mirror\.example\.com\/tide:v1\.2\.3/);
  });

  test("hands both on to the components of its components", async () => {
    const folder = await built("port");
    const port = (...flags: readonly string[]) =>
      helm.template(["port", join(folder, "port/charts/port"), ...flags]);
    const moved = await port("--set", "global.imageRegistry=mirror.example.com,harbour.lift.enabled=true");
    expect(moved.stdout).toMatch(/image: "?mirror\.example\.com\/crane:v2\.0\.0/);
    expect(moved.stdout).toMatch(/image: "?mirror\.example\.com\/tide:v1\.2\.3/);
    expect(moved.stdout).toContain("replicas: 2");
    const within = await port("--set", "harbour.global.imageRegistry=mirror.example.com");
    expect(within.status).toBe(0);
    for (const unknown of ["harbour.tyde.enabled=true", "harbour.tide.operator.replicaz=2"]) {
      const { status, stderr } = await port("--set", unknown);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/tyde|replicaz/);
    }
    expect((await port("--set", "harbour.tide.enabled=false")).stdout).not.toContain("tide-operator");
    expect((await port("--set", "harbour.enabled=false")).stdout).not.toContain("kind:");
  });

  test("leaves out what is switched off", async () => {
    const folder = await built("quay");
    expect(await verdict(helm, folder)).not.toContain("name: crane");
    expect(await verdict(helm, folder, "--set", "tide.enabled=false")).not.toContain("tide-operator");
  });

  test("takes presets to its components", async () => {
    const folder = await built("quay");
    expect(await verdict(helm, folder, "--set", "lift.enabled=true")).toContain("replicas: 2");
  });

  test("brings the namespace of a component, with the labels of its sources", async () => {
    const folder = await built("quay");
    const set = "lift.enabled=true,lift.namespaceOverride=yard,lift.createNamespace=true";
    const rendered = await verdict(helm, folder, "--set", set);
    expect(rendered).toMatch(
      /kind: Namespace\nmetadata:\n {2}name: "yard"\n {2}labels:\n(?: {4}.*\n)* {4}pod-security\.kubernetes\.io\/enforce: restricted\n/,
    );
    expect(rendered).toContain("host: crane.yard.svc");
    expect(await verdict(helm, folder, "--set", set, "--namespace", "yard")).not.toContain("kind: Namespace");
  });

  test("is a dependency of a chart that somebody wrote by hand", async () => {
    const folder = await built("quay");
    writeFiles(folder, {
      "town/Chart.yaml": `apiVersion: v2
name: town
version: 1.0.0
dependencies:
  - name: quay
    alias: docks
    version: 0.3.0
    repository: file://../quay/charts/quay
    condition: docks.enabled
`,
      "town/values.yaml":
        "docks:\n  enabled: true\n  lift:\n    enabled: true\n    namespaceOverride: yard\n",
    });
    expect(await helm.run(["dependency", "update", join(folder, "town")])).toMatchObject({ status: 0 });
    const { status, stdout } = await helm.template(["town", join(folder, "town"), "--namespace", "here"]);
    expect(status).toBe(0);
    expect(stdout).toContain("host: crane.yard.svc");
    expect(stdout).toContain("name: tide-operator");
    const off = await helm.template(["town", join(folder, "town"), "--set", "docks.enabled=false"]);
    expect(off.stdout).not.toContain("kind:");
  });

  test("for a release renders once its dependencies are there, and says so before", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      ...harbour,
      "quay/chartwright.yaml": projectFile("quay", `components:\n${foreign}`),
    });
    expect(await call(["build", "--release", "quay"], { folder })).toMatchObject({ code: 0 });
    const chart = join(folder, "quay/charts/quay");
    const missing = await helm.template(["quay", chart, "--set", "lights.enabled=false"]);
    expect(missing.stderr).toMatch(/missing in charts\/ directory: beacon/);
    writeFiles(folder, {
      "beacon/Chart.yaml": "apiVersion: v2\nname: beacon\nversion: 4.5.6\n",
      "beacon/templates/a.yaml":
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: beacon}\ndata: {colour: {{ .Values.colour }}}\n",
    });
    cpSync(join(folder, "beacon"), join(chart, "charts/beacon"), { recursive: true });
    expect((await helm.template(["quay", chart])).stdout).toContain("data: {colour: red}");
    expect(await call(["build", "quay"], { folder })).toMatchObject({ code: 0 });
    rmSync(join(chart, "charts"), { recursive: true });
    expect(await helm.template(["quay", chart])).toMatchObject({ status: 0 });
  });
});
