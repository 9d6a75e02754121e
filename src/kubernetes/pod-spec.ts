// Which kinds run Pods, where their pod spec stands, and what of it counts.
import type { PathStep } from "../yaml/tree.ts";
import { type Json, stringField } from "./object.ts";

/** The built-in kinds that run Pods: https://kubernetes.io/docs/concepts/workloads/ */
export type WorkloadKind =
  | "Deployment"
  | "DaemonSet"
  | "StatefulSet"
  | "ReplicaSet"
  | "Job"
  | "CronJob"
  | "Pod";

/** The lists of a pod spec that hold containers. */
export type Container = "containers" | "initContainers";

const template: readonly PathStep[] = ["spec", "template", "spec"];

const podSpecPaths: Readonly<Record<WorkloadKind, readonly PathStep[]>> = {
  Deployment: template,
  DaemonSet: template,
  StatefulSet: template,
  ReplicaSet: template,
  Job: template,
  CronJob: ["spec", "jobTemplate", "spec", "template", "spec"],
  Pod: ["spec"],
};

/** Whether `kind` is a built-in workload. */
export function isWorkloadKind(kind: string): kind is WorkloadKind {
  return Object.hasOwn(podSpecPaths, kind);
}

/** The path to the pod spec of a workload of `kind`, or undefined when `kind` runs no Pods. */
export function podSpecPathOf(kind: string): readonly PathStep[] | undefined {
  return isWorkloadKind(kind) ? podSpecPaths[kind] : undefined;
}

/** Where the entries of an env list stand that a later one of the same name overrides. */
export function overriddenVariables(env: readonly Json[]): ReadonlySet<number> {
  const names = env.map((entry) => stringField(entry, "name"));
  return new Set(
    names.flatMap((name, index) => (name !== undefined && names.lastIndexOf(name) > index ? [index] : [])),
  );
}

/**
 * Where the entries of an env list stand whose values refer to the overridden entry at `index`: those before the next
 * one of its name, which sees it too. https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function variablesReferringTo(env: readonly Json[], index: number): readonly number[] {
  const name = stringField(env[index], "name");
  const next = env.findIndex((entry, at) => at > index && stringField(entry, "name") === name);
  const within = [...env.keys()].slice(index + 1, next === -1 ? undefined : next + 1);
  return within.filter((at) => referredNames(stringField(env[at], "value") ?? "").includes(name ?? ""));
}

/** The names in `$(NAME)`; a doubled dollar sign is a dollar sign. */
function referredNames(value: string): readonly string[] {
  return Array.from(value.matchAll(/\$\$|\$\(([^)]*)\)/g), ([, name]) => name ?? "");
}
