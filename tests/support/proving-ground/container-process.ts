// Runs a container for real: a process of this machine that sees a root folder of its own, holding kubectl and the
// Pod's volumes and nothing else: no shell, no library, no file of the machine. It runs as the user that the Pod names,
// and shares the machine's network. Linux with `unshare` (util-linux); no image is ever fetched.

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { ProcessGuard, Server } from "../process-guard.ts";
import type { Container, Pod, SecurityContext, VolumeMount } from "./pod.ts";
import { expandVariables, type VolumeContent } from "./pod-inputs.ts";

/** All that a container's process consists of. */
export interface ContainerProcess {
  readonly pod: Pod;
  readonly container: Container;
  /** The folder of the Pod's volumes. */
  readonly volumesFolder: string;
  /** A folder of this run alone. */
  readonly runFolder: string;
  readonly logFile: string;
  readonly environment: ReadonlyMap<string, string>;
  /** The file that is kubectl inside. */
  readonly kubectl: string;
}

const searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const unshare = programPath("unshare");
const isRoot = process.getuid?.() === 0;
let namespaceOptions: readonly string[] | undefined;

/** Says why no container can run for real on this machine; undefined where it can. */
export function missingNamespaces(): string | undefined {
  return optionsForNamespaces() === undefined
    ? "a Linux where root, or a user namespace, may mount: unshare --mount"
    : undefined;
}

/** How `unshare` gets a namespace of mounts here; without root, the process is root of a user namespace. */
function optionsForNamespaces(): readonly string[] | undefined {
  if (namespaceOptions !== undefined) return namespaceOptions;
  const ways = [["--mount"], ["--mount", "--map-root-user"]];
  namespaceOptions = ways.find((way) => spawnSync(unshare, [...way, "true"]).status === 0);
  return namespaceOptions;
}

/**
 * Where kubectl is in the container's image, for images that hold it: those named `…/kubectl`, as registry.k8s.io's,
 * and any whose command is kubectl. Undefined for all others, which do not run for real.
 */
export function kubectlInImage({ image, command = [] }: Container): string | undefined {
  const imageName = image.replace(/@.*$/, "").split("/").at(-1)?.split(":")[0];
  if (imageName === "kubectl") return "/bin/kubectl";
  const program = command[0];
  if (program === undefined || basename(program) !== "kubectl") return undefined;
  return isAbsolute(program) ? program : "/usr/local/bin/kubectl";
}

/** Says why a kubelet would not start the container; undefined where it would. */
export function refusedUser(pod: Pod, container: Container): string | undefined {
  const { runAsNonRoot, runAsUser } = securityOf(pod, container);
  if (!runAsNonRoot || (runAsUser ?? 0) > 0) return undefined;
  return runAsUser === undefined
    ? "container has runAsNonRoot and image will run as root"
    : "container's runAsUser breaks non-root policy";
}

/** Writes the volumes of a Pod, each into a folder of its name. */
export function writeVolumes(pod: Pod, volumes: readonly VolumeContent[], folder: string): void {
  const group = isRoot ? pod.spec.securityContext?.fsGroup : undefined;
  for (const { name, isWritable, files } of volumes) {
    const root = join(folder, name);
    makeFolder(root, isWritable);
    for (const { path, content, mode } of files) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      chmodSync(file, group === undefined ? mode : mode | 0o040);
      if (group !== undefined) chownSync(file, 0, group);
    }
  }
}

/** Starts the container's process. */
export function startContainer(guard: ProcessGuard, run: ContainerProcess): Promise<Server> {
  mkdirSync(run.runFolder, { recursive: true });
  const script = join(run.runFolder, "start.sh");
  writeFileSync(script, startScript(run), { mode: 0o600 });
  return guard.start(unshare, [...(optionsForNamespaces() ?? []), "sh", script], run.logFile);
}

