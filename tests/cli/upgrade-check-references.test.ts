// `chartwright upgrade-check` between charts wherever they are: a real registry, archives, folders of charts, projects; the
// same findings come of all of them.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { UpgradeReport } from "../../src/upgrade/upgrade-report.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { describeWithRegistry, type Registry, startRegistry } from "../support/registry.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { operator } from "./small-operator.ts";

const next = operator
  .replace("tide:v1.2.3", "tide:v1.3.0")
  .replace("level: {type: integer}", "level: {type: integer, maximum: 9}");
const project =
  "apiVersion: chartwright/v1\nkind: ChartProject\nname: tide\nlayout: crds-and-main\nsources: [{ path: a.yaml }]\n";

describeWithRegistry("upgrade-check reads", () => {
  let folder: string;
  let registry: Registry;
  beforeAll(async () => {
    [folder, registry] = [makeFolder(), await startRegistry()];
    writeFiles(folder, { "1/a.yaml": operator, "2/a.yaml": next });
    for (const version of ["1", "2"]) {
      writeFiles(folder, { [`${version}/chartwright.yaml`]: project });
      await done("build", version);
      await done("package", version, "-d", `archives-${version}`);
      await done("push", version, `oci://${registry.host}/charts`, ...registry.helmConnection);
    }
  }, 120_000);
  afterAll(async () => {
    await registry?.stop();
    rmSync(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) =>
    call(args, { folder, environment: { HELM_REGISTRY_CONFIG: registry.credentialsFile } });

  async function done(...args: readonly string[]): Promise<void> {
    const { code, stderr } = await run(...args);
    const why = code === 0 ? "" : stderr;
    expect({ args, code, why }).toEqual({ args, code: 0, why: "" });
  }

  /** The charts of one release as they are pushed. */
  const pushed = (version: string) =>
    ["tide-crd", "tide"].map((name) => `oci://${registry.host}/charts/${name}:${version}`);
  const sets = (older: readonly string[], newer: readonly string[]) => [
    ...older.flatMap((reference) => ["--old", reference]),
    ...newer.flatMap((reference) => ["--new", reference]),
  ];

  describeWithEachHelm("with", (helm) => {
    const check = (references: readonly string[], ...flags: readonly string[]) =>
      run(
        "upgrade-check",
        "--helm",
        helm.path,
        "--namespace",
        "tide-system",
        ...registry.helmConnection,
        ...references,
        ...flags,
      );

    async function report(...references: readonly string[]): Promise<UpgradeReport> {
      const { code, stdout, stderr } = await check(references, "--json");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return JSON.parse(stdout) as UpgradeReport;
    }

    test("the registry, archives, folders of charts and projects, in any mixture", async () => {
      const told = ({ findings }: UpgradeReport) =>
        findings.map(({ code, subject, path, message }) => ({ code, subject, path, message }));
      const expected = await report("1", "2");
      expect(expected.summary).toMatchObject({ errors: 0, warnings: 1 });
      const mixtures = [
        sets(pushed("1.2.3"), pushed("1.3.0")),
        sets(pushed("1.2.3"), ["2"]),
        ["archives-1", "archives-2"],
        ["1/charts", "2/charts"],
        sets(["1"], ["archives-2/tide-1.3.0.tgz", "archives-2/tide-crd-1.3.0.tgz"]),
        sets(["archives-1"], pushed("1.3.0")),
      ];
      for (const references of mixtures) expect(told(await report(...references))).toEqual(told(expected));
    });

    test("what was pushed and a project, and says so in text, in Markdown and in JSON", async () => {
      const references = sets(pushed("1.2.3"), ["2"]);
      const text = (await check(references)).stdout;
      expect(text).toMatch(/^tide-crd 1\.2\.3 → 1\.3\.0\ntide 1\.2\.3 → 1\.3\.0\n0 errors, 1 warning, /);
      expect(text).toContain('"spec.level" has maximum 9 and had none.\n');
      // What has no source any more stands in the template, what a project has in its source.
      expect(text).toContain("at: tide-crd/templates/tides.example.org.yaml:32 → a.yaml:20\n");
      expect((await check(references, "--format", "markdown")).stdout).toContain(
        "## Upgrade: tide-crd 1.2.3 → 1.3.0, tide 1.2.3 → 1.3.0\n\n**0 errors, 1 warning, ",
      );
      const { older, newer } = await report(...references);
      expect(older.map(({ path }) => path)).toEqual(pushed("1.2.3"));
      expect(newer.map(({ path }) => path)).toEqual(["2/charts/tide-crd", "2/charts/tide"]);
    });

    test("single charts, and tells of one that is not there", async () => {
      const [crds = ""] = pushed("1.2.3");
      expect((await check([crds, crds.replace("1.2.3", "1.3.0")])).code).toBe(0);
      const gone = await check([crds.replace("1.2.3", "9.9.9"), crds]);
      expect(gone).toMatchObject({ code: 2, stdout: "" });
      expect(gone.stderr).toContain("9.9.9");
      expect(gone.stderr).toContain("nothing was compared");
    });
  });
});
