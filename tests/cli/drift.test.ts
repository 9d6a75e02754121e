// The drift check of README on a copy of the example: a default that changes in Go fails both of its commands, which say
// which file, which setting, old and new.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";

/** The commands of the CI job that README shows. */
function commandsOfReadme(): readonly (readonly string[])[] {
  const readme = readFileSync(join(repositoryFolder, "README.md"), "utf8");
  const lines = readme.match(/^- run: npx chartwright .*$/gm) ?? [];
  return lines.map((line) =>
    line.replace("- run: npx chartwright ", "").replace(/#.*$/, "").trim().split(" "),
  );
}

function copyOfExample(): string {
  const folder = temporaryFolder();
  cpSync(join(repositoryFolder, "examples/mooring"), folder, { recursive: true });
  return folder;
}

test("README shows the drift check as three lines for a CI job", () => {
  const readme = readFileSync(join(repositoryFolder, "README.md"), "utf8");
  expect(readme).toMatch(/```yaml\n- run: npm ci\n- run: npx chartwright .*\n- run: npx chartwright .*\n```/);
  expect(commandsOfReadme()).toEqual([
    ["flags", "check"],
    ["build", "--check"],
  ]);
});

test.each(commandsOfReadme())("chartwright %s %s finds nothing to complain of at first", async (...args) => {
  expect((await call(args, { folder: copyOfExample() })).code).toBe(0);
});

test.each(commandsOfReadme())("chartwright %s %s names a default that changed in Go", async (...args) => {
  const folder = copyOfExample();
  const source = join(folder, "src/providers/quay/manager.go");
  writeFileSync(source, readFileSync(source, "utf8").replace('"m.large"', '"m.xlarge"'));
  const { code, stdout, stderr } = await call(args, { folder });
  expect(code).toBe(1);
  expect(stderr).toContain(
    'providers/quay.yaml: BOAT_SIZE\n  old: Default: "m.large" BOAT_SIZE: "m.large"\n  new: Default: "m.xlarge" BOAT_SIZE: "m.xlarge"\n',
  );
  expect(stdout).toContain('-    ## Default: "m.large"\n');
  expect(stdout).toContain('+    ## Default: "m.xlarge"\n');
});

test("a constant of another package counts for every provider, and one provider is checked alone", async () => {
  const folder = copyOfExample();
  const constants = join(folder, "src/daemon/pkg/wire/wire.go");
  writeFileSync(constants, readFileSync(constants, "utf8").replace("5 * time.Minute", "90 * time.Second"));
  const quay = join(folder, "src/providers/quay/manager.go");
  writeFileSync(quay, readFileSync(quay, "utf8").replace("3*10", "4*10"));
  const all = await call(["flags", "check"], { folder });
  for (const provider of ["pier", "buoy", "quay", "dock"]) {
    expect(all.stderr).toContain(
      `providers/${provider}.yaml: ANSWER_TIMEOUT\n  old: Default: "5m0s" ANSWER_TIMEOUT: "5m0s"\n  new: Default: "1m30s" ANSWER_TIMEOUT: "1m30s"\n`,
    );
  }
  const dock = await call(["flags", "check", "--group", "dock"], { folder });
  expect(dock.code).toBe(1);
  expect(dock.stderr).not.toContain("HULL_SIZE");
});

test("a secret and a required setting that are new in Go are told, too", async () => {
  const folder = copyOfExample();
  const source = join(folder, "src/providers/dock/manager.go");
  writeFileSync(
    source,
    readFileSync(source, "utf8").replace(
      '"Token of the dock master", providers.Secret()',
      '"Token of the dock master", providers.Secret(), providers.Required()',
    ),
  );
  const { code, stderr } = await call(["build", "--check"], { folder });
  expect(code).toBe(1);
  expect(stderr).toContain("providers/dock-secrets.yaml: DOCK_TOKEN\n  new: Required.\n");
});

test("a values file that cannot be read leaves the charts as they were", async () => {
  const folder = copyOfExample();
  rmSync(join(folder, "charts"), { recursive: true });
  writeFileSync(join(folder, "providers/quay.yaml"), "provider: quay\nproviderConfigs:\n  quay: {{\n");
  const { code, stderr } = await call(["build"], { folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^providers\/quay\.yaml:3:\d+: error: /m);
  expect(stderr).toContain("1 error; nothing was written.");
  expect(existsSync(join(folder, "charts"))).toBe(false);
});

test("a secret that somebody filled in stays out of the chart", async () => {
  const folder = copyOfExample();
  const file = join(folder, "providers/quay-secrets.yaml");
  const filled = readFileSync(file, "utf8").replace(/^( {4}\w+:) ""$/m, '$1 "low-tide"');
  expect(filled).toContain("low-tide");
  writeFileSync(file, filled);
  expect(await call(["build"], { folder })).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toBe(filled);
  const inChart = readFileSync(join(folder, "charts/mooring/providers/quay-secrets.yaml"), "utf8");
  expect(inChart).not.toContain("low-tide");
  const variable = /^ {4}(\w+): "low-tide"$/m.exec(filled)?.[1];
  writeFileSync(
    join(folder, "providers/quay.yaml"),
    `provider: quay\nproviderConfigs:\n  quay:\n    ${variable}: low-tide\n`,
  );
  const told = await call(["build"], { folder });
  expect(told.stderr).toContain(`"${variable}" is a secret. [flags/unknown-setting]`);
  expect(readFileSync(join(folder, "charts/mooring/providers/quay.yaml"), "utf8")).not.toContain("low-tide");
});

test("an alias puts no provider's secret among the settings", async () => {
  const folder = copyOfExample();
  const secrets = readFileSync(join(folder, "providers/quay-secrets.yaml"), "utf8");
  const variable = /^ {4}(\w+): ""$/m.exec(secrets)?.[1];
  const projectFile = join(folder, "chartwright.yaml");
  const project = readFileSync(projectFile, "utf8");
  writeFileSync(
    projectFile,
    project.replace(/^ {2}alias:\n/m, `  alias:\n    token: providerConfigs.<provider>.${variable}\n`),
  );
  const { code, stderr } = await call(["build"], { folder });
  expect(code).toBe(2);
  expect(stderr).toContain(`"providerConfigs.<provider>.${variable}" is a secret of some providers.`);
});

test("an alias of what some providers do not have is told at its place", async () => {
  const folder = copyOfExample();
  const projectFile = join(folder, "chartwright.yaml");
  const project = readFileSync(projectFile, "utf8");
  writeFileSync(
    projectFile,
    project.replace(/^ {2}alias:\n/m, "  alias:\n    bunks: providerConfigs.<provider>.HULL_SIZE\n"),
  );
  const { code, stderr } = await call(["build"], { folder });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^chartwright\.yaml:\d+:12: warning: "bunks" sets "HULL_SIZE", which some providers do not have\. \[values\/some-providers\]/m,
  );
  expect(stderr).toContain("no such setting of pier, buoy, dock");
});
