// The review of a pull request as Markdown: for each project the parity of its charts with their sources, what the upgrade
// means, and what renders otherwise. All of it is what the command line says.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

const projectFile = "chartwright.yaml";

/** Past this many lines a diff is for the files of the run, not for a comment. */
const longestDiff = 400;

/**
 * Reviews projects of the repository in the working folder.
 * @param {{ projects: readonly string[], base: string, failOn: string, helms: readonly string[] }} choices
 * @returns {Promise<{ markdown: string, exitCode: number }>} the highest exit code of the commands
 */
export async function review({ projects, base, failOn, helms }) {
  const work = mkdtempSync(join(tmpdir(), "chartwright-review-"));
  const before = join(work, "base");
  try {
    if (base !== "") checkOut(base, before);
    const found = projects.flatMap((folder) => projectsBelow(folder));
    if (found.length === 0) throw new Error(`There is no ${projectFile} in or below ${projects.join(", ")}.`);
    const parts = found.map((folder) =>
      reviewProject({ folder, older: join(before, folder), failOn, helms, work }),
    );
    const markdown = ["# Charts", ...parts.map((part) => part.markdown)].join("\n\n");
    return {
      // Places in the base as git names them, not where it was checked out.
      markdown: markdown.replaceAll(`${before}/`, `${base.slice(0, 7)}:`),
      exitCode: Math.max(...parts.map(({ exitCode }) => exitCode)),
    };
  } finally {
    if (existsSync(before)) run("git", ["worktree", "remove", "--force", before]);
    rmSync(work, { recursive: true, force: true });
  }
}

/** Puts the commit `base` into `folder`, fetched where the checkout has none but its own. */
function checkOut(base, folder) {
  if (run("git", ["cat-file", "-e", `${base}^{commit}`]).status !== 0)
    must("git", ["fetch", "--depth=1", "origin", base]);
  must("git", ["worktree", "add", "--detach", folder, base]);
}

/** Folders with a project file, `folder` itself or below it, relative to the repository. */
function projectsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name === projectFile)
    .map((entry) => relative(process.cwd(), resolve(entry.parentPath ?? entry.path)) || ".")
    .filter((path) => !/(?:^|\/)(?:node_modules|\.git)(?:\/|$)/.test(path))
    .sort();
}

function reviewProject({ folder, older, failOn, helms, work }) {
  const parity = reviewParity(folder, helms);
  const isNew = !existsSync(join(older, projectFile));
  const upgrade = isNew
    ? { markdown: "The project is new.", exitCode: 0 }
    : reviewUpgrade(older, folder, failOn, helms);
  const rendering = isNew ? undefined : reviewRendering(older, folder, helms, work);
  return {
    markdown: [`## ${folder}`, parity.markdown, upgrade.markdown, ...(rendering ? [rendering] : [])].join(
      "\n\n",
    ),
    exitCode: Math.max(parity.exitCode, upgrade.exitCode),
  };
}

/** How many objects equal their source. */
function reviewParity(folder, helms) {
  const args = ["verify", folder, ...helms.flatMap((helm) => ["--helm", helm])];
  const { status, stdout, stderr } = chartwright([...args, "--json"]);
  if (status > 1) return { markdown: failed("Nothing could be verified.", stderr), exitCode: status };
  const { summary, helms: used } = JSON.parse(stdout);
  const counts = Object.entries(summary.objects).filter(([, count]) => count > 0);
  const words = counts.map(([state, count]) => `${count} ${state}`).join(", ");
  const verdict = summary.passed
    ? "The charts equal their source"
    : "**The charts do not equal their source**";
  const line = `${verdict}: ${words}; Helm ${used.map(({ version }) => version).join(" and ")}.`;
  // The report for people has the places.
  const markdown = summary.passed ? line : `${line}\n\n${failed("What differs", chartwright(args).stdout)}`;
  return { markdown, exitCode: status };
}

/** What the upgrade from the base means. */
function reviewUpgrade(older, folder, failOn, helms) {
  const [helm = "helm"] = helms;
  const args = ["upgrade-check", older, folder, "--format", "markdown", "--fail-on", failOn, "--helm", helm];
  const { status, stdout, stderr } = chartwright(args);
  return {
    markdown:
      status < 2
        ? stdout.trim().replace(/^## /, "### ")
        : failed("The releases could not be compared.", stderr),
    exitCode: status,
  };
}

/** What the charts render otherwise with their defaults. */
function reviewRendering(older, folder, helms, work) {
  const [helm = "helm"] = helms;
  const files = [older, folder].map((project, index) => {
    const { status, stdout } = chartwright(["manifests", project, "--helm", helm]);
    const file = join(work, index === 0 ? "before.yaml" : "after.yaml");
    writeFileSync(file, status === 0 ? stdout : "");
    return file;
  });
  const { stdout } = run("git", ["diff", "--no-index", "--no-color", "--unified=3", ...files]);
  const lines = stdout.split("\n").slice(4);
  if (lines.length === 0) return "Everything renders as before.";
  const shown = lines.slice(0, longestDiff).join("\n").trimEnd();
  const rest = lines.length > longestDiff ? `\n… and ${lines.length - longestDiff} more lines` : "";
  return details(`What renders otherwise: ${changedLines(lines)} lines`, `${fence("diff", shown + rest)}`);
}

function changedLines(lines) {
  return lines.filter((line) => /^[+-]/.test(line)).length;
}

function failed(summary, text) {
  return details(summary, fence("", text.trim()));
}

function details(summary, content) {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** A block of code, whose fence is longer than any that the text holds. */
function fence(language, text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function chartwright(args) {
  return run("chartwright", args);
}

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (error) throw error;
  return { status: status ?? 128, stdout, stderr };
}

function must(program, args) {
  const { status, stderr } = run(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr.trim()}`);
}
