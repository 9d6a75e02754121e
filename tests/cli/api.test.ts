// The package as a user has it: imported by its name from a folder of their own, with its types.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { runProcess } from "../support/process.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { customResource, operator } from "./small-operator.ts";

const script = `import { join } from "node:path";
import {
  build,
  compareLayouts,
  convert,
  describeBuild,
  describeOperator,
  init,
  inspect,
  operatorTable,
  printDiff,
  renderDiagnostic,
  renderReport,
  type Report,
  verify,
  write,
  writeNewFile,
} from "chartwright";

const folder: string = process.cwd();
const inputs = [{ path: "operator.yaml" }, { path: "cr.yaml", customResource: true }];

const { operator, diagnostics } = await inspect(inputs, { folder });
if (!operator) throw new Error(diagnostics.map((diagnostic) => renderDiagnostic(diagnostic)).join());
console.log(operatorTable(describeOperator(operator)).split("\\n")[0]);
console.log(compareLayouts(operator, { name: "tide" }).find(({ recommended }) => recommended)?.layout);

const project = await init(inputs, { folder, name: "tide" });
console.log(project.project?.layout, writeNewFile(join(folder, "chartwright.yaml"), project.text ?? "", "it"));

const before = await build(folder);
if (!before.comparison) throw new Error("no charts");
console.log((await printDiff(before.comparison)).split("\\n")[0], write(before.comparison).created > 0);

const { chartSet, comparison, rebuild } = await convert(inputs, { folder, output: "charts", name: "tide" });
if (!chartSet || !comparison) throw new Error("no charts");
console.log(describeBuild(chartSet, comparison, false).charts.map(({ name }) => name).join());
for (const helm of process.argv.slice(2)) {
  const folders = new Map(chartSet.charts.map(({ plan }) => [plan.name, join(folder, "charts", plan.name)]));
  const report: Report = await verify(chartSet, { helms: [helm], folders, ...(rebuild ? { rebuild } : {}) });
  console.log(report.summary.passed, renderReport(report).trimEnd().split("\\n").at(-1));
}
`;

function userFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
  symlinkSync(repositoryFolder, join(folder, "node_modules", "chartwright"));
  symlinkSync(
    join(repositoryFolder, "node_modules", "@types", "node"),
    join(folder, "node_modules", "@types", "node"),
  );
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    strict: true,
    outDir: "out",
    types: ["node"],
  };
  writeFiles(folder, {
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["user.ts"] }),
    "user.ts": script,
    "operator.yaml": operator,
    "cr.yaml": customResource,
  });
  return folder;
}

test("what the command line does can be written as a typed program", async () => {
  const cwd = userFolder();
  const compiler = join(repositoryFolder, "node_modules", "typescript", "bin", "tsc");
  const compiled = await runProcess(process.execPath, [compiler, "-p", "."], { cwd });
  expect(compiled).toEqual({ status: 0, stdout: "", stderr: "" });
  const paths = helms().map(({ path }) => path);
  const { status, stdout, stderr } = await runProcess(process.execPath, ["out/user.js", ...paths], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trimEnd().split("\n")).toEqual([
    "4 objects; own namespace: tide-system",
    "crds-and-main",
    "crds-and-main undefined",
    "--- /dev/null true",
    "tide-crd,tide",
    ...paths.map(() => "true Verified: the charts equal their source."),
  ]);
});
