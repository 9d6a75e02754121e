// Paths → sources: reads files, folders and standard input as text. What the text means is for parse.
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { decode } from "./decode.ts";
import { kustomizationFile, kustomize } from "./kustomize.ts";
import { isUrl, type Source } from "./source.ts";

/** A path to read. */
export interface LoadInput {
  /** What a URL holds, which `path` then is. */
  readonly content?: Uint8Array;
  /** A file, a folder, a kustomize directory, or `-` for standard input; relative paths start at `LoadOptions.folder`. */
  readonly path: string;
  /** Where the path was written, when that was a project file. */
  readonly position?: Position;
  /** Whether its objects are custom resources to put into the chart, as `--cr` says. */
  readonly customResource?: boolean;
}

export interface LoadOptions {
  /** Where relative paths start; default: the working directory. */
  readonly folder?: string;
  /** What `-` reads; default: nothing, so that `-` is an error. */
  readonly standardInput?: AsyncIterable<Uint8Array | string>;
}

/** The sources in the order given, and the names of those that are custom resources by order. */
export interface Loaded {
  readonly sources: readonly Source[];
  readonly customResources: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How standard input is written as a path and named in messages. */
const standardInputPath = "-";

/** A line that is more than a comment, a directive or a document's marker. */
const content = /^(?:---[ \t]+)?(?!---|\.\.\.|%)[ \t]*[^\s#]/m;
const manifestFile = /\.(?:yaml|yml|json)$/i;
/** A project file beside the manifests says how to build them and is none itself. */
const projectFile = /^chartwright\.ya?ml$/;

/**
 * Reads every input. A folder stands for its own .yaml, .yml and .json files in the order of their names, as for
 * `kubectl apply -f`; subfolders are not read. One with a kustomization file stands for what kustomize makes of it. What
 * is reached twice is read once.
 */
export async function load(inputs: readonly LoadInput[], options: LoadOptions = {}): Promise<Loaded> {
  const loading = new Loading(options);
  for (const input of inputs) await loading.read(input);
  const loaded = loading.result();
  const [first] = loaded.sources;
  if (!first || loaded.sources.some(({ text }) => content.test(text))) return loaded;
  return { ...loaded, diagnostics: [...loaded.diagnostics, onlyComments(first)] };
}

class Loading {
  readonly #folder: string;
  readonly #standardInput: AsyncIterable<Uint8Array | string> | undefined;
  readonly #sources = new Map<string, { source: Source; customResource: boolean }>();
  readonly #diagnostics: Diagnostic[] = [];

  constructor(options: LoadOptions) {
    this.#folder = options.folder ?? process.cwd();
    this.#standardInput = options.standardInput;
  }

  result(): Loaded {
    const read = [...this.#sources.values()];
    return {
      sources: read.map(({ source }) => source),
      customResources: read.filter((entry) => entry.customResource).map(({ source }) => source.name),
      diagnostics: this.#diagnostics,
    };
  }

  async read(input: LoadInput): Promise<void> {
    if (input.content) {
      if (!this.#seen(input, input.path, input.path))
        this.#take(input, input.path, input.path, input.content);
      return;
    }
    if (input.path === standardInputPath) return this.#readStandardInput(input);
    if (isUrl(input.path)) return this.#report(input, remotePath(input));
    const path = resolve(this.#folder, input.path);
    try {
      const stats = statSync(path);
      if (stats.isDirectory()) await this.#readFolder(input, path);
      else if (kustomizationFile.test(basename(path))) {
        await this.#readKustomization(input, dirname(input.path), dirname(path));
      } else this.#readFile(input, input.path, path);
    } catch (error) {
      this.#report(input, unreadable(input, input.path, path, error));
    }
  }

  async #readStandardInput(input: LoadInput): Promise<void> {
    if (this.#seen(input, standardInputPath, standardInputPath)) return;
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of this.#standardInput ?? []) chunks.push(Buffer.from(chunk));
    } catch (error) {
      this.#report(input, unreadable(input, standardInputPath, standardInputPath, error));
      return;
    }
    this.#take(input, standardInputPath, standardInputPath, Buffer.concat(chunks));
  }

  async #readFolder(input: LoadInput, path: string): Promise<void> {
    const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (entries.some((entry) => kustomizationFile.test(entry.name))) {
      await this.#readKustomization(input, input.path, path);
      return;
    }
    const files = entries.filter((entry) => isManifestFile(path, entry));
    if (files.length === 0) this.#report(input, noManifests(input.path, path, entries));
    for (const { name } of files) {
      const file = join(path, name);
      try {
        this.#readFile(input, join(input.path, name), file);
      } catch (error) {
        this.#report(input, unreadable(input, join(input.path, name), file, error));
      }
    }
  }

  async #readKustomization(input: LoadInput, name: string, path: string): Promise<void> {
    const identity = realpathSync(path);
    if (this.#seen(input, name, identity)) return;
    const built = await kustomize(name, identity);
    if (!built.ok) {
      this.#report(input, built.diagnostic);
      return;
    }
    this.#diagnostics.push(...built.remarks);
    this.#take(input, name, identity, built.bytes);
  }

  #readFile(input: LoadInput, name: string, path: string): void {
    const identity = realpathSync(path);
    if (!this.#seen(input, name, identity)) this.#take(input, name, identity, readFileSync(path));
  }

  /** Whether the input was read before; a custom resource that is also among the manifests is meant to be. */
  #seen(input: LoadInput, name: string, identity: string): boolean {
    const earlier = this.#sources.get(identity);
    if (!earlier) return false;
    const customResource = input.customResource ?? false;
    if (earlier.customResource === customResource) {
      this.#report(input, givenTwice(name, earlier.source.name));
    }
    earlier.customResource ||= customResource;
    return true;
  }

  #take(input: LoadInput, name: string, identity: string, bytes: Uint8Array): void {
    const decoded = decode(name, bytes);
    if (decoded.ok) {
      const source: Source = { name, text: decoded.text };
      this.#sources.set(identity, { source, customResource: input.customResource ?? false });
    } else {
      this.#diagnostics.push(decoded.diagnostic);
    }
  }

  #report(input: LoadInput, diagnostic: Diagnostic): void {
    this.#diagnostics.push(
      input.position && !diagnostic.position ? { ...diagnostic, position: input.position } : diagnostic,
    );
  }
}

