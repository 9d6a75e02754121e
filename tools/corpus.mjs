// `npm run corpus`: every manifest of the corpus, converted with no option but a name and proven with Helm 3 and 4, also
// by way back to manifests, one line each and a total; exit code 1 when one fails. Words choose manifests: `npm run corpus -- antrea v2`.
// `npm run corpus -- --memory` only converts, all in one process and several times over, and shows the memory.
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { compareManifests, convert, fileTree, printStream, renderManifests, verify } from "../dist/index.js";
import { corpus, listManifests, nameOf } from "./corpus-manifests.mjs";
import { packagedTools } from "./packaged-helm.mjs";

const self = fileURLToPath(import.meta.url);
const helms =
  process.env["HELM3"] && process.env["HELM4"]
    ? [process.env["HELM3"], process.env["HELM4"]]
    : [packagedTools("3"), packagedTools("4")].flatMap((tools) => tools?.helm ?? []);
const releaseLimit = 1024 * 1024;
/** No manifest needs more than a fraction of it, on a machine that does other work as well. */
const minutesForOne = 10;

/** The checks of verify, by the columns that show them. */
const columns = {
  "lint 3/4": ["lint"],
  parity: ["render", "parity"],
  elsewhere: ["namespace"],
  schema: ["schema"],
  values: ["value-use"],
  "built twice": ["determinism"],
  size: ["release-size"],
};
const titles = ["converted", ...Object.keys(columns), "back", "time"];

/** What the API server would say of the source: findings, which no chart can mend. */
const refusedByKubernetes = new Set([
  "parse/invalid-name",
  "classify/removed-api",
  "classify/crd-malformed",
  "classify/crd-without-schema",
  "classify/invalid-object",
]);

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const option = process.argv.find((word) => word.startsWith("--"));
if (option === "--worker") work();
else if (option === "--memory") await showMemory();
else await showAll();

function converted(manifest) {
  return convert([{ path: manifest }], { folder: corpus, name: nameOf(manifest) });
}

/** Converts and proves one manifest: a cell for each column, what failed, and what Kubernetes would refuse. */
async function prove(manifest) {
  const before = process.cpuUsage();
  const { chartSet, rebuild, diagnostics } = await converted(manifest);
  const { user, system } = process.cpuUsage(before);
  const time = `${((user + system) / 1000).toFixed(0)} ms`;
  const refused = diagnostics
    .filter(({ code }) => refusedByKubernetes.has(code))
    .map((one) => [one.message, one.found].filter(Boolean).join(" "));
  if (!chartSet) {
    const reasons = diagnostics
      .filter(({ severity }) => severity === "error")
      .map((one) => `${one.message} [${one.code}]`);
    return { manifest, cells: { converted: "FAILED", time }, reasons, refused };
  }
  const report = await verify(chartSet, { helms, rebuild });
  const cells = Object.entries(columns).map(([column, checks]) => {
    const statuses = report.checks.filter(({ check }) => checks.includes(check)).map(({ status }) => status);
    // What was skipped is not proven, either.
    const worst = ["failed", "unchecked", "skipped", "warned"].find((status) => statuses.includes(status));
    return [column, worst === undefined ? "ok" : worst === "warned" ? worst : "FAILED"];
  });
  const largest = Math.max(...report.charts.map(({ releaseBytes = 0 }) => releaseBytes));
  const findings = [...report.objects, ...report.checks].flatMap((part) => part.findings);
  const reasons = findings
    .filter(({ severity }) => severity === "error")
    .map(({ check, chart, path, message }) => [check, chart, path, message].filter(Boolean).join(": "));
  const back = await renderedBack(chartSet);
  const { size, ...others } = Object.fromEntries(cells);
  const share = `${((100 * largest) / releaseLimit).toFixed(0)} %`;
  return {
    manifest,
    cells: {
      converted: "ok",
      ...others,
      size: size === "FAILED" ? `FAILED ${share}` : share,
      back: back.length === 0 ? "ok" : "FAILED",
      time,
    },
    reasons: [...reasons, ...back],
    refused,
  };
}

