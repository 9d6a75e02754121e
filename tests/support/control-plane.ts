// A Kubernetes control plane without nodes: etcd and kube-apiserver on loopback, from nothing, in a folder of its own.
// Objects are stored, checked and admitted as in a real cluster; no controller runs, so no Pod, and a namespace that is
// deleted stays Terminating. Built by tools/build.mjs; see tools/README.md.

import { spawnSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { guardProcesses, type ProcessGuard, type Server } from "./process-guard.ts";
import { repositoryFolder } from "./repository.ts";
import { describeWith } from "./requirement.ts";
import { makeFolder } from "./temporary-folder.ts";

/** A running control plane. */
export interface ControlPlane {
  /** The file with which `helm` and `kubectl` reach it as cluster administrator. */
  readonly kubeconfig: string;
  /** Ends all its processes and removes its folder. */
  stop(): Promise<void>;
}

interface Binaries {
  readonly etcd: string;
  readonly apiServer: string;
}

interface Access {
  readonly folder: string;
  readonly port: number;
  readonly token: string;
}

const startAttempts = 3;
const readySeconds = 90;

let binaries: Binaries | undefined;
let areBinariesSought = false;

/**
 * A `describe` for tests on a live control plane, which they start in a `beforeAll`. Where the programs are not built,
 * the tests are skipped loudly; a CI run fails without them once CHARTWRIGHT_CONTROL_PLANE says that it built them.
 */
export function describeWithControlPlane(title: string, body: () => void): void {
  const requirement = {
    name: "control plane",
    missing: findBinaries() === undefined ? "run: node tools/build.mjs etcd kube-apiserver" : undefined,
    requiredInCi: process.env["CHARTWRIGHT_CONTROL_PLANE"] === "required",
  };
  describeWith(requirement, title, body);
}

/** Starts a control plane and resolves when it serves; whatever happens to the caller, its processes end with it. */
export async function startControlPlane(): Promise<ControlPlane> {
  const found = findBinaries();
  if (found === undefined)
    throw new Error("the control plane is not built: node tools/build.mjs etcd kube-apiserver");
  for (let attempt = 1; ; attempt++) {
    const folder = makeFolder();
    const guard = guardProcesses(folder);
    try {
      const kubeconfig = await start(found, folder, guard);
      return { kubeconfig, stop: () => guard.stop() };
    } catch (error) {
      await guard.stop();
      // A free port may be taken by somebody else before the server listens on it.
      if (attempt === startAttempts) throw error;
    }
  }
}

async function start(programs: Binaries, folder: string, guard: ProcessGuard): Promise<string> {
  const [clientPort, peerPort, port] = await freePorts(3);
  if (clientPort === undefined || peerPort === undefined || port === undefined)
    throw new Error("no free port");
  const access = { folder, port, token: randomBytes(24).toString("hex") };
  writeSecrets(access);
  await guard.start(programs.etcd, etcdArguments(folder, clientPort, peerPort), join(folder, "etcd.log"));
  const apiServer = await guard.start(
    programs.apiServer,
    apiServerArguments(access, clientPort),
    join(folder, "kube-apiserver.log"),
  );
  await waitUntilReady(access, apiServer);
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, kubeconfigText(access), { mode: 0o600 });
  return kubeconfig;
}

function etcdArguments(folder: string, clientPort: number, peerPort: number): readonly string[] {
  const client = `http://127.0.0.1:${clientPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return [
    "--name=chartwright",
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=chartwright=${peer}`,
    // Nothing here survives the test, so nothing needs to be on disk.
    "--unsafe-no-fsync",
    "--log-level=warn",
  ];
}

function apiServerArguments({ folder, port }: Access, etcdPort: number): readonly string[] {
  const keys = join(folder, "service-accounts.pem");
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    // It signs a certificate for itself here, which the kubeconfig then trusts.
    `--cert-dir=${folder}`,
    "--authorization-mode=RBAC",
    `--token-auth-file=${join(folder, "tokens.csv")}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-signing-key-file=${keys}`,
    `--service-account-key-file=${keys}`,
    "--service-cluster-ip-range=10.96.0.0/16",
    "--endpoint-reconciler-type=none",
    "--allow-privileged=true",
  ];
}

function writeSecrets({ folder, token }: Access): void {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  writeFileSync(join(folder, "service-accounts.pem"), privateKey, { mode: 0o600 });
  writeFileSync(join(folder, "tokens.csv"), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
}

function kubeconfigText({ folder, port, token }: Access): string {
  const name = "chartwright";
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [
      {
        name,
        cluster: {
          server: `https://127.0.0.1:${port}`,
          "certificate-authority": join(folder, "apiserver.crt"),
        },
      },
    ],
    users: [{ name, user: { token } }],
  });
}

/** Waits for the server and for the namespace "default", which it makes for itself a moment later. */
async function waitUntilReady(access: Access, apiServer: Server): Promise<void> {
  const deadline = Date.now() + readySeconds * 1000;
  for (const path of ["/readyz", "/api/v1/namespaces/default"]) {
    while ((await statusOf(access, path)) !== 200) {
      if (!apiServer.isRunning() || Date.now() > deadline) {
        throw new Error(`the control plane does not become ready:\n${lastLines(access.folder)}`);
      }
      await sleep(100);
    }
  }
}

/** The status of a GET as administrator; undefined while nobody answers. */
function statusOf({ folder, port, token }: Access, path: string): Promise<number | undefined> {
  const certificate = join(folder, "apiserver.crt");
  if (!existsSync(certificate)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const options = {
      host: "127.0.0.1",
      port,
      path,
      ca: readFileSync(certificate),
      headers: { authorization: `Bearer ${token}` },
      agent: false,
      timeout: 5000,
    };
    const asked = request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(undefined));
    asked.end();
  });
}

function lastLines(folder: string): string {
  return ["etcd.log", "kube-apiserver.log"]
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => `${name}:\n${readFileSync(join(folder, name), "utf8").split("\n").slice(-15).join("\n")}`)
    .join("\n");
}

/** Asks the system for ports that nobody uses; all are held until the last is known, so that they differ. */
async function freePorts(count: number): Promise<readonly number[]> {
  const holders = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    holders.map(
      (holder) =>
        new Promise<number>((resolve, reject) => {
          holder.once("error", reject);
          holder.listen(0, "127.0.0.1", () => {
            const address = holder.address();
            resolve(typeof address === "object" && address !== null ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
  return ports;
}

function findBinaries(): Binaries | undefined {
  if (areBinariesSought) return binaries;
  areBinariesSought = true;
  const script = join(repositoryFolder, "tools", "build.mjs");
  const { stdout } = spawnSync(process.execPath, [script, "--find", "etcd", "kube-apiserver"], {
    encoding: "utf8",
  });
  const [etcd, apiServer] = stdout.split("\n");
  binaries = etcd && apiServer ? { etcd, apiServer } : undefined;
  return binaries;
}
