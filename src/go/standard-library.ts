// Constants of Go's standard library that defaults are made of. Tables, so that the answer does not depend on which
// Go, if any, is installed; a test holds them against the compiler.
import type { BuildContext } from "./build-context.ts";
import { type BasicName, basic, type Constant, isBasicName, numberValue } from "./constant.ts";
import { rational } from "./rational.ts";
import { integers, reals, texts } from "./standard-constants.ts";

/** Declared types of the standard library that constants have, and what they are made from. */
export const standardTypes: ReadonlyMap<string, BasicName> = new Map<string, BasicName>([
  ["time.Duration", "int64"],
  ["time.Month", "int"],
  ["time.Weekday", "int"],
  ["log/slog.Level", "int"],
  ["io/fs.FileMode", "uint32"],
  ["os.FileMode", "uint32"],
  ["net/http.SameSite", "int"],
  ["net/http.ConnState", "int"],
  ["crypto/tls.ClientAuthType", "int"],
  ["syscall.Signal", "int"],
]);

/** The constant `package.name` of the standard library; undefined where the table has none. */
export function standardConstant(path: string, name: string, build: BuildContext): Constant | undefined {
  const ofBuild: Readonly<Record<string, string>> = {
    "runtime.GOOS": build.os,
    "runtime.GOARCH": build.arch,
    "runtime.Compiler": "gc",
  };
  const text = ofBuild[`${path}.${name}`] ?? texts[path]?.[name];
  if (text !== undefined) {
    const isTyped = name === "GOOS" || name === "GOARCH";
    return { value: { kind: "string", value: text }, ...(isTyped ? { type: basic("string") } : {}) };
  }
  for (const [type, amounts] of Object.entries(integers[path] ?? {})) {
    const amount = amounts[name];
    if (amount !== undefined) return integerConstant(type, amount);
  }
  const real = path === "math" ? reals[name] : undefined;
  return real && { value: numberValue("float", real) };
}

/** A constant of the type `type`: of the universe, of a package, or an untyped one. */
function integerConstant(type: string, amount: bigint): Constant {
  if (type === "untyped rune") return { value: numberValue("rune", rational(amount)) };
  const value = numberValue("int", rational(amount));
  if (type === "untyped int") return { value };
  if (isBasicName(type)) return { value, type: basic(type) };
  const at = type.lastIndexOf(".");
  const made = standardTypes.get(type);
  return {
    value,
    type: {
      kind: "named",
      package: type.slice(0, at),
      name: type.slice(at + 1),
      underlying: () => (made ? basic(made) : undefined),
    },
  };
}

/** Whether an import path is one of the standard library: those have no dot in their first word. */
export function isStandard(path: string): boolean {
  return !/^[^/]*\./.test(path);
}
