// What is wrong with a rendering after a change of values.
import { field, type Json, jsonEqual } from "../../src/kubernetes/object.ts";
import type { Rendered, RenderedPart } from "../support/render-server.ts";
import { isEmpty, withoutNulls } from "./expected-fields.ts";
import { documentsOf } from "./rendered-change.ts";
import type { Scope } from "./scope.ts";
import { type Choice, mergedValues } from "./value-changes.ts";

/** Helm's refusals of values: by the schema, and of what is no map where a dependency's values are. */
export const schemaWords: RegExp = /values don't meet the specifications of the schema|type mismatch on \S+/;

/** What one value promises: that it changes something, and what. */
export function promises(
  { choice, scope, base, values }: { choice: Choice; scope: Scope; base: Json; values: Json },
  before: readonly RenderedPart[],
  after: readonly RenderedPart[],
): readonly string[] {
  const { path } = choice.entry;
  const own = field(base, ...path);
  const value = field(mergedValues(base, values), ...path);
  const isSame =
    before.length === after.length &&
    after.every((part, index) => part === before[index] || part.text === before[index]?.text);
  const isOther =
    !(isEmpty(own) && isEmpty(value)) && !jsonEqual(withoutNulls(own ?? null), withoutNulls(value ?? null));
  const setting = {
    given: field(values, ...path) ?? null,
    value,
    before: documentsOf(before),
    after: documentsOf(after),
  };
  const counts = !scope.isSilent && (scope.appliesTo?.(setting.before) ?? true);
  return [
    ...(isSame && isOther && counts ? ["the value changes nothing"] : []),
    ...(scope.holds?.(setting) ?? []),
  ];
}

/** Why not both Helms render it; undefined where the schema says that it is no value. */
export function refusal(helm3: Rendered, helm4: Rendered): string | undefined {
  const errors = [helm3, helm4].map((one) => (one.ok ? undefined : one.error));
  if (errors.every((error) => error !== undefined && schemaWords.test(error))) return undefined;
  const words = errors.map(
    (error, index) => `Helm ${index + 3}: ${error?.split("\n").slice(0, 4).join(" ") ?? "renders it"}`,
  );
  return words.join("; ");
}

/** Objects that the two Helms print otherwise. */
export function differencesOfHelms(
  helm3: readonly RenderedPart[],
  helm4: readonly RenderedPart[],
): readonly string[] {
  const texts = new Set(helm4.map(({ text }) => text.trim()));
  const others = helm3.filter(({ text }) => !texts.has(text.trim()));
  if (others.length === 0 && helm3.length === helm4.length) return [];
  const mine = new Set(helm3.map(({ text }) => text.trim()));
  const theirs = helm4.filter(({ text }) => !mine.has(text.trim()));
  const left = JSON.stringify(documentsOf(others).map(({ object }) => object));
  const right = JSON.stringify(documentsOf(theirs).map(({ object }) => object));
  return left === right ? [] : [`Helm 3 and Helm 4 differ: ${left.slice(0, 200)} / ${right.slice(0, 200)}`];
}
