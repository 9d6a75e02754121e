// On which nodes the Pods of a workload may run.
import {
  field,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import type { PodSpec } from "./container-pairs.ts";
import type { UpgradeFinding } from "./finding.ts";
import { listed } from "./listed.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** Keys of a pod spec that say on which nodes Pods may run. */
export const schedulingKeys: readonly string[] = [
  "affinity",
  "tolerations",
  "topologySpreadConstraints",
  "priorityClassName",
  "runtimeClassName",
];

/** Where the Pods may run that they could not, or may not that they could. */
export function compareScheduling(
  pair: ObjectPair,
  then: JsonObject,
  { spec, path }: PodSpec,
): readonly UpgradeFinding[] {
  const labels = objectField(then, "nodeSelector");
  const wanted = Object.entries(objectField(spec, "nodeSelector"))
    .filter(([label, value]) => labels[label] !== value)
    .map(([label, value]) => `${label}=${String(value)}`);
  const required = (one: JsonObject) =>
    field(one, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
  const isRequired = required(spec) !== undefined && !jsonEqual(required(then), required(spec));
  const tolerated = listField(spec, "tolerations");
  const lost = listField(then, "tolerations").filter(
    (one) => !tolerated.some((other) => jsonEqual(one, other)),
  );
  const narrower = [
    ...wanted.map((label): [string, string] => ["nodeSelector", `nodes have to have the label ${label}`]),
    ...(isRequired ? [["affinity", `nodes have to fit ${termsOf(required(spec))}`] as const] : []),
    ...(lost.length > 0
      ? [
          [
            "tolerations",
            `a toleration of ${lost.map((one) => stringField(one, "key") ?? "everything").join(", ")} is gone`,
          ] as const,
        ]
      : []),
  ];
  const told = new Set(narrower.map(([key]) => key));
  const others = [...schedulingKeys, "nodeSelector"].filter(
    (key) => !told.has(key) && !jsonEqual(field(then, key), field(spec, key)),
  );
  return [
    ...narrower.map(([key, what]) =>
      objectFinding("workloads/scheduling-narrowed", pair, {
        olderPath: [...path, key],
        newerPath: [...path, key],
        message: `Fewer nodes will do: ${what}.`,
        action: "Make sure that nodes fit, or set the chart's values for it.",
      }),
    ),
    ...others.map((key) =>
      objectFinding("workloads/scheduling-changed", pair, {
        olderPath: [...path, key],
        newerPath: [...path, key],
        message: `"${key}" of the Pods is another one.`,
      }),
    ),
  ];
}

/** The terms of a required node affinity, any of which a node has to meet: `kubernetes.io/os NotIn windows`. */
function termsOf(required: Json | undefined): string {
  const terms = listField(required, "nodeSelectorTerms").map((term) =>
    ["matchExpressions", "matchFields"]
      .flatMap((list) => listField(term, list))
      .map((one) =>
        [stringField(one, "key"), stringField(one, "operator"), listField(one, "values").join(", ")]
          .join(" ")
          .trim(),
      )
      .join(" and "),
  );
  return listed(
    terms.map((term) => (terms.length > 1 ? `(${term})` : term)),
    " or ",
  );
}
