// A program that answers requests: one JSON document a line in, one a line out, in the order asked.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { lazyCollection } from "./process.ts";
import { repositoryFolder } from "./repository.ts";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A running program of tools/. It ends when its input does, so it does not outlive the tests. */
export class JsonLines {
  readonly #child: ChildProcess;
  readonly #waiting: Waiting[] = [];
  #words = "";

  constructor(path: string) {
    this.#child = spawn(path, [], { stdio: "pipe", env: { ...process.env, ...lazyCollection } });
    const { stdin, stdout, stderr } = this.#child;
    if (!stdin || !stdout || !stderr) throw new Error(`${path} has no streams`);
    createInterface({ input: stdout, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) =>
      this.#waiting.shift()?.resolve(JSON.parse(line)),
    );
    stderr.on("data", (chunk: Buffer) => {
      this.#words += chunk.toString("utf8");
    });
    stdin.on("error", () => undefined);
    const end = (why: string) => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(`${path} ${why}: ${this.#words}`));
    };
    this.#child.on("error", (error) => end(error.message));
    this.#child.on("close", (code) => end(`ended with ${code}`));
  }

  /** The answer to one request; many may be asked at once. Rejects when the program ends before it answers. */
  ask(request: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** Ends the program. */
  stop(): void {
    this.#child.stdin?.end();
  }
}

/** Where tools/build.mjs keeps a program; undefined where it is not built. */
export function builtTool(name: string): string | undefined {
  const script = join(repositoryFolder, "tools", "build.mjs");
  const { stdout } = spawnSync(process.execPath, [script, "--find", name], { encoding: "utf8" });
  return stdout.trim() || undefined;
}
