// Conversions of constants (https://go.dev/ref/spec#Conversions, #Representability).
import {
  type BasicName,
  basicNameOf,
  basicTypes,
  type Constant,
  formatType,
  type GoType,
  isNumber,
  isReal,
  type NumberValue,
  numberValue,
  Refused,
  Unresolvable,
} from "./constant.ts";
import { float32, float64, isInteger, type Rational, round } from "./rational.ts";

/** Bits of an integer type on a 64-bit machine, which all of the default builds are; negative for a signed one. */
const integerBits: Readonly<Partial<Record<BasicName, number>>> = {
  int: -64,
  int8: -8,
  int16: -16,
  int32: -32,
  int64: -64,
  uint: 64,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  uint64: 64,
  uintptr: 64,
};

/** `T(constant)`: also makes text of a code point. Throws Unresolvable. */
export function convert(constant: Constant, type: GoType): Constant {
  const { value } = constant;
  if (basicNameOf(type) === "string" && isNumber(value) && isReal(value) && isInteger(value.real)) {
    if (value.kind === "float") throw new Refused("float cannot become a string");
    return { value: { kind: "string", value: runeText(value.real.numerator) }, type };
  }
  return represent(constant, type);
}

/** `constant` as a value of `type`, to which it must be assignable but for its own type. Throws Unresolvable. */
export function represent({ value }: Constant, type: GoType): Constant {
  const name = basicNameOf(type);
  if (name === undefined) throw new Unresolvable(`${formatType(type)} is no type of a constant`);
  const family = basicTypes[name];
  if (!isNumber(value)) {
    if (family !== value.kind) throw mismatch(value.kind, type);
    return { value, type };
  }
  switch (family) {
    case "integer":
      return { value: integer(value, name, type), type };
    case "float":
      if (!isReal(value)) throw mismatch("complex", type);
      return { value: numberValue("float", rounded(value.real, name, type)), type };
    case "complex": {
      const part = name === "complex64" ? "float32" : "float64";
      const [real, imaginary] = [rounded(value.real, part, type), rounded(value.imaginary, part, type)];
      return { value: numberValue("complex", real, imaginary), type };
    }
    default:
      throw mismatch(value.kind, type);
  }
}

/** Whether an integer type has no negative values; `size` is its number of bits. */
export function integerShape(type: GoType | undefined): {
  readonly isUnsigned: boolean;
  readonly size: number;
} {
  const bits = integerBits[basicNameOf(type) ?? "int"] ?? -64;
  return { isUnsigned: bits > 0, size: Math.abs(bits) };
}

function integer(value: NumberValue, name: BasicName, type: GoType): NumberValue {
  if (!isReal(value) || !isInteger(value.real)) {
    throw new Refused(`it is no whole number, as ${formatType(type)} must be`);
  }
  const bits = integerBits[name] ?? -64;
  const [least, most] =
    bits < 0 ? [-(1n << BigInt(-bits - 1)), (1n << BigInt(-bits - 1)) - 1n] : [0n, (1n << BigInt(bits)) - 1n];
  const { numerator } = value.real;
  if (numerator < least || numerator > most) {
    throw new Refused(`${numerator} does not fit into ${formatType(type)}`);
  }
  return numberValue("int", value.real);
}

function rounded(value: Rational, name: BasicName, type: GoType): Rational {
  const result = round(value, name === "float32" ? float32 : float64);
  if (result === undefined) throw new Refused(`it is too large for ${formatType(type)}`);
  return result;
}

function runeText(rune: bigint): string {
  const isValid = rune >= 0n && rune <= 0x10ffffn && !(rune >= 0xd800n && rune <= 0xdfffn);
  return isValid ? String.fromCodePoint(Number(rune)) : "\ufffd";
}

function mismatch(found: string, type: GoType): Refused {
  return new Refused(`${found} cannot be ${formatType(type)}`);
}
