// The hooks for pre-commit: what they call is there, and passes where charts are up to date.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { field, listField, stringField } from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { runCli } from "../support/cli.ts";
import { repositoryFolder } from "../support/repository.ts";

const parsed = parseDocument(readFileSync(join(repositoryFolder, ".pre-commit-hooks.yaml"), "utf8"));
if (!parsed.ok) throw new Error(parsed.fault.message);
const hooks = listField(parsed.document.data).map((hook) => ({
  id: stringField(hook, "id") ?? "",
  entry: stringField(hook, "entry") ?? "",
  passesFiles: field(hook, "pass_filenames"),
}));

test.each(hooks)("$id", async ({ entry, passesFiles }) => {
  const [program, ...args] = entry.split(" ");
  expect({ program, passesFiles }).toEqual({ program: "chartwright", passesFiles: false });
  const { status, stderr } = await runCli(args, { cwd: join(repositoryFolder, "examples/mooring") });
  expect(status, stderr).toBe(0);
});

test("the page about distribution names the hooks that there are", () => {
  const page = readFileSync(join(repositoryFolder, "docs/distribution.md"), "utf8");
  expect(hooks.length).toBeGreaterThan(0);
  for (const { id } of hooks) expect(page).toContain(`- id: ${id}`);
});
