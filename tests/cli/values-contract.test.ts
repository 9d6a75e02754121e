// A value that moves: its old path works for one minor version, with a message, and then fails with the new one.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parseDocument } from "../../src/yaml/document.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator, project } from "./small-operator.ts";

let folder = "";
const text = (path: string) => readFiles(folder)[path] ?? "";
const versions = (version: string, more = "") =>
  writeFiles(folder, { "chartwright.yaml": `${project}chart: { version: ${version} }\n${more}` });
/** Builds with the Deployment called so. */
const buildAs = async (name: string) => {
  writeFiles(folder, {
    "operator.yaml": operator.replace(/(kind: Deployment\nmetadata:\n {2}name: ).*/, `$1${name}`),
  });
  return await call(["build"], { folder });
};

beforeEach(async () => {
  folder = temporaryFolder();
  writeFiles(folder, { "cr.yaml": customResource });
  versions("1.1.0");
  expect((await buildAs("tide-operator")).code).toBe(0);
});

const moved = ".chartwright/tide.moved.yaml";

test("a block is known by the images of its containers, told and remembered", async () => {
  versions("1.2.0");
  const check = await call(["build", "--check", "--json"], { folder });
  expect(JSON.parse(check.stdout).values).toEqual([]);
  const { code, stdout, stderr } = await buildAs("ebb-controller");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "Values that are not as they were:\n  tide:\n    moved    operator → ebbController; the old path works for now\n\n",
  );
  expect(stderr).toContain(
    'info: The value "operator" is called "ebbController" now: the old path works until version 1.3.0 of the charts. [values/moved]',
  );
  expect(text(`charts/${moved}`)).toMatch(
    /^# .*\n- \{ from: "operator", to: "ebbController", since: "1\.2\.0" \}\n$/,
  );
  expect(text("charts/tide/values.yaml").replaceAll(/\n *#/g, "")).toContain(
    "Another name of ebbController.replicas. It moved there with 1.2.0; this name fails from 1.3.0 on.",
  );
  const before = readFiles(folder);
  const again = await call(["build"], { folder });
  expect(again.stderr).not.toContain("values/moved");
  expect(readFiles(folder)).toEqual(before);
});

test("what moved is data too, and what else changed of it is told by its new path", async () => {
  versions("1.2.0");
  const renamed = operator.replace(/(kind: Deployment\nmetadata:\n {2}name: ).*/, "$1ebb-controller");
  writeFiles(folder, {
    "operator.yaml": renamed.replace(
      "registry.example.org/tide:v1.2.3",
      "mirror.example.org/sea/tide:v1.2.4",
    ),
  });
  const { stdout } = await call(["build", "--json"], { folder });
  expect(JSON.parse(stdout).values).toEqual([
    { chart: "tide", kind: "moved", path: ["operator"], to: ["ebbController"] },
    ...[
      ["registry", "registry.example.org", "mirror.example.org"],
      ["repository", "tide", "sea/tide"],
      ["tag", "v1.2.3", "v1.2.4"],
    ].map(([key, before, after]) => ({
      chart: "tide",
      kind: "default",
      path: ["ebbController", "image", key],
      before,
      after,
    })),
  ]);
});

test.each([
  { name: "no YAML", text: "- { from: operator\n", place: "1:3" },
  { name: "no list", text: "from: operator\n", place: "1:1" },
  { name: "a key that is missing", text: "# Moved.\n- { from: operator, to: ebb }\n", place: "2:3" },
  { name: "a key of another name", text: "- { from: a, to: b, since: 1.1.0, why: c }\n", place: "1:3" },
  { name: "no path", text: '- { from: "a..b", to: b, since: 1.1.0 }\n', place: "1:3" },
  { name: "no version", text: "- { from: a, to: b, since: soon }\n", place: "1:3" },
  { name: "a text", text: "- a -> b\n", place: "1:3" },
  {
    name: "markers of git",
    text: "- { from: a, to: b, since: 1.1.0 }\n<<<<<<< ours\n=======\n",
    place: "2:1",
  },
])(
  "what the file of moved values says is refused with its place: $name",
  async ({ text: content, place }) => {
    writeFiles(folder, { [`charts/${moved}`]: content });
    const before = readFiles(folder);
    const { code, stderr } = await call(["build"], { folder });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `charts/${moved}:${place}: error: "charts/${moved}" does not say which values moved. [values/moved-file]\n`,
    );
    expect(readFiles(folder)).toEqual(before);
  },
);

