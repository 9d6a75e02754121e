// `chartwright report` on the small operator: which file it writes, and what it leaves alone.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { customResource, operator, project } from "../cli/small-operator.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function projectFolder(more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const files = { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource };
  writeFiles(folder, { ...files, ...more });
  return folder;
}

describe("the report page", () => {
  test("is called after the charts, and is the same whenever it is written", async () => {
    const folder = projectFolder();
    expect(await call(["report"], { folder })).toEqual({ code: 0, stdout: "Wrote tide.html\n", stderr: "" });
    const { "tide.html": page = "" } = readFiles(folder);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n/);
    expect(page).toContain("<h1>tide v1.2.3</h1>");
    const other = projectFolder();
    expect(await call(["report", folder, "-o", "-"], { folder: other })).toEqual({
      code: 0,
      stdout: page,
      stderr: "",
    });
    expect(await call(["report"], { folder })).toMatchObject({ code: 0 });
    expect(readFiles(folder)["tide.html"]).toBe(page);
  });

  test("is not written over a file that is none", async () => {
    const folder = projectFolder({ "mine.html": "<p>mine</p>\n" });
    const { code, stderr } = await call(["report", "-o", "mine.html"], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain('"mine.html" is there already.');
    expect(readFiles(folder)["mine.html"]).toBe("<p>mine</p>\n");
    expect(await call(["report", "-o", "mine.html", "--force"], { folder })).toMatchObject({ code: 0 });
    expect(readFiles(folder)["mine.html"]).toMatch(/^<!doctype html>/);
  });

  test("has what the sources say as text, and none of it as HTML", async () => {
    const evil = `<img src=x onerror=alert(1)>"'&`;
    const folder = projectFolder({
      "operator.yaml": `${operator}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: evil\n  namespace: tide-system\n  annotations:\n    note: ${JSON.stringify(evil)}\ndata:\n  a: ${JSON.stringify(`</script>${evil}`)}\n`,
    });
    const { stdout } = await call(["report", "-o", "-"], { folder });
    expect(stdout).toContain("onerror");
    expect(stdout).not.toContain("<img");
    // One ends each block of data, one the page's own script.
    const opened = stdout.match(/<script/g)?.length;
    expect(stdout.match(/<\/script/g)?.length).toBe(opened);
  });

  test("is not written for a project that does not compile", async () => {
    const folder = projectFolder({ "operator.yaml": "kind: Deployment\n" });
    const { code, stderr } = await call(["report"], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain("no page was written");
    expect(Object.keys(readFiles(folder))).not.toContain("tide.html");
  });
});

describeWithEachHelm("the report page", (helm) => {
  test("has the proof, and the exit code is that of the proof", async () => {
    const folder = projectFolder();
    const argv = ["report", "-o", "-", "--verify", "--helm", helm.path];
    const { code, stdout } = await call(argv, { folder });
    expect(code).toBe(0);
    expect(stdout).toContain("✓ Verified");
    expect(stdout).toContain(`Helm ${helm.version}`);
    await call(["build"], { folder });
    const path = "charts/tide/templates/deployment-tide-operator.yaml";
    writeFiles(folder, { [path]: (readFiles(folder)[path] ?? "").replace("app: tide", "app: ebb") });
    const broken = await call(argv, { folder });
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain("✗ Not verified");
    expect(broken.stdout).toContain(join("charts", "tide", "templates", "deployment-tide-operator.yaml"));
  });
});
