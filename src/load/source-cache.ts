// Downloaded sources, kept by their SHA-256 for all projects of a user, so that a build needs no network.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "../network/dispatcher.ts";

/** Where the sources are kept unless somebody says otherwise (https://specifications.freedesktop.org/basedir-spec/latest/). */
export function defaultCacheFolder(environment: Environment): string {
  const caches = environment["XDG_CACHE_HOME"] || join(environment["HOME"] || homedir(), ".cache");
  return join(caches, "chartwright", "sources");
}

/** The SHA-256 of `bytes`, in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** One cache folder. What it holds is checked whenever it is read; what cannot be written is not there the next time. */
export class SourceCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The bytes with this SHA-256. */
  read(sha256: string): Uint8Array | undefined {
    const bytes = readIfThere(join(this.#folder, sha256));
    return bytes && sha256Of(bytes) === sha256 ? bytes : undefined;
  }

  /** What `url` held when it was downloaded last. */
  readLast(url: string): Uint8Array | undefined {
    const named = readIfThere(this.#addressFile(url));
    const sha256 = named && /^[0-9a-f]{64}(?= )/.exec(new TextDecoder().decode(named))?.[0];
    return sha256 ? this.read(sha256) : undefined;
  }

  /** Keeps what was downloaded from `url`. */
  write(url: string, bytes: Uint8Array): void {
    const sha256 = sha256Of(bytes);
    try {
      writeBeside(join(this.#folder, sha256), bytes);
      writeBeside(this.#addressFile(url), `${sha256}  ${url}\n`);
    } catch {
      // A cache that is full or closed costs the next download only.
    }
  }

  #addressFile(url: string): string {
    return join(this.#folder, "urls", sha256Of(url));
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Whoever reads at the same time finds the old file or the new one. */
function writeBeside(file: string, content: Uint8Array | string): void {
  const beside = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(beside, content);
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}
