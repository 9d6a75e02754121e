// Runs kubectl and Helm against the user's cluster, in the user's own environment: credentials come from there. The only
// file of `adopt` that touches processes and files; what they say is judged elsewhere.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { HelmError } from "../verify/run-helm.ts";

/** Which cluster, and the kubectl that reads it. */
export interface ClusterAccess {
  /** A path, or `kubectl` for the one on the PATH. */
  readonly kubectl: string;
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** How a program ended. */
export interface Outcome {
  readonly passed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const outputLimit = 512 * 1024 * 1024;
const timeoutSeconds = 120;

/** kubectl and Helm on one cluster. */
export class Programs {
  readonly #access: ClusterAccess;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(access: ClusterAccess) {
    this.#access = access;
  }

  /** Runs kubectl; `input` is its standard input. */
  kubectl(args: readonly string[], input?: string): Promise<Outcome> {
    const { kubectl, kubeconfig, context } = this.#access;
    return this.#run(
      kubectl,
      [
        ...args,
        ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
        ...(context === undefined ? [] : ["--context", context]),
      ],
      input,
    );
  }

  /** Runs the Helm at `path`. */
  helm(path: string, args: readonly string[]): Promise<Outcome> {
    const { kubeconfig, context } = this.#access;
    return this.#run(path, [
      ...args,
      ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
      ...(context === undefined ? [] : ["--kube-context", context]),
    ]);
  }

  /** As many programs at once as there are processors, but two at least: most of the time they wait for the server. */
  async #run(program: string, args: readonly string[], input?: string): Promise<Outcome> {
    if (this.#running >= Math.max(2, availableParallelism())) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      return await execute(program, args, input);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

/** The text of a file of values. Throws HelmError, with the code that the command has for it, when it cannot be read. */
export async function readText(path: string, code: "adopt/chart" | "charts/values"): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new HelmError(
      { code, message: `The values file "${path}" cannot be read.`, found },
      { cause: error },
    );
  }
}

function execute(program: string, args: readonly string[], input: string | undefined): Promise<Outcome> {
  const options = {
    env: process.env,
    maxBuffer: outputLimit,
    timeout: timeoutSeconds * 1000,
    killSignal: "SIGKILL",
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null || typeof error.code === "number") {
        resolve({ passed: error === null, stdout, stderr });
      } else reject(wrap(error, program, args));
    });
    // A program that ends before it has read everything is told by its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

function wrap(
  error: Error & { readonly code?: unknown; readonly killed?: boolean },
  program: string,
  args: readonly string[],
): HelmError {
  if (error.code === "ENOENT") {
    return new HelmError(
      {
        code: "adopt/no-kubectl",
        message: `there is no "${program}"`,
        hint: "Install kubectl, give its path with --kubectl, or give the live objects with --live.",
      },
      { cause: error },
    );
  }
  const reason = error.killed ? `did not end within ${timeoutSeconds} seconds` : `failed: ${error.message}`;
  return new HelmError(
    { code: "adopt/no-cluster", message: `"${program} ${args[0]}" ${reason}` },
    { cause: error },
  );
}
