// `npm run bench:peers`: the charts of chartwright, helmify and kubebuilder's Helm plugin for every manifest of the corpus,
// each rendered by Helm and held against the manifest by one measure, and the time and memory that each takes. Writes
// docs/comparison.md; with words it only shows the manifests whose paths have them all: `npm run bench:peers -- antrea`.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { convert } from "../dist/index.js";
import { comparisonDocument } from "./comparison-document.mjs";
import { corpus, filesOf, listManifests, nameOf } from "./corpus-manifests.mjs";
import { packagedTools } from "./packaged-helm.mjs";
import { compareObjects, objectsIn } from "./peer-parity.mjs";
import { accountOf, namePrefixOf, peers, versionOf } from "./peers.mjs";

const self = fileURLToPath(import.meta.url);
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const folder = mkdtempSync(join(tmpdir(), "chartwright-peers-"));
/** How often each is measured: every manifest, and KubeVirt alone. */
const rounds = { all: Number(process.env["ROUNDS"] ?? 1), kubevirt: 9 };
/** Of one run of one tool, on a machine that does other work as well. */
const timeLimit = 120_000;
const helm = process.env["HELM4"] ?? packagedTools("4")?.helm ?? "helm";

/** From the best to the worst. */
const outcomes = ["equal", "adds", "changes", "loses", "does not render", "does not lint", "tool error"];

if (process.argv.includes("--convert-all")) await convertAll(process.argv.at(-1) ?? "");
else {
  try {
    await main();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main() {
  const programs = findPrograms();
  const manifests = [];
  for (const path of await listManifests(words)) manifests.push(await understand(path, manifests.length));
  console.log(`${manifests.length} manifests; the charts first, then time and memory\n`);
  const waiting = [...manifests];
  const results = [];
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let manifest = waiting.shift(); manifest; manifest = waiting.shift()) {
        const result = { manifest, byPeer: new Map() };
        for (const peer of peers) result.byPeer.set(peer.name, await bestOf(peer, manifest, programs));
        results.push(result);
        const cells = peers.map(({ name }) => result.byPeer.get(name)?.outcome.padEnd(18));
        console.log(`${manifest.shown.padEnd(72)}${cells.join("")}`.trimEnd());
      }
    }),
  );
  results.sort((a, b) => manifests.indexOf(a.manifest) - manifests.indexOf(b.manifest));
  const speed = measureAll(manifests, programs);
  const versions = Object.fromEntries(peers.map((peer) => [peer.name, versionOf(peer)]));
  const helmVersion = (await run({ program: helm, args: ["version", "--short"] })).stdout.trim();
  const text = comparisonDocument({ results, outcomes, peers, speed, versions, helmVersion, rounds });
  if (words.length > 0) console.log(`\n${text}`);
  else writeFileSync(fileURLToPath(new URL("../docs/comparison.md", import.meta.url)), text);
}

