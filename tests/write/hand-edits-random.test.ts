// Random edits by hand and random changes of the sources, build after build: no line that somebody wrote is lost without a
// word, and where nobody edited anything the charts are those of a fresh build.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { fileTree } from "../../src/convert.ts";
import { type Comparison, compareTree, type FileTree } from "../../src/write/compare-tree.ts";
import type { HandEdit } from "../../src/write/file-outcome.ts";
import { markers } from "../../src/write/merge-texts.ts";
import { write } from "../../src/write/write.ts";
import { makeFolder } from "../support/temporary-folder.ts";

/** What a release of a small operator may have otherwise than the one before. */
interface Release {
  readonly tag: string;
  readonly replicas: number;
  readonly args: readonly string[];
  readonly env: readonly string[];
  readonly hasService: boolean;
  readonly port: number;
  readonly account: string;
}

const releases: fc.Arbitrary<Release> = fc.record({
  tag: fc.constantFrom("v1.0.0", "v1.1.0", "v2.0.0"),
  replicas: fc.nat({ max: 3 }),
  args: fc.uniqueArray(fc.constantFrom("--leader-elect", "--feature=burrow", "--v=2"), { maxLength: 3 }),
  env: fc.uniqueArray(fc.constantFrom("DEN", "SETT", "HOLT"), { maxLength: 3 }),
  hasService: fc.boolean(),
  port: fc.constantFrom(8443, 9443),
  account: fc.constantFrom("marten", "stoat"),
});

function chartsOf({ tag, replicas, args, env, hasService, port, account }: Release): FileTree {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: {name: marten, namespace: marten}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: marten}}
  template:
    metadata: {labels: {app: marten}}
    spec:
      serviceAccountName: ${account}
      containers:
        - name: manager
          image: registry.example.org/marten:${tag}
          args: ${JSON.stringify(args)}
          env: ${JSON.stringify(env.map((name) => ({ name, value: "deep" })))}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: ${account}, namespace: marten}
${hasService ? `---\napiVersion: v1\nkind: Service\nmetadata: {name: marten, namespace: marten}\nspec: {ports: [{port: ${port}}]}\n` : ""}`;
  const { chartSet } = compile([{ name: "marten.yaml", text }], { name: "marten" });
  if (!chartSet) throw new Error("does not compile");
  return fileTree(chartSet);
}

/** Something done by hand, to a file and a line that `file` and `line` choose of what there is. */
interface Deed {
  readonly kind: "add" | "change" | "drop" | "delete" | "own" | "rename";
  readonly file: number;
  readonly line: number;
}

const deeds: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom("add", "add", "change", "change", "drop", "delete", "own", "rename"),
  file: fc.nat(),
  line: fc.nat(),
});

/** The file that `deed` is about, as it is in `folder`; edits by hand leave the marks of conflicts alone. */
function perform(deed: Deed, mark: string, folder: string, paths: readonly string[]): string | undefined {
  if (deed.kind === "own") {
    const path = `marten/templates/own-${mark.replaceAll(" ", "-")}.yaml`;
    writeFileSync(join(folder, path), `# ${mark}\n`);
    return path;
  }
  const path = paths[deed.file % paths.length] ?? "";
  const file = join(folder, path);
  if (!existsSync(file)) return undefined;
  if (deed.kind === "delete") {
    // What somebody wrote goes with it, by their own hand.
    // A chart always has its Chart.yaml.
    if (/mine \d/.test(readFileSync(file, "utf8")) || path.endsWith("/Chart.yaml")) return undefined;
    rmSync(file);
    return undefined;
  }
  if (deed.kind === "rename") {
    const to = `marten/templates/renamed-${mark.replaceAll(" ", "-")}.yaml`;
    if (!/templates\/[^_].*\.yaml$/.test(path)) return undefined;
    renameSync(file, join(folder, to));
    return to;
  }
  const lines = readFileSync(file, "utf8").split("\n");
  const at = deed.line % lines.length;
  const old = lines[at] ?? "";
  if (/mine \d/.test(old)) return undefined;
  const added = { add: [`# ${mark}`, old], change: [`${old} # ${mark}`], drop: [] }[deed.kind];
  writeFileSync(file, lines.toSpliced(at, 1, ...added).join("\n"));
  return deed.kind === "drop" ? undefined : path;
}

/** As somebody does who wants to keep both sides. */
function resolve(folder: string, edits: readonly HandEdit[]): void {
  const own: readonly string[] = Object.values(markers);
  for (const { path } of edits.filter(({ outcome }) => outcome === "conflict")) {
    const file = join(folder, path);
    const text = readFileSync(file, "utf8");
    expect(text.split("\n").some((line) => own.includes(line))).toBe(true);
    const kept = text.split("\n").filter((line) => !own.includes(line));
    writeFileSync(file, kept.join("\n"));
  }
}