/**
 * The steps from a new namespace of mounts to the container's own program, which takes the place of the shell. A mount
 * that fails ends the container, except where the machine does not let a user make it read-only.
 */
function startScript(run: ContainerProcess): string {
  const { pod, container } = run;
  const root = join(run.runFolder, "root");
  const security = securityOf(pod, container);
  // The Pod's group is one among others in a container; here it takes the place of the container's own.
  const group = pod.spec.securityContext?.fsGroup ?? security.runAsGroup ?? 0;
  const place = kubectlInImage(container) ?? "/bin/kubectl";
  const lines = ["set -e", `mkdir -p ${quote(root)}`, `mount -t tmpfs -o mode=0755 tmpfs ${quote(root)}`];
  const bind = (source: string, target: string, isReadOnly: boolean, isFile: boolean): void => {
    const inside = join(root, target);
    lines.push(`mkdir -p ${quote(isFile ? dirname(inside) : inside)}`);
    if (isFile) lines.push(`[ -e ${quote(inside)} ] || : > ${quote(inside)}`);
    lines.push(`mount --bind ${quote(source)} ${quote(inside)}`);
    if (isReadOnly) lines.push(readOnly(`remount,bind,ro ${quote(inside)}`));
  };
  bind(run.kubectl, place, true, true);
  bind("/dev/null", "/dev/null", false, true);
  lines.push(`mkdir -p -m 1777 ${quote(join(root, "tmp"))}`);
  for (const mount of (container.volumeMounts ?? []).toSorted(byDepth)) {
    const volume = join(run.volumesFolder, mount.name);
    const source = mount.subPath === undefined ? volume : join(volume, mount.subPath);
    const isFile = statSync(source, { throwIfNoEntry: false })?.isFile() ?? false;
    if (!isFile) makeFolder(source, true);
    bind(source, mount.mountPath, mount.readOnly ?? false, isFile);
  }
  const folder = container.workingDir ?? "/";
  lines.push(`mkdir -p ${quote(join(root, folder))}`);
  if (security.readOnlyRootFilesystem) lines.push(readOnly(`remount,ro ${quote(root)}`));
  lines.push(
    `exec ${programLine(run, root, folder, { user: security.runAsUser ?? 0, group })
      .map(quote)
      .join(" ")}`,
  );
  return `${lines.join("\n")}\n`;
}

function programLine(
  { container, environment }: ContainerProcess,
  root: string,
  folder: string,
  { user, group }: { readonly user: number; readonly group: number },
): readonly string[] {
  const variables = new Map([["PATH", searchPath], ["HOME", "/"], ...environment]);
  const program = [...(container.command ?? ["/bin/kubectl"]), ...(container.args ?? [])];
  return [
    "env",
    "-i",
    ...[...variables].map(([name, value]) => `${name}=${value}`),
    // By its path, since `env` looks for it where the container would.
    unshare,
    `--root=${root}`,
    `--wd=${folder}`,
    // A user namespace knows no user but its root.
    ...(isRoot ? [`--setgid=${group}`, `--setuid=${user}`] : []),
    "--",
    ...program.map((text) => expandVariables(text, environment)),
  ];
}

/** Makes a folder that everybody may write to, or only read; an existing one stays as it is. */
function makeFolder(path: string, isWritable: boolean): void {
  if (mkdirSync(path, { recursive: true }) !== undefined) chmodSync(path, isWritable ? 0o777 : 0o755);
}

function readOnly(options: string): string {
  return `mount -o ${options}${isRoot ? "" : " 2>/dev/null || :"}`;
}

/** The program's path on this machine, or its bare name where it has none. */
function programPath(name: string): string {
  return spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout?.trim() || name;
}

function securityOf(pod: Pod, container: Container): SecurityContext {
  return { ...pod.spec.securityContext, ...container.securityContext };
}

function byDepth(left: VolumeMount, right: VolumeMount): number {
  return left.mountPath.length - right.mountPath.length;
}

/** A word of a shell script. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