function findPrograms() {
  const names = ["rusage", ...peers.flatMap(({ name, module }) => (module === undefined ? [] : [name]))];
  const build = fileURLToPath(new URL("build.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [build, ...names], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error("the peers cannot be built: see above");
  const paths = stdout.trim().split("\n");
  return new Map(names.map((name, index) => [name, paths[index] ?? ""]));
}

/** What a manifest is for all tools: its files, its objects, the namespace that it is for. */
async function understand(path, index) {
  const name = nameOf(path);
  const input = join(folder, "input", String(index).padStart(3, "0"), `${name}.yaml`);
  mkdirSync(join(input, ".."), { recursive: true });
  const texts = filesOf(path).map((file) => readFileSync(join(corpus, file), "utf8").trimEnd());
  writeFileSync(input, `${texts.join("\n---\n")}\n`);
  const { chartSet } = await convert([{ path }], { folder: corpus, name });
  if (!chartSet) throw new Error(`chartwright cannot convert ${path}`);
  const { operator } = chartSet.plan;
  const own = new Set(operator.namespaces.filter((one) => one.own).map(({ manifest }) => manifest));
  const all = operator.manifests.map(({ object }) => object);
  return {
    path,
    shown: path.replace(/^operators[/\\]/, ""),
    name,
    input,
    sources: join(corpus, path),
    // Helm makes the namespace of the release, or an administrator does: no tool has to keep it.
    objects: operator.manifests.filter((manifest) => !own.has(manifest)).map(({ object }) => object),
    facts: {
      namespace: operator.sourceNamespace ?? "default",
      namePrefix: namePrefixOf(all),
      account: accountOf(all),
      charts: chartSet.charts.map(({ plan }) => plan.name),
      secondStep: new Map(
        chartSet.charts.map(({ plan, objects }) => [
          plan.name,
          [...new Set(objects.flatMap(({ setToRender = [] }) => setToRender))],
        ]),
      ),
    },
  };
}

/** The tool's charts in that of its ways which keeps most of the manifest. */
async function bestOf(peer, manifest, programs) {
  const target = join(folder, "charts", peer.name, basename(join(manifest.input, "..")));
  const tried = [];
  for (const [index, way] of peer.ways.entries()) {
    const given = { ...manifest, folder: join(target, String(index)) };
    mkdirSync(given.folder, { recursive: true });
    tried.push({ way: index, ...(await outcomeOf(way, given, programs)) });
  }
  const rank = ({ outcome }) => outcomes.indexOf(outcome);
  const equal = ({ counts }) => counts?.equal ?? -1;
  const inOrder = () => tried.toSorted((a, b) => rank(a) - rank(b) || equal(b) - equal(a));
  // Of the ways that are no better than the best, nobody has to know whether their charts lint.
  for (let [best] = inOrder(); best && !best.isLinted && best.charts; [best] = inOrder()) {
    Object.assign(best, { isLinted: true, ...(await lint(best.charts)) });
  }
  rmSync(target, { recursive: true, force: true });
  const [best] = inOrder();
  return { ...best, tried };
}

async function outcomeOf(way, given, programs) {
  const made = await run(withPrograms(way.command(given), programs));
  if (made.status !== 0) return { outcome: "tool error", reason: reasonIn(made) };
  const charts = way.charts(given, given.facts);
  const absent = charts.find((chart) => !existsSync(join(chart.folder, "Chart.yaml")));
  if (absent) return { outcome: "tool error", reason: `no chart in ${basename(absent.folder)}` };
  const rendered = [];
  for (const { folder: chart, release, set } of charts) {
    const where = ["--namespace", given.facts.namespace, "--include-crds"];
    const args = ["template", release, chart, ...where, ...set.flatMap((one) => ["--set", one])];
    const { status, stdout, stderr } = await run({ program: helm, args });
    if (status !== 0) return { outcome: "does not render", charts, reason: reasonIn({ stdout: "", stderr }) };
    rendered.push(...objectsIn(stdout));
  }
  const { counts, examples } = compareObjects(given.objects, rendered, given.facts.namespace);
  const isMore = counts.added + counts.extra > 0;
  const outcome = counts.lost > 0 ? "loses" : counts.changed > 0 ? "changes" : isMore ? "adds" : "equal";
  return { outcome, charts, counts, examples };
}

/** What changes about an outcome when a chart does not lint. */
async function lint(charts) {
  for (const chart of charts) {
    const linted = await run({ program: helm, args: ["lint", chart.folder] });
    if (linted.status !== 0)
      return { outcome: "does not lint", reason: reasonIn(linted), counts: undefined, examples: [] };
  }
  return {};
}

function withPrograms({ program, ...command }, programs) {
  return { program: programs.get(program) ?? program, ...command };
}

/** The line that says what is wrong, without paths of this run. */
function reasonIn({ stdout, stderr }) {
  const lines = `${stderr}\n${stdout}`
    .replaceAll(folder, "")
    .replace(/\u001b\[[0-9;]*m/g, "")
    .split("\n")
    .map((line) => line.trim());
  const line =
    lines.find((one) => one.startsWith("[ERROR]")) ??
    lines.find((one) => /error|fail|panic|fatal/i.test(one)) ??
    lines.find((one) => one !== "");
  return (line ?? "").replace(/^\[ERROR\] (?:templates\/: )?/, "").slice(0, 300);
}

function run({ program, args, cwd }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    const timer = setTimeout(() => child.kill("SIGKILL"), timeLimit);
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8");
      child[name].on("data", (text) => {
        output[name] += text;
      });
    }
    child.on("error", (error) => resolve({ status: 127, stdout: "", stderr: String(error) }));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ status: code ?? 1, ...output });
    });
  });
}

