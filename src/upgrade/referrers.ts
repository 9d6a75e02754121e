// Who refers to whom among the objects of a release.
import { field, listField, stringField } from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import { podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject } from "./finding.ts";
import { subjectOf } from "./object-pairs.ts";

/** An object by its kind and name; of a namespace, where it is in one. */
interface Target {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The objects of `release` that refer to an object, as reports call them. */
export function referrersOf(target: ReleasedObject, release: readonly ReleasedObject[]): readonly string[] {
  const { kind } = target.object;
  const name = stringField(target.object, "metadata", "name");
  return release
    .filter((object) =>
      targetsOf(object).some(
        (one) => one.kind === kind && one.name === name && one.namespace === target.namespace,
      ),
    )
    .map(subjectOf);
}

const ofCluster = new Set(["PriorityClass", "RuntimeClass", "StorageClass", "ClusterRole"]);

/** What an object names of others. */
function targetsOf(released: ReleasedObject): readonly Target[] {
  const { object, namespace } = released;
  const own = (kind: string, name: string | undefined, inside = namespace): readonly Target[] =>
    name === undefined || name === ""
      ? []
      : [{ kind, name, namespace: ofCluster.has(kind) ? undefined : inside }];
  const service = (...path: readonly string[]) =>
    own("Service", stringField(object, ...path, "name"), stringField(object, ...path, "namespace"));
  const pod = podSpecOf(released);
  const references = pod ? allReferences(pod.spec) : [];
  return [
    ...references.flatMap(({ kind, name }) => own(kind, name)),
    ...listField(object, "subjects")
      .filter((subject) => stringField(subject, "kind") === "ServiceAccount")
      .flatMap((subject) =>
        own("ServiceAccount", stringField(subject, "name"), stringField(subject, "namespace") ?? namespace),
      ),
    ...own(stringField(object, "roleRef", "kind") ?? "", stringField(object, "roleRef", "name")),
    ...listField(object, "webhooks").flatMap((webhook) =>
      own(
        "Service",
        stringField(webhook, "clientConfig", "service", "name"),
        stringField(webhook, "clientConfig", "service", "namespace"),
      ),
    ),
    ...service("spec", "conversion", "webhook", "clientConfig", "service"),
    ...(object.kind === "APIService" ? service("spec", "service") : []),
    ...own(
      stringField(object, "spec", "scaleTargetRef", "kind") ?? "",
      stringField(object, "spec", "scaleTargetRef", "name"),
    ),
    ...(object.kind === "StatefulSet" ? own("Service", stringField(object, "spec", "serviceName")) : []),
    ...own("StorageClass", stringField(object, "spec", "storageClassName")),
    ...listField(object, "spec", "rules").flatMap((rule) =>
      listField(rule, "http", "paths").flatMap((path) =>
        own("Service", stringField(field(path, "backend"), "service", "name")),
      ),
    ),
  ];
}
