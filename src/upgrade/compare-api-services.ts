// APIs that a server of the release answers for.
// https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/
import { field, jsonEqual, stringField } from "../kubernetes/object.ts";
import { finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";

/** What becomes of the APIServices of a release. */
export function compareApiServices(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const [before, after] = [older, newer].map((objects) =>
    objects.filter(({ object }) => object.kind === "APIService"),
  );
  const find = (list: readonly ReleasedObject[] | undefined, name: string) =>
    list?.find((one) => nameOf(one) === name);
  return [
    ...(after ?? []).flatMap((now) => {
      const then = find(before, nameOf(now));
      if (!then) return [about("webhooks/api-added", undefined, now, `A server answers for ${nameOf(now)}.`)];
      return ["service", "insecureSkipTLSVerify"].flatMap((key) => {
        const [was, is] = [then, now].map(({ object }) => field(object, "spec", key));
        if (jsonEqual(was ?? false, is ?? false)) return [];
        return [
          about(
            "webhooks/api-changed",
            then,
            now,
            `${key} is ${JSON.stringify(is ?? null)} and was ${JSON.stringify(was ?? null)}.`,
          ),
        ];
      });
    }),
    ...(before ?? []).flatMap((then) =>
      find(after, nameOf(then))
        ? []
        : [about("webhooks/api-removed", then, undefined, `No server answers for ${nameOf(then)} any more.`)],
    ),
  ];
}

function nameOf({ object }: ReleasedObject): string {
  return stringField(object, "metadata", "name") ?? "";
}

function about(
  code: FindingCode,
  then: ReleasedObject | undefined,
  now: ReleasedObject | undefined,
  message: string,
): UpgradeFinding {
  const one = now ?? then;
  const [older, newer] = [then?.placeOf(["spec"]), now?.placeOf(["spec"])];
  return finding(code, {
    subject: `APIService ${one ? nameOf(one) : ""}`,
    message,
    ...(older ? { older } : {}),
    ...(newer ? { newer } : {}),
    ...(code === "webhooks/api-removed" ? { action: "Look for clients of it before the upgrade." } : {}),
  });
}
