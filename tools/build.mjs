#!/usr/bin/env node
// Builds the Go programs that the tests run against, each pinned by the go.mod beside it, once into a cache outside
// the tree. `node tools/build.mjs helm3 etcd` builds what is missing and prints one path a line, in the order asked;
// `--find` builds nothing and prints an empty line for what is not there. Notes go to standard error.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/**
 * A program: the Go module that holds it, its main package, its file name, and what the official build links in
 * with `-X` (a bare `go build` leaves Helm 3 with Kubernetes 1.20 and the API server without a version). The folder
 * that pins it has the program's name, if nothing else is said.
 */
const programs = {
  helm3: {
    module: "helm.sh/helm/v3",
    package: "helm.sh/helm/v3/cmd/helm",
    binary: "helm",
    variables: helm3Variables,
  },
  helm4: {
    module: "helm.sh/helm/v4",
    package: "helm.sh/helm/v4/cmd/helm",
    binary: "helm",
    variables: helm4Variables,
  },
  kustomize: {
    module: "sigs.k8s.io/kustomize/kustomize/v5",
    package: "sigs.k8s.io/kustomize/kustomize/v5",
    binary: "kustomize",
    variables: (pin) => ({
      "sigs.k8s.io/kustomize/api/provenance.version": pin("sigs.k8s.io/kustomize/kustomize/v5"),
    }),
  },
  helmify: {
    module: "github.com/arttor/helmify",
    package: "github.com/arttor/helmify/cmd/helmify",
    binary: "helmify",
    variables: () => ({}),
  },
  kubebuilder: {
    module: "sigs.k8s.io/kubebuilder/v4",
    package: "sigs.k8s.io/kubebuilder/v4",
    binary: "kubebuilder",
    variables: () => ({}),
  },
  etcd: {
    module: "go.etcd.io/etcd/server/v3",
    package: "go.etcd.io/etcd/server/v3",
    binary: "etcd",
    variables: () => ({}),
  },
  registry: {
    module: "github.com/distribution/distribution/v3",
    package: "github.com/distribution/distribution/v3/cmd/registry",
    binary: "registry",
    variables: (pin) => ({
      "github.com/distribution/distribution/v3/version.version": pin(
        "github.com/distribution/distribution/v3",
      ),
    }),
  },
  // These folders have the program's own source: what they are made of are libraries.
  "render-helm3": {
    module: "helm.sh/helm/v3",
    package: ".",
    binary: "render-helm3",
    variables: helm3Variables,
  },
  "render-helm4": {
    module: "helm.sh/helm/v4",
    package: ".",
    binary: "render-helm4",
    variables: helm4Variables,
  },
  "validate-objects": {
    module: "k8s.io/kubernetes",
    package: ".",
    binary: "validate-objects",
    variables: kubernetesVariables,
  },
  "gitops-engine": {
    module: "github.com/argoproj/gitops-engine",
    package: ".",
    binary: "gitops-engine",
    variables: () => ({}),
  },
  // The folder has all of it: nothing is pinned but Go.
  rusage: { package: ".", binary: "rusage", variables: () => ({}) },
  "kube-apiserver": kubernetesProgram("kube-apiserver"),
  "kube-controller-manager": kubernetesProgram("kube-controller-manager"),
};

/** The programs of Kubernetes itself share one module, so that they are always of one version. */
function kubernetesProgram(name) {
  return {
    folder: "kubernetes",
    module: "k8s.io/kubernetes",
    package: `k8s.io/kubernetes/cmd/${name}`,
    binary: name,
    variables: kubernetesVariables,
  };
}

function helm3Variables(pin) {
  const minor = pin("k8s.io/client-go").split(".")[1];
  return {
    "helm.sh/helm/v3/internal/version.version": pin("helm.sh/helm/v3"),
    "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor": "1",
    "helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor": minor,
    "helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor": "1",
    "helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor": minor,
  };
}

function helm4Variables(pin) {
  return { "helm.sh/helm/v4/internal/version.version": pin("helm.sh/helm/v4") };
}

