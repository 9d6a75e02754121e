// The bench on which `verify` asks real Helm: a folder of its own, and the commands that are asked there. What Helm says
// is judged elsewhere.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { HelmError, type HelmOutcome, runHelm } from "./run-helm.ts";
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
  /** What the cluster has beside Helm's own list: `group/version` or `group/version/Kind`. */
  readonly apiVersions?: readonly string[];
  /** Render as for a release that is there already. */
  readonly isUpgrade?: boolean | undefined;
  /** Also print what is no YAML. */
  readonly debug?: boolean;
}

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
      apiVersions = [],
      isUpgrade = false,
      debug = false,
    } = options;
    return this.#run(helm.path, [
      ...["template", release, folder, "--namespace", namespace, "--include-crds"],
      ...set.flatMap((value) => ["--set", value]),
      ...valuesFiles.flatMap((file) => ["--values", file]),
      ...(options.skipSchemaValidation ? ["--skip-schema-validation"] : []),
      ...(kubeVersion === undefined ? [] : ["--kube-version", kubeVersion]),
      ...apiVersions.flatMap((version) => ["--api-versions", version]),
      ...(isUpgrade ? ["--is-upgrade"] : []),
      ...(debug ? ["--debug"] : []),
    ]);
  }

  /** `helm show`: the `Chart.yaml` or the `values.yaml` of a chart in a folder or an archive. */
  show(helm: Helm, what: "chart" | "values", chart: string): Promise<HelmOutcome> {
    return this.#run(helm.path, ["show", what, chart]);
  }

  /** `helm lint --strict` of the chart in `folder`. */
  lint(
    helm: Helm,
    folder: string,
    namespace: string,
    valuesFiles: readonly string[] = [],
  ): Promise<HelmOutcome> {
    const values = valuesFiles.flatMap((file) => ["--values", file]);
    return this.#run(helm.path, ["lint", "--strict", folder, "--namespace", namespace, ...values]);
  }

  /** Writes `files` (path → content) into the folder `name` of the workbench, and returns the folder. */
  async write(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<string> {
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
      const home = join(this.#folder, "home");
      return await runHelm(path, args, { home, signal: this.#ended, isGiven });
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
