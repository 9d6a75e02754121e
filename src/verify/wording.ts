// A change in the words of the person who reads the manifest: `env "LOG_LEVEL" of container "manager" is lost`.
import { field, isObject, type Json, listField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { type Change, typeName } from "./compare.ts";

const longestValue = 80;
const longestDetail = 2_000;
const shownItems = 8;

/** What an item of a list is called, by the list's key. */
const itemNouns: Readonly<Record<string, string>> = {
  apiGroups: "API group",
  args: "argument",
  command: "command word",
  containers: "container",
  env: "env",
  envFrom: "env source",
  finalizers: "finalizer",
  hostAliases: "host alias",
  imagePullSecrets: "pull secret",
  initContainers: "init container",
  nonResourceURLs: "URL",
  ports: "port",
  resourceNames: "resource name",
  resources: "resource",
  rules: "rule",
  secrets: "secret",
  subjects: "subject",
  tolerations: "toleration",
  verbs: "verb",
  versions: "version",
  volumeMounts: "volume mount",
  volumes: "volume",
  webhooks: "webhook",
};

/** The sentence for `change`; `expected` and `found` are the whole objects. */
export function describeChange(change: Change, expected: Json, found: Json): string {
  const place = describePlace(change.path, change.kind === "added" ? found : expected);
  switch (change.kind) {
    case "lost":
      return `${place}${valueBeside(change.expected, change.path)} is lost`;
    case "added":
      return `${place}${valueBeside(change.found, change.path)} is added`;
    case "reordered":
      return `the order of ${place} is another one`;
    case "retyped":
      return `${place} changed its type: ${typed(change.found)} instead of ${typed(change.expected)}`;
    case "changed":
      return changedText(place, change.expected, change.found);
  }
}

/** `spec.containers[0].env[3].value`; keys that would read as several are quoted. */
export function formatPath(path: readonly PathStep[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z0-9_$-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** A value as one line, cut where it grows too long to read. */
export function formatValue(value: Json | undefined, longest: number = longestDetail): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Names the place at `path` of `root` by what stands there. */
export function describePlace(path: readonly PathStep[], root: Json): string {
  const metadata = describeMetadata(path, root);
  if (metadata !== undefined) return metadata;
  const item = path.findLastIndex((step) => typeof step === "number");
  if (item === -1) return `"${formatPath(path)}"`;
  const rest = path.slice(item + 1);
  const name = describeItem(path.slice(0, item + 1), root);
  return rest.length === 0 ? name : `"${formatPath(rest)}" of ${name}`;
}

function describeMetadata(path: readonly PathStep[], root: Json): string | undefined {
  const at = path.lastIndexOf("metadata");
  const [map, key] = at === -1 ? [] : path.slice(at + 1);
  const noun = map === "labels" ? "label" : map === "annotations" ? "annotation" : undefined;
  if (noun === undefined || typeof key !== "string" || path.length !== at + 3) return undefined;
  const owner = path.slice(0, at);
  if (owner.length === 0) return `${noun} "${key}"`;
  if (owner.at(-1) === "template") return `${noun} "${key}" of the pod template`;
  return `${noun} "${key}" of ${describePlace(owner, root)}`;
}

/** Names the list item at the end of `path`, and the items that it stands in. */
function describeItem(path: readonly PathStep[], root: Json): string {
  const index = path.at(-1) ?? 0;
  const list = path.at(-2);
  const outer = path.slice(0, -2);
  const noun = typeof list === "string" ? itemNouns[list] : undefined;
  const own = noun === undefined ? undefined : nameItem(noun, index, field(root, ...path));
  const outerItem = outer.findLastIndex((step) => typeof step === "number");
  const owner = outerItem === -1 ? "" : ` of ${describeItem(outer.slice(0, outerItem + 1), root)}`;
  return `${own ?? `"${formatPath(path.slice(outerItem + 1))}"${nameBeside(field(root, ...path))}`}${owner}`;
}

function nameItem(noun: string, index: PathStep, item: Json | undefined): string {
  if (item !== undefined && !isObject(item)) return `${noun} ${formatValue(item, longestValue)}`;
  if (noun === "rule") return `rule ${index}${describeRule(item)}`;
  const name = stringField(item, "name") ?? stringField(item, "mountPath") ?? stringField(item, "key");
  if (noun === "subject" && name !== undefined) return describeSubject(item, name);
  return name === undefined ? `${noun} ${index}` : `${noun} "${name}"`;
}

function describeSubject(item: Json | undefined, name: string): string {
  const namespace = stringField(item, "namespace");
  const kind = stringField(item, "kind") ?? "";
  return `subject ${kind} "${namespace === undefined ? "" : `${namespace}/`}${name}"`;
}

/** ` (get, list on pods, apps/deployments)`: a rule of RBAC or of a webhook, by its content. */
function describeRule(rule: Json | undefined): string {
  const verbs = texts(rule, "verbs");
  const actions = verbs.length > 0 ? verbs : texts(rule, "operations");
  const groups = texts(rule, "apiGroups").filter((group) => group !== "");
  const resources = texts(rule, "resources");
  const targets =
    resources.length > 0
      ? enumerate(resources) + (groups.length > 0 ? ` of ${enumerate(groups)}` : "")
      : enumerate(texts(rule, "nonResourceURLs"));
  const names = texts(rule, "resourceNames");
  const named = names.length > 0 ? ` named ${enumerate(names)}` : "";
  if (actions.length === 0 && targets === "") return "";
  return ` (${enumerate(actions)} on ${targets}${named})`;
}

function texts(rule: Json | undefined, key: string): readonly string[] {
  return listField(rule, key).filter((item) => typeof item === "string");
}

function enumerate(items: readonly string[]): string {
  const shown = items.slice(0, shownItems).join(", ");
  return items.length > shownItems ? `${shown}, …` : shown;
}

function nameBeside(item: Json | undefined): string {
  const name = stringField(item, "name");
  return name === undefined ? "" : ` ("${name}")`;
}

/** The value of a lost or added field, where the place does not already tell it. */
function valueBeside(value: Json | undefined, path: readonly PathStep[]): string {
  if (typeof path.at(-1) === "number" || value === undefined) return "";
  return ` (${formatValue(value, longestValue)})`;
}

function typed(value: Json | undefined): string {
  if (value === undefined || value === null) return "null";
  const type = typeName(value);
  return type === "list" || type === "map" ? `a ${type}` : `the ${type} ${formatValue(value, longestValue)}`;
}

/** Long texts are shown from shortly before the first character that differs. */
function changedText(place: string, expected: Json | undefined, found: Json | undefined): string {
  if (typeof expected !== "string" || typeof found !== "string") {
    return `${place} is ${formatValue(found, longestValue)} instead of ${formatValue(expected, longestValue)}`;
  }
  const [now, before] = excerpts(found, expected);
  return `${place} is ${now} instead of ${before}`;
}

function excerpts(found: string, expected: string): readonly [string, string] {
  if (Math.max(found.length, expected.length) <= longestValue) {
    return [JSON.stringify(found), JSON.stringify(expected)];
  }
  let same = 0;
  while (same < Math.min(found.length, expected.length) && found[same] === expected[same]) same += 1;
  const start = Math.max(0, same - longestValue / 4);
  const cut = (text: string) => {
    const piece = JSON.stringify(text.slice(start, start + longestValue));
    return `${start > 0 ? "…" : ""}${piece}${start + longestValue < text.length ? "…" : ""}`;
  };
  return [cut(found), cut(expected)];
}
