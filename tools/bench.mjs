// `npm run bench`: the CPU that chartwright takes, as ratios against peers in the same run, so that the figures mean
// the same on a slow machine and a fast one. Every command is a process of its own; rounds are interleaved.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const shared = process.env["CHARTWRIGHT_SHARED"] ?? join(repository, "..", "shared");
const release = join(shared, "corpus", "kubevirt", "v1.9.0");
const rounds = Number(process.env["ROUNDS"] ?? 9);
const folder = mkdtempSync(join(tmpdir(), "chartwright-bench-"));

// Each process reports its own CPU and peak memory when it ends, on a pipe of its own.
const reporter = join(folder, "reporter.cjs");
writeFileSync(
  reporter,
  `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 }));
});`,
);

const hasCorpus = existsSync(release);
const input = hasCorpus ? release : join(repository, "examples", "tidegate", "release", "v0.9.2");
const file = join(input, hasCorpus ? "kubevirt-operator.yaml" : "tidegate-operator.yaml");
const read = `import { readFileSync } from "node:fs"; import { loadAll } from "js-yaml";
loadAll(readFileSync(${JSON.stringify(file)}, "utf8"));`;
const cli = join(repository, "dist", "cli", "main.js");

const commands = {
  "node -e 0": ["-e", "0"],
  "js-yaml read": ["--input-type=module", "-e", read],
  "chartwright --help": [cli, "--help"],
  "chartwright convert": [cli, "convert", input, "-o", join(folder, "out"), "--force"],
};

/** @param {readonly string[]} args */
function measure(args) {
  const { status, output } = spawnSync(process.execPath, ["--require", reporter, ...args], {
    cwd: repository,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${output[2]}`);
  return JSON.parse(output[3] ?? "");
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const samples = new Map(Object.keys(commands).map((name) => [name, []]));
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, args] of Object.entries(commands)) {
    const sample = measure(args);
    if (round > 0) samples.get(name)?.push(sample); // the first round only warms the disk
  }
}
rmSync(folder, { recursive: true, force: true });

console.log(
  `${hasCorpus ? "KubeVirt 1.9.0" : "the tidegate example (no corpus here)"}, Node ${process.version}, ${rounds} rounds\n`,
);
console.log("| process | CPU (ms, median) | min–max | peak memory (MiB) |\n|---|---|---|---|");
const cpu = {};
for (const [name, of] of samples) {
  const times = of.map((sample) => sample.cpu);
  cpu[name] = median(times);
  const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
  console.log(
    `| ${name} | ${cpu[name].toFixed(0)} | ${range} | ${median(of.map((sample) => sample.memory)).toFixed(0)} |`,
  );
}
console.log(`
start-up of --help above node -e 0: ${(cpu["chartwright --help"] - cpu["node -e 0"]).toFixed(0)} ms (at most 60)
convert against node -e 0 with one js-yaml read: ${(cpu["chartwright convert"] / cpu["js-yaml read"]).toFixed(2)} (at most 2.5)`);
