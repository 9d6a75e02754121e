// The options of the commands that compare two releases: which charts each side has, and what somebody set.
import { type Command, InvalidArgumentError } from "commander";
import { counted } from "../diagnostics/counted.ts";
import type { GivenValues } from "../upgrade-check.ts";
import { collect } from "./command-module.ts";

/** What they parse to. */
export interface SideFlags {
  readonly old?: readonly string[];
  readonly new?: readonly string[];
  readonly values?: readonly GivenValues[];
}

type RepeatableOption<Parsed> = readonly [
  flags: string,
  words: string,
  parse: (value: string, earlier: Parsed | undefined) => Parsed,
];

export const oldOption: RepeatableOption<readonly string[]> = [
  "--old <chart>",
  "a chart of the older set, in place of OLD; repeatable",
  collect,
];

export const newOption: RepeatableOption<readonly string[]> = [
  "--new <chart>",
  "a chart of the newer set, in place of NEW; repeatable",
  collect,
];

export const valuesOption: RepeatableOption<readonly GivenValues[]> = [
  "--values <file>",
  "what you set; with several charts CHART=FILE; repeatable",
  assign,
];

/** The charts of the older side, and of the newer one. */
type Sides = readonly [older: readonly string[], newer: readonly string[]];

/** The references of both sides: two arguments, or the options for sets of several charts; undefined for anything else. */
export function sidesOf(command: Command, flags: SideFlags): Sides | undefined {
  const [old, fresh, ...more] = command.args;
  const isGiven = flags.old !== undefined || flags.new !== undefined;
  if (!isGiven && old !== undefined && fresh !== undefined && more.length === 0) return [[old], [fresh]];
  if (isGiven && old === undefined && flags.old && flags.new) return [flags.old, flags.new];
  return undefined;
}

/** Ends the command: what is to be compared is not clear. */
export function unclearSides(command: Command, flags: SideFlags): never {
  const isGiven = flags.old !== undefined || flags.new !== undefined;
  return command.error(
    `error: what is to be compared is not clear\n  found: ${counted(command.args.length, "argument")}${isGiven ? " beside --old or --new" : ""}\n` +
      "  expected: OLD NEW, or --old and --new once for each chart",
  );
}

/** `CHART=FILE`, or a file for the only chart. */
function assign(text: string, earlier: readonly GivenValues[] | undefined): readonly GivenValues[] {
  const equals = text.indexOf("=");
  const file = text.slice(equals + 1);
  if (file === "") throw new InvalidArgumentError("\n  expected: a file, or CHART=FILE");
  return [...(earlier ?? []), equals === -1 ? { file } : { chart: text.slice(0, equals), file }];
}
