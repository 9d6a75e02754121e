// What the API server will refuse of an adoption, where only a dump is there to ask.
import { immutableFieldsOf } from "../kubernetes/immutable-fields.ts";
import type { FieldChange } from "./compare-live.ts";
import { formatLivePath } from "./live-path.ts";

/** A refusal to come, and what leads past it. */
export interface Refusal {
  /** The field, or the API server's own words. */
  readonly reason: string;
  readonly way: string;
}

/** What the API server will refuse of `changes` to an object of `kind`. */
export function refusalsOf(kind: string, changes: readonly FieldChange[]): readonly Refusal[] {
  const known = immutableFieldsOf(kind);
  if (!known) return [];
  return changes.flatMap(({ path }) => {
    const text = formatLivePath(path);
    const isImmutable = known.fields.some(
      ({ path: start }) => text === start || text.startsWith(`${start}.`) || text.startsWith(`${start}[`),
    );
    return isImmutable ? [{ reason: `"${text}" cannot be changed`, way: known.way }] : [];
  });
}

/** What leads past a refusal of the API server itself. */
export function wayPastRefusal(kind: string): string {
  return (
    immutableFieldsOf(kind)?.way ??
    "see what the API server says, and set the chart's values to what the cluster has"
  );
}
