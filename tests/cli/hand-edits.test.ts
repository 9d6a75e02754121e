// Edits by hand as the commands treat them: merged by `build` and `convert`, nothing half decided verified or packaged.

import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, deployment, operator, project } from "./small-operator.ts";

let folder = "";
const text = (path: string) => readFiles(folder)[path] ?? "";
const change = (path: string, from: string, to: string) => {
  expect(text(path)).toContain(from);
  writeFiles(folder, { [path]: text(path).replace(from, to) });
};

/** The next release of the operator. */
const upgrade = () => change("operator.yaml", "tide:v1.2.3", "tide:v1.3.0");

beforeEach(async () => {
  folder = temporaryFolder();
  writeFiles(folder, { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource });
  expect((await call(["build"], { folder })).code).toBe(0);
});

test("a build keeps edits and brings what is new; --check then finds nothing", async () => {
  change("charts/tide/values.yaml", "operator:\n", "# Ours.\noperator:\n");
  change("charts/tide/Chart.yaml", "type: application\n", "type: application\nkeywords: [tide]\n");
  expect((await call(["build", "--check"], { folder })).code).toBe(0);
  upgrade();
  expect((await call(["build", "--check"], { folder })).code).toBe(1);
  const { code, stdout } = await call(["build"], { folder });
  expect(code).toBe(0);
  expect(stdout).toContain(
    "Edited by hand, and kept:\n  charts/tide/Chart.yaml, with what is new\n  charts/tide/values.yaml, with what is new\n",
  );
  expect(text("charts/tide/values.yaml")).toMatch(/# Ours\.\noperator:\n(?:.*\n)* +tag: v1\.3\.0/);
  expect(text("charts/tide/Chart.yaml")).toMatch(/\nkeywords: \[tide\]\n(?:.*\n)*appVersion: "v1\.3\.0"/);
  expect((await call(["build", "--check"], { folder })).code).toBe(0);
  const { stdout: json } = await call(["build", "--check", "--json"], { folder });
  expect(JSON.parse(json).output.handEdits).toEqual([
    { path: "tide/Chart.yaml", outcome: "kept" },
    { path: "tide/values.yaml", outcome: "kept" },
  ]);
});

describe("an edit and the new charts change the same line", () => {
  beforeEach(async () => {
    change("charts/tide/values.yaml", "tag: v1.2.3 ", "tag: v1.2.3-ours ");
    upgrade();
  });

  test("build writes both sides, names the place and exits with 1; then nothing goes on until somebody decides", async () => {
    const built = await call(["build"], { folder });
    expect(built.code).toBe(1);
    expect(built.stderr).toMatch(/^charts\/tide\/values\.yaml:\d+:1: warning: .* \[write\/conflict\]\n/);
    expect(built.stderr).toMatch(/found: +tag: v1\.2\.3-ours .*\n +expected: tag: v1\.3\.0 /);
    expect(built.stderr).toMatch(/\n1 edit by hand to decide about; all else is written\.\n$/);
    expect(text("charts/tide/Chart.yaml")).toContain('appVersion: "v1.3.0"');
    const before = readFiles(folder);
    for (const argv of [
      ["build"],
      ["build", "--check"],
      ["verify"],
      ["package"],
      ["package", "charts/tide"],
      ["report", "-o", "page.html"],
      ["release", "--repository", "public"],
    ]) {
      const { code, stderr } = await call(argv, { folder });
      expect(code, argv.join(" ")).toBe(1);
      expect(stderr, argv.join(" ")).toMatch(
        /^charts\/tide\/values\.yaml:\d+:1: error: .* \[write\/unresolved\]\n +\d+ \| <<<<<<< yours\n/m,
      );
      expect(readFiles(folder)).toEqual(before);
    }
    const resolved = text("charts/tide/values.yaml").replace(
      /<<<<<<< yours\n(.*)v1\.2\.3-ours(.*\n)[\s\S]*>>>>>>> chartwright\n/,
      "$1v1.3.0-ours$2",
    );
    writeFiles(folder, { "charts/tide/values.yaml": resolved });
    expect((await call(["build"], { folder })).code).toBe(0);
    expect(text("charts/tide/values.yaml")).toBe(resolved);
  });

  test("build --force writes it as generated", async () => {
    expect((await call(["build"], { folder })).code).toBe(1);
    expect((await call(["build", "--force"], { folder })).code).toBe(0);
    expect(text("charts/tide/values.yaml")).toMatch(/ tag: v1\.3\.0 /);
    expect((await call(["build", "--check"], { folder })).code).toBe(0);
  });
});

test("convert merges alike, and does not go on to prove charts with open conflicts", async () => {
  const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "out"];
  expect((await call(argv, { folder })).code).toBe(0);
  change("out/tide/values.yaml", "tag: v1.2.3 ", "tag: v1.2.3-ours ");
  change("out/tide/README.md", "\n## ", "\nOurs.\n\n## ");
  upgrade();
  const { code, stdout, stderr } = await call(argv, { folder });
  expect(code).toBe(1);
  expect(stderr).toContain("[write/conflict]");
  expect(stdout).toContain("out/tide/README.md, with what is new\n  out/tide/values.yaml, with conflicts\n");
  expect(stdout).not.toContain("helm install");
  expect(text("out/tide/README.md")).toContain("\nOurs.\n");
});