/** What is other in the manifests that the charts give back: compared with the sources, and between the Helms. */
async function renderedBack(chartSet) {
  const folder = mkdtempSync(join(tmpdir(), "chartwright-corpus-"));
  try {
    for (const [path, text] of fileTree(chartSet)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const access = { credentials: async () => undefined, connection: { environment: {} } };
    const names = chartSet.charts.map(({ plan }) => plan.name);
    const streams = new Set();
    const reasons = [];
    for (const helm of helms) {
      const { sets, diagnostics } = await renderManifests(names, folder, { helm, access });
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      reasons.push(...errors.map((one) => `back: ${one.message} [${one.code}]`));
      for (const set of sets) {
        streams.add(printStream(set));
        const findings = compareManifests(chartSet, set);
        reasons.push(
          ...findings.map(({ object, path, message }) => `back: ${object?.name} ${path}: ${message}`),
        );
      }
    }
    return streams.size > 1 ? [...reasons, "back: the Helms give different manifests"] : reasons;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failure(manifest, reason) {
  return { manifest, cells: { converted: "FAILED" }, reasons: [reason], refused: [] };
}

/** One of several processes: proves what it is sent, one manifest after the other. */
function work() {
  process.on("message", async (manifest) => {
    const result = await prove(manifest).catch((error) => failure(manifest, String(error?.stack ?? error)));
    process.send(result);
  });
}

/** Gives the manifests to one worker until none is left; a worker that ends, or takes too long, is followed by another. */
async function employ(waiting, show) {
  let worker;
  for (let manifest = waiting.shift(); manifest !== undefined; manifest = waiting.shift()) {
    worker ??= fork(self, ["--worker"]);
    const { result, isAlive } = await resultOf(worker, manifest);
    if (!isAlive) worker = undefined;
    show(result);
  }
  worker?.disconnect();
}

function resultOf(worker, manifest) {
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => {
      worker.removeAllListeners();
      worker.kill("SIGKILL");
      const result = failure(manifest, `took longer than ${minutesForOne} minutes`);
      resolve({ result, isAlive: false });
    }, minutesForOne * 60_000);
    const finish = (outcome) => {
      clearTimeout(tooLong);
      worker.removeAllListeners();
      resolve(outcome);
    };
    worker.once("message", (result) => finish({ result, isAlive: true }));
    worker.once("exit", (code, signal) => {
      const result = failure(manifest, `its process ended: ${signal ?? `exit code ${code}`}`);
      finish({ result, isAlive: false });
    });
    worker.send(manifest);
  });
}

async function showAll() {
  const started = Date.now();
  const waiting = await listManifests(words);
  const count = waiting.length;
  console.log(lineOf(["manifest", ...titles]));
  const failed = Object.fromEntries(titles.map((title) => [title, 0]));
  let failures = 0;
  let refusals = 0;
  const show = ({ manifest, cells, reasons, refused }) => {
    const isFailed = Object.values(cells).some((cell) => cell.startsWith("FAILED"));
    if (isFailed) failures += 1;
    for (const title of titles) if (cells[title]?.startsWith("FAILED")) failed[title] += 1;
    const shown = manifest.replace(/^operators[/\\]/, "");
    console.log(lineOf([shown, ...titles.map((title) => cells[title] ?? "-")]));
    if (isFailed) for (const reason of reasons.slice(0, 5)) console.log(`    ${reason.split("\n")[0]}`);
    if (refused.length > 0) refusals += 1;
    for (const reason of new Set(refused)) console.log(`    the source: ${reason}`);
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, () => employ(waiting, show)));
  console.log(
    lineOf([`total: ${count}, failed: ${failures}`, ...titles.map((title) => String(failed[title] || ""))]),
  );
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(
    `${refusals} with something that Kubernetes refuses; ${minutes} minutes, Node ${process.version}`,
  );
  process.exitCode = failures > 0 ? 1 : 0;
}

function lineOf(cells) {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(72) : cell.padEnd(12)))
    .join("")
    .trimEnd();
}

/** Converts everything in this process, round by round: what stays in memory must not grow. */
async function showMemory() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const all = await listManifests(words);
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
