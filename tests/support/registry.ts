// A real registry for charts, on loopback, with a password and, where clients can, TLS. Built by tools/build.mjs; see tools/README.md.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as requestPlainly } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Helm } from "./helm.ts";
import { guardProcesses, type Server } from "./process-guard.ts";
import { startTokenServer } from "./registry-tokens.ts";
import { describeWith, type Requirement } from "./requirement.ts";
import { makeFolder } from "./temporary-folder.ts";
import { builtTool } from "./tool.ts";

/** A running registry. */
export interface Registry {
  /** Host and port: charts are at `oci://<host>/<path>`. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
  /** The certificate to trust; undefined for plain HTTP. */
  readonly certificateFile: string | undefined;
  /** A file as Docker and Helm keep logins in. */
  readonly credentialsFile: string;
  /** What Helm must be told to reach it: how to connect, and, for who may come in, the credentials. */
  readonly helmConnection: readonly string[];
  readonly helmFlags: readonly string[];
  /** Ends it, and removes all that it holds. */
  stop(): Promise<void>;
}

const user = "harbour-master";
const password = "low-tide";
/** What bcrypt makes of the password: the only form that the registry reads. */
const passwordHash = "$2a$04$FldmrftCQezx0PvWUFDawuoNrC6Kd/x92O81z8anYm8wY2kwu/aBS";
const readySeconds = 30;

/** A `describe` for tests with a registry, which they start in a `beforeAll`; skipped loudly where it is not built. */
export function describeWithRegistry(title: string, body: () => void): void {
  const needs: readonly Requirement[] = [
    {
      name: "registry",
      missing: builtTool("registry") === undefined ? "run: node tools/build.mjs registry" : undefined,
      requiredInCi: process.env["CHARTWRIGHT_CONTROL_PLANE"] === "required",
    },
    {
      name: "openssl",
      missing: spawnSync("openssl", ["version"]).status === 0 ? undefined : "put openssl on the PATH",
      requiredInCi: true,
    },
  ];
  describeWith(needs.find(({ missing }) => missing !== undefined) ?? (needs[0] as Requirement), title, body);
}

/** Whether a Helm has only plain HTTP for what is on loopback: before 3.18 it asks no flag. */
export function needsPlainHttp({ version }: Helm): boolean {
  return version.startsWith("3.17.");
}

/**
 * Starts an empty registry, with TLS unless `isPlain`; whatever happens to the caller, it ends with it. It asks for the
 * password, or for a token that its token server gives for the password.
 */
export async function startRegistry({
  isPlain = false,
  withTokens = false,
}: {
  readonly isPlain?: boolean;
  readonly withTokens?: boolean;
} = {}): Promise<Registry> {
  const program = builtTool("registry");
  if (program === undefined) throw new Error("the registry is not built: node tools/build.mjs registry");
  const folder = makeFolder();
  const guard = guardProcesses(folder);
  try {
    const file = (name: string) => join(folder, name);
    if (!isPlain || withTokens) makeCertificate(folder);
    writeFileSync(file("htpasswd"), `${user}:${passwordHash}\n`);
    const tokens = withTokens ? await startTokenServer(folder, `${user}:${password}`) : undefined;
    writeFileSync(file("registry.yaml"), configuration(folder, isPlain, tokens?.configuration));
    const log = file("registry.log");
    // Without these words it sends traces to a collector, and waits for it at its end.
    const server = await guard.start(
      "env",
      ["OTEL_TRACES_EXPORTER=none", program, "serve", file("registry.yaml")],
      log,
    );
    const host = `127.0.0.1:${await listeningPort(server, log)}`;
    const certificateFile = isPlain ? undefined : file("tls.crt");
    await untilAnswering(host, certificateFile, server, log);
    const helmConnection = certificateFile === undefined ? ["--plain-http"] : ["--ca-file", certificateFile];
    const credentials = Buffer.from(`${user}:${password}`).toString("base64");
    writeFileSync(file("credentials.json"), JSON.stringify({ auths: { [host]: { auth: credentials } } }));
    return {
      host,
      user,
      password,
      certificateFile,
      credentialsFile: file("credentials.json"),
      helmConnection,
      helmFlags: [...helmConnection, "--registry-config", file("credentials.json")],
      stop: async () => {
        tokens?.stop();
        await guard.stop();
      },
    };
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

/** Packages the chart in `chart` and pushes it to `oci://<host>/<path>`; resolves to what Helm said. */
export async function publish(helm: Helm, registry: Registry, chart: string, path: string): Promise<string> {
  const folder = makeFolder();
  const packaged = await helm.run(["package", chart, "--destination", folder]);
  const archive = /saved it to: (.*)$/m.exec(packaged.stdout)?.[1]?.trim();
  if (archive === undefined) throw new Error(packaged.stderr);
  const pushed = await helm.run(["push", archive, `oci://${registry.host}/${path}`, ...registry.helmFlags]);
  if (pushed.status !== 0) throw new Error(pushed.stderr);
  return pushed.stdout + pushed.stderr;
}

function makeCertificate(folder: string): void {
  const files = ["-keyout", join(folder, "tls.key"), "-out", join(folder, "tls.crt")];
  const subject = ["-subj", "/CN=registry", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject], {
    stdio: "ignore",
  });
}

/** https://distribution.github.io/distribution/about/configuration/; the system chooses the port. */
function configuration(folder: string, isPlain: boolean, tokens: string | undefined): string {
  const tls = `\n  tls: { certificate: ${join(folder, "tls.crt")}, key: ${join(folder, "tls.key")} }`;
  return `version: 0.1
log: { level: info }
storage:
  filesystem: { rootdirectory: ${join(folder, "storage")} }
  delete: { enabled: true }
http:
  addr: 127.0.0.1:0
  secret: not-shared${isPlain ? "" : tls}
auth:
  ${tokens ?? `htpasswd: { realm: charts, path: ${join(folder, "htpasswd")} }`}
`;
}

async function listeningPort(server: Server, log: string): Promise<number> {
  for (let waited = 0; waited < readySeconds * 10; waited++) {
    const port = /listening on 127\.0\.0\.1:(\d+)/.exec(readFileSync(log, "utf8"))?.[1];
    if (port !== undefined) return Number(port);
    if (!server.isRunning()) break;
    await sleep(100);
  }
  throw new Error(`the registry does not start:\n${readFileSync(log, "utf8")}`);
}

async function untilAnswering(
  host: string,
  certificateFile: string | undefined,
  server: Server,
  log: string,
): Promise<void> {
  const ca = certificateFile === undefined ? undefined : readFileSync(certificateFile);
  const status = () =>
    new Promise<number | undefined>((resolve) => {
      const answer = (response: IncomingMessage) => {
        response.resume();
        resolve(response.statusCode);
      };
      const asking =
        ca === undefined
          ? requestPlainly(`http://${host}/v2/`, answer)
          : request(`https://${host}/v2/`, { ca, agent: false }, answer);
      asking.on("error", () => resolve(undefined));
      asking.end();
    });
  for (let waited = 0; waited < readySeconds * 10; waited++) {
    // It wants to know who asks.
    if ((await status()) === 401) return;
    if (!server.isRunning()) break;
    await sleep(100);
  }
  throw new Error(`the registry does not answer:\n${readFileSync(log, "utf8")}`);
}
