// Every kind of finding: how grave it is, what it asks of the chart's version, and what it means. The severity is a
// property of the code: two situations of different gravity are two codes.
import { chartCodes, valueCodes } from "./chart-codes.ts";
import type { Bump, Severity } from "./finding.ts";
import { objectCodes, workloadCodes } from "./object-codes.ts";

interface CodeMeaning {
  readonly severity: Severity;
  readonly bump: Bump;
  /** What has happened, in a sentence that stands alone. */
  readonly meaning: string;
  /** Whether it says that helm upgrade fails; the tests on a cluster hold it to that. */
  readonly outcome?: "fails";
}

const table = {
  // CRDs
  "crds/removed": {
    severity: "error",
    bump: "major",
    meaning: "The release has a CRD no longer, and Helm deletes it with all objects of its kind.",
  },
  "crds/left-behind": {
    severity: "warning",
    bump: "major",
    meaning: "The release has a CRD no longer, and Helm lets it be; nobody looks after its objects any more.",
  },
  "crds/added": { severity: "info", bump: "minor", meaning: "The release brings a new CRD." },
  "crds/renamed": {
    severity: "error",
    bump: "major",
    meaning: "The API server does not let the kind or the plural name of a CRD change.",
  },
  "crds/scope-changed": {
    severity: "error",
    bump: "major",
    meaning: "The API server does not let a CRD change between namespaced and cluster-scoped.",
  },
  "crds/version-added": {
    severity: "info",
    bump: "minor",
    meaning: "A CRD serves a version that it did not serve before.",
  },
  "crds/version-removed": {
    severity: "error",
    bump: "major",
    meaning: "A version is no longer served: clients and manifests that name it are refused.",
  },
  "crds/version-deprecated": {
    severity: "info",
    bump: "minor",
    meaning: "A version is deprecated: the API server warns who uses it.",
  },
  "crds/stored-version-dropped": {
    severity: "error",
    bump: "major",
    meaning:
      "The version in which the older release stores objects is gone from the CRD, which the API server refuses.",
  },
  "crds/unstored-version-dropped": {
    severity: "warning",
    bump: "major",
    meaning:
      "A version is gone from the CRD; the API server refuses that where objects may still be stored in it.",
  },
  "crds/storage-version-changed": {
    severity: "warning",
    bump: "minor",
    meaning:
      "Objects are stored in another version from now on; those that are there stay in the older one until somebody writes them.",
  },
  "crds/conversion-added": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A webhook converts between versions from now on; while it is down, objects can neither be read nor written in other versions than the stored one.",
  },
  "crds/conversion-removed": {
    severity: "warning",
    bump: "major",
    meaning:
      "No webhook converts between versions any more: objects are relabelled, and fields that the other version does not have are dropped.",
  },
  "crds/conversion-changed": {
    severity: "info",
    bump: "patch",
    meaning: "The webhook that converts between versions is called in another way.",
  },
  "crds/status-added": {
    severity: "info",
    bump: "minor",
    meaning: "A version has the subresource status: writes of whole objects leave the status out.",
  },
  "crds/status-removed": {
    severity: "warning",
    bump: "major",
    meaning: "A version has no subresource status any more: who writes to it is refused.",
  },
  "crds/scale-added": { severity: "info", bump: "minor", meaning: "A version has the subresource scale." },
  "crds/scale-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "The subresource scale reads and writes other fields.",
  },
  "crds/scale-removed": {
    severity: "warning",
    bump: "major",
    meaning: "A version has no subresource scale any more: autoscalers and kubectl scale are refused.",
  },
  "crds/selectable-field-added": {
    severity: "info",
    bump: "minor",
    meaning: "Objects can be selected by one field more.",
  },
  "crds/selectable-field-removed": {
    severity: "warning",
    bump: "major",
    meaning: "Objects can be selected by a field no longer: clients that do are refused.",
  },
  "crds/columns-changed": { severity: "info", bump: "patch", meaning: "kubectl get prints other columns." },
  "crds/names-changed": {
    severity: "info",
    bump: "minor",
    meaning: "A CRD has other short names, categories, or another singular name.",
  },
  "crds/pruning-begins": {
    severity: "error",
    bump: "major",
    meaning: "The API server drops fields that the schema does not have, which it kept so far.",
  },
  "crds/field-removed": {
    severity: "error",
    bump: "major",
    meaning:
      "A field is gone from the schema: the API server drops it from every object that it reads or writes.",
  },
  "crds/closed": {
    severity: "error",
    bump: "major",
    meaning:
      "An object that took any field takes those of the schema alone; the API server drops all others.",
  },
  "crds/type-changed": {
    severity: "error",
    bump: "major",
    meaning: "A field has another type: what was written for the older one is refused.",
  },
  "crds/required-added": {
    severity: "error",
    bump: "major",
    meaning: "A field without a default is required that was not: objects without it are refused.",
  },
  "crds/required-without-default": {
    severity: "warning",
    bump: "major",
    meaning: "A required field has no default any more: manifests that leave it out are refused.",
  },
  "crds/required-with-default": {
    severity: "info",
    bump: "patch",
    meaning: "A field is required and has a default, so that nobody has to set it.",
  },
  "crds/list-type-changed": {
    severity: "error",
    bump: "major",
    meaning: "A list is a set or map, or one by other keys: items that are now the same twice are refused.",
  },
  "crds/list-keys-changed": {
    severity: "error",
    bump: "major",
    meaning:
      "The items of a list are known by other keys: items that are now the same twice are refused, and server-side apply no longer knows who owns them.",
  },
  "crds/field-typed": {
    severity: "warning",
    bump: "major",
    meaning: "A field that took anything has a schema: what does not fit is refused or dropped.",
  },
  "crds/nullable-removed": {
    severity: "warning",
    bump: "minor",
    meaning: "A null is no value of a field any more: it is dropped, refused, or replaced by the default.",
  },
  "crds/enum-narrowed": { severity: "warning", bump: "minor", meaning: "A field takes fewer values." },
  "crds/bound-tightened": { severity: "warning", bump: "minor", meaning: "A field has a tighter bound." },
  "crds/pattern-added": { severity: "warning", bump: "minor", meaning: "A field has to match a pattern." },
  "crds/pattern-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "A field has to match another pattern; which texts that are, nobody can tell from two patterns.",
  },
  "crds/format-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "A field has to be of a format that was not asked for.",
  },
  "crds/combination-changed": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A combination of conditions (allOf, anyOf, oneOf, not) is another; whether it refuses more is for a person to judge.",
  },
  "crds/embedded-added": {
    severity: "warning",
    bump: "minor",
    meaning: "A field has to be a whole object with apiVersion, kind and valid metadata.",
  },
  "crds/rule-added": { severity: "warning", bump: "minor", meaning: "A CEL rule is new." },
  "crds/rule-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "A CEL rule says something else; whether it refuses more is for a person to judge.",
  },
  "crds/rule-removed": { severity: "info", bump: "patch", meaning: "A CEL rule is gone." },
  "crds/default-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "A field that is left out gets another value; objects that have the older default keep it.",
  },
  "crds/default-removed": {
    severity: "warning",
    bump: "minor",
    meaning: "A field that is left out gets no value any more; objects that have the older default keep it.",
  },
  "crds/default-added": {
    severity: "info",
    bump: "minor",
    meaning: "A field that is left out gets a value, in objects that are there, too.",
  },
  "crds/judged-otherwise": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A default or null that is new stands where combinations, counts or rules look at it, which may refuse the whole.",
  },
  "crds/field-added": { severity: "info", bump: "minor", meaning: "The schema has a new field." },
  "crds/field-opened": {
    severity: "info",
    bump: "patch",
    meaning: "The schema says nothing of a field any more; it is kept as it is.",
  },
  "crds/opened": {
    severity: "info",
    bump: "patch",
    meaning: "An object takes fields that its schema does not name.",
  },
  "crds/type-loosened": { severity: "info", bump: "minor", meaning: "A field takes more types." },
  "crds/validation-loosened": { severity: "info", bump: "patch", meaning: "A field takes more values." },
  "crds/merge-changed": {
    severity: "info",
    bump: "patch",
    meaning: "Server-side apply takes a list or map for one value, or no longer does.",
  },
  // RBAC
  // Webhooks
} as const;

/** `area/what-happened`. */
export type FindingCode =
  | keyof typeof table
  | keyof typeof workloadCodes
  | keyof typeof objectCodes
  | keyof typeof valueCodes
  | keyof typeof chartCodes;

export const findingCodes: Readonly<Record<FindingCode, CodeMeaning>> = {
  ...table,
  ...workloadCodes,
  ...objectCodes,
  ...valueCodes,
  ...chartCodes,
};
