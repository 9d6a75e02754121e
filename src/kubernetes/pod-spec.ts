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
