// A Kubernetes control plane without nodes: etcd and kube-apiserver on loopback, from nothing, in a folder of its own.
// Objects are stored, checked and admitted as in a real cluster. Without the option `controllers` no controller runs, so
// no Pod is made and a namespace that is deleted stays Terminating; with it, kube-controller-manager does its work. Pods
// run on the node of proving-ground/. Built by tools/build.mjs; see tools/README.md.

import { spawnSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { guardProcesses, type ProcessGuard, type Server } from "./process-guard.ts";
import type { ApiAccess } from "./proving-ground/kubernetes-api.ts";
import { repositoryFolder } from "./repository.ts";
import { describeWith } from "./requirement.ts";
import { makeFolder } from "./temporary-folder.ts";

/** A running control plane. */
export interface ControlPlane {
  /** The file with which `helm` and `kubectl` reach it as cluster administrator. */
  readonly kubeconfig: string;
  /** How to reach it as cluster administrator without them. */
  readonly access: ApiAccess;
  /** The folder of its files and logs; more may be put there, it goes with the control plane. */
  readonly folder: string;
  /** Starts more processes that end with it. */
  readonly guard: ProcessGuard;
  /** Ends the API server as a crash does, in the middle of whatever it does. */
  killApiServer(): Promise<void>;
  /** Starts the API server again, where it was and with all that was stored, and resolves when it serves. */
  restartApiServer(): Promise<void>;
  /** Ends all its processes and removes its folder. */
  stop(): Promise<void>;
}

/** What a control plane consists of beside etcd and the API server. */
export interface ControlPlaneOptions {
  /** Whether kube-controller-manager runs: garbage collection, namespaces, service accounts, Jobs, Deployments, … */
  readonly controllers?: boolean;
  /** The socket of the proxy to Services, see service-network.ts; without it the API server reaches none. */
  readonly clusterProxy?: string;
}

interface Binaries {
  readonly etcd: string;
  readonly apiServer: string;
  readonly controllerManager: string | undefined;
}

interface Secrets {
  readonly adminToken: string;
  readonly controllerManagerToken: string;
}

/** Someone who asks the API server something. */
interface Access extends ApiAccess {
  readonly folder: string;
}

const startAttempts = 3;
const readySeconds = 90;
const controllerManagerUser = "system:kube-controller-manager";

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

/** Says what must be built for a control plane with controllers, in words; undefined when it is there. */
export function missingControllers(): string | undefined {
  return findBinaries()?.controllerManager === undefined
    ? "run: node tools/build.mjs etcd kube-apiserver kube-controller-manager"
    : undefined;
}

/** Starts a control plane and resolves when it serves; whatever happens to the caller, its processes end with it. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const found = findBinaries();
  if (found === undefined)
    throw new Error("the control plane is not built: node tools/build.mjs etcd kube-apiserver");
  for (let attempt = 1; ; attempt++) {
    const folder = makeFolder();
    const guard = guardProcesses(folder);
    try {
      return await start(found, folder, guard, options);
    } catch (error) {
      await guard.stop();
      // A free port may be taken by somebody else before the server listens on it.
      if (attempt === startAttempts) throw error;
    }
  }
}

async function start(
  programs: Binaries,
  folder: string,
  guard: ProcessGuard,
  options: ControlPlaneOptions,
): Promise<ControlPlane> {
  const [clientPort, peerPort, port] = await freePorts(3);
  if (clientPort === undefined || peerPort === undefined || port === undefined)
    throw new Error("no free port");
  const { adminToken, controllerManagerToken } = writeSecrets(folder);
  const access = { folder, port, token: adminToken, certificateFile: join(folder, "apiserver.crt") };
  await guard.start(programs.etcd, etcdArguments(folder, clientPort, peerPort), join(folder, "etcd.log"));
  const startApiServer = async (): Promise<Server> => {
    const args = [...apiServerArguments(access, clientPort), ...egressArguments(folder, options)];
    const server = await guard.start(programs.apiServer, args, join(folder, "kube-apiserver.log"));
    await waitUntilReady(access, server, ["/readyz", "/api/v1/namespaces/default"]);
    return server;
  };
  let apiServer = await startApiServer();
  if (options.controllers) {
    await startControllers(programs, guard, access, controllerManagerToken);
  }
  return {
    kubeconfig: writeKubeconfig(access, "kubeconfig"),
    access,
    folder,
    guard,
    killApiServer: () => apiServer.stop("SIGKILL"),
    restartApiServer: async () => {
      await apiServer.stop("SIGKILL");
      apiServer = await startApiServer();
    },
    stop: () => guard.stop(),
  };
}

/** Starts the controllers and resolves when they have given the namespace "default" what each namespace gets. */
async function startControllers(
  programs: Binaries,
  guard: ProcessGuard,
  access: Access,
  token: string,
): Promise<void> {
  if (programs.controllerManager === undefined) {
    throw new Error("the controllers are not built: node tools/build.mjs kube-controller-manager");
  }
  const args = controllerManagerArguments(
    access,
    writeKubeconfig({ ...access, token }, "kube-controller-manager.kubeconfig"),
  );
  const log = join(access.folder, "kube-controller-manager.log");
  const server = await guard.start(programs.controllerManager, args, log);
  await waitUntilReady(access, server, [
    "/api/v1/namespaces/default/serviceaccounts/default",
    "/api/v1/namespaces/default/configmaps/kube-root-ca.crt",
  ]);
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

function egressArguments(folder: string, { clusterProxy }: ControlPlaneOptions): readonly string[] {
  if (clusterProxy === undefined) return [];
  const file = join(folder, "egress.json");
  const connection = { proxyProtocol: "HTTPConnect", transport: { uds: { udsName: clusterProxy } } };
  const configuration = {
    apiVersion: "apiserver.k8s.io/v1beta1",
    kind: "EgressSelectorConfiguration",
    egressSelections: [{ name: "cluster", connection }],
  };
  writeFileSync(file, JSON.stringify(configuration));
  return [`--egress-selector-config-file=${file}`];
}

function controllerManagerArguments(
  { folder, certificateFile }: Access,
  kubeconfig: string,
): readonly string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    // Each controller acts as its own service account, with the rights that RBAC gives to that one.
    "--use-service-account-credentials",
    `--service-account-private-key-file=${join(folder, "service-accounts.pem")}`,
    `--root-ca-file=${certificateFile}`,
    "--leader-elect=false",
    // Nobody asks it anything.
    "--secure-port=0",
    // The node of proving-ground/ sends no heartbeat, and must not lose its Pods for that.
    "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller",
    "--kube-api-qps=200",
    "--kube-api-burst=400",
  ];
}

