// `npm run corpus`: every manifest of the corpus, converted with no option but a name and proven with Helm 3 and 4, one
// line each and a total; exit code 1 when one fails. Words choose manifests: `npm run corpus -- antrea v2`.
// `npm run corpus -- --memory` only converts, all in one process and several times over, and shows the memory.
import { fork } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { convert, inspect, verify } from "../dist/index.js";
import { packagedTools } from "./packaged-helm.mjs";

const self = fileURLToPath(import.meta.url);
const shared = process.env["CHARTWRIGHT_SHARED"] ?? fileURLToPath(new URL("../../shared", import.meta.url));
const corpus = join(shared, "corpus");
const helms =
  process.env["HELM3"] && process.env["HELM4"]
    ? [process.env["HELM3"], process.env["HELM4"]]
    : [packagedTools("3"), packagedTools("4")].flatMap((tools) => tools?.helm ?? []);
const releaseLimit = 1024 * 1024;

/** The checks of verify, by the columns that show them. */
const columns = {
  lint: ["lint"],
  parity: ["render", "parity", "determinism"],
  elsewhere: ["namespace"],
  values: ["schema", "value-use"],
  size: ["release-size"],
};

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const option = process.argv.find((word) => word.startsWith("--"));
if (option === "--shard") await work();
else if (option === "--memory") await showMemory();
else await showAll();

/** The releases in the corpus, beside which peerpods/flags holds settings: a folder, or each of its files where they define an object twice. */
async function* manifests() {
  for (const folder of releaseFolders().filter((path) => words.every((word) => path.includes(word)))) {
    const { diagnostics } = await inspect([{ path: join(corpus, folder) }]);
    const isOne = !diagnostics.some(({ code }) => code === "parse/conflicting-object");
    if (isOne) yield folder;
    else yield* filesIn(folder);
  }
}

function releaseFolders() {
  const parts = [
    "kubevirt",
    "cdi",
    "peerpods",
    ...foldersIn("operators").map((name) => join("operators", name)),
  ];
  const releases = parts.flatMap((part) => foldersIn(part).map((version) => join(part, version)));
  return releases.filter(
    (release) => filesIn(release).length > 0 && !release.startsWith(join("peerpods", "flags")),
  );
}

function foldersIn(folder) {
  const names = readdirSync(join(corpus, folder)).sort();
  return names.filter((name) => statSync(join(corpus, folder, name)).isDirectory());
}

function filesIn(folder) {
  const paths = readdirSync(join(corpus, folder), { recursive: true, encoding: "utf8" }).sort();
  return paths.filter((path) => /\.(?:ya?ml|json)$/.test(path)).map((path) => join(folder, path));
}

function converted(manifest) {
  return convert([{ path: manifest }], { folder: corpus, name: nameOf(manifest) });
}

function nameOf(manifest) {
  const [first, second] = manifest.split(/[/\\]/);
  return (first === "operators" ? second : first) ?? "operator";
}

/** Converts and proves one manifest: a cell for each column, and what failed. */
async function prove(manifest) {
  const before = process.cpuUsage();
  const { chartSet, rebuild, diagnostics } = await converted(manifest);
  const { user, system } = process.cpuUsage(before);
  const time = `${((user + system) / 1000).toFixed(0)} ms`;
  if (!chartSet) {
    const reasons = diagnostics
      .filter(({ severity }) => severity === "error")
      .map((one) => `${one.message} [${one.code}]`);
    return { manifest, cells: { converted: "FAILED", time }, reasons };
  }
  const report = await verify(chartSet, { helms, rebuild });
  const cells = Object.entries(columns).map(([column, checks]) => {
    const statuses = report.checks.filter(({ check }) => checks.includes(check)).map(({ status }) => status);
    const worst = ["failed", "unchecked", "warned"].find((status) => statuses.includes(status)) ?? "ok";
    return [column, worst === "failed" || worst === "unchecked" ? "FAILED" : worst];
  });
  const largest = Math.max(...report.charts.map(({ releaseBytes = 0 }) => releaseBytes));
  const findings = [...report.objects, ...report.checks].flatMap((part) => part.findings);
  const reasons = findings
    .filter(({ severity }) => severity === "error")
    .map(({ check, chart, path, message }) => [check, chart, path, message].filter(Boolean).join(": "));
  const { size, ...others } = Object.fromEntries(cells);
  const share = `${((100 * largest) / releaseLimit).toFixed(0)} %`;
  return {
    manifest,
    cells: { converted: "ok", ...others, size: size === "FAILED" ? `FAILED ${share}` : share, time },
    reasons,
  };
}

/** One of several processes: proves every n-th manifest, and sends what it found. */
async function work() {
  const [index, count] = process.env["CORPUS_SHARD"].split("/").map(Number);
  let at = 0;
  for await (const manifest of manifests()) {
    if (at++ % count !== index) continue;
    const result = await prove(manifest).catch((error) => ({
      manifest,
      cells: { converted: "FAILED" },
      reasons: [String(error?.stack ?? error)],
    }));
    process.send(result);
  }
  process.disconnect();
}

async function showAll() {
  const titles = ["converted", ...Object.keys(columns), "time"];
  const line = (cells) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(56) : cell.padEnd(12)))
      .join("")
      .trimEnd();
  console.log(line(["manifest", ...titles]));
  const failed = Object.fromEntries(titles.map((title) => [title, 0]));
  let count = 0;
  let failures = 0;
  const show = ({ manifest, cells, reasons }) => {
    count += 1;
    const isFailed = Object.values(cells).some((cell) => cell.startsWith("FAILED"));
    if (isFailed) failures += 1;
    for (const title of titles) if (cells[title]?.startsWith("FAILED")) failed[title] += 1;
    const shown = manifest.replace(/^operators[/\\]/, "");
    console.log(line([shown, ...titles.map((title) => cells[title] ?? "-")]));
    if (isFailed) for (const reason of reasons.slice(0, 5)) console.log(`    ${reason.split("\n")[0]}`);
  };
  const shards = Math.max(1, availableParallelism());
  const codes = await Promise.all(
    Array.from({ length: shards }, (_, index) => {
      const env = { ...process.env, CORPUS_SHARD: `${index}/${shards}` };
      const child = fork(self, ["--shard", ...words], { env });
      child.on("message", show);
      return new Promise((resolve) => child.on("exit", resolve));
    }),
  );
  console.log(
    line([`total: ${count}, failed: ${failures}`, ...titles.map((title) => String(failed[title] || ""))]),
  );
  process.exitCode = failures > 0 || codes.some((code) => code !== 0) ? 1 : 0;
}

/** Converts everything in this process, round by round: what stays in memory must not grow. */
async function showMemory() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const all = await listed();
  console.log("| round | CPU (s) | heap afterwards (MiB) | peak memory (MiB) |\n|---|---|---|---|");
  for (let round = 1; round <= 3; round += 1) {
    const before = process.cpuUsage();
    for (const manifest of all) await converted(manifest);
    const { user, system } = process.cpuUsage(before);
    collect();
    const heap = process.memoryUsage().heapUsed / 2 ** 20;
    const peak = process.resourceUsage().maxRSS / 2 ** 10;
    console.log(
      `| ${round} | ${((user + system) / 1e6).toFixed(1)} | ${heap.toFixed(0)} | ${peak.toFixed(0)} |`,
    );
  }
  console.log(`\n${all.length} manifests, Node ${process.version}`);
}

async function listed() {
  const all = [];
  for await (const manifest of manifests()) all.push(manifest);
  return all;
}
