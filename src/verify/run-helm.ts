// Runs one Helm as a process that sees nothing of this machine, and says what is wrong where that fails.
import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

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

/** Where and how a Helm runs. */
export interface RunOptions {
  /** A folder that is all it sees of this machine. */
  readonly home: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Whether the user gave its path; otherwise it is the one on the PATH. */
  readonly isGiven: boolean;
}

/** Runs the Helm at `path`. Throws HelmError where it does not start or does not end. */
export function runHelm(
  path: string,
  args: readonly string[],
  { home, signal, isGiven }: RunOptions,
): Promise<HelmOutcome> {
  const options = {
    env: environment(home),
    signal,
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
