// Who is asked before objects are written, in two releases: what they are asked about, and what happens while they do not
// answer.
import { type Json, type JsonObject, jsonEqual, listField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { compareApiServices } from "./compare-api-services.ts";
import { comparePolicies } from "./compare-policies.ts";
import { type FindingDetails, finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { type Interceptor, isEquivalent, readInterceptors, webhookName } from "./interceptor.ts";
import { compareSelectors } from "./label-selectors.ts";
import { inEveryVersion, type MatchedRequest, requestsOf, requestWords, unmatched } from "./match-rules.ts";
import { sides } from "./schema-change.ts";
import { compareTargets } from "./service-targets.ts";

/** What an upgrade means for webhooks, admission policies and aggregated APIs. */
export function compareWebhooks(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const [before, after] = [readInterceptors(older), readInterceptors(newer)];
  const own = new Set(
    newer.flatMap(({ object }) =>
      object.kind === "CustomResourceDefinition" ? [stringField(object, "spec", "group")] : [],
    ),
  );
  const thenOf = (now: Interceptor) =>
    before.find((then) => then.key === now.key && then.subject === now.subject) ??
    before.find((then) => then.key === now.key);
  const findings = after.flatMap((now) => {
    const then = thenOf(now);
    return [...(then ? comparePair(then, now) : [added(now, own)]), ...refusals(now)];
  });
  const removed = before.filter((then) => !after.some((now) => now.key === then.key));
  return [
    ...findings,
    ...removed.map((then) =>
      about("webhooks/removed", { then }, [], { message: `${nameOf(then)} is gone.` }),
    ),
    ...comparePolicies(older, newer),
    ...compareApiServices(older, newer),
    ...compareTargets(older, newer),
  ];
}

interface Sides {
  readonly then?: Interceptor;
  readonly now?: Interceptor;
}

/** A finding about one webhook or policy, at a path inside it. */
function about(
  code: FindingCode,
  { then, now }: Sides,
  path: readonly PathStep[],
  details: Omit<FindingDetails, "subject" | "path">,
): UpgradeFinding {
  const one = now ?? then;
  const name = one && webhookName(one);
  const root = name === undefined ? "spec" : `webhooks[${name}]`;
  const older = then?.released.placeOf([...then.path, ...path]);
  const newer = now?.released.placeOf([...now.path, ...path]);
  return finding(code, {
    subject: one?.subject ?? "",
    path: [root, ...path].join("."),
    ...details,
    ...(older ? { older } : {}),
    ...(newer ? { newer } : {}),
  });
}

function nameOf(one: Interceptor): string {
  const name = webhookName(one);
  return name === undefined ? "The policy" : `The webhook "${name}"`;
}

/** `own`: the groups of the release's own kinds, which nobody else needs when the operator is down. */
function added(now: Interceptor, own: ReadonlySet<string | undefined>): UpgradeFinding {
  const requests = requestsBy(now);
  const asked = requestWords(requests);
  const fails = now.failurePolicy === "Fail" && requests.some(({ group }) => !own.has(group));
  return about(fails ? "webhooks/added-failing" : "webhooks/added", { now }, [], {
    message: `${nameOf(now)} is new. It is asked about ${asked}.`,
    ...(fails && now.kind === "webhook"
      ? {
          action:
            "Until its Pods are ready, and whenever they are not, these requests are refused: upgrade while nobody needs them.",
        }
      : {}),
  });
}

function* comparePair(then: Interceptor, now: Interceptor): Iterable<UpgradeFinding> {
  yield* compareRules(then, now);
  yield* compareMatch(then, now);
  yield* compareConditions(then, now);
  if (then.failurePolicy !== now.failurePolicy) {
    const fails = now.failurePolicy === "Fail";
    yield about(
      fails ? "webhooks/failure-fails" : "webhooks/failure-ignored",
      { then, now },
      ["failurePolicy"],
      {
        message: `failurePolicy is ${now.failurePolicy} and was ${then.failurePolicy}.`,
        before: then.failurePolicy,
        after: now.failurePolicy,
        ...(fails
          ? {
              action:
                "See that it runs with more than one Pod, and that what restores it is not asked about.",
            }
          : {}),
      },
    );
  }
  if (now.kind === "webhook") yield* compareCalls(then, now);
}

function* compareRules(then: Interceptor, now: Interceptor): Iterable<UpgradeFinding> {
  const [before, after] = [requestsBy(then), requestsBy(now)];
  const [more, less] = [unmatched(after, before), unmatched(before, after)];
  // What a rule names in one version already, or still, is more or less by the other versions alone.
  const moreNamed = unmatched(more, inEveryVersion(before));
  const lessNamed = unmatched(less, inEveryVersion(after));
  const isMorePolicy = isEquivalent(now) && !isEquivalent(then);
  const isLessPolicy = isEquivalent(then) && !isEquivalent(now);
  const [come, gone] = [isMorePolicy ? moreNamed : more, isLessPolicy ? lessNamed : less];
  if (come.length > 0)
    yield widened(then, now, now.rulesKey, `It is asked about ${requestWords(come)}, too.`);
  if (gone.length > 0)
    yield narrowed(then, now, now.rulesKey, `It is asked no longer about ${requestWords(gone)}.`);
  const path = [...now.matchKey, "matchPolicy"];
  if (more.length > come.length)
    yield widened(then, now, path, "It is asked about every version of what its rules name, too.");
  if (less.length > gone.length)
    yield narrowed(then, now, path, "It is asked about the versions alone that its rules name.");
}

function requestsBy(one: Interceptor): readonly MatchedRequest[] {
  return requestsOf(one.rules, isEquivalent(one));
}

function widened(
  then: Interceptor,
  now: Interceptor,
  path: readonly PathStep[],
  message: string,
): UpgradeFinding {
  return about("webhooks/scope-widened", { then, now }, path, {
    message,
    action:
      now.failurePolicy === "Fail"
        ? "These requests are refused where it says no, and while it does not answer."
        : "These requests are refused where it says no.",
  });
}

function narrowed(
  then: Interceptor,
  now: Interceptor,
  path: readonly PathStep[],
  message: string,
): UpgradeFinding {
  return about("webhooks/scope-narrowed", { then, now }, path, { message });
}

function* compareMatch(then: Interceptor, now: Interceptor): Iterable<UpgradeFinding> {
  for (const key of ["namespaceSelector", "objectSelector"]) {
    const [before, after] = [then.match[key], now.match[key]];
    const { widens, narrows } = compareSelectors(before, after);
    const path = [...now.matchKey, key];
    const message = `${key} is ${shown(after)} and was ${shown(before)}.`;
    if (widens) yield widened(then, now, path, message);
    else if (narrows) yield narrowed(then, now, path, message);
  }
}

function shown(selector: Json | undefined): string {
  return selector === undefined || jsonEqual(selector, {}) ? "none" : JSON.stringify(selector);
}

function* compareConditions(then: Interceptor, now: Interceptor): Iterable<UpgradeFinding> {
  const has = (conditions: readonly Json[], one: Json) =>
    conditions.some((other) => stringField(other, "expression") === stringField(one, "expression"));
  const gone = then.matchConditions.filter((one) => !has(now.matchConditions, one));
  const come = now.matchConditions.filter((one) => !has(then.matchConditions, one));
  const words = (conditions: readonly Json[]) =>
    conditions.map((one) => stringField(one, "expression")).join("; ");
  if (gone.length > 0)
    yield widened(
      then,
      now,
      ["matchConditions"],
      `It is asked also where this does not hold: ${words(gone)}.`,
    );
  if (come.length > 0)
    yield narrowed(then, now, ["matchConditions"], `It is asked only where this holds: ${words(come)}.`);
}

/** What is said of a call, with what Kubernetes takes where nothing is said. */
const calls: Readonly<Record<string, Json>> = {
  timeoutSeconds: 10,
  reinvocationPolicy: "Never",
  sideEffects: "Unknown",
};

function* compareCalls(then: Interceptor, now: Interceptor): Iterable<UpgradeFinding> {
  for (const [key, implied] of Object.entries(calls)) {
    const [before, after] = [then.content[key] ?? implied, now.content[key] ?? implied];
    if (before === after) continue;
    yield about("webhooks/called-otherwise", { then, now }, [key], {
      message: `${key} is ${String(after)} and was ${String(before)}.`,
      before,
      after,
    });
  }
  const [before, after] = [targetOf(then.content), targetOf(now.content)];
  if (before === after) return;
  yield about("webhooks/called-otherwise", { then, now }, ["clientConfig"], {
    message: `It is called at ${after}, and was at ${before}.`,
    ...sides(before, after),
  });
}

function targetOf(webhook: JsonObject): string {
  const url = stringField(webhook, "clientConfig", "url");
  if (url !== undefined) return url;
  const part = (key: string) => stringField(webhook, "clientConfig", "service", key) ?? "";
  return `${part("namespace")}/${part("name")}${part("path")}`;
}

/** What the API server has against a webhook of v1, which v1beta1 and its defaults let pass. */
function* refusals(now: Interceptor): Iterable<UpgradeFinding> {
  if (now.kind !== "webhook" || now.released.object.apiVersion !== "admissionregistration.k8s.io/v1") return;
  const { sideEffects, timeoutSeconds } = now.content;
  const refused = (path: string, message: string) =>
    about("webhooks/refused", { now }, [path], { message, action: "Mend it in the source." });
  if (sideEffects !== "None" && sideEffects !== "NoneOnDryRun")
    yield refused(
      "sideEffects",
      `sideEffects is ${String(sideEffects ?? "not given")}; v1 takes None and NoneOnDryRun.`,
    );
  const versions = listField(now.content, "admissionReviewVersions");
  if (!versions.some((version) => version === "v1" || version === "v1beta1"))
    yield refused("admissionReviewVersions", "admissionReviewVersions has neither v1 nor v1beta1.");
  if (typeof timeoutSeconds === "number" && (timeoutSeconds < 1 || timeoutSeconds > 30))
    yield refused("timeoutSeconds", `timeoutSeconds is ${timeoutSeconds}; it has to be from 1 to 30.`);
}
