// Values of the right type that a schema must refuse: outside of its choices, its range, its pattern.
import type { Json } from "../kubernetes/object.ts";
import type { JsonSchema } from "../transform/value.ts";

/** Each with what is allowed instead, for messages. */
export function wrongValues(schema: JsonSchema): readonly (readonly [wrong: Json, expected: string])[] {
  return [...outsideChoices(schema), ...outsideRange(schema), ...againstPattern(schema)];
}

const samples = ["chartwright", "chart/wright?!", "~"];

function outsideChoices({ enum: choices }: JsonSchema): readonly (readonly [Json, string])[] {
  if (!Array.isArray(choices) || !choices.some((choice) => typeof choice === "string")) return [];
  const wrong = samples.find((sample) => !choices.includes(sample));
  return wrong === undefined ? [] : [[wrong, `one of ${JSON.stringify(choices)}`]];
}

function outsideRange({ minimum, maximum }: JsonSchema): readonly (readonly [Json, string])[] {
  return [
    ...(isBound(minimum) ? [[minimum - 1, `at least ${minimum}`] as const] : []),
    ...(isBound(maximum) ? [[maximum + 1, `at most ${maximum}`] as const] : []),
  ];
}

/** Whether the next number is another one, in JavaScript and in Helm. */
function isBound(bound: unknown): bound is number {
  return typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

function againstPattern({ pattern }: JsonSchema): readonly (readonly [Json, string])[] {
  if (typeof pattern !== "string") return [];
  const expression = compile(pattern);
  const wrong = expression && samples.find((sample) => !expression.test(sample));
  return wrong === undefined ? [] : [[wrong, `what matches ${pattern}`]];
}

/** Undefined for what only Go's regular expressions know, such as `(?i)`. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}
