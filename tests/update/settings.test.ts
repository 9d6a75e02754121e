// Settings from Go sources: an update brings their values files to what the sources say then.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { operator } from "../cli/small-operator.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const project = `apiVersion: chartwright/v1
kind: ChartProject
name: tide
version: v1.2.3
sources: [{ path: "release/{version}/operator.yaml" }]
flags:
  groups:
    pier: { files: [pier/manager.go] }
`;

const goFile = (registrations: string) => `package pier

import (
	"flag"
	"os"
)

func register(flags *flag.FlagSet) {
${registrations}
}
`;

const before = goFile(`	flags.String("rope", os.Getenv("ROPE"), "How long the rope is")
	flags.String("bell", os.Getenv("BELL"), "Whether a bell rings")`);
const after = goFile(`	flags.String("rope", os.Getenv("ROPE"), "How long the new rope is")
	flags.String("buoy", os.Getenv("BUOY"), "Which buoy")`);

/** Built at v1.2.3, with a value that somebody set; the Go sources are those of v1.3.0 then. */
async function curated() {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "chartwright.yaml": project,
    "pier/manager.go": before,
    "release/v1.2.3/operator.yaml": operator,
    "release/v1.3.0/operator.yaml": operator.replaceAll("v1.2.3", "v1.3.0"),
  });
  const run = (...argv: readonly string[]) =>
    call(argv, { folder, environment: { SOURCE_DATE_EPOCH: "1796000000", XDG_CACHE_HOME: folder } });
  expect(await run("update", "--pin")).toMatchObject({ code: 0 });
  expect(await run("build")).toMatchObject({ code: 0, stderr: "" });
  const values = readFiles(folder)["providers/pier.yaml"] ?? "";
  expect(values).toContain('# ROPE: ""');
  const mine = values.replace("pier: {}", "pier:").replace('# ROPE: ""', 'ROPE: "12"');
  writeFileSync(join(folder, "providers/pier.yaml"), mine);
  writeFileSync(join(folder, "pier/manager.go"), after);
  return { folder, run };
}

test("are documented anew, what is set is kept, and the update says which changed", async () => {
  const { folder, run } = await curated();
  const dry = await run("update", "--to", "v1.3.0", "--dry-run");
  expect(dry.stdout).toContain("+    ## How long the new rope is");
  expect(readFiles(folder)["providers/pier.yaml"]).toContain("## How long the rope is");
  const { code, stdout } = await run("update", "--to", "v1.3.0");
  expect(code).toBe(0);
  expect(stdout).toContain(`Settings that are not as they were:
  providers/pier.yaml: BELL is gone
  providers/pier.yaml: BUOY is new
  providers/pier.yaml: ROPE
    old: How long the rope is
    new: How long the new rope is
`);
  expect(stdout).toMatch(/^\d+ files: .*providers\/pier\.yaml and the charts in charts\.$/m);
  const values = readFiles(folder)["providers/pier.yaml"] ?? "";
  expect(values).toContain('## How long the new rope is\n    ## Default: ""\n    ROPE: "12"\n');
  expect(values).not.toContain("BELL");
  expect(await run("build", "--check")).toMatchObject({ code: 0, stdout: "" });
  expect(JSON.parse((await run("update", "--to", "v1.3.0", "--json")).stdout).settings).toEqual([]);
});

test("that cannot be brought up to date leave all else as it was", async () => {
  const { folder, run } = await curated();
  writeFiles(folder, { "providers/pier.yaml": "providerConfigs:\n  pier: {}\n    ROPE: 12\n" });
  const earlier = readFiles(folder);
  const { code, stdout, stderr } = await run("update", "--to", "v1.3.0");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain('"providers/pier.yaml" cannot be brought up to date.');
  expect(readFiles(folder)).toEqual(earlier);
});
