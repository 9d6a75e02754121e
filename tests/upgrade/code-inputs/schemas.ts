// Upgrades of the schema of a CRD's version.
import { crd } from "./crds.ts";
import { between, type CodeInput, type CodeInputs } from "./input.ts";

const inSpec = (spec: object) => ({ type: "object", properties: { spec: { type: "object", ...spec } } });

function schemas(older: object, newer: object, more: object = {}): CodeInput {
  return between([crd([{ schema: older, ...more }])], [crd([{ schema: newer, ...more }])]);
}

/** The schemas of one field. */
function field(older: object, newer: object): CodeInput {
  return schemas(inSpec({ properties: { level: older } }), inSpec({ properties: { level: newer } }));
}

/** A field's default, and whether it is required. */
function required(older: object, isOld: boolean, newer: object, isNew: boolean): CodeInput {
  const of = (level: object, is: boolean) => inSpec({ properties: { level }, required: is ? ["level"] : [] });
  return schemas(of(older, isOld), of(newer, isNew));
}

const text = { type: "string" };
const rule = (expression: string) => ({ ...text, "x-kubernetes-validations": [{ rule: expression }] });
const anything = { "x-kubernetes-preserve-unknown-fields": true };
const items = { type: "object", properties: { name: text, at: text }, required: ["name", "at"] };
const list = (more: object, of: object = text) => ({ type: "array", items: of, ...more });
const map = (...keys: readonly string[]) =>
  list({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys }, items);

export const schemaInputs: CodeInputs = {
  "crds/field-removed": schemas(inSpec({ properties: { level: text } }), inSpec({ properties: {} })),
  "crds/closed": schemas(inSpec(anything), inSpec({})),
  "crds/type-changed": field(text, { type: "boolean" }),
  "crds/required-added": required(text, false, text, true),
  "crds/required-without-default": required({ ...text, default: "low" }, true, text, true),
  "crds/required-with-default": required(
    { ...text, default: "low" },
    false,
    { ...text, default: "low" },
    true,
  ),
  "crds/list-type-changed": field(list({}), list({ "x-kubernetes-list-type": "set" })),
  "crds/list-keys-changed": field(map("name", "at"), map("name")),
  "crds/field-typed": field(anything, text),
  "crds/nullable-removed": field({ ...text, nullable: true }, text),
  "crds/enum-narrowed": field({ ...text, enum: ["low", "high"] }, { ...text, enum: ["low"] }),
  "crds/bound-tightened": field(text, { ...text, maxLength: 4 }),
  "crds/pattern-added": field(text, { ...text, pattern: "^l" }),
  "crds/pattern-changed": field({ ...text, pattern: "^l" }, { ...text, pattern: "^h" }),
  "crds/format-changed": field(text, { ...text, format: "date" }),
  "crds/combination-changed": field(text, { ...text, not: { maxLength: 2 } }),
  "crds/embedded-added": field(
    { type: "object", ...anything },
    { type: "object", ...anything, "x-kubernetes-embedded-resource": true },
  ),
  "crds/rule-added": field(text, rule("self != ''")),
  "crds/rule-changed": field(rule("self != ''"), rule("self != 'low'")),
  "crds/rule-of-new-fields": schemas(
    inSpec({ properties: { level: text } }),
    inSpec({
      properties: { level: text, depth: text },
      "x-kubernetes-validations": [{ rule: "!(has(self.level) && has(self.depth))" }],
    }),
  ),
  "crds/rule-removed": field(rule("self != ''"), text),
  "crds/default-changed": field({ ...text, default: "low" }, { ...text, default: "high" }),
  "crds/default-removed": field({ ...text, default: "low" }, text),
  "crds/default-added": field(text, { ...text, default: "low" }),
  "crds/judged-otherwise": schemas(
    inSpec({ properties: { level: text }, "x-kubernetes-validations": [{ rule: "!has(self.level)" }] }),
    inSpec({
      properties: { level: { ...text, default: "low" } },
      "x-kubernetes-validations": [{ rule: "!has(self.level)" }],
    }),
  ),
  "crds/field-added": schemas(inSpec({ properties: {} }), inSpec({ properties: { level: text } })),
  "crds/field-opened": schemas(inSpec({ properties: { level: text } }), inSpec(anything)),
  "crds/opened": schemas(inSpec({}), inSpec(anything)),
  "crds/type-loosened": field({ type: "integer" }, { type: "number" }),
  "crds/validation-loosened": field({ ...text, maxLength: 4 }, text),
  "crds/merge-changed": field(list({ "x-kubernetes-list-type": "set" }), list({})),
  "crds/status-changed": schemas(
    { type: "object", properties: { status: { type: "object", properties: { phase: text } } } },
    {
      type: "object",
      properties: { status: { type: "object", properties: { phase: { ...text, maxLength: 4 } } } },
    },
    { subresources: { status: {} } },
  ),
};
