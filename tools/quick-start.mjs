// `npm start`: compiles the bundled example into out/ and proves the charts with the Helms that npm brought.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { packagedTools } from "./packaged-helm.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const helms = [packagedTools("3"), packagedTools("4")].flatMap((tools) =>
  tools ? ["--helm", tools.helm] : [],
);
const command = [
  "convert",
  "examples/tidegate/release/v0.9.2",
  "--name",
  "tidegate",
  "-o",
  "out",
  "--verify",
];

console.log(`$ chartwright ${command.join(" ")}\n`);
if (helms.length === 0) console.log("No Helm from npm on this machine: the one on the PATH is used.\n");
const { status } = spawnSync(process.execPath, ["dist/cli/main.js", ...command, ...helms], {
  cwd: repository,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