test("a move to a value that no chart has is told with its line", async () => {
  writeFiles(folder, { [`charts/${moved}`]: "# Ours.\n- { from: pump, to: engine, since: 1.1.0 }\n" });
  const { code, stderr } = await call(["build"], { folder });
  expect(code).toBe(0);
  expect(stderr).toContain(
    `charts/${moved}:2:3: warning: The value "pump" is said to be "engine" now, and no chart has that. [values/moved-nowhere]\n`,
  );
});

test("a value that the project renames is one that moved", async () => {
  versions("1.2.0", "values:\n  rename:\n    operator: tideOperator\n    operator.extraArgs: arguments\n");
  const { code, stderr } = await call(["build"], { folder });
  expect(code).toBe(0);
  expect(stderr).toContain('"operator" is called "tideOperator" now');
  expect(text(`charts/${moved}`)).toContain('{ from: "operator", to: "tideOperator", since: "1.2.0" }');
});

test("what moves again leads to where it is, and what moves back is where it was", async () => {
  versions("1.2.0");
  await buildAs("ebb-controller");
  versions("1.2.1");
  await buildAs("flow-controller");
  expect(text(`charts/${moved}`)).toContain('{ from: "operator", to: "flowController", since: "1.2.0" }');
  expect(text(`charts/${moved}`)).toContain(
    '{ from: "ebbController", to: "flowController", since: "1.2.1" }',
  );
  const aliases = text("charts/tide/templates/_aliases.tpl");
  for (const old of ["operator", "ebbController"]) {
    expect(aliases).toContain(
      `"${old}.replicas is called flowController.replicas since 1.2.1, and fails from 1.3.0 on"`,
    );
  }
  versions("1.2.2");
  await buildAs("tide-operator");
  expect(text(`charts/${moved}`)).not.toContain('from: "operator"');
  expect(text(`charts/${moved}`)).toContain('{ from: "flowController", to: "operator", since: "1.2.2" }');
});

test("another program is no move", async () => {
  versions("1.2.0");
  writeFiles(folder, {
    "operator.yaml": operator.replace(/tide-operator/g, "ebb-controller").replace("/tide:", "/ebb:"),
  });
  expect((await call(["build"], { folder })).stderr).not.toContain("values/moved");
  expect(text(`charts/${moved}`)).toBe("");
});

describeWithEachHelm("an override file for the older chart", (helm) => {
  const override = "operator:\n  replicas: 4\n  image: { tag: v9 }\n  podLabels: { team: harbour }\n";

  /** What Helm renders, with the notes as a ConfigMap. */
  async function render(): Promise<{
    readonly status: number | null;
    readonly text: string;
    readonly notes: string;
  }> {
    const chart = join(folder, "with-notes");
    cpSync(join(folder, "charts/tide"), chart, { recursive: true });
    writeFiles(chart, {
      "templates/zz-notes.yaml":
        'kind: Notes\ntext: {{ include (print .Template.BasePath "/NOTES.txt") . | toJson }}\n',
    });
    writeFiles(folder, { "override.yaml": override });
    const run = await helm.template(["tide", chart, "-f", join(folder, "override.yaml")]);
    const line = /^text: (.*)$/m.exec(run.stdout)?.[1] ?? '""';
    const parsed = parseDocument(line);
    return {
      status: run.status,
      text: run.stdout + run.stderr,
      notes: parsed.ok ? String(parsed.document.data) : "",
    };
  }

  test("works in the minor version with which the values moved, and the notes say so", async () => {
    versions("1.2.0");
    await buildAs("ebb-controller");
    versions("1.2.9");
    await call(["build"], { folder });
    const { status, text: rendered, notes } = await render();
    expect(status, rendered).toBe(0);
    expect(rendered).toContain("  replicas: 4\n");
    expect(rendered).toMatch(/image: "?registry\.example\.org\/tide:v9/);
    expect(rendered).toContain("team: harbour");
    expect(notes).toContain("These values are set by an old path, which still works:");
    for (const value of ["replicas", "image.tag", "podLabels"]) {
      expect(notes).toContain(
        `  operator.${value} is called ebbController.${value} since 1.2.0, and fails from 1.3.0 on\n`,
      );
    }
    expect((await call(["verify", "--helm", helm.path], { folder })).code).toBe(0);
  });

  test("fails in the next one with the new path; without an old path nothing is said", async () => {
    versions("1.2.0");
    await buildAs("ebb-controller");
    versions("1.3.0");
    await call(["build"], { folder });
    const { status, text: rendered } = await render();
    expect(status).not.toBe(0);
    expect(rendered).toContain(
      "operator is called ebbController since 1.2.0: write ebbController in your values",
    );
    expect((await call(["verify", "--helm", helm.path], { folder })).code).toBe(0);
  });
});
