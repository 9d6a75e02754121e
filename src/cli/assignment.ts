// Options that are for one of several charts: `CHART=VALUE`.
import { InvalidArgumentError } from "commander";

/** A value for the chart that is named, or for the only one. */
export interface Assignment {
  readonly chart?: string;
  readonly value: string;
}

/** Parses `CHART=VALUE` or `VALUE`, behind those that were given before. */
export function assign(text: string, earlier: readonly Assignment[] | undefined): readonly Assignment[] {
  const equals = text.indexOf("=");
  const assignment =
    equals === -1 ? { value: text } : { chart: text.slice(0, equals), value: text.slice(equals + 1) };
  if (assignment.value === "") throw new InvalidArgumentError("\n  expected: a value, or CHART=VALUE");
  return [...(earlier ?? []), assignment];
}
