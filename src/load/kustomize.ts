// A kustomize directory → the manifests that it stands for. Whatever it names (bases, remote ones too, components,
// generators) is up to kustomize; its complaints are passed on with their place.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";

/** The names that a kustomization file can have: konfig.RecognizedKustomizationFileNames of kustomize's API. */
export const kustomizationFile: RegExp = /^(?:kustomization\.ya?ml|Kustomization)$/;

/** What kustomize printed, or why there is nothing. */
export type Kustomized =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly remarks: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The programs that build a kustomize directory, the first that is there counts: a separate one is there on purpose. */
const programs = [
  ["kustomize", "build"],
  ["kubectl", "kustomize"],
] as const;

const outputLimit = 512 * 1024 * 1024;
/** A remote base is cloned first. */
const timeoutSeconds = 300;

/** Builds the directory `folder`, which messages call `name`, with the program on the PATH, in the user's environment. */
export async function kustomize(name: string, folder: string): Promise<Kustomized> {
  for (const [program, command] of programs) {
    const outcome = await execute(program, [command, folder]);
    if (outcome) return judge(outcome, name, folder, `${program} ${command} ${name}`);
  }
  return { ok: false, diagnostic: noKustomize(name) };
}

interface Outcome {
  /** Why the program did not end well. */
  readonly failure?: string;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs a program; undefined when the PATH has none of this name. */
function execute(program: string, args: readonly string[]): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const options = { encoding: "buffer", maxBuffer: outputLimit, timeout: timeoutSeconds * 1000 } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error?.code === "ENOENT") resolve(undefined);
      else if (error) resolve({ failure: reasonOf(error), stdout, stderr: stderr.toString() });
      else resolve({ stdout, stderr: stderr.toString() });
    });
  });
}

function reasonOf(error: Error & { readonly code?: unknown; readonly killed?: boolean }): string {
  return error.killed ? `no end within ${timeoutSeconds} seconds` : error.message.split("\n", 1).join("");
}

function judge(
  { failure, stdout, stderr }: Outcome,
  name: string,
  folder: string,
  command: string,
): Kustomized {
  // kustomize speaks of absolute paths, which say nothing more to those who know the folder.
  const words = stderr
    .replaceAll(`${folder}/`, `${name}/`)
    .replaceAll(folder, name)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (failure === undefined) {
    const remarks = words.map((line) => remark(line.replace(/^# Warning: /, ""), name, folder));
    return { ok: true, bytes: stdout, remarks };
  }
  const complaint = words
    .filter((line) => !line.startsWith("# "))
    .map((line) => line.replace(/^error: /i, ""));
  const found = complaint.join(" ") || failure;
  return {
    ok: false,
    diagnostic: {
      severity: "error",
      code: "load/kustomization",
      message: `kustomize does not build "${name}".`,
      position: placeOf(found, name, folder),
      found,
      expected: "a kustomize directory that builds",
      hint: `Mend it until \`${command}\` prints the manifests.`,
    },
  };
}

function remark(message: string, name: string, folder: string): Diagnostic {
  return {
    severity: "warning",
    code: "load/kustomization",
    message: `kustomize says of "${name}": ${message}`,
    position: placeOf(message, name, folder),
  };
}

/** The line of the kustomization file that the words speak of: by number, or by a word in quotes that stands there. */
function placeOf(words: string, name: string, folder: string): Position {
  const file = readdirSync(folder).find((entry) => kustomizationFile.test(entry)) ?? "kustomization.yaml";
  const text = readFileSync(join(folder, file), "utf8");
  const source = join(name, file);
  const [, line] = /\byaml: line (\d+)/.exec(words) ?? [];
  if (line !== undefined) {
    const lineStart = text
      .split("\n")
      .slice(0, Number(line) - 1)
      .join("\n").length;
    return positionAt(source, text, Number(line) === 1 ? 0 : lineStart + 1);
  }
  const quoted = [...words.matchAll(/'([^'\s]+)'|"([^"\s]+)"/g)].map(
    ([, single, double]) => single ?? double ?? "",
  );
  const offset = quoted.map((word) => text.indexOf(word)).find((found) => found !== -1);
  return positionAt(source, text, offset ?? 0);
}

function noKustomize(name: string): Diagnostic {
  return {
    severity: "error",
    code: "load/no-kustomize",
    message: `"${name}" is a kustomize directory, and there is no program that builds it.`,
    found: "neither kustomize nor kubectl on the PATH",
    expected: "one of them",
    hint: "Install kustomize (https://kubectl.docs.kubernetes.io/installation/kustomize) or kubectl (https://kubernetes.io/docs/tasks/tools).",
  };
}
