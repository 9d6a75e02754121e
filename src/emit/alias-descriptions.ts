// How the schema of a chart describes other names of values, and how a later release reads that.
import type { MovedValue } from "../plan/moved-values.ts";
import { joinValuePath, splitValuePath } from "../project/values.ts";
import type { ValueAlias } from "../template/aliases.ts";

const aliasWords = /^Another name of (?<name>\S+)\.(?: .*)?$/;
const failingWords = /^Called (?<name>\S+) since \S+; this name fails\.$/;

/** The description of an alias of the value called `name`. */
export function aliasDescription(name: string, moved: ValueAlias["moved"]): string {
  const fate = moved
    ? ` It moved there with ${moved.since}; this name fails from ${moved.failsFrom} on.`
    : "";
  return `Another name of ${name}.${fate}`;
}

/** The description of a name that has run out: templates fail where it is set. */
export function failingDescription({ to, since }: Pick<MovedValue, "to" | "since">): string {
  return `Called ${joinValuePath(to)} since ${since}; this name fails.`;
}

/** The path of the value that an alias sets, by the alias's description; undefined for what is no alias. */
export function aliasedPath(description: string): readonly string[] | undefined {
  return namedPath(aliasWords, description);
}

/** The path of the value that a name which has run out stood for, by its description; undefined for what is none. */
export function failingPath(description: string): readonly string[] | undefined {
  return namedPath(failingWords, description);
}

function namedPath(words: RegExp, description: string): readonly string[] | undefined {
  const name = words.exec(description)?.groups?.["name"];
  return name === undefined ? undefined : splitValuePath(name);
}