function kubernetesVariables(pin) {
  const version = pin("k8s.io/kubernetes");
  const [major, minor] = version.slice(1).split(".");
  const target = "k8s.io/component-base/version";
  return {
    [`${target}.gitVersion`]: version,
    [`${target}.gitMajor`]: major,
    [`${target}.gitMinor`]: minor,
    [`${target}.gitTreeState`]: "clean",
  };
}

const toolsFolder = fileURLToPath(new URL(".", import.meta.url));
const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "chartwright", "tools");

/** Says what must be built for a program and where the result lies; the folder's name changes with every input. */
function describe(name) {
  const program = programs[name];
  const folder = join(toolsFolder, program.folder ?? name);
  const goModule = readFileSync(join(folder, "go.mod"), "utf8");
  const pin = (module) => {
    if (module === undefined) return "own";
    const line = goModule.split("\n").find((text) => /^(?:require )?\s*(\S+) v/.exec(text)?.[1] === module);
    if (line === undefined) throw new Error(`${folder}/go.mod does not require ${module}`);
    return line.replace("require ", "").trim().split(" ")[1];
  };
  const variables = Object.entries(program.variables(pin)).map(([key, value]) => `-X ${key}=${value}`);
  const linkerFlags = ["-s", "-w", ...variables].join(" ");
  const sums = join(folder, "go.sum");
  const sources = readdirSync(folder).filter((file) => file.endsWith(".go"));
  const hash = createHash("sha256")
    .update([process.platform, process.arch, linkerFlags, goModule].join("\0"))
    .update(existsSync(sums) ? readFileSync(sums) : "")
    .update(sources.map((file) => readFileSync(join(folder, file), "utf8")).join("\0"))
    .digest("hex")
    .slice(0, 8);
  const target = join(cacheFolder, `${name}-${pin(program.module)}-${hash}`);
  return { name, folder, package: program.package, linkerFlags, target, path: join(target, program.binary) };
}

/** Runs `work` while this process alone holds the lock file; a lock whose owner is dead is taken over. */
async function withLock(lock, work) {
  let waiting = false;
  for (;;) {
    try {
      const handle = openSync(lock, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!waiting) process.stderr.write(`waiting for another build (${lock})\n`);
    waiting = true;
    await sleep(1000);
    if (!isHeld(lock)) rmSync(lock, { force: true });
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isHeld(lock) {
  try {
    process.kill(Number(readFileSync(lock, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function build(tool) {
  if (existsSync(tool.path)) return;
  const started = Date.now();
  process.stderr.write(`building ${tool.package} …\n`);
  const staging = `${tool.target}.${process.pid}`;
  mkdirSync(staging, { recursive: true });
  const output = join(staging, tool.path.slice(tool.target.length + 1));
  const result = spawnSync(
    "go",
    ["build", "-trimpath", "-ldflags", tool.linkerFlags, "-o", output, tool.package],
    {
      cwd: tool.folder,
      env: { ...process.env, CGO_ENABLED: "0" },
      stdio: ["ignore", 2, 2],
    },
  );
  if (result.status !== 0) {
    rmSync(staging, { recursive: true, force: true });
    throw new Error(
      result.error ? `go cannot be run: ${result.error.message}` : `go build of ${tool.name} failed`,
    );
  }
  try {
    renameSync(staging, tool.target);
  } catch (error) {
    // Another process may have finished first when two took over the same dead lock; both builds are equal.
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(tool.path)) throw error;
  }
  process.stderr.write(`built ${tool.name} in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const findOnly = process.argv.includes("--find");
const unknown = names.filter((name) => !(name in programs));
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(`usage: node tools/build.mjs [--find] ${Object.keys(programs).join("|")} …\n`);
  process.exit(2);
}

try {
  for (const name of names) {
    const tool = describe(name);
    if (!findOnly && !existsSync(tool.path)) {
      mkdirSync(cacheFolder, { recursive: true });
      await withLock(`${tool.target}.lock`, () => build(tool));
    }
    process.stdout.write(`${existsSync(tool.path) ? tool.path : ""}\n`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
