// What a registrar has no words for, and a setting says all the same: that it is a secret, by its name, that it must be
// set, in its description, and which variable it comes from, by its default.
import type { Call, Expression } from "../go/expression.ts";
import type { Registrar, SettingMark } from "./registrar.ts";
import type { Setting } from "./setting.ts";

/** Whether a call, or an option, of the registrar can say `mark`. */
export function canSay({ options = {} }: Registrar, mark: SettingMark): boolean {
  return Object.values(options).includes(mark);
}

const secretEnds = [
  ["password"],
  ["passwd"],
  ["passphrase"],
  ["secret"],
  ["token"],
  ["credential"],
  ["credentials"],
  ["api", "key"],
  ["apikey"],
  ["access", "key"],
  ["secret", "key"],
  ["private", "key"],
];

/** Whether a text is a secret by its name's last words: `--api-token`, `DB_PASSWORD`; `--token-file` is none. */
export function hasSecretName({ type, flag, env }: Pick<Setting, "type" | "flag" | "env">): boolean {
  if (type !== "string" && type !== "custom") return false;
  return [flag, env].some((name) => {
    const words = (name ?? "")
      .replace(/([a-z])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    return secretEnds.some((end) => end.every((word, index) => words.at(index - end.length) === word));
  });
}

/** Whether a description ends, or begins, with the word that help texts of Go programs have for it. */
export function isDescribedAsRequired(description: string): boolean {
  return /^\(required\)|\(required\)\W*$/i.test(description.trim());
}

/** What `os.Getenv` is given, in a default that is nothing but its result; `isOs`: whether a name is that package. */
export function variableOfDefault(
  expression: Expression | undefined,
  isOs: (operand: Expression) => boolean,
): Call["arguments"][number] | undefined {
  if (expression?.kind !== "call" || expression.function.kind !== "selector") return undefined;
  const { name, operand } = expression.function;
  return name === "Getenv" && isOs(operand) && expression.arguments.length === 1
    ? expression.arguments[0]
    : undefined;
}
