// Runs real Helm, and keeps the files that it works on. With `temporary-folder.ts` the only file of
// `verify` that touches processes and the file system; what Helm says is judged elsewhere.
import { type ExecFileOptions, execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";

/** A Helm that was found and answers. */
export interface Helm {
  /** As the user gave it, or `helm` for the one on the PATH. */
  readonly path: string;
  /** `3.17.3`. */
  readonly version: string;
}

/** How a chart is rendered. */
export interface TemplateOptions {
  readonly release: string;
  readonly namespace: string;
  /** Arguments of `--set`. */
  readonly set?: readonly string[];
  /** Files of values, as YAML or JSON; the last one counts most. */
  readonly valuesFiles?: readonly string[];
  /** Whether values may be what the chart's schema refuses. */
  readonly skipSchemaValidation?: boolean;
  readonly kubeVersion?: string | undefined;
  /** Render as for a release that is there already. */
  readonly isUpgrade?: boolean | undefined;
  /** Also print what is no YAML. */
  readonly debug?: boolean;
}

/** How one run of Helm ended. */
export interface HelmOutcome {
  readonly passed: boolean;
  readonly stdout: string;
  /** Helm's own words: its errors and warnings. */
  readonly stderr: string;
}

/** Helm, or a file that it needs, is not there or does not answer: nothing was checked. */
export class HelmError extends Error {
  override readonly name = "HelmError";
  readonly diagnostic: Diagnostic;

  constructor(
    diagnostic: Omit<Diagnostic, "severity" | "code"> & Partial<Pick<Diagnostic, "code">>,
    options?: ErrorOptions,
  ) {
    super(diagnostic.message, options);
    this.diagnostic = { severity: "error", code: "verify/no-helm", ...diagnostic };
  }
}

const outputLimit = 512 * 1024 * 1024;
const timeoutSeconds = 120;

/** A temporary folder, and Helms that see nothing of this machine but it: no plugin, repository, cluster, network. */
export class Workbench {
  readonly #folder: string;
  readonly #ended: AbortSignal;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  private constructor(folder: string, ended: AbortSignal) {
    this.#folder = folder;
    this.#ended = ended;
  }

  /** Opens a workbench for `use` and clears it away afterwards, also when the process is ended before. */
  static with<Result>(use: (workbench: Workbench) => Promise<Result>): Promise<Result> {
    return withTemporaryFolder(async (folder, ended) => {
      await mkdir(join(folder, "home"));
      return await use(new Workbench(folder, ended));
    });
  }

  /** The Helms at `paths`, or the one on the PATH when there are none. Throws HelmError for one that fails. */
  async findHelms(paths: readonly string[]): Promise<readonly Helm[]> {
    const candidates = paths.length > 0 ? paths : ["helm"];
    return Promise.all(candidates.map((path) => this.#findHelm(path, paths.length > 0)));
  }

  async #findHelm(path: string, isGiven: boolean): Promise<Helm> {
    const outcome = await this.#run(path, ["version", "--template", "{{ .Version }}"], isGiven);
    const version = /^v([0-9]+)\.[0-9]+\.[0-9]+\S*$/.exec(outcome.stdout.trim());
    if (!outcome.passed || !version) {
      throw new HelmError({
        message: `"${path}" does not answer as Helm does`,
        found: firstLine(outcome.stdout) || firstLine(outcome.stderr) || "nothing",
        expected: "a version such as v3.17.3",
        hint: "Give the path of a Helm 3 or 4 with --helm.",
      });
    }
    if (version[1] !== "3" && version[1] !== "4") {
      throw new HelmError({
        message: `"${path}" is a Helm ${version[1]}`,
        expected: "Helm 3 or 4",
        hint: "Give the path of a Helm 3 or 4 with --helm.",
      });
    }
    return { path, version: version[0].slice(1) };
  }

  /** `helm template` of the chart in `folder`, with the CRDs of `crds/`. */
  template(helm: Helm, folder: string, options: TemplateOptions): Promise<HelmOutcome> {
    const {
      release,
      namespace,
      set = [],
      valuesFiles = [],
      kubeVersion,
      isUpgrade = false,
      debug = false,
    } = options;
    return this.#run(helm.path, [
      ...["template", release, folder, "--namespace", namespace, "--include-crds"],
      ...set.flatMap((value) => ["--set", value]),
      ...valuesFiles.flatMap((file) => ["--values", file]),
      ...(options.skipSchemaValidation ? ["--skip-schema-validation"] : []),
      ...(kubeVersion === undefined ? [] : ["--kube-version", kubeVersion]),
      ...(isUpgrade ? ["--is-upgrade"] : []),
      ...(debug ? ["--debug"] : []),
    ]);
  }

  /** `helm show`: the `Chart.yaml` or the `values.yaml` of a chart in a folder or an archive. */
  show(helm: Helm, what: "chart" | "values", chart: string): Promise<HelmOutcome> {
    return this.#run(helm.path, ["show", what, chart]);
  }

  /** `helm lint --strict` of the chart in `folder`. */
  lint(helm: Helm, folder: string, namespace: string): Promise<HelmOutcome> {
    return this.#run(helm.path, ["lint", "--strict", folder, "--namespace", namespace]);
  }

  /** Writes `files` (path → text) into the folder `name` of the workbench, and returns the folder. */
  async write(name: string, files: ReadonlyMap<string, string>): Promise<string> {
    const folder = join(this.#folder, name);
    for (const [path, text] of files) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    return folder;
  }

  /** Runs as many Helms at once as there are processors. */
  async #run(path: string, args: readonly string[], isGiven = true): Promise<HelmOutcome> {
    if (this.#running >= availableParallelism()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      const env = environment(join(this.#folder, "home"));
      return await execute(path, args, { env, signal: this.#ended }, isGiven);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

/** The files of a chart's folder as text, by their paths in it. Throws HelmError when there is no such folder. */
export async function readChartFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const isChart = await stat(join(folder, "Chart.yaml")).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isChart) {
    throw new HelmError({
      code: "verify/no-chart",
      message: `"${folder}" holds no chart`,
      expected: "a Chart.yaml",
      hint: "Build the chart first.",
    });
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files = new Map<string, string>();
  for (const path of paths) {
    files.set(relative(folder, path).split(sep).join("/"), await readFile(path, "utf8"));
  }
  return files;
}

function execute(
  path: string,
  args: readonly string[],
  given: Pick<ExecFileOptions, "env" | "signal">,
  isGiven: boolean,
): Promise<HelmOutcome> {
  const options = {
    ...given,
    encoding: "utf8",
    maxBuffer: outputLimit,
    timeout: timeoutSeconds * 1000,
    killSignal: "SIGKILL",
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(path, args, options, (error, stdout, stderr) => {
      if (error === null || typeof error.code === "number") {
        resolve({ passed: error === null, stdout, stderr });
      } else reject(wrap(error, path, args, isGiven));
    });
    // Helm must not wait for what the user types.
    child.stdin?.end();
  });
}

/** What is wrong with a path that the user gave, by the system's own code: https://man7.org/linux/man-pages/man2/execve.2.html */
function notStarted(path: string, code: string): Omit<Diagnostic, "severity" | "code"> {
  const isPath = path.includes("/") || path.includes(sep);
  const expected = "a program: Helm 3 or 4";
  if (code === "ENOENT" && !isPath) {
    const here = existsSync(path) ? ` For the file in this folder write "./${path}".` : "";
    return {
      message: `there is no Helm called "${path}"`,
      found: "no program of that name on the PATH",
      expected,
      hint: `Give the path of a Helm 3 or 4 with --helm.${here}`,
    };
  }
  const found =
    code === "ENOENT"
      ? "no such file"
      : statSync(path, { throwIfNoEntry: false })?.isDirectory()
        ? "a folder"
        : `a file that cannot be run (${code})`;
  return {
    message: `there is no Helm at "${path}"`,
    found,
    expected,
    hint: found.startsWith("a file")
      ? `Make it executable (chmod +x ${path}), or give another Helm 3 or 4 with --helm.`
      : "Give the path of a Helm 3 or 4 with --helm.",
  };
}

function wrap(
  error: Error & {
    readonly code?: unknown;
    readonly killed?: boolean;
    readonly syscall?: string | undefined;
  },
  path: string,
  args: readonly string[],
  isGiven: boolean,
): HelmError {
  const command = `helm ${args[0]}`;
  const isStarted = !(error.syscall?.startsWith("spawn") ?? false);
  if (!isStarted) {
    return new HelmError(
      isGiven
        ? notStarted(path, String(error.code))
        : {
            message: "there is no helm on the PATH",
            hint: "Install Helm 3 or 4 (https://helm.sh/docs/intro/install), or give its path with --helm.",
          },
      { cause: error },
    );
  }
  const reason = error.killed ? `did not end within ${timeoutSeconds} seconds` : `failed: ${error.message}`;
  return new HelmError(
    { code: "verify/helm-failed", message: `"${command}" (${path}) ${reason}` },
    { cause: error },
  );
}

/**
 * What Helm sees instead of the user's environment. The proxy leads nowhere: a chart that makes Helm load
 * something (a remote `$schema`) then fails at once, in Helm's words, and not only on the day it is offline.
 */
function environment(home: string): NodeJS.ProcessEnv {
  const nowhere = "http://127.0.0.1:9";
  return {
    PATH: process.env["PATH"],
    // Windows programs do not start without it.
    ...(process.env["SystemRoot"] === undefined ? {} : { SystemRoot: process.env["SystemRoot"] }),
    HOME: home,
    TMPDIR: home,
    HELM_CACHE_HOME: join(home, "cache"),
    HELM_CONFIG_HOME: join(home, "config"),
    HELM_DATA_HOME: join(home, "data"),
    HELM_PLUGINS: join(home, "plugins"),
    HELM_NO_PLUGINS: "1",
    KUBECONFIG: join(home, "no-kubeconfig"),
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
  };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
