// The hooks for pre-commit: what they call is there, and passes where charts are up to date.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseDocument } from "../../src/yaml/document.ts";
import { runCli } from "../support/cli.ts";
import { repositoryFolder } from "../support/repository.ts";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly pass_filenames: boolean;
}

const parsed = parseDocument(readFileSync(join(repositoryFolder, ".pre-commit-hooks.yaml"), "utf8"));
const hooks = (parsed.ok ? parsed.document.data : []) as unknown as readonly Hook[];

test.each(hooks)("$id", async ({ entry, pass_filenames }) => {
  const [program, ...args] = entry.split(" ");
  expect({ program, pass_filenames }).toEqual({ program: "chartwright", pass_filenames: false });
  const { status, stderr } = await runCli(args, { cwd: join(repositoryFolder, "examples/mooring") });
  expect(status, stderr).toBe(0);
});

test("the page about distribution names the hooks that there are", () => {
  const page = readFileSync(join(repositoryFolder, "docs/distribution.md"), "utf8");
  for (const { id } of hooks) expect(page).toContain(`- id: ${id}`);
});
