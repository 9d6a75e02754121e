// What the containers of a workload may do on the node that they run on, and may not any more have to ask for.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/
import { field, type Json, type JsonObject, listField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { type ContainerPair, podSpecOf, type ReleasedContainer } from "./container-pairs.ts";
import type { UpgradeFinding } from "./finding.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** What a workload may do on its node that it could not before; a workload that is new could nothing before. */
export function compareConfinement(
  pair: Partial<ObjectPair>,
  containers: readonly ContainerPair[],
): readonly UpgradeFinding[] {
  return [...hostAccess(pair), ...containers.flatMap((container) => ofContainer(pair, container))];
}

const allowed = "Look whether the namespace's Pod security level, or another admission policy, allows it.";

function hostAccess(pair: Partial<ObjectPair>): readonly UpgradeFinding[] {
  const now = pair.newer && podSpecOf(pair.newer);
  if (!now) return [];
  const then = pair.older && podSpecOf(pair.older)?.spec;
  const found = (path: readonly PathStep[], what: string) =>
    objectFinding("workloads/host-access", pair, {
      newerPath: [...now.path, ...path],
      message: `The Pods have ${what} of the node.`,
      action: allowed,
    });
  const namespaces = { hostNetwork: "the network", hostPID: "the processes", hostIPC: "the shared memory" };
  const shared = Object.entries(namespaces)
    .filter(([key]) => field(now.spec, key) === true && field(then, key) !== true)
    .map(([key, what]) => found([key], what));
  const files = new Set(hostPaths(then).map(([path]) => path));
  const ports = new Set(hostPorts(then).map(([port]) => port));
  return [
    ...shared,
    ...hostPaths(now.spec)
      .filter(([path]) => !files.has(path))
      .map(([path, at]) => found(at, `the files in "${path}"`)),
    ...hostPorts(now.spec)
      .filter(([port]) => !ports.has(port))
      .map(([port, at]) => found(at, `the port ${port}`)),
  ];
}

function hostPaths(spec: Json | undefined): readonly (readonly [string, readonly PathStep[]])[] {
  return listField(spec, "volumes").flatMap((volume, index) => {
    const path = stringField(volume, "hostPath", "path");
    return path === undefined ? [] : [[path, ["volumes", index, "hostPath", "path"]] as const];
  });
}

function hostPorts(spec: Json | undefined): readonly (readonly [number, readonly PathStep[]])[] {
  return ["initContainers", "containers"].flatMap((list) =>
    listField(spec, list).flatMap((container, at) =>
      listField(container, "ports").flatMap((port, index) => {
        const number = field(port, "hostPort");
        return typeof number === "number" ? [[number, [list, at, "ports", index, "hostPort"]] as const] : [];
      }),
    ),
  );
}

function ofContainer(
  pair: Partial<ObjectPair>,
  { name, older, newer, olderPath, newerPath }: ContainerPair,
): readonly UpgradeFinding[] {
  if (!newer) return [];
  const path = (...steps: readonly PathStep[]) => ({
    ...(older ? { olderPath: [...olderPath, "securityContext", ...steps] } : {}),
    newerPath: [...newerPath, "securityContext", ...steps],
  });
  const findings: UpgradeFinding[] = [];
  if (isPrivileged(newer) && !isPrivileged(older)) {
    findings.push(
      objectFinding("workloads/privileged", pair, {
        ...path("privileged"),
        message: `Container "${name}" is privileged.`,
        action: allowed,
      }),
    );
  }
  if (isHostProcess(newer) && !isHostProcess(older)) {
    findings.push(
      objectFinding("workloads/privileged", pair, {
        ...path("windowsOptions", "hostProcess"),
        message: `Container "${name}" is a process of the node, on Windows.`,
        action: allowed,
      }),
    );
  }
  const before = new Set(capabilities(older, "add"));
  const gained = capabilities(newer, "add").filter((capability) => !before.has(capability));
  if (gained.length > 0) {
    findings.push(
      objectFinding("workloads/capability-added", pair, {
        ...path("capabilities", "add"),
        message: `Container "${name}" has ${gained.join(", ")} more.`,
        action: allowed,
      }),
    );
  }
  if (!older) return findings;
  if (mayBeRoot(newer) && !mayBeRoot(older)) {
    findings.push(
      objectFinding("workloads/runs-as-root", pair, {
        ...path("runAsNonRoot"),
        message: `Container "${name}" may run as root.`,
        action: allowed,
      }),
    );
  }
  const loosened = looser(older, newer);
  if (loosened.length > 0) {
    findings.push(
      objectFinding("workloads/less-confined", pair, {
        ...path(),
        message: `Container "${name}" is confined less: ${loosened.join(", ")}.`,
        action: allowed,
      }),
    );
  }
  return findings;
}

function context(container: ReleasedContainer | undefined, ...path: readonly string[]): Json | undefined {
  return field(container?.container, "securityContext", ...path);
}

/** What a container says, or else its Pod. */
function effective(container: ReleasedContainer, ...path: readonly string[]): Json | undefined {
  return context(container, ...path) ?? field(container.podSpec, "securityContext", ...path);
}

function isPrivileged(container: ReleasedContainer | undefined): boolean {
  return context(container, "privileged") === true;
}

/** https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/ */
function isHostProcess(container: ReleasedContainer | undefined): boolean {
  return container !== undefined && effective(container, "windowsOptions", "hostProcess") === true;
}

function capabilities(container: ReleasedContainer | undefined, key: "add" | "drop"): readonly string[] {
  return listField(context(container, "capabilities") as JsonObject | undefined, key).map(String);
}

/** Where neither a user nor `runAsNonRoot` is given, the image decides. */
function mayBeRoot(container: ReleasedContainer): boolean {
  if (effective(container, "runAsNonRoot") === true) return false;
  const user = effective(container, "runAsUser");
  return typeof user !== "number" || user === 0;
}

function looser(older: ReleasedContainer, newer: ReleasedContainer): readonly string[] {
  const kept = new Set(capabilities(newer, "drop"));
  const returned = kept.has("ALL") ? [] : capabilities(older, "drop").filter((name) => !kept.has(name));
  const isConfined = (container: ReleasedContainer, profile: string) =>
    ["RuntimeDefault", "Localhost"].includes(String(effective(container, profile, "type")));
  const profiles = ["seccompProfile", "appArmorProfile"].filter(
    (profile) => isConfined(older, profile) && !isConfined(newer, profile),
  );
  const wasSet = (key: string, value: boolean) =>
    context(older, key) === value && context(newer, key) !== value;
  return [
    ...(returned.length > 0 ? [`it does not drop ${returned.join(", ")}`] : []),
    ...(wasSet("allowPrivilegeEscalation", false) ? ["it may escalate its privileges"] : []),
    ...(wasSet("readOnlyRootFilesystem", true) ? ["its root file system is not read-only"] : []),
    ...profiles.map((profile) => `it has no ${profile}`),
  ];
}
