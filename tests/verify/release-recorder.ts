// An API server that is there only to be told of a release: it knows ConfigMaps and Secrets, holds none, accepts what
// is created, and keeps the record that Helm writes.
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";

const verbs = ["get", "list", "watch", "create"];

/** What can be read, by path. */
const answers: Readonly<Record<string, unknown>> = {
  "/version": { major: "1", minor: "34", gitVersion: "v1.34.0" },
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": { kind: "APIGroupList", apiVersion: "v1", groups: [] },
  "/api/v1": {
    kind: "APIResourceList",
    groupVersion: "v1",
    resources: [
      { name: "configmaps", singularName: "", namespaced: true, kind: "ConfigMap", verbs },
      { name: "secrets", singularName: "", namespaced: true, kind: "Secret", verbs },
    ],
  },
  "/api/v1/namespaces/default/secrets": { kind: "SecretList", apiVersion: "v1", items: [] },
};

const notFound = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };

/** Runs `use` with a kubeconfig of the server, and returns the value of the release Secret that was created. */
export async function recordRelease(use: (kubeconfig: string) => Promise<void>): Promise<string> {
  const created: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => respond(request, response, Buffer.concat(chunks), created));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(writeKubeconfig((server.address() as AddressInfo).port));
  } finally {
    server.closeAllConnections();
    server.close();
  }
  // Whether it was sent as JSON or as protobuf, the record is the one gzipped text in base64.
  const records = created.flatMap((body) => [...body.matchAll(/H4sI[A-Za-z0-9+/]+=*/g)].map(String));
  if (records[0] === undefined || records.length > 1)
    throw new Error(`${records.length} records were written`);
  return records[0];
}

function respond(request: IncomingMessage, response: ServerResponse, body: Buffer, created: string[]): void {
  const path = request.url?.split("?")[0] ?? "";
  const send = (status: number, answer: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  };
  if (request.method !== "GET") {
    if (request.method === "POST" && path.endsWith("/secrets")) created.push(body.toString("latin1"));
    // Helm reads no more of the answer than that there is one.
    send(request.method === "POST" ? 201 : 200, { kind: "Secret", apiVersion: "v1" });
  } else if (path in answers) send(200, answers[path]);
  else send(404, notFound);
}

function writeKubeconfig(port: number): string {
  const path = join(temporaryFolder(), "kubeconfig");
  const text = `apiVersion: v1
kind: Config
current-context: recorder
contexts: [{name: recorder, context: {cluster: recorder, user: nobody}}]
clusters: [{name: recorder, cluster: {server: "http://127.0.0.1:${port}"}}]
users: [{name: nobody, user: {}}]
`;
  writeFileSync(path, text);
  return path;
}
