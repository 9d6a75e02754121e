// The texts that a Go program reads as a value of a setting's type.
import type { SettingType } from "./setting.ts";

/** https://pkg.go.dev/strconv#ParseBool */
const boolText = "1|t|T|TRUE|true|True|0|f|F|FALSE|false|False";
/** https://pkg.go.dev/strconv#ParseInt, base 0 as in Go's flag package or 10 as in other programs */
const digits = "(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|[0-9][0-9_]*)";
/** https://pkg.go.dev/strconv#ParseFloat */
const floatText =
  "[-+]?(?:(?:[0-9][0-9_]*(?:\\.[0-9_]*)?|\\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?|[iI]nf(?:inity)?|[nN]a[nN])";
/** https://pkg.go.dev/time#ParseDuration */
const durationText = "[-+]?(?:0|(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)";

/** A regular expression of RE2 for them, without anchors; undefined for a type that takes any text, and for several values. */
export function textPattern(type: SettingType): string | undefined {
  if (/^uint/.test(type)) return `\\+?${digits}`;
  if (/^int|^count$/.test(type)) return `[-+]?${digits}`;
  if (/^float/.test(type)) return floatText;
  if (type === "bool") return boolText;
  if (type === "duration") return durationText;
  return undefined;
}

/** Whether `text` is a value of the type. */
export function isTextOf(type: SettingType, text: string): boolean {
  const pattern = textPattern(type);
  return pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text);
}
