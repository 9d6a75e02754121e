// docs/comparison.md, as `npm run bench:peers` writes it.

/** The text; `results` are the manifests, each with what every tool made of it. */
export function comparisonDocument(facts) {
  const { results, peers, versions, helmVersion } = facts;
  const names = peers.map(({ name }) => name);
  return `# Comparison

Three tools that make Helm charts of an operator's manifests, over every manifest of a corpus of real releases: chartwright,
[helmify](https://github.com/arttor/helmify) ${versions["helmify"]} and the plugin \`helm/v2-alpha\` of
[kubebuilder](https://book.kubebuilder.io/plugins/available/helm-v2-alpha) ${versions["kubebuilder"]}, both built from their Go
modules. \`npm run bench:peers\` runs all of them and writes this page.

Each chart is linted (\`helm lint\`) and rendered by Helm ${helmVersion} in the namespace of its manifest, and every object of the
manifest is looked up in the rendering. The measure is the same for all, and knows nothing of the differences that chartwright
lists: no difference are the labels of Helm's conventions on an object itself, \`helm.sh/resource-policy\`, a namespace that is the
release's, nulls, \`status\`, a time of creation, and empty labels, annotations, resources and strategies. The Namespace of the
release counts for nobody, since Helm makes it. An object with a \`generateName\` alone is looked up by how its name begins: that
it has a name now is a change. A peer is run in several ways, and of each manifest the one counts that keeps most.

## Manifests

What is the first of these to be true of the charts of a manifest:

${outcomesTable(facts)}

## Objects

Of the charts that render. "Extra" are objects that the manifest does not have, hooks apart.

${objectsTable(results, names)}

## What differs

The most frequent differences of each tool, with one of the objects.

${peers.map((peer) => differences(peer, results)).join("\n\n")}

## Where a peer does better

${betterPeers(facts)}

## Ways

How each peer was run, and for how many manifests that kept most. Names of objects are kept where the tool can: \`-original-name\`
for helmify, \`fullnameOverride\` with the prefix of the names for both charts, \`serviceAccount.name\` for that of helmify.
kubebuilder takes all documents of a manifest in one file.

${table(
  ["Tool", "Run with", "Manifests", "Equal objects in all"],
  peers.flatMap((peer) => peer.ways.map((way, index) => wayRow(peer, way, index, results))),
)}

## Time and memory

${speedSection(facts)}

## Every manifest

${table(
  ["Manifest", "Objects", ...names],
  results.map(({ manifest, byPeer }) => [
    `\`${manifest.shown}\``,
    String(manifest.objects.length),
    ...names.map((name) => cellOf(byPeer.get(name))),
  ]),
)}
`;
}

function table(titles, rows) {
  return [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function outcomesTable({ results, outcomes, peers }) {
  const words = {
    equal: "equal",
    adds: "adds fields or objects",
    changes: "changes fields",
    loses: "loses objects",
  };
  const countOf = (name, outcome) =>
    results.filter(({ byPeer }) => byPeer.get(name)?.outcome === outcome).length;
  return table(
    ["", ...peers.map(({ name }) => name)],
    outcomes
      .toReversed()
      .map((outcome) => [
        words[outcome] ?? outcome,
        ...peers.map(({ name }) => String(countOf(name, outcome))),
      ]),
  );
}

function objectsTable(results, names) {
  const kinds = ["equal", "added", "changed", "lost", "extra"];
  const rows = names.map((name) => {
    const all = results.flatMap(({ byPeer }) => byPeer.get(name)?.counts ?? []);
    return [name, ...kinds.map((kind) => String(all.reduce((sum, counts) => sum + counts[kind], 0)))];
  });
  return table(["", "equal", "with added fields", "with changed fields", "lost", "extra"], rows);
}

function differences({ name }, results) {
  const groups = new Map();
  for (const { manifest, byPeer } of results) {
    for (const { kind, change = "", object } of byPeer.get(name)?.examples ?? []) {
      // The same difference of many objects: what it is, and of which kind of object.
      const what = `${kind === "added" || kind === "changed" ? change.replace(/\[\d+\]|\d+/g, "") : kind}`;
      const key = `${object.split(" ")[0]}: ${what}`;
      const group = groups.get(key) ?? { count: 0, example: `${object} of ${manifest.shown}` };
      groups.set(key, { ...group, count: group.count + 1 });
    }
  }
  const top = [...groups].toSorted((a, b) => b[1].count - a[1].count).slice(0, 10);
  if (top.length === 0) return `**${name}**: none.`;
  const rows = top.map(([key, { count, example }]) => [escaped(key), String(count), escaped(example)]);
  return `**${name}**\n\n${table(["Difference", "Objects", "One of them"], rows)}`;
}

function betterPeers({ results, outcomes, peers }) {
  const rank = (outcome) => outcomes.indexOf(outcome);
  const rows = results.flatMap(({ manifest, byPeer }) => {
    const own = byPeer.get("chartwright");
    const better = peers.filter(
      ({ name }) => name !== "chartwright" && rank(byPeer.get(name)?.outcome) < rank(own?.outcome),
    );
    return better.map(({ name }) => [
      `\`${manifest.shown}\``,
      name,
      cellOf(byPeer.get(name)),
      `${cellOf(own)}: ${exampleOf(own)}`,
    ]);
  });
  if (rows.length === 0) return "In no manifest of the corpus.";
  return table(["Manifest", "Tool", "Its charts", "chartwright's"], rows);
}

