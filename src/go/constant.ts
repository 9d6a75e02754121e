// Values of constants and the types that they can have (https://go.dev/ref/spec#Constants).
import type { Expression } from "./expression.ts";
import type { Place } from "./go-file.ts";
import { isZero, type Rational, zero } from "./rational.ts";

/** Types of the universe that a constant can have. */
export const basicTypes = {
  bool: "bool",
  string: "string",
  int: "integer",
  int8: "integer",
  int16: "integer",
  int32: "integer",
  int64: "integer",
  uint: "integer",
  uint8: "integer",
  uint16: "integer",
  uint32: "integer",
  uint64: "integer",
  uintptr: "integer",
  float32: "float",
  float64: "float",
  complex64: "complex",
  complex128: "complex",
} as const;

export type BasicName = keyof typeof basicTypes;

export function isBasicName(name: string): name is BasicName {
  return Object.hasOwn(basicTypes, name);
}

/** A type; undefined where it cannot be told. */
export type LaterType = () => GoType | undefined;

/** A type, as far as constants and the receivers of calls need it. */
export type GoType =
  | { readonly kind: "basic"; readonly name: BasicName }
  | NamedType
  | { readonly kind: "pointer"; readonly element: GoType }
  | { readonly kind: "list"; readonly element: GoType; readonly length?: ArrayLength }
  | { readonly kind: "map"; readonly key: GoType; readonly value: GoType }
  | { readonly kind: "channel"; readonly element: GoType }
  | { readonly kind: "struct"; readonly fields: ReadonlyMap<string, Field> }
  | InterfaceGoType
  | FunctionGoType
  /** A type parameter, where it is not known what it stands for. */
  | { readonly kind: "parameter"; readonly name: string; readonly constraint: LaterType };

/** How long an array is: the expression that says so, or the literal whose elements count. */
export interface ArrayLength {
  readonly expression: Expression;
  readonly place: Place;
}

export interface Field {
  readonly type: LaterType;
  readonly isEmbedded: boolean;
}

export interface InterfaceGoType {
  readonly kind: "interface";
  readonly methods: ReadonlyMap<string, LaterType>;
  /** Embedded interfaces, and types that a type parameter can be. */
  readonly elements: readonly LaterType[];
}

export interface FunctionGoType {
  readonly kind: "function";
  readonly parameters: readonly LaterType[];
  readonly results: readonly LaterType[];
}

/** A declared type. `package` is the import path, or the folder where that is not known. */
export interface NamedType {
  readonly kind: "named";
  readonly package: string;
  readonly name: string;
  /** What a generic type is made with. */
  readonly arguments?: readonly GoType[];
  /** The type that it is made from; undefined where its declaration cannot be read. */
  readonly underlying: LaterType;
  /** The type of one of its own methods; there is none where the declaration cannot be read. */
  readonly method?: (name: string) => FunctionGoType | undefined;
}

export function basic(name: BasicName): GoType {
  return { kind: "basic", name };
}

const mostSteps = 100;

/** The basic type that `type` is made from, if it is made from one. */
export function basicNameOf(type: GoType | undefined): BasicName | undefined {
  let current = type;
  // Types that are made from each other are no Go, and must not go round for ever.
  for (let steps = 0; current?.kind === "named" && steps < mostSteps; steps += 1)
    current = current.underlying();
  return current?.kind === "basic" ? current.name : undefined;
}

/** `type` as it is written in messages: `time.Duration`, `uint64`. */
export function formatType(type: GoType): string {
  switch (type.kind) {
    case "basic":
      return type.name;
    case "named":
      return `${type.package.split("/").at(-1)}.${type.name}`;
    case "pointer":
      return `*${formatType(type.element)}`;
    case "list":
      return `[${type.length ? "…" : ""}]${formatType(type.element)}`;
    case "map":
      return `map[${formatType(type.key)}]${formatType(type.value)}`;
    case "channel":
      return `chan ${formatType(type.element)}`;
    case "parameter":
      return type.name;
    default:
      return type.kind;
  }
}

export function isSameType(a: GoType, b: GoType): boolean {
  if (a.kind === "named" && b.kind === "named") return a.package === b.package && a.name === b.name;
  return a.kind === "basic" && b.kind === "basic" && a.name === b.name;
}

/** A number with its kind; a typed integer has the kind `int`, whatever its size. */
export interface NumberValue {
  readonly kind: "int" | "rune" | "float" | "complex";
  readonly real: Rational;
  readonly imaginary: Rational;
}

export type ConstantValue =
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "string"; readonly value: string }
  | NumberValue;

/** A constant. Without a type it is an untyped one. */
export interface Constant {
  readonly value: ConstantValue;
  readonly type?: GoType;
}

export function numberValue(
  kind: NumberValue["kind"],
  real: Rational,
  imaginary: Rational = zero,
): NumberValue {
  return { kind, real, imaginary };
}

export function isNumber(value: ConstantValue): value is NumberValue {
  return value.kind !== "bool" && value.kind !== "string";
}

export function isReal(value: NumberValue): boolean {
  return isZero(value.imaginary);
}

/** Why an expression has no value that can be told from the source; thrown inside `evaluate` only. */
export class Unresolvable extends Error {
  override readonly name = "Unresolvable";
  /** Where the reason stands, if not in the expression itself. */
  readonly place: Place | undefined;
  readonly offset: number | undefined;

  constructor(message: string, place?: Place, offset?: number) {
    super(message);
    this.place = place;
    this.offset = offset;
  }
}

/** What the compiler would refuse: no program has such a value. */
export class Refused extends Unresolvable {}
