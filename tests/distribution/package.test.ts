// The npm package: packed from what is built, installed elsewhere, used from there.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcess } from "../support/process.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("the package has all that the command line and the library need, and nothing of the tests", async () => {
  const folder = temporaryFolder();
  const packed = await runProcess("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: repositoryFolder,
  });
  expect(packed.status, packed.stderr).toBe(0);
  const [archive = ""] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const install = [
    "install",
    "--no-audit",
    "--no-fund",
    "--omit=dev",
    "--omit=peer",
    "--prefer-offline",
    `./${archive}`,
  ];
  const installed = await runProcess("npm", install, { cwd: folder });
  expect(installed.status, installed.stderr).toBe(0);
  const command = join(folder, "node_modules/.bin/chartwright");
  const checked = await runProcess(
    command,
    ["build", "--check", join(repositoryFolder, "examples/mooring")],
    { cwd: folder },
  );
  expect(checked.status, checked.stderr).toBe(0);
  const script =
    'import { convert } from "chartwright"; import schema from "chartwright/schema.json" with { type: "json" };' +
    "console.log(typeof convert, schema.$schema !== undefined);";
  writeFileSync(join(folder, "use.js"), script);
  const used = await runProcess(process.execPath, ["--no-warnings", "use.js"], { cwd: folder });
  expect(used).toEqual({ status: 0, stdout: "function true\n", stderr: "" });
  expect(existsSync(join(folder, "node_modules/chartwright/tests"))).toBe(false);
});