function exampleOf({ examples = [], reason = "" } = {}) {
  const [example] = examples;
  return escaped(example ? `${example.object} ${example.change ?? example.kind}` : reason);
}

function wayRow({ name, ways }, way, index, results) {
  const best = results.filter(({ byPeer }) => byPeer.get(name)?.way === index).length;
  const equal = results.reduce(
    (sum, { byPeer }) => sum + (byPeer.get(name)?.tried[index]?.counts?.equal ?? 0),
    0,
  );
  return [ways[0] === way ? name : "", way.label, String(best), String(equal)];
}

function cellOf(result) {
  if (!result) return "";
  const { outcome, counts, reason } = result;
  if (!counts) return reason ? `${outcome}: ${escaped(reason).slice(0, 90)}` : outcome;
  const number = { adds: counts.added + counts.extra, changes: counts.changed, loses: counts.lost }[outcome];
  return number === undefined ? outcome : `${outcome} ${number}`;
}

function escaped(text) {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("*", "\\*");
}

function speedSection({ speed, rounds, peers }) {
  const { total, oneProcess, kubevirt, count } = speed;
  const helmify = total.get("helmify");
  const row = (name, usage, base) => [
    name,
    usage.wall.toFixed(2),
    usage.cpu.toFixed(2),
    (usage.memory / 2 ** 20).toFixed(0),
    base ? (usage.wall / base.wall).toFixed(2) : "",
  ];
  const titles = ["", "wall (s)", "CPU (s)", "peak memory (MiB)", "wall, against helmify"];
  const rows = [
    ...peers.map(({ name }) => row(name, total.get(name), helmify)),
    row("chartwright, all in one process", oneProcess, helmify),
  ];
  const alone = kubevirt && [
    ...peers.map(({ name }) => row(name, kubevirt.byPeer.get(name), kubevirt.byPeer.get("helmify"))),
    row("node -e 0", kubevirt.node, kubevirt.byPeer.get("helmify")),
  ];
  return `Printed with Node ${process.version} on ${new Date().toISOString().slice(0, 10)}, the tools taking turns; the kernel counts what each process takes.

All ${count} manifests, a process each, ${rounds.all === 1 ? "one round" : `medians of ${rounds.all} rounds`}; the memory is that of the largest:

${table(titles, rows)}
${
  alone
    ? `
KubeVirt alone (\`${kubevirt.shown}\`), medians of ${rounds.kubevirt} runs:

${table(titles, alone)}
`
    : ""
}`.trimEnd();
}