/** Whether `entry` of the folder `path` is a file that kubectl would read; links are followed. */
function isManifestFile(path: string, entry: Dirent): boolean {
  if (!manifestFile.test(entry.name) || projectFile.test(entry.name)) return false;
  if (!entry.isSymbolicLink()) return !entry.isDirectory();
  return !statSync(join(path, entry.name), { throwIfNoEntry: false })?.isDirectory();
}

function givenTwice(name: string, firstName: string): Diagnostic {
  return {
    severity: "warning",
    code: "load/given-twice",
    message: `"${name}" is given twice and read once.`,
    ...(name === firstName ? {} : { notes: [{ message: `it was read as "${firstName}"` }] }),
  };
}

function onlyComments({ name, text }: Source): Diagnostic {
  return {
    severity: "error",
    code: "load/no-manifests",
    message: "The sources hold no manifests.",
    position: positionAt(name, text, 0),
    found: "comments and blank lines only",
    expected: "at least one Kubernetes object",
    hint: "Give the files that hold the operator's release manifests.",
  };
}

function remotePath({ path, position }: LoadInput): Diagnostic {
  return {
    severity: "error",
    code: "load/remote",
    message: `"${path}" is a URL where a path must be.`,
    found: "a URL",
    expected: "a file, a folder, or - for standard input",
    hint: position
      ? `Write "url: ${path}".`
      : `Pipe it in: \`curl -fsSL ${path} | chartwright convert - …\`; a project file can name it as \`url\`.`,
  };
}

function noManifests(name: string, path: string, entries: readonly Dirent[]): Diagnostic {
  const nested = entries.find(
    (entry) =>
      entry.isDirectory() && readdirSync(join(path, entry.name)).some((file) => manifestFile.test(file)),
  );
  return {
    severity: "error",
    code: "load/no-manifests",
    message: `The folder "${name}" holds no manifests.`,
    found: entries.length === 0 ? "an empty folder" : listNames(entries.map((entry) => entry.name)),
    expected: "at least one .yaml, .yml or .json file directly in the folder",
    hint: nested
      ? `Give "${join(name, nested.name)}" itself; subfolders are not read.`
      : "Give the folder or the files that hold the operator's release manifests.",
  };
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(", ");
  return names.length > 4 ? `${shown} and ${names.length - 4} more` : shown;
}

function unreadable(input: LoadInput, name: string, path: string, error: unknown): Diagnostic {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return notFound(input, name, path);
  return {
    severity: "error",
    code: "load/unreadable",
    message: `"${name}" cannot be read.`,
    found: error.message.replace(/, [a-z]+(?: '.*')?$/, ""),
    expected: "a readable file, a folder, or - for standard input",
    hint:
      error.code === "EACCES" ? `Allow reading it: \`chmod +r ${name}\`.` : "Check what the path leads to.",
  };
}

function notFound(input: LoadInput, name: string, path: string): Diagnostic {
  const start = input.position ? "the project file's folder" : "the current folder";
  const candidate = nearestPath(name, path);
  return {
    severity: "error",
    code: "load/not-found",
    message: `"${name}" does not exist.`,
    found: "no file or folder of that name",
    expected: "a file, a folder, or - for standard input",
    hint:
      candidate === undefined
        ? `Check the path; relative paths start at ${start}.`
        : `Did you mean "${candidate}"?`,
  };
}

/** `name` with its first missing part replaced by the nearest one that exists. */
function nearestPath(name: string, path: string): string | undefined {
  let missing = path;
  let rest: string[] = [];
  let shown = name;
  while (!statSync(dirname(missing), { throwIfNoEntry: false })?.isDirectory()) {
    if (dirname(missing) === missing) return undefined;
    rest = [basename(missing), ...rest];
    missing = dirname(missing);
    shown = dirname(shown);
  }
  const found = nearest(basename(missing), readdirSync(dirname(missing)));
  // A missing part that exists is a file where the path goes on.
  return found === undefined || found === basename(missing)
    ? undefined
    : join(dirname(shown), found, ...rest);
}
