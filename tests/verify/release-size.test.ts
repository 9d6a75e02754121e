// The computed size of a release, against the record that real Helm writes.

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isIgnored } from "../../src/verify/helm-ignore.ts";
import { releaseSize } from "../../src/verify/release-size.ts";
import { RenderedReader } from "../../src/verify/rendered.ts";
import { writeTree } from "../support/golden.ts";
import { testWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbour } from "./harbour.ts";

/** A chart whose objects every API server knows. */
function files(): ReadonlyMap<string, string> {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${(index * 7919) % 10_007}`);
  const config = (name: string, annotations = "{}") =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  annotations: ${annotations}\ndata:\n` +
    `  text: ${words.join(" ")} <&> {{ .Values.size }}\n`;
  return new Map([
    ["Chart.yaml", 'apiVersion: v2\nname: harbour\nversion: "1.0.0"\ndescription: Harbours <and> more.\n'],
    ["values.yaml", "size: 5 # metres\nnested: {list: [1, 2, 3], text: a & b}\n"],
    ["values.schema.json", `{"type": "object", "description": "${words.slice(0, 900).join(" ")}"}`],
    ["README.md", words.slice(0, 3_000).join("\n")],
    [".helmignore", "docs/\n*.tmp\n"],
    ["docs/values.md", words.join("\n")],
    ["notes.tmp", words.join("\n")],
    ["templates/_helpers.tpl", '{{- define "x" -}}x{{- end -}}\n'],
    ["templates/NOTES.txt", "Installed.\n"],
    ["templates/a.yaml", config("a")],
    ["templates/hook.yaml", config("b", '{helm.sh/hook: post-install, helm.sh/hook-weight: "3"}')],
    ["crds/none.yaml", "# nothing yet\n"],
  ]);
}

/** An API server that knows ConfigMaps and Secrets, finds none, and keeps what it is sent. */
async function recordRelease(use: (kubeconfig: string) => Promise<void>): Promise<string> {
  const kinds = [
    {
      name: "configmaps",
      singularName: "",
      namespaced: true,
      kind: "ConfigMap",
      verbs: ["get", "create", "watch"],
    },
    { name: "secrets", singularName: "", namespaced: true, kind: "Secret", verbs: ["get", "create", "list"] },
  ];
  const answers: Readonly<Record<string, unknown>> = {
    "/version": { major: "1", minor: "34", gitVersion: "v1.34.0" },
    "/api": { kind: "APIVersions", versions: ["v1"] },
    "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: [] },
    "/api/v1": { kind: "APIResourceList", groupVersion: "v1", resources: kinds },
  };
  const secrets: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url?.split("?")[0] ?? "";
      const body = Buffer.concat(chunks);
      const isSecret = path.endsWith("/secrets");
      if (isSecret && request.method === "POST") secrets.push(body.toString("latin1"));
      const isRead = request.method === "GET";
      const answer = isRead
        ? isSecret
          ? { kind: "SecretList", apiVersion: "v1", items: [] }
          : answers[path]
        : {};
      const notFound = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
      response.writeHead(answer ? (isRead ? 200 : 201) : 404, { "content-type": "application/json" });
      // What is created comes back as it was sent, in whatever form.
      response.end(
        isRead || request.headers["content-type"] !== "application/json"
          ? JSON.stringify(answer ?? notFound)
          : body,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(temporaryFolder(), "kubeconfig");
  writeFileSync(
    kubeconfig,
    `apiVersion: v1
kind: Config
current-context: recorder
contexts: [{name: recorder, context: {cluster: recorder, user: nobody}}]
clusters: [{name: recorder, cluster: {server: "http://127.0.0.1:${port}"}}]
users: [{name: nobody, user: {}}]
`,
  );
  try {
    await use(kubeconfig);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  // The record is the one long text in base64 of the Secret, whether it was sent as JSON or as protobuf.
  const record = secrets.flatMap((secret) => [...secret.matchAll(/H4sI[A-Za-z0-9+/]+=*/g)].map(String));
  expect(record).toHaveLength(1);
  return record[0] ?? "";
}

testWithEachHelm("the computed size is that of Helm's record, and never less", async (helm) => {
  const folder = temporaryFolder();
  writeTree(folder, files());
  const rendered = await helm.template(["harbour", folder, "--include-crds"]);
  expect(rendered.stderr).toBe("");
  const [chart] = harbour().charts;
  if (!chart) throw new Error("no chart");
  const documents = new RenderedReader().read(rendered.stdout);
  const computed = releaseSize({ chart, files: files(), folder: undefined }, documents);
  const record = await recordRelease(async (kubeconfig) => {
    const options = { kubeconfig, timeoutSeconds: 60 };
    await helm.run(["install", "harbour", folder, "--disable-openapi-validation"], options);
  });
  expect(computed / record.length).toBeGreaterThanOrEqual(1);
  expect(computed / record.length).toBeLessThan(1.03);
});

describe(".helmignore", () => {
  test.each([
    { name: "nothing", rules: "", path: "docs/a.md", ignored: false },
    { name: "comments and blank lines", rules: "# docs\n\n", path: "docs", ignored: false },
    { name: "a folder with all below it", rules: "docs/", path: "docs/deep/a.md", ignored: true },
    { name: "a folder's rule for a file", rules: "docs/", path: "docs", ignored: false },
    { name: "a name in any folder", rules: "*.tmp", path: "a/b.tmp", ignored: true },
    { name: "a path from the root", rules: "/a.md", path: "b/a.md", ignored: false },
    { name: "a path with a slash", rules: "b/*.md", path: "b/a.md", ignored: true },
    { name: "a star stops at a slash", rules: "b/*", path: "c/b/a.md", ignored: false },
    { name: "a class", rules: "[a-c]?.md", path: "b1.md", ignored: true },
    { name: "an escaped star", rules: "\\*.md", path: "a.md", ignored: false },
    { name: "a rule that names what stays", rules: "!a.md", path: "b.md", ignored: true },
    { name: "hidden templates", rules: "", path: "templates/.a.yaml.swp", ignored: true },
  ])("$name", ({ rules, path, ignored }) => {
    expect(isIgnored(path, rules)).toBe(ignored);
  });
});
