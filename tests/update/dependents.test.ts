// Projects that have the updated one as a component: they follow in the same update.
import { expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { customResource, operator } from "../cli/small-operator.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const nextOperator = operator
  .replace("tide:v1.2.3", "tide:v1.3.0")
  .replace(
    "level: {type: integer}",
    "level: {type: integer}\n                speed: {type: integer, default: 3}",
  );

const project = (name: string, rest: string) =>
  `apiVersion: chartwright/v1\nkind: ChartProject\nname: ${name}\n${rest}`;

const umbrella = (name: string, component: string, version = "1.0.0") =>
  project(name, `chart:\n  version: ${version}\ncomponents:\n${component}`);

const repository: Readonly<Record<string, string>> = {
  "tide/chartwright.yaml": project(
    "tide",
    "version: v1.2.3\nsources:\n  - path: release/{version}\nlayout: one-chart\nchart:\n  version: 0.4.0\n",
  ),
  "tide/release/v1.2.3/operator.yaml": operator,
  "tide/release/v1.2.3/cr.yaml": customResource,
  "tide/release/v1.3.0/operator.yaml": nextOperator,
  "tide/release/v1.3.0/cr.yaml": customResource,
  // The one that follows a follower stands before it by name.
  "coast/chartwright.yaml": umbrella("coast", "  - project: ../harbour\n", "2.1.0"),
  "harbour/chartwright.yaml": umbrella(
    "harbour",
    "  - project: ../tide\n    alias: water\n    enabled: false\n",
  ),
  "reef/chartwright.yaml": umbrella("reef", "  - project: ../harbour/other\n"),
};

/** The repository with all charts built, and a way to run commands there. */
async function built(files = repository) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const [helm] = helms();
  const run = (...argv: readonly string[]) =>
    call([...argv, ...(argv.includes("--to") && helm ? ["--helm", helm.path] : [])], {
      folder,
      environment: { SOURCE_DATE_EPOCH: "1796000000", XDG_CACHE_HOME: folder },
    });
  expect(await run("update", "tide", "--pin")).toMatchObject({ code: 0, stderr: "" });
  if (files["harbour/chartwright.yaml"]?.includes("sources:")) {
    expect(await run("update", "harbour", "--pin")).toMatchObject({ code: 0, stderr: "" });
  }
  for (const name of ["tide", "harbour", "coast"]) {
    expect(await run("build", name)).toMatchObject({ code: 0, stderr: "" });
  }
  return { folder, run };
}

const dependencyOf = (chart: string | undefined) =>
  /dependencies:\n[\s\S]*?version: "(.*)"/.exec(chart ?? "")?.[1];

test("an umbrella and the umbrella above it follow: dependency, lock, version and changelog", async () => {
  const { folder, run } = await built();
  const { code, stdout, stderr } = await run("update", "tide", "--to", "v1.3.0");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(
    "\nharbour follows tide\n\nComponents:\n  water  0.4.0 → 0.5.0, v1.2.3 → v1.3.0\n",
  );
  expect(stdout).toContain("\n  charts    1.0.0 → 1.1.0, minor: the component water: ");
  expect(stdout).toContain("\ncoast follows harbour\n");
  const files = readFiles(folder);
  expect(files["harbour/chartwright.yaml"]).toBe(
    repository["harbour/chartwright.yaml"]?.replace("1.0.0", "1.1.0"),
  );
  const chart = "harbour/charts/harbour";
  expect(dependencyOf(files[`${chart}/Chart.yaml`])).toBe("0.5.0");
  expect(files[`${chart}/Chart.lock`]).toContain("  version: 0.5.0\n");
  expect(files[`${chart}/charts/tide/Chart.yaml`]).toContain('version: "0.5.0"');
  expect(files["harbour/CHANGELOG.md"]).toContain(`## 1.1.0 - 2026-11-30

A minor version: the component water: CustomResourceDefinition tides.example.org: "spec.speed" (integer) is new`);
  expect(files["harbour/CHANGELOG.md"]).toContain(
    "- Component `water` 0.4.0 → 0.5.0: tide v1.2.3 → v1.3.0.\n",
  );
  expect(files["harbour/CHANGELOG.md"]).toContain("- Value `water.tide.speed`.\n");
  expect(files[`${chart}/Chart.yaml`]).toContain("Component water 0.4.0 → 0.5.0: tide v1.2.3 → v1.3.0.");
  expect(dependencyOf(files["coast/charts/coast/Chart.yaml"])).toBe("1.1.0");
  expect(files["coast/CHANGELOG.md"]).toContain("## 2.2.0 - 2026-11-30");
  expect(files["coast/CHANGELOG.md"]).toContain("- Component `harbour` 1.0.0 → 1.1.0.\n");
  expect(files["coast/CHANGELOG.md"]).toContain("- Value `harbour.water.tide.speed`.\n");
  expect(await run("build", "--check", "tide", "harbour", "coast")).toMatchObject({ code: 0 });
  // Nothing is left to follow.
  const again = await run("update", "tide", "--to", "v1.3.0");
  expect(again.stdout).toContain("Nothing to write: all of it is there.");
  expect(again.stdout).not.toContain("follows");
  expect(readFiles(folder)).toEqual(files);
});

