// The tools that `npm run bench:peers` compares. Each is run in several ways, and for each manifest that one counts which
// keeps most of it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

/**
 * A way to make charts of a manifest. `command` gets what there is: `input` (one file with all documents), `sources` (as
 * published), `folder` (empty), `name`. `charts` says what Helm is to render afterwards: folder, release, values to set.
 * `facts` are what the source says of itself.
 */
const chartwright = {
  label: "no option but the name",
  command: ({ sources, folder, name }) => ({
    program: process.execPath,
    args: [cli, "convert", sources, "-o", join(folder, "charts"), "--name", name],
  }),
  charts: ({ folder }, facts) =>
    facts.charts.map((chart) => ({
      folder: join(folder, "charts", chart),
      release: chart,
      set: facts.secondStep.get(chart) ?? [],
    })),
};

const helmify = (label, options) => ({
  label,
  command: ({ input, folder, name }) => ({
    program: "helmify",
    args: [...options, "-f", input, join(folder, name)],
  }),
  charts: ({ folder, name }, facts) => [
    {
      folder: join(folder, name),
      release: name,
      set: [
        `fullnameOverride=${facts.namePrefix ?? name}`,
        ...(facts.account === undefined ? [] : [`serviceAccount.name=${facts.account}`]),
      ],
    },
  ],
});

const everything = ["certManager", "metrics", "networkPolicy", "prometheus", "rbac.helpers", "webhook"];

const kubebuilder = (label, set) => ({
  label,
  command: ({ input, folder, name }) => {
    mkdirSync(folder, { recursive: true });
    const project = { version: "3", domain: "example.org", repo: `example.org/${name}`, projectName: name };
    writeFileSync(join(folder, "PROJECT"), JSON.stringify({ ...project, layout: ["go.kubebuilder.io/v4"] }));
    return {
      program: "kubebuilder",
      args: ["edit", "--plugins=helm/v2-alpha", `--manifests=${input}`, "--output-dir=charts"],
      cwd: folder,
    };
  },
  charts: ({ folder, name }, facts) => [
    {
      folder: join(folder, "charts", "chart"),
      release: name,
      set: [`fullnameOverride=${facts.namePrefix ?? name}`, ...set],
    },
  ],
});

export const peers = [
  { name: "chartwright", module: undefined, ways: [chartwright] },
  {
    name: "helmify",
    module: "github.com/arttor/helmify",
    ways: [
      helmify("`-original-name`", ["-original-name"]),
      helmify("`-original-name -preserve-ns`", ["-original-name", "-preserve-ns"]),
      helmify("`-original-name -preserve-ns -crd-dir`", ["-original-name", "-preserve-ns", "-crd-dir"]),
    ],
  },
  {
    name: "kubebuilder",
    module: "sigs.k8s.io/kubebuilder/v4",
    ways: [
      kubebuilder("its default values", []),
      kubebuilder(
        "its optional parts switched on",
        everything.map((part) => `${part}.enabled=true`),
      ),
    ],
  },
];

/** The version that go.mod pins. */
export function versionOf({ name, module }) {
  if (module === undefined) return JSON.parse(read("../package.json")).version;
  return read(`./${name}/go.mod`).match(new RegExp(`^\\s*${module} (v\\S+)`, "m"))?.[1] ?? "";
}

function read(path) {
  const file = new URL(path, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The service account of the manager, whose name helmify makes a value; the only one, where no Deployment names it. */
export function accountOf(objects) {
  const accounts = objects
    .filter(({ kind }) => kind === "ServiceAccount")
    .map(({ metadata }) => metadata.name);
  const used = managerOf(objects)?.spec?.template?.spec?.serviceAccountName;
  return accounts.includes(used) ? used : accounts[0];
}

function managerOf(objects) {
  const deployments = objects.filter(({ kind }) => kind === "Deployment");
  const labelled = deployments.find(
    ({ metadata }) => metadata.labels?.["control-plane"] === "controller-manager",
  );
  return labelled ?? deployments[0];
}

/**
 * What kubebuilder takes for the prefix that kustomize gave to all names, and its chart makes anew of the release's:
 * estimatePrefix in pkg/plugins/optional/helm/v2alpha/scaffolds/internal/extractor/metadata.go.
 */
export function namePrefixOf(objects) {
  const named = (kind) =>
    objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
  const candidates = [
    [managerOf(objects)?.metadata.name, "-controller-manager"],
    [named("ServiceAccount").at(-1), "-controller-manager"],
    [named("Namespace").at(-1), "-system"],
  ];
  return candidates
    .flatMap(([text, suffix]) => (text?.endsWith(suffix) ? [text.slice(0, -suffix.length)] : []))
    .find((prefix) => named("Service").every((service) => service.startsWith(`${prefix}-`)));
}