test("a template that somebody deleted stays away; one whose object is gone goes, unless it was edited", async () => {
  const template = (name: string) => `charts/tide/templates/${name}.yaml`;
  rmSync(join(folder, template("serviceaccount-tide-operator")));
  const deleted = await call(["build"], { folder });
  expect(deleted.code).toBe(0);
  expect(deleted.stderr).toContain("was deleted by hand and stays away");
  expect(text(template("serviceaccount-tide-operator"))).toBe("");
  const service = `---\napiVersion: v1\nkind: Service\nmetadata: {name: NAME, namespace: tide-system}\nspec: {ports: [{port: 80}]}\n`;
  const services = service.replace("NAME", "ebb") + service.replace("NAME", "flow");
  writeFiles(folder, { "operator.yaml": `${operator}${services}` });
  expect((await call(["build"], { folder })).code).toBe(0);
  change(template("service-flow"), "spec:", "# Ours.\nspec:");
  writeFiles(folder, { "operator.yaml": operator });
  const gone = await call(["build"], { folder });
  expect(gone.code).toBe(1);
  expect(gone.stderr).toContain("[write/orphaned]");
  expect(text(template("service-ebb"))).toBe("");
  expect(text(template("service-flow"))).toContain("# Ours.");
  const again = await call(["build", "--check"], { folder });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("[write/orphaned]");
  rmSync(join(folder, template("service-flow")));
  expect((await call(["build"], { folder })).code).toBe(0);
});

test("each conflict of a file is told with its line and both sides", async () => {
  change("charts/tide/values.yaml", "tag: v1.2.3 ", "tag: v1.2.3-ours ");
  change("charts/tide/Chart.yaml", 'version: "1.2.3"', 'version: "1.2.3-ours"');
  change("charts/tide/Chart.yaml", "image: registry.example.org/tide:v1.2.3", "image: ours");
  upgrade();
  const { code, stdout, stderr } = await call(["build", "--json"], { folder });
  expect(code).toBe(1);
  const places = [...stderr.matchAll(/^charts\/tide\/(\S+):(\d+):1: warning: .*\n {2}found: +(.*)/gm)];
  expect(places.map(([, file, , found]) => [file, found?.split(/ +#/)[0]])).toEqual([
    ["Chart.yaml", 'version: "1.2.3-ours" and 1 more line'],
    ["Chart.yaml", "image: ours"],
    ["values.yaml", "tag: v1.2.3-ours"],
  ]);
  const { handEdits } = JSON.parse(stdout).output;
  expect(handEdits).toMatchObject([
    {
      path: "tide/Chart.yaml",
      outcome: "conflict",
      conflicts: [
        { yours: ['version: "1.2.3-ours"', expect.anything()] },
        { yours: [expect.stringMatching(/image: ours$/)] },
      ],
    },
    { path: "tide/values.yaml", outcome: "conflict", conflicts: [{}] },
  ]);
  const told = handEdits.flatMap(({ path, conflicts }: { path: string; conflicts: { line: number }[] }) =>
    conflicts.map(({ line }) => [path, `${line}`]),
  );
  expect(told).toEqual(places.map(([, file, line]) => [`tide/${file}`, line]));
  for (const [, file, line] of places) {
    expect(text(`charts/tide/${file}`).split("\n")[Number(line) - 1]).toBe("<<<<<<< yours");
  }
  expect(stderr).toMatch(/\n3 edits by hand to decide about; all else is written\.\n$/);
});

describeWithEachHelm("templates that somebody edited or renamed", (helm) => {
  const ebb = deployment.replaceAll("tide-operator", "ebb-operator").replaceAll("app: tide", "app: ebb");
  const template = (name: string) => `charts/tide/templates/${name}.yaml`;

  test("charts render what the sources say, whatever became of the object and of the name", async () => {
    writeFiles(folder, { "operator.yaml": `${operator}---\n${ebb}` });
    expect((await call(["build"], { folder })).code).toBe(0);
    change(template("deployment-ebb-operator"), "\nspec:", "\n# Ours.\nspec:");
    renameSync(join(folder, template("serviceaccount-tide-operator")), join(folder, template("account")));
    writeFiles(folder, {
      "operator.yaml": operator.replace("kind: ServiceAccount", "kind: ServiceAccount\n# New."),
    });
    const built = await call(["build"], { folder });
    expect(built.code).toBe(1);
    expect(built.stdout).toContain(
      `Edited by hand, and kept:\n  ${template("account")}, as ${template("serviceaccount-tide-operator")}, with what is new\n`,
    );
    expect(text(template("account"))).toContain("# New.");
    const verified = await call(["verify", "--helm", helm.path], { folder });
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stderr).toContain("[write/orphaned]");
    const { stdout } = await helm.template([join(folder, "charts/tide")]);
    expect(stdout).not.toContain("ebb-operator");
    renameSync(join(folder, template("deployment-ebb-operator")), join(folder, template("ours")));
    expect((await call(["build"], { folder })).code).toBe(0);
    const own = await call(["verify", "--helm", helm.path], { folder });
    expect(own.code).toBe(1);
    expect(own.stdout).toContain(template("ours"));
  });
});