/** Time and memory of each tool in its first way: of every manifest, one process each, and of KubeVirt alone. */
function measureAll(manifests, programs) {
  const samples = new Map();
  const add = (name, part, usage) => {
    const key = `${name} ${part}`;
    samples.set(key, [...(samples.get(key) ?? []), usage]);
  };
  const kubevirt = manifests.findLast(({ path }) => path.startsWith("kubevirt"));
  for (let round = 0; round < rounds.all; round += 1) {
    for (const [index, manifest] of manifests.entries()) {
      for (const peer of peers) add(peer.name, index, measureWay(peer, manifest, programs));
    }
    const all = { program: process.execPath, args: [self, ...words, "--convert-all", join(folder, "all")] };
    add("one process", "all", measure(all, programs));
    rmSync(join(folder, "all"), { recursive: true, force: true });
    console.error(`round ${round + 1} of ${rounds.all} measured`);
  }
  for (let round = 0; kubevirt && round < rounds.kubevirt; round += 1) {
    for (const peer of peers) add(peer.name, "kubevirt", measureWay(peer, kubevirt, programs));
    add("node", "kubevirt", measure({ program: process.execPath, args: ["-e", "0"] }, programs));
  }
  const one = (name, part) => medianOf(samples.get(`${name} ${part}`) ?? []);
  const total = (name) => {
    const each = manifests.map((_, index) => one(name, index));
    return {
      wall: each.reduce((sum, { wall }) => sum + wall, 0),
      cpu: each.reduce((sum, { cpu }) => sum + cpu, 0),
      memory: Math.max(...each.map(({ memory }) => memory)),
    };
  };
  return {
    count: manifests.length,
    total: new Map(peers.map(({ name }) => [name, total(name)])),
    oneProcess: one("one process", "all"),
    kubevirt: kubevirt && {
      shown: kubevirt.shown,
      node: one("node", "kubevirt"),
      byPeer: new Map(peers.map(({ name }) => [name, one(name, "kubevirt")])),
    },
  };
}

function measureWay({ ways: [way] }, manifest, programs) {
  const target = join(folder, "measured");
  mkdirSync(target, { recursive: true });
  const usage = measure(way.command({ ...manifest, folder: target }), programs);
  rmSync(target, { recursive: true, force: true });
  return usage;
}

function measure(command, programs) {
  const { program, args, cwd } = withPrograms(command, programs);
  const { output, error } = spawnSync(programs.get("rusage") ?? "", [program, ...args], {
    cwd,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: timeLimit,
  });
  if (error) throw error;
  return JSON.parse(output[3] ?? "");
}

function medianOf(usages) {
  const median = (key) =>
    usages.map((usage) => usage[key]).toSorted((a, b) => a - b)[usages.length >> 1] ?? 0;
  return { wall: median("wall"), cpu: median("cpu"), memory: median("memory") };
}

/** Converts every manifest into a folder of its own, all in this process. */
async function convertAll(output) {
  const { write } = await import("../dist/write/write.js");
  for (const [index, path] of (await listManifests(words.slice(0, -1))).entries()) {
    const target = join(output, String(index));
    const { comparison } = await convert([{ path }], { folder: corpus, name: nameOf(path), output: target });
    if (!comparison || write(comparison).diagnostics.length > 0) throw new Error(`cannot convert ${path}`);
  }
}
