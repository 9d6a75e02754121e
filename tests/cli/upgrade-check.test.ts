// `chartwright upgrade-check` on two releases of a small operator, with real Helm.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { UpgradeReport } from "../../src/upgrade/upgrade-report.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator } from "./small-operator.ts";

const next = operator
  .replace("tide:v1.2.3", "tide:v1.3.0")
  .replace("matchLabels: {app: tide}", "matchLabels: {app: tides}")
  .replace("labels: {app: tide}", "labels: {app: tides}");

describeWithEachHelm("upgrade-check", (helm) => {
  let folder: string;
  beforeAll(async () => {
    folder = makeFolder();
    writeFiles(folder, { "1/a.yaml": operator, "2/a.yaml": next, "cr.yaml": customResource });
    for (const version of ["1", "2"]) {
      const sources = [`${version}/a.yaml`, "--cr", "cr.yaml", "--name", "tide"];
      const { code, stderr } = await call(["convert", ...sources, "-o", `charts-${version}`], { folder });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
  });

  const sets = [
    ...["--old", "charts-1/tide-crd", "--old", "charts-1/tide"],
    ...["--new", "charts-2/tide-crd", "--new", "charts-2/tide"],
  ];
  const check = (...args: readonly string[]) =>
    call(["upgrade-check", "--helm", helm.path, "--namespace", "tide-system", ...args], { folder });

  test("says that the upgrade fails, why, where, and what to do", async () => {
    const { code, stdout, stderr } = await check(...sets);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe(`tide-crd 1.2.3 → 1.3.0
tide 1.2.3 → 1.3.0
1 error, 0 warnings, 5 notes
helm upgrade fails as things are: see the errors for what to do before.
Version  major: Deployment tide-system/tide-operator: "spec.selector" is another one, and the API server does not let anybody change it.

Errors
  Objects
    Deployment tide-system/tide-operator spec.selector  [objects/immutable-field]
      "spec.selector" is another one, and the API server does not let anybody change it.
      do: Before the upgrade delete it with --cascade=orphan, so that its Pods run on, and let the release make it anew.
      at: tide/templates/deployment-tide-operator.yaml:14

Notes
  Workloads
    Deployment tide-system/tide-operator: Also other than before: spec.template.metadata.labels.app.
    Deployment tide-system/tide-operator spec.template.spec.containers[manager].image: The image tide goes from v1.2.3 to v1.3.0.
  Values
    Value operator.image.tag: The default is "v1.3.0" instead of "v1.2.3".
  Charts
    Chart tide appVersion: The application goes from v1.2.3 to v1.3.0.
    Chart tide-crd appVersion: The application goes from v1.2.3 to v1.3.0.
`);
  });

  test("is Markdown for a pull request, with notes folded", async () => {
    const { stdout } = await check(...sets, "--format", "markdown");
    expect(stdout).toContain(
      "## Upgrade: tide-crd 1.2.3 → 1.3.0, tide 1.2.3 → 1.3.0\n\n**1 error, 0 warnings, 5 notes.**",
    );
    expect(stdout).toContain(
      '### Errors\n\n#### Objects\n\n- **Deployment tide-system/tide-operator** `spec.selector`: "spec.selector" is',
    );
    expect(stdout).toContain("<details>\n<summary>Values: 1 note</summary>\n\n| What | How it changed |");
  });

  test("is one JSON document, the same in every run", async () => {
    const { stdout } = await check(...sets, "--json");
    const report = JSON.parse(stdout) as UpgradeReport;
    expect(report.summary).toMatchObject({
      errors: 1,
      warnings: 0,
      infos: 5,
      fails: true,
      bump: { bump: "major" },
    });
    expect(report.older.map(({ path }) => path)).toEqual(["charts-1/tide-crd", "charts-1/tide"]);
    expect((await check(...sets, "--json")).stdout).toBe(stdout);
  });

  describe("for single charts", () => {
    const charts = ["charts-1/tide-crd", "charts-2/tide-crd"];

    test("finds nothing to do", async () => {
      const { code, stdout } = await check(...charts, "--fail-on", "warning");
      expect(code).toBe(0);
      expect(stdout).toContain(
        "As far as charts tell, helm upgrade goes through, and nothing is left to do.\n",
      );
    });

    test("judges a values file, and fails where a person asks for it", async () => {
      writeFiles(folder, { "mine.yaml": "crds:\n  enabled: maybe\n  keeps: true\n" });
      const { code, stdout } = await check(...charts, "--values", "mine.yaml");
      expect(code).toBe(1);
      expect(stdout).toContain(
        "    Value crds.enabled mine.yaml  [values/override-refused]\n      The newer chart refuses it: ",
      );
      expect(stdout).toContain(
        'do: Take it out of the file, or set "crds.keep" if that is meant.\n      at: mine.yaml:3',
      );
      expect((await check(...charts, "--values", "mine.yaml", "--fail-on", "none")).code).toBe(0);
    });

    test("tells of a values file that is not there, and of a chart that is there twice", async () => {
      const missing = await check(...charts, "--values", "missing.yaml");
      expect(missing).toMatchObject({ code: 2, stdout: "" });
      expect(missing.stderr).toMatch(
        /^error: The values file ".*missing\.yaml" cannot be read\. \[charts\/values\]\n/,
      );
      const twice = await check("--old", "charts-1/tide", "--new", "charts-2/tide", "--new", "charts-1/tide");
      expect(twice).toMatchObject({ code: 2, stdout: "" });
      expect(twice.stderr).toMatch(
        /^error: The chart "tide" is twice on one side\. \[charts\/repeated\]\n {2}found: +tide 1\.3\.0 in charts-2\/tide, 1\.2\.3 in charts-1\/tide\n/,
      );
    });

    test("takes the folder of a set for its charts", async () => {
      expect((await check("charts-1", "charts-2")).stdout).toBe((await check(...sets)).stdout);
    });
  });
});

describeWithEachHelm("of an upgrade of CRDs, a custom resource and an image upgrade-check says", (helm) => {
  /** What it says of the operator's own objects, whatever charts they are in. */
  async function told(layout: string): Promise<readonly string[]> {
    const folder = makeFolder();
    const limited = operator
      .replace("tide:v1.2.3", "tide:v1.3.0")
      .replace("level: {type: integer}", "level: {type: integer, maximum: 9}");
    writeFiles(folder, {
      "1/a.yaml": `${operator}---\n${customResource}`,
      "2/a.yaml": `${limited}---\n${customResource.replace("level: 3", "level: 4")}`,
    });
    for (const version of ["1", "2"]) {
      const flags = ["--name", "tide", "--layout", layout, "-o", `charts-${version}`];
      const { code, stderr } = await call(["convert", `${version}/a.yaml`, ...flags], { folder });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
    const { stdout } = await call(
      ["upgrade-check", "charts-1", "charts-2", "--helm", helm.path, "--namespace", "tide-system", "--json"],
      { folder },
    );
    const { findings } = JSON.parse(stdout) as UpgradeReport;
    return findings
      .filter(({ area }) => area !== "values" && area !== "chart")
      .map(({ code, subject }) => `${code} ${subject}`);
  }

  test.each(["crds-and-main", "single", "post-install-cr", "crds-operator-cr"])(
    "the same with the layout %s",
    async (layout) => {
      expect(await told(layout)).toEqual([
        "crds/bound-tightened CustomResourceDefinition tides.example.org",
        "workloads/image-changed Deployment tide-system/tide-operator",
        "objects/changed Tide tide-system/tide",
      ]);
    },
  );
});

describe("upgrade-check refuses", () => {
  const refusal = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await call(["upgrade-check", ...args], { folder: makeFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    return stderr;
  };

  test.each([[["a"]], [["a", "b", "c"]], [["a", "--new", "b"]], [["--old", "a"]]])("%j", async (args) => {
    expect(await refusal(...args)).toMatch(
      /^error: (?:what is to be compared is not clear|too many arguments)/,
    );
  });

  test("what holds no chart", async () => {
    expect(await refusal(join("no", "where"), "nothing")).toContain("nothing was compared");
  });
});