test("--dry-run shows what follows, --json describes it, and neither writes", async () => {
  const { folder, run } = await built();
  const before = readFiles(folder);
  const { code, stdout } = await run("update", "tide", "--to", "v1.3.0", "--dry-run");
  expect(code).toBe(0);
  expect(stdout).toContain("\n-  version: 1.0.0\n+  version: 1.1.0\n");
  expect(stdout).toContain("harbour follows tide\n");
  const described = JSON.parse((await run("update", "tide", "--to", "v1.3.0", "--dry-run", "--json")).stdout);
  expect(described).toMatchObject([
    { project: "tide", from: "v1.2.3", to: "v1.3.0", components: [], dependents: [] },
    {
      project: "harbour",
      folder: "harbour",
      chartVersion: { before: "1.0.0", after: "1.1.0", bump: "minor" },
      components: [{ project: "tide", key: "water", before: "0.4.0", after: "0.5.0" }],
      sources: [],
    },
    { project: "coast", components: [{ project: "harbour", key: "harbour" }] },
  ]);
  expect(readFiles(folder)).toEqual(before);
});

test("--no-dependents names them, and leaves them as they are", async () => {
  const { folder, run } = await built();
  const before = readFiles(folder);
  const { code, stdout } = await run("update", "tide", "--to", "v1.3.0", "--no-dependents");
  expect(code).toBe(0);
  expect(stdout).toContain("tide is a component of harbour: raise chart.version there, and run");
  const files = readFiles(folder);
  expect(files["harbour/chartwright.yaml"]).toBe(before["harbour/chartwright.yaml"]);
  expect(files["harbour/CHANGELOG.md"]).toBeUndefined();
});

test("where one cannot follow nothing is written, and it says whose errors they are", async () => {
  const { folder, run } = await built({
    ...repository,
    "tide/release/v1.3.0/operator.yaml": nextOperator.replace(
      "level: {type: integer}",
      "level: {type: string}",
    ),
    "tide/release/v1.3.0/cr.yaml": customResource.replace(/level: \d+/, 'level: "high"'),
    "harbour/chartwright.yaml": umbrella(
      "harbour",
      "  - project: ../tide\n    values: { tide: { level: 4 } }\n",
    ),
  });
  const before = readFiles(folder);
  const { code, stderr } = await run("update", "tide", "--to", "v1.3.0");
  expect(code).toBe(2);
  expect(stderr).toContain('The chart "tide" refuses the value "tide.level".');
  expect(stderr).toContain("harbour/chartwright.yaml:");
  expect(stderr).toContain("The errors are those of harbour, which would follow its components.");
  expect(readFiles(folder)).toEqual(before);
  expect(await run("update", "tide", "--to", "v1.3.0", "--no-dependents")).toMatchObject({ code: 0 });
});

test("projects that are named together are built of one another", async () => {
  const { folder, run } = await built({
    ...repository,
    "harbour/chartwright.yaml": project(
      "harbour",
      "version: v1.2.3\nsources: [{ path: 'release/{version}' }]\nlayout: one-chart\nchart: { version: 3.0.0 }\ncomponents: [{ project: ../tide }]\n",
    ),
    "harbour/release/v1.2.3/lamp.yaml": lamp("v1.2.3"),
    "harbour/release/v1.3.0/lamp.yaml": lamp("v1.3.0"),
  });
  const { code, stdout } = await run("update", "harbour", "tide", "--to", "v1.3.0");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "\nharbour: v1.2.3 → v1.3.0\n\nComponents:\n  tide  0.4.0 → 0.5.0, v1.2.3 → v1.3.0\n",
  );
  expect(stdout.indexOf("tide: v1.2.3")).toBeLessThan(stdout.indexOf("harbour: v1.2.3"));
  expect(await run("build", "--check", "tide", "harbour", "coast")).toMatchObject({ code: 0 });
  expect(readFiles(folder)["harbour/CHANGELOG.md"]).toContain(
    "- harbour v1.2.3 → v1.3.0.\n- Component `tide` 0.4.0 → 0.5.0: tide v1.2.3 → v1.3.0.\n",
  );
});

function lamp(version: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: lamp, namespace: tide-system}
spec:
  selector: {matchLabels: {app: lamp}}
  template:
    metadata: {labels: {app: lamp}}
    spec: {containers: [{name: lamp, image: "registry.example.org/lamp:${version}"}]}
`;
}
