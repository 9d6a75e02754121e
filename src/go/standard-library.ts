// Constants of Go's standard library that defaults are made of. A table, so that the answer does not depend on which
// Go, if any, is installed; a test holds it against the compiler.
import type { BuildContext } from "./build-context.ts";
import { type BasicName, basic, type Constant, numberValue } from "./constant.ts";
import { type Rational, rational } from "./rational.ts";

/** Declared types of the standard library that constants have, and what they are made from. */
export const standardTypes: ReadonlyMap<string, BasicName> = new Map<string, BasicName>([
  ["time.Duration", "int64"],
  ["time.Month", "int"],
  ["time.Weekday", "int"],
  ["log/slog.Level", "int"],
  ["io/fs.FileMode", "uint32"],
  ["os.FileMode", "uint32"],
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
  const integer = integers[path]?.[name];
  if (integer !== undefined) return integerConstant(path, name, integer);
  const real = path === "math" ? reals[name] : undefined;
  return real && { value: numberValue("float", real) };
}

function integerConstant(path: string, name: string, integer: bigint | readonly [string, bigint]): Constant {
  if (typeof integer === "bigint") {
    const isRune = path === "os" || path === "path/filepath";
    const isInt = path === "os" && name.startsWith("O_");
    const value = numberValue(isRune && !isInt ? "rune" : "int", rational(integer));
    return isInt ? { value, type: basic("int") } : { value };
  }
  const [typeName, amount] = integer;
  const at = typeName.lastIndexOf(".");
  const underlying = standardTypes.get(typeName);
  return {
    value: numberValue("int", rational(amount)),
    type: {
      kind: "named",
      package: typeName.slice(0, at),
      name: typeName.slice(at + 1),
      underlying: () => (underlying ? basic(underlying) : undefined),
    },
  };
}

/** Untyped strings. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  time: {
    Layout: "01/02 03:04:05PM '06 -0700",
    ANSIC: "Mon Jan _2 15:04:05 2006",
    UnixDate: "Mon Jan _2 15:04:05 MST 2006",
    RubyDate: "Mon Jan 02 15:04:05 -0700 2006",
    RFC822: "02 Jan 06 15:04 MST",
    RFC822Z: "02 Jan 06 15:04 -0700",
    RFC850: "Monday, 02-Jan-06 15:04:05 MST",
    RFC1123: "Mon, 02 Jan 2006 15:04:05 MST",
    RFC1123Z: "Mon, 02 Jan 2006 15:04:05 -0700",
    RFC3339: "2006-01-02T15:04:05Z07:00",
    RFC3339Nano: "2006-01-02T15:04:05.999999999Z07:00",
    Kitchen: "3:04PM",
    Stamp: "Jan _2 15:04:05",
    StampMilli: "Jan _2 15:04:05.000",
    StampMicro: "Jan _2 15:04:05.000000",
    StampNano: "Jan _2 15:04:05.000000000",
    DateTime: "2006-01-02 15:04:05",
    DateOnly: "2006-01-02",
    TimeOnly: "15:04:05",
  },
  os: { DevNull: "/dev/null" },
  "net/http": Object.fromEntries(
    ["Get", "Head", "Post", "Put", "Patch", "Delete", "Connect", "Options", "Trace"].map((method) => [
      `Method${method}`,
      method.toUpperCase(),
    ]),
  ),
};

const durations = { Nanosecond: 1n, Microsecond: 10n ** 3n, Millisecond: 10n ** 6n, Second: 10n ** 9n };
const minute = 60n * durations.Second;
const months = "January February March April May June July August September October November December".split(
  " ",
);
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Integers: those with a type stand behind its name. */
const integers: Readonly<Record<string, Readonly<Record<string, bigint | readonly [string, bigint]>>>> = {
  time: {
    ...withType("time.Duration", { ...durations, Minute: minute, Hour: 60n * minute }),
    ...withType("time.Month", Object.fromEntries(months.map((month, index) => [month, BigInt(index + 1)]))),
    ...withType("time.Weekday", Object.fromEntries(weekdays.map((day, index) => [day, BigInt(index)]))),
  },
  math: {
    ...Object.fromEntries(
      ["8", "16", "32", "64", ""].flatMap((size): (readonly [string, bigint])[] => {
        const half = 1n << (BigInt(size || "64") - 1n);
        return [
          [`MaxInt${size}`, half - 1n],
          [`MinInt${size}`, -half],
          [`MaxUint${size}`, 2n * half - 1n],
        ];
      }),
    ),
  },
  "log/slog": withType("log/slog.Level", { LevelDebug: -4n, LevelInfo: 0n, LevelWarn: 4n, LevelError: 8n }),
  os: {
    ...withType("io/fs.FileMode", { ModePerm: 0o777n, ModeDir: 1n << 31n }),
    O_RDONLY: 0n,
    O_WRONLY: 1n,
    O_RDWR: 2n,
    O_APPEND: 0o2000n,
    O_CREATE: 0o100n,
    O_EXCL: 0o200n,
    O_SYNC: 0o4010000n,
    O_TRUNC: 0o1000n,
    PathSeparator: 47n,
    PathListSeparator: 58n,
  },
  "path/filepath": { Separator: 47n, ListSeparator: 58n },
  strconv: { IntSize: 64n },
  "unicode/utf8": { RuneSelf: 0x80n, UTFMax: 4n },
};

const reals: Readonly<Record<string, Rational>> = {
  E: decimal("2.71828182845904523536028747135266249775724709369995957496696763"),
  Pi: decimal("3.14159265358979323846264338327950288419716939937510582097494459"),
  Phi: decimal("1.61803398874989484820458683436563811772030917980576286213544862"),
  Sqrt2: decimal("1.41421356237309504880168872420969807856967187537694807317667974"),
  SqrtE: decimal("1.64872127070012814684865078781416357165377610071014801157507931"),
  SqrtPi: decimal("1.77245385090551602729816748334114518279754945612238712821380779"),
  SqrtPhi: decimal("1.27201964951406896425242246173749149171560804184009624861664038"),
  Ln2: decimal("0.693147180559945309417232121458176568075500134360255254120680009"),
  Ln10: decimal("2.30258509299404568401799145468436420760110148862877297603332790"),
  MaxFloat32: rational((2n ** 24n - 1n) << 104n),
  SmallestNonzeroFloat32: rational(1n, 1n << 149n),
  MaxFloat64: rational((2n ** 53n - 1n) << 971n),
  SmallestNonzeroFloat64: rational(1n, 1n << 1074n),
};

function withType(
  type: string,
  amounts: Readonly<Record<string, bigint>>,
): Readonly<Record<string, readonly [string, bigint]>> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, [type, amount] as const]));
}

function decimal(text: string): Rational {
  const [whole = "", fraction = ""] = text.split(".");
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}
