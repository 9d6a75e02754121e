// What action.yml runs on a pull request: the real command line in a real git repository. GitHub itself cannot be had here:
// a server on loopback answers as its documentation says.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listField, objectField, stringField } from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { customResource, operator, project } from "../cli/small-operator.ts";
import { chartwrightProgram } from "../support/cli.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type ProcessResult, runProcess } from "../support/process.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

/** The comments of a pull request, with one that is somebody else's. */
async function startGitHub(
  status = 200,
): Promise<{ readonly api: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const comments = [{ url: "", body: "Looks good." }];
  let address = "";
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { method = "", url: path = "" } = request;
      asked.push({ method, path, authorization: request.headers.authorization ?? "", body });
      if (method === "POST") comments.push({ url: `${address}/comments/2`, body: JSON.parse(body).body });
      response.writeHead(method === "GET" ? 200 : status, { "content-type": "application/json" });
      response.end(JSON.stringify(method === "GET" ? comments : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { api: address, asked };
}

/** A repository with a project, its charts, and a commit on top that brings another release of the operator. */
async function pullRequest(): Promise<{ readonly folder: string; readonly base: string }> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "tide/chartwright.yaml": project,
    "tide/operator.yaml": operator,
    "tide/cr.yaml": customResource,
  });
  await commit(folder, "The release that is there");
  const { stdout } = await runProcess("git", ["rev-parse", "HEAD"], { cwd: folder });
  writeFileSync(join(folder, "tide/operator.yaml"), operator.replaceAll("v1.2.3", "v1.3.0"));
  await commit(folder, "The next one");
  return { folder, base: stdout.trim() };
}

async function commit(folder: string, message: string): Promise<void> {
  const identity = "-c user.name=curator -c user.email=curator@example.org";
  const script = `chartwright build tide && git init -q . && git add -A && git ${identity} commit -qm '${message}'`;
  const { status, stderr } = await runProcess("bash", ["-ec", script], { cwd: folder, env: environment() });
  expect(status, stderr).toBe(0);
}

function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${chartwrightProgram()}:${process.env["PATH"]}`, NO_COLOR: "1", ...more };
}

describeWithEachHelm("the action", (helm) => {
  function review(folder: string, more: NodeJS.ProcessEnv): Promise<ProcessResult> {
    const env = environment({
      PROJECTS: ".",
      FAIL_ON: "none",
      HELMS: helm.path,
      COMMENT: "true",
      TOKEN: "secret",
      PULL_REQUEST: "7",
      GITHUB_REPOSITORY: "harbour/charts",
      GITHUB_STEP_SUMMARY: "",
      ...more,
    });
    return runProcess(process.execPath, [join(repositoryFolder, "action/main.mjs")], { cwd: folder, env });
  }

  test("comments parity, what the upgrade means, and what renders otherwise; once", async () => {
    const { folder, base } = await pullRequest();
    const { api, asked } = await startGitHub();
    const summary = join(temporaryFolder(), "summary.md");
    const first = await review(folder, { BASE: base, GITHUB_API_URL: api, GITHUB_STEP_SUMMARY: summary });
    expect(first, first.stderr).toMatchObject({ status: 0 });
    const text = readFileSync(summary, "utf8");
    expect(text).toContain("## tide\n\nThe charts equal their source: ");
    expect(text).toContain(`Helm ${helm.version}.`);
    expect(text).toMatch(/^### Upgrade: .*tide 1\.2\.3 → 1\.3\.0$/m);
    expect(text).toMatch(/^-\s+image: "?registry\.example\.org\/tide:v1\.2\.3"?$/m);
    expect(text).toMatch(/^\+\s+image: "?registry\.example\.org\/tide:v1\.3\.0"?$/m);
    // Places are those of the repository, wherever it was checked out.
    expect(text).not.toContain("/tmp/");
    await review(folder, { BASE: base, GITHUB_API_URL: api, GITHUB_STEP_SUMMARY: summary });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /repos/harbour/charts/issues/7/comments?per_page=100&page=1",
      "POST /repos/harbour/charts/issues/7/comments",
      "GET /repos/harbour/charts/issues/7/comments?per_page=100&page=1",
      "PATCH /comments/2",
    ]);
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer secret"]));
    const posted: string = JSON.parse(asked[1]?.body ?? "{}").body;
    expect(posted).toContain("What renders otherwise");
    const { stdout } = await runProcess("git", ["worktree", "list"], { cwd: folder });
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("fails where the charts do not equal their source, and says so where it may not comment", async () => {
    const { folder, base } = await pullRequest();
    const template = join(folder, "tide/charts/tide/templates/serviceaccount-tide-operator.yaml");
    writeFileSync(template, `${readFileSync(template, "utf8")}automountServiceAccountToken: false\n`);
    const { api } = await startGitHub(403);
    const failed = await review(folder, { BASE: base, GITHUB_API_URL: api });
    expect(failed.status, failed.stderr).toBe(1);
    expect(failed.stdout).toContain("**The charts do not equal their source**");
    expect(failed.stdout).toContain("automountServiceAccountToken");
    expect(failed.stdout).toMatch(
      /^::warning title=chartwright::The comment was not written: .* says 403\./m,
    );
  });
});

test("action.yml hands every input to the script, none inside its text", () => {
  const parsed = parseDocument(readFileSync(join(repositoryFolder, "action.yml"), "utf8"));
  if (!parsed.ok) throw new Error(parsed.fault.message);
  const action = parsed.document.data;
  const steps = listField(action, "runs", "steps");
  const inputs = Object.keys(objectField(action, "inputs"));
  expect(inputs).toContain("token");
  const handed = steps.flatMap((step) => Object.values(objectField(step, "env"))).join(" ");
  for (const name of inputs) expect(handed).toContain(`inputs.${name} }}`);
  // An input inside a script would be a script itself.
  for (const step of steps) expect(stringField(step, "run")).not.toContain("${{");
});
