// Upgrades of values, and values files of an administrator.
import { failingDescription } from "../../../src/emit/alias-descriptions.ts";
import type { CodeInput, CodeInputs } from "./input.ts";

interface Values {
  readonly defaults: object;
  readonly schema?: object;
}

function side({ defaults, schema }: Values) {
  return {
    files: {
      "values.yaml": JSON.stringify(defaults),
      ...(schema ? { "values.schema.json": JSON.stringify({ type: "object", properties: schema }) } : {}),
    },
  };
}

function values(older: Values, newer: Values): CodeInput {
  return { older: side(older), newer: side(newer) };
}

/** A values file of an administrator; what Helm says where it refuses it. */
function given(older: Values, newer: Values, text: string, refusal?: string): CodeInput {
  return { ...values(older, newer), override: { file: "mine.yaml", text, refusal } };
}

const none = { defaults: {} };
const level = (fallback: string, schema: object = { type: "string" }) => ({
  defaults: { level: fallback },
  schema: { level: schema },
});
const image = { image: { registry: "a.example.com", repository: "tide", tag: "v1" } };
const imageSchema = {
  type: "object",
  properties: {
    image: { type: "object", properties: { tag: { type: "string" }, repository: {}, registry: {} } },
  },
};
const text = { type: "string" };
const alias = {
  defaults: { height: "low" },
  schema: { height: text, level: { ...text, description: "Another name of height." } },
};
const choice = { ...text, enum: ["low", "high"] };

export const valueInputs: CodeInputs = {
  "values/added": values(none, level("low")),
  "values/removed": values(level("low"), none),
  "values/moved": values(
    { defaults: { ebb: image }, schema: { ebb: imageSchema } },
    { defaults: { flood: image }, schema: { flood: imageSchema } },
  ),
  "values/aliased": values(level("low"), alias),
  "values/narrowed": values(level("low"), level("low", choice)),
  "values/widened": values(level("low", choice), level("low")),
  "values/type-changed": values(level("low"), level("low", { type: "integer" })),
  "values/default-changed": values(level("low"), level("high")),
  "values/override-refused": given(
    level("low"),
    level("low", { description: failingDescription({ to: ["height"], since: "1.1.0" }) }),
    "level: high\n",
  ),
  "values/override-unknown": given(level("low"), none, "level: high\n"),
  "values/override-moved": given(level("low"), alias, "level: high\n"),
  "values/override-pins": given(level("low"), level("high"), "level: low\n"),
};