/** A folder with charts, and what somebody has in it. */
class EditedCharts {
  readonly #folder = makeFolder();
  readonly #marks = new Map<string, string>();
  readonly #deleted = new Set<string>();
  readonly #edited = new Set<string>();
  /** Where templates stand that have another name, by their own. */
  readonly #renamed = new Map<string, string>();
  readonly seen: Set<HandEdit["outcome"]>;
  #tree: FileTree;

  constructor(release: Release, seen: Set<HandEdit["outcome"]>) {
    this.seen = seen;
    this.#tree = chartsOf(release);
    write(this.#compare());
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  edit(deed: Deed, mark: string): void {
    const paths = [...this.#tree.keys()];
    const before = paths.filter((path) => this.#has(path));
    const edited = this.#compare().handEdits.map((edit) => edit.path);
    const path = perform(deed, mark, this.#folder, paths);
    const gone = before.filter((each) => !this.#has(each));
    for (const each of gone) this.#deleted.add(each);
    if (path === undefined) return;
    if (deed.kind !== "rename") {
      this.#marks.set(mark, path);
      return;
    }
    const [from = ""] = gone;
    this.#renamed.set(from, path);
    // A line may be missing in it, of which there is no mark.
    if (edited.includes(from)) this.#edited.add(from);
    for (const [made, place] of this.#marks) if (place === from) this.#marks.set(made, path);
  }

  build(release: Release): void {
    this.#tree = chartsOf(release);
    const comparison = this.#compare();
    for (const { outcome } of comparison.handEdits) this.seen.add(outcome);
    const result = write(comparison);
    expect(result.diagnostics).toEqual([]);
    this.#expectEdits();
    if (this.#marks.size === 0 && comparison.handEdits.length === 0) {
      for (const [path, text] of this.#tree) expect(this.#text(path), path).toBe(text);
    }
    resolve(this.#folder, comparison.handEdits);
    expect(this.#compare().changes).toEqual([]);
  }

  #expectEdits(): void {
    for (const [mark, path] of this.#marks) expect(this.#text(path), `${mark} in ${path}`).toContain(mark);
    for (const path of this.#deleted) {
      if (this.#tree.has(path)) expect(this.#has(path), path).toBe(false);
      else this.#deleted.delete(path);
    }
    for (const [from, to] of this.#renamed) {
      // Nothing is there under two names, and what nobody edited has nothing of an older release.
      expect(this.#has(from) && this.#has(to), `${from}, ${to}`).toBe(false);
      const isEdited = this.#edited.has(from);
      if (!isEdited && this.#tree.has(from)) expect(this.#text(to), to).toBe(this.#tree.get(from));
      if (!this.#tree.has(from)) this.#renamed.delete(from);
    }
  }

  #compare(): Comparison {
    return compareTree(this.#tree, { folder: this.#folder, name: "marten" });
  }

  #has(path: string): boolean {
    return existsSync(join(this.#folder, path));
  }

  #text(path: string): string {
    return readFileSync(join(this.#folder, path), "utf8");
  }
}

test("no edited line is lost over several releases", { timeout: 120_000 }, () => {
  const seen = new Set<HandEdit["outcome"]>();
  const steps = fc.array(fc.tuple(fc.array(deeds, { maxLength: 6 }), releases), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(releases, steps, (start, drawn) => {
      const charts = new EditedCharts(start, seen);
      try {
        for (const [step, [done, release]] of drawn.entries()) {
          for (const [index, deed] of done.entries()) charts.edit(deed, `mine ${step} ${index}`);
          charts.build(release);
        }
      } finally {
        charts.remove();
      }
    }),
    { numRuns: 40 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["conflict", "deleted", "kept", "merged"]));
});

test("where nobody edited anything, the charts are those of a fresh build", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(releases, { minLength: 2, maxLength: 4 }), (row) => {
      const folder = makeFolder();
      try {
        for (const release of row) {
          const tree = chartsOf(release);
          const comparison = compareTree(tree, { folder, name: "marten" });
          expect(comparison.handEdits).toEqual([]);
          write(comparison);
          const fresh = compareTree(tree, { folder: `${folder}-fresh`, name: "marten" });
          for (const { path, after } of fresh.changes) {
            expect(readFileSync(join(folder, path), "utf8"), path).toBe(after);
          }
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 15 },
  );
});
