// Finds real Helms and kubectl for the tests and runs them apart from the user's own: no plugin, no kubeconfig, no
// repository of the machine is seen, and no cluster is reached but one named by `kubeconfig`.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { packagedTools } from "../../tools/packaged-helm.mjs";
import { lazyCollection, type ProcessResult, runProcess } from "./process.ts";
import { cacheFolder } from "./repository.ts";
import { describeWith, type Requirement } from "./requirement.ts";

/** The Helm generations that charts must hold on. */
type HelmMajor = "3" | "4";

/** How to run Helm or kubectl; without `kubeconfig` no cluster can be reached. */
export interface HelmOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly kubeconfig?: string;
  readonly timeoutSeconds?: number;
}

/** A program of the Kubernetes world that tests call. */
interface KubernetesProgram {
  readonly path: string;
  run(args: readonly string[], options?: HelmOptions): Promise<ProcessResult>;
}

/** A real Helm. */
export interface Helm extends KubernetesProgram {
  readonly major: HelmMajor;
  /** Such as "3.17.3". */
  readonly version: string;
  template(args: readonly string[], options?: HelmOptions): Promise<ProcessResult>;
  lint(args: readonly string[], options?: HelmOptions): Promise<ProcessResult>;
}

const majors: readonly HelmMajor[] = ["3", "4"];
let found: readonly Helm[] | undefined;

/** The Helms of this machine, the older generation first: HELM3 and HELM4, else those from npm, else from the PATH. */
export function helms(): readonly Helm[] {
  found ??= majors.flatMap((major) => findHelm(major) ?? []);
  return found;
}

/** The kubectl of this machine: KUBECTL, else the newer one from npm, else the one on the PATH. */
export function kubectl(): KubernetesProgram | undefined {
  const path = process.env["KUBECTL"] || (packagedTools("4")?.kubectl ?? "kubectl");
  if (probe(path, ["version", "--client"]) === undefined) return undefined;
  return kubernetesProgram(path);
}

/**
 * A `describe` run once for each Helm generation; one that is missing is skipped loudly, and fails in CI. A run that is
 * split by generations says in CHARTWRIGHT_HELM which one it is about.
 */
export function describeWithEachHelm(title: string, body: (helm: Helm) => void): void {
  const only = process.env["CHARTWRIGHT_HELM"];
  for (const major of majors.filter((candidate) => only === undefined || candidate === only)) {
    const helm = helms().find((candidate) => candidate.major === major) ?? absentHelm(major);
    describeWith(helmRequirement(major), `${title} [Helm ${helm.version}]`, () => body(helm));
  }
}

function helmRequirement(major: HelmMajor): Requirement {
  const isThere = helms().some((helm) => helm.major === major);
  return {
    name: `Helm ${major}`,
    missing: isThere ? undefined : `set HELM${major} to its path, or put helm on the PATH`,
    requiredInCi: process.platform === "linux" && process.arch === "x64",
  };
}

function findHelm(major: HelmMajor): Helm | undefined {
  const variable = `HELM${major}`;
  const given = process.env[variable] || undefined;
  const path = given ? resolve(given) : (packagedTools(major)?.helm ?? "helm");
  const version = probe(path, ["version", "--template", "{{ .Version }}"])?.replace(/^v/, "");
  if (version?.startsWith(`${major}.`)) return helmAt(path, major, version);
  if (given !== undefined) {
    throw new Error(
      `${variable} is "${given}", which is not a Helm ${major}: it says ${version ?? "nothing"}`,
    );
  }
  return undefined;
}

function helmAt(path: string, major: HelmMajor, version: string): Helm {
  const program = kubernetesProgram(path);
  return {
    ...program,
    major,
    version,
    template: (args, options) => program.run(["template", ...args], options),
    lint: (args, options) => program.run(["lint", ...args], options),
  };
}

/** Stands in for a missing Helm while the tests that need it are collected to be skipped. */
function absentHelm(major: HelmMajor): Helm {
  return helmAt(`helm-${major}-is-missing`, major, major);
}

function kubernetesProgram(path: string): KubernetesProgram {
  return {
    path,
    run: (args, options = {}) =>
      runProcess(path, args, { ...options, env: programEnvironment(options.kubeconfig) }),
  };
}

/**
 * An environment of its own: Helm and kubectl keep plugins, repositories and what they learned about an API server in
 * the home folder, and the last must not outlive the cluster, because another one may get the same port.
 */
export function programEnvironment(kubeconfig: string | undefined): NodeJS.ProcessEnv {
  const home = kubeconfig === undefined ? join(cacheFolder, "home") : join(dirname(kubeconfig), "home");
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env["PATH"],
    HOME: home,
    KUBECONFIG: kubeconfig ?? join(home, "no-kubeconfig"),
    ...lazyCollection,
  };
}

function probe(path: string, args: readonly string[]): string | undefined {
  const result = spawnSync(path, args, { encoding: "utf8", env: programEnvironment(undefined) });
  return result.status === 0 ? result.stdout.trim() : undefined;
}
