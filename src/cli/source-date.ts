// The time that archives and indexes carry: https://reproducible-builds.org/docs/source-date-epoch/.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Cli } from "./cli.ts";

/** The time that SOURCE_DATE_EPOCH names; none where it is not set, a diagnostic where it is no time. */
export function sourceDate({ environment }: Cli): { readonly date?: Date; readonly diagnostic?: Diagnostic } {
  const text = environment["SOURCE_DATE_EPOCH"];
  if (text === undefined || text === "") return {};
  const date = new Date(Number(text) * 1000);
  if (/^\d+$/.test(text) && !Number.isNaN(date.getTime())) return { date };
  return {
    diagnostic: {
      severity: "error",
      code: "archive/date",
      message: "SOURCE_DATE_EPOCH is no time.",
      found: text,
      expected: "seconds since 1970, a whole number",
      hint: "Set it to the commit's: `SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)`.",
    },
  };
}