function writeSecrets(folder: string): Secrets {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const [adminToken, controllerManagerToken] = [randomToken(), randomToken()];
  const users = [
    `${adminToken},admin,admin,"system:masters"`,
    `${controllerManagerToken},${controllerManagerUser},${controllerManagerUser}`,
  ];
  writeFileSync(join(folder, "service-accounts.pem"), privateKey, { mode: 0o600 });
  writeFileSync(join(folder, "tokens.csv"), `${users.join("\n")}\n`, { mode: 0o600 });
  return { adminToken, controllerManagerToken };
}

function randomToken(): string {
  return randomBytes(24).toString("hex");
}

function writeKubeconfig({ folder, port, token, certificateFile }: Access, fileName: string): string {
  const name = "chartwright";
  const content = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    contexts: [{ name, context: { cluster: name, user: name } }],
    clusters: [
      {
        name,
        cluster: { server: `https://127.0.0.1:${port}`, "certificate-authority": certificateFile },
      },
    ],
    users: [{ name, user: { token } }],
  };
  const path = join(folder, fileName);
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
  return path;
}

/** Waits until each path is there for the administrator, in that order, while the server runs. */
async function waitUntilReady(access: Access, server: Server, paths: readonly string[]): Promise<void> {
  const deadline = Date.now() + readySeconds * 1000;
  for (const path of paths) {
    while ((await statusOf(access, path)) !== 200) {
      if (!server.isRunning() || Date.now() > deadline) {
        throw new Error(`the control plane does not become ready:\n${lastLines(access.folder)}`);
      }
      await sleep(100);
    }
  }
}

/** The status of a GET as administrator; undefined while nobody answers. */
function statusOf({ port, token, certificateFile }: Access, path: string): Promise<number | undefined> {
  if (!existsSync(certificateFile)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const options = {
      host: "127.0.0.1",
      port,
      path,
      ca: readFileSync(certificateFile),
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
  return ["etcd.log", "kube-apiserver.log", "kube-controller-manager.log"]
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
  const names = ["etcd", "kube-apiserver", "kube-controller-manager"];
  const { stdout } = spawnSync(process.execPath, [script, "--find", ...names], { encoding: "utf8" });
  const [etcd, apiServer, controllerManager] = stdout.split("\n");
  binaries =
    etcd && apiServer ? { etcd, apiServer, controllerManager: controllerManager || undefined } : undefined;
  return binaries;
}
