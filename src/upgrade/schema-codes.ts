// What can become of the schema of a version. An error: content is dropped, or an object that was fine can be refused although
// nobody touches the field. A warning: an object can be refused where somebody sets the field, or it gets another value. What
// keeps every object valid, with its content, is for information.

export const schemaCodes = {
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
    severity: "warning",
    bump: "major",
    meaning: "A list is a set or map, or one by other keys: items that are now the same twice are refused.",
  },
  "crds/list-keys-changed": {
    severity: "warning",
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
  "crds/rule-of-new-fields": {
    severity: "info",
    bump: "minor",
    meaning: "A CEL rule is new that objects meet which are without the new fields.",
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
  "crds/status-changed": {
    severity: "info",
    bump: "patch",
    meaning:
      "The status has another schema: who writes it has to fit, which is the operator of the newer release.",
  },
} as const;
