// What a change of a schema is called, and what to do about it. What the API server tolerates of objects that are there is
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
import { isObject, type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import { isTransitionRule } from "./compare-rules.ts";
import { fieldPathOf, type SchemaChange, type SchemaCode } from "./schema-change.ts";

/** What a change says to people. */
export interface ChangeWords {
  readonly message: string;
  readonly action?: string;
}

/** A change with what its sentences are made of. */
interface Subject {
  readonly change: SchemaChange;
  /** `"spec.size"`, or the object itself. */
  readonly field: string;
  /** What holds the field: `"spec"`, or the object itself. */
  readonly holder: string;
  readonly before: string;
  readonly after: string;
  /** The command that shows the objects. */
  readonly look: string;
}

/** The words for a change in the schema of the CRD `name`. */
export function wordsOf(change: SchemaChange, name: string): ChangeWords {
  const path = fieldPathOf(change.steps);
  const end = Math.max(path.lastIndexOf("."), path.endsWith("[]") ? path.length - 2 : -1);
  const { message, action } = writers[change.code]({
    change,
    field: quoted(path),
    holder: quoted(path.slice(0, Math.max(0, end))),
    before: shown(change.before),
    after: shown(change.after),
    look: `kubectl get ${name} -A -o yaml`,
  });
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { message: sentence, ...(action === undefined ? {} : { action }) };
}

function quoted(path: string): string {
  return path === "" ? "the object" : `"${path}"`;
}

const longest = 120;

function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = typeof value === "string" && value !== "" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** What to do where objects may be outside of what is accepted; the field that is to stay as it was is told. */
function lookFor(what: string, { look, field }: Subject): string {
  const scope = field === "the object" ? "what is wrong" : field;
  return `Look for objects with ${what} before the upgrade (${look}). Kubernetes 1.30 and newer lets an update pass that leaves ${scope} as it was; older ones refuse every write of such an object, also of its status.`;
}

type Writer = (subject: Subject) => ChangeWords;

const writers: Readonly<Record<SchemaCode, Writer>> = {
  "crds/field-removed": ({ field, before, look }) => ({
    message: `${field} (${before}) is gone from the schema.`,
    action: `The API server drops it from every object that it reads or writes. Look for objects that set it, and keep what they say elsewhere before the upgrade (${look}).`,
  }),
  "crds/closed": ({ field, look }) => ({
    message: `${field} took any field and takes those of its schema alone.`,
    action: `The API server drops all others. Look for what objects have there before the upgrade (${look}).`,
  }),
  "crds/type-changed": (subject) => ({
    message: `${subject.field} was of type ${subject.before} and is of type ${subject.after}.`,
    action: lookFor(`${subject.field} set, and write them anew for the newer type`, subject),
  }),
  "crds/required-added": ({ field, holder, before, look }) => ({
    message:
      before === "none"
        ? `${field} is new and required.`
        : `${field} is required and was not; it has no default.`,
    action: `${before === "none" ? `Every object that has ${holder} is without it: set it` : `Look for objects without it, and set it before the upgrade (${look}). Else set it`} with the next write of each. The API server refuses to create objects without it and every update that changes ${holder}; before Kubernetes 1.30 every update.`,
  }),
  "crds/required-without-default": ({ field, before }) => ({
    message: `${field} is required, and has no default any more; it was ${before}.`,
    action: "Set it in every manifest that leaves it out.",
  }),
  "crds/required-with-default": ({ field, after }) => ({
    message: `${field} is required, and ${after} where nobody sets it.`,
  }),
  "crds/list-type-changed": ({ field, before, after, look }) => ({
    message: `The list ${field} is "${after}" and was "${before}".`,
    action: `Look for lists with the same item twice, and mend them before the upgrade (${look}): the API server refuses new objects with them.`,
  }),
  "crds/list-keys-changed": ({ field, before, after, look }) => ({
    message: `The items of ${field} are known by ${after}, and were by ${before}.`,
    action: `Look for items that are the same by the newer keys, and mend them before the upgrade (${look}); apply objects anew afterwards, since field managers own items by the older keys.`,
  }),
  "crds/field-typed": (subject) => ({
    message: `${subject.field} took anything and is of type ${subject.after}.`,
    action: lookFor(`something else in ${subject.field}`, subject),
  }),
  "crds/nullable-removed": (subject) => ({
    message: `${subject.field} can be null no longer.`,
    action: `Look for objects in which it is null before the upgrade (${subject.look}): the API server drops a null, or puts the default there, and refuses it in a list.`,
  }),
  "crds/enum-narrowed": (subject) => ({
    message: enumMessage(subject),
    action: lookFor(`another value in ${subject.field}`, subject),
  }),
  "crds/bound-tightened": (subject) => ({
    message: `${subject.field} has ${subject.change.keyword} ${subject.after} and had ${subject.before}.`,
    action: lookFor(`${subject.field} outside of that`, subject),
  }),
  "crds/pattern-added": (subject) => ({
    message: `${subject.field} has to match ${subject.after}.`,
    action: lookFor(`another text in ${subject.field}`, subject),
  }),
  "crds/pattern-changed": (subject) => ({
    message: `${subject.field} has to match ${subject.after} and had to match ${subject.before}.`,
    action: lookFor(`another text in ${subject.field}`, subject),
  }),
  "crds/format-changed": (subject) => ({
    message: `${subject.field} has to be of the format ${subject.after}; it was ${subject.before}.`,
    action: lookFor(`${subject.field} of another format`, subject),
  }),
  "crds/combination-changed": (subject) => ({
    message: `${subject.change.keyword} of ${subject.field} is another.`,
    action: `See whether it refuses more than before. ${lookFor(`${subject.field} that does not meet it`, subject)} Nothing below ${subject.field} may be changed without meeting it.`,
  }),
  "crds/embedded-added": (subject) => ({
    message: `${subject.field} has to be a whole object with apiVersion, kind and valid metadata.`,
    action: `Look for objects in which it is none before the upgrade (${subject.look}): every write of them is refused.`,
  }),
  "crds/rule-added": (subject) => ({
    message: `${subject.field} has a new rule: ${ruleOf(subject.change.after)}`,
    action: ruleAction(subject),
  }),
  "crds/rule-changed": (subject) => ({
    message: `A rule of ${subject.field} is another: ${ruleOf(subject.change.after)} It was: ${ruleOf(subject.change.before)}`,
    action: ruleAction(subject),
  }),
  "crds/rule-of-new-fields": ({ field, change }) => ({
    message: `${field} has a new rule, which whoever sets no new field meets: ${ruleOf(change.after)}`,
  }),
  "crds/rule-removed": ({ field, change }) => ({
    message: `A rule of ${field} is gone: ${ruleOf(change.before)}`,
  }),
  "crds/default-changed": ({ field, before, after }) => ({
    message: `The default of ${field} is ${after} and was ${before}.`,
    action:
      "Set the field where the older default has to stay: new objects get the newer one, objects that are there keep what was stored.",
  }),
  "crds/default-removed": ({ field, before }) => ({
    message: `${field} has no default any more; it was ${before}.`,
    action: "Set the field where the older default has to stay: new objects are without it.",
  }),
  "crds/default-added": ({ field, after }) => ({
    message: `${field} is ${after} where nobody sets it, in objects that are there, too.`,
  }),
  "crds/judged-otherwise": (subject) => ({
    message:
      subject.change.keyword === "nullable"
        ? `A null in ${subject.field} is kept now, where rules or combinations look at it.`
        : subject.change.keyword === "default"
          ? `${subject.field} is ${subject.after} where nobody sets it, and rules or combinations look at it.`
          : `${subject.field} is kept as it is now, where combinations look at it.`,
    action: lookFor(`what the rules refuse`, subject),
  }),
  "crds/field-added": ({ field, after }) => ({ message: `${field} (${after}) is new.` }),
  "crds/field-opened": ({ field }) => ({ message: `${field} has no schema any more and takes anything.` }),
  "crds/opened": ({ field }) => ({ message: `${field} takes fields that its schema does not name.` }),
  "crds/type-loosened": ({ field, before, after }) => ({
    message: `${field} was of type ${before} and is of type ${after}.`,
  }),
  "crds/validation-loosened": (subject) => ({ message: looserMessage(subject) }),
  "crds/merge-changed": ({ field, before, after }) => ({
    message: `Server-side apply merges ${field} as ${after}, and did as ${before}.`,
  }),
};

function enumMessage({ field, change: { before, after } }: Subject): string {
  if (!Array.isArray(after)) return `${field} takes fewer values.`;
  if (!Array.isArray(before))
    return `${field} has to be one of ${after.map((value) => shown(value)).join(", ")}.`;
  return `${field} can be ${missing(before, after)} no longer.`;
}

/** The values of a list that another one has not. */
function missing(values: readonly Json[], others: readonly Json[]): string {
  const gone = values.filter((value) => !others.some((other) => jsonEqual(other, value)));
  return gone.map((value) => shown(value)).join(", ");
}

function looserMessage({ field, change, before, after }: Subject): string {
  const { keyword } = change;
  if (keyword === "required") return `${field} is required no longer.`;
  if (keyword === "nullable") return `${field} can be null.`;
  if (keyword === "enum" && Array.isArray(change.before) && Array.isArray(change.after))
    return `${field} can be ${missing(change.after, change.before)}, too.`;
  return `${field} takes more: ${keyword} is ${after} and was ${before}.`;
}

function ruleOf(rule: Json | undefined): string {
  const message = stringField(rule, "message");
  const text = isObject(rule)
    ? String(rule["rule"] ?? "")
        .trim()
        .replace(/\s+/g, " ")
    : "";
  return message === undefined ? `${text}.` : `${text} ("${message}").`;
}

function ruleAction(subject: Subject): string {
  if (isTransitionRule(subject.change.after))
    return "It compares an object with what it was: see whether somebody makes changes that it refuses; nothing is tolerated because it was there before.";
  return lookFor(`${subject.field} that it refuses`, subject);
}
